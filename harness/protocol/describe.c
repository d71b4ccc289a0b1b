/* SPDX-License-Identifier: MIT */
/* An answer in words for people, in printable ASCII only, whatever the answer holds. */
#include "base/base.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_octet(FILE *out, unsigned char octet)
{
    if (octet == '"' || octet == '\\')
        fprintf(out, "\\%c", octet);
    else if (uriproof_is_printable((char)octet))
        fputc(octet, out);
    else
        fprintf(out, "\\x%02x", octet);
}

static void put_text(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        put_octet(out, (unsigned char)text[i]);
}

static bool ends_in_hex(const char *key)
{
    size_t length = strlen(key);
    return length > 4 && strcmp(key + length - 4, "_hex") == 0;
}

/* Writes a string in quotes. If its key is NAME_hex, writes the octets that it stands for. Writes
 * any other value as JSON. */
static void put_value(FILE *out, const cJSON *item)
{
    char *json = cJSON_IsString(item) ? NULL : cJSON_PrintUnformatted(item);
    const char *text = json != NULL ? json : item->valuestring;
    size_t length = strlen(text);
    fputs(json == NULL ? "\"" : "", out);
    if (json != NULL || !ends_in_hex(item->string))
        put_text(out, text, length);
    for (size_t i = 0; json == NULL && ends_in_hex(item->string) && i + 1 < length; i += 2) {
        char digits[3] = {text[i], text[i + 1], '\0'};
        put_octet(out, (unsigned char)strtoul(digits, NULL, 16));
    }
    fputs(json == NULL ? "\"" : "", out);
    cJSON_free(json);
}

static void put_member(FILE *out, const char *before, const cJSON *item)
{
    fputs(before, out);
    put_text(out, item->string, strlen(item->string) - (ends_in_hex(item->string) ? 4 : 0));
    fputc(' ', out);
    put_value(out, item);
}

/* The parts in the order in which a URI has them. */
static const char *const parts_in_order[] = {
    "scheme", "userinfo", "user",   "password", "host",       "port",
    "path",   "query",    "search", "fragment", "fragmentid",
};

enum { PART_COUNT = sizeof parts_in_order / sizeof parts_in_order[0] };

/* Is this the key of the part: its name, or NAME_hex? */
static bool is_key_of(const char *part, const char *key)
{
    size_t length = strlen(part);
    return strncmp(key, part, length) == 0 &&
           (key[length] == '\0' || strcmp(key + length, "_hex") == 0);
}

static bool is_part(const char *key)
{
    for (size_t i = 0; i < PART_COUNT; i++)
        if (is_key_of(parts_in_order[i], key))
            return true;
    return false;
}

/* Writes the parts of a URI in their order, so that two answers can be compared by eye, and then
 * all other members. */
static void put_members(FILE *out, const char *before, const cJSON *object)
{
    for (size_t i = 0; i <= PART_COUNT; i++)
        for (const cJSON *item = object->child; item != NULL; item = item->next) {
            if (i < PART_COUNT ? !is_key_of(parts_in_order[i], item->string)
                               : is_part(item->string))
                continue;
            put_member(out, before, item);
            before = ", ";
        }
}

static const cJSON *member(const cJSON *answer, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(answer, name);
}

/* Returns the first string of the answer whose key is one of `names`, or NULL. `names` ends with
 * NULL. */
static const cJSON *string_named(const cJSON *answer, const char *const *names)
{
    const cJSON *found = NULL;
    for (; *names != NULL && !cJSON_IsString(found); names++)
        found = member(answer, *names);
    return cJSON_IsString(found) ? found : NULL;
}

static void put_rejection(FILE *out, const cJSON *answer)
{
    static const char *const uri_names[] = {"uri", "uri_hex", NULL};
    const cJSON *production = member(answer, "production"), *offset = member(answer, "offset");
    const cJSON *uri = string_named(answer, uri_names), *error = member(answer, "error");
    if (uri != NULL) /* what resolution gives does not match the grammar */
        put_value(out, uri);
    fputs(uri != NULL ? ", which is no URI" : "rejected", out);
    if (cJSON_IsString(production)) {
        fputs(" in ", out);
        put_text(out, production->valuestring, strlen(production->valuestring));
    }
    if (cJSON_IsNumber(offset))
        fprintf(out, " at %.0f", offset->valuedouble);
    if (cJSON_IsString(error)) {
        fputs(": ", out);
        put_value(out, error);
    }
}

static void put_acceptance(FILE *out, const cJSON *answer)
{
    static const char *const text_names[] = {"uri", "uri_hex", "text", "text_hex", NULL};
    static const char *const object_names[] = {"generic", "components", "detail"};
    const cJSON *production = member(answer, "production"), *equal = member(answer, "equal");
    const cJSON *text = string_named(answer, text_names), *object = NULL;
    for (size_t i = 0; i < 3 && !cJSON_IsObject(object); i++)
        object = member(answer, object_names[i]);
    bool is_text = !cJSON_IsObject(object) && (cJSON_IsBool(equal) || text != NULL);
    if (production != NULL && !is_text)
        put_member(out, "", production);
    if (object != NULL && cJSON_IsObject(object))
        put_members(out, production != NULL ? ", " : "", object);
    else if (cJSON_IsBool(equal))
        fputs(cJSON_IsTrue(equal) ? "identical" : "not identical", out);
    else if (text != NULL)
        put_value(out, text);
    if (ftell(out) == 0)
        fputs("accepted", out); /* no more than the status */
}

char *uriproof_answer_describe(const cJSON *answer)
{
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    const char *status = cJSON_GetStringValue(member(answer, "status"));
    if (answer == NULL)
        fputs("no answer", out);
    else if (!cJSON_IsObject(answer))
        fputs("not an answer: not an object", out);
    else if (uriproof_status_named(status) == ANSWER_ACCEPTED)
        put_acceptance(out, answer);
    else if (uriproof_status_named(status) == ANSWER_REJECTED)
        put_rejection(out, answer);
    else if (uriproof_status_named(status) == ANSWER_UNDEFINED)
        fputs("the specification is silent", out);
    else if (uriproof_status_named(status) == ANSWER_UNSUPPORTED)
        fputs("unsupported", out);
    else
        put_members(out, "not an answer: ", answer);
    fclose(out);
    return words.octets;
}
