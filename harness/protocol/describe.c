/* SPDX-License-Identifier: MIT */
/* An answer in words for people, made of printable ASCII alone. */
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

/* A string as a quoted text; the value of a key NAME_hex as the octets that it stands for. */
static void put_string(FILE *out, const char *string, bool hexadecimal)
{
    size_t length = strlen(string);
    fputc('"', out);
    if (hexadecimal) {
        for (size_t i = 0; i + 1 < length; i += 2) {
            char digits[3] = {string[i], string[i + 1], '\0'};
            put_octet(out, (unsigned char)strtoul(digits, NULL, 16));
        }
    } else {
        for (size_t i = 0; i < length; i++)
            put_octet(out, (unsigned char)string[i]);
    }
    fputc('"', out);
}

static bool ends_in_hex(const char *key)
{
    size_t length = strlen(key);
    return length > 4 && strcmp(key + length - 4, "_hex") == 0;
}

/* Is `key` `name`, or `name`_hex? */
static bool is_key(const char *key, const char *name)
{
    size_t length = strlen(name);
    return strncmp(key, name, length) == 0 &&
           (key[length] == '\0' || strcmp(key + length, "_hex") == 0);
}

static void put_key(FILE *out, const char *key)
{
    size_t length = strlen(key) - (ends_in_hex(key) ? 4 : 0);
    for (size_t i = 0; i < length; i++)
        put_octet(out, (unsigned char)key[i]);
}

static void put_member(FILE *out, const cJSON *item)
{
    put_key(out, item->string);
    fputc(' ', out);
    if (cJSON_IsString(item)) {
        put_string(out, item->valuestring, ends_in_hex(item->string));
        return;
    }
    char *text = cJSON_PrintUnformatted(item);
    for (const char *at = text; *at != '\0'; at++)
        put_octet(out, (unsigned char)*at);
    cJSON_free(text);
}

static void put_members(FILE *out, const cJSON *object, const char *separator)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next) {
        fputs(separator, out);
        put_member(out, item);
        separator = ", ";
    }
}

static const cJSON *member(const cJSON *answer, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(answer, name);
}

static void put_refusal(FILE *out, const cJSON *answer)
{
    const cJSON *production = member(answer, "production"), *offset = member(answer, "offset");
    const cJSON *error = member(answer, "error");
    fputs("rejected", out);
    if (cJSON_IsString(production)) {
        fputs(" in ", out);
        for (const char *at = production->valuestring; *at != '\0'; at++)
            put_octet(out, (unsigned char)*at);
    }
    if (cJSON_IsNumber(offset))
        fprintf(out, " at %.0f", offset->valuedouble);
    for (const cJSON *item = answer->child; item != NULL; item = item->next) {
        if (is_key(item->string, "uri")) {
            fputs(", as ", out);
            put_member(out, item);
        }
    }
    if (cJSON_IsString(error)) {
        fputs(": ", out);
        put_string(out, error->valuestring, false);
    }
}

static void put_acceptance(FILE *out, const cJSON *answer)
{
    const cJSON *generic = member(answer, "generic"), *components = member(answer, "components");
    const cJSON *equal = member(answer, "equal"), *detail = member(answer, "detail");
    const cJSON *production = member(answer, "production");
    if (cJSON_IsObject(generic)) {
        put_members(out, generic, "");
    } else if (cJSON_IsObject(components)) {
        put_members(out, components, "");
    } else if (cJSON_IsObject(detail)) {
        if (production != NULL)
            put_member(out, production);
        put_members(out, detail, production != NULL ? ", " : "");
    } else if (cJSON_IsBool(equal)) {
        fputs(cJSON_IsTrue(equal) ? "identical" : "not identical", out);
    } else {
        for (const cJSON *item = answer->child; item != NULL; item = item->next)
            if (cJSON_IsString(item) &&
                (is_key(item->string, "uri") || is_key(item->string, "text")))
                put_string(out, item->valuestring, ends_in_hex(item->string));
    }
    if (ftell(out) > 0)
        return;
    if (production != NULL)
        put_member(out, production);
    else
        fputs("accepted", out); /* no more than the verdict */
}

/* Puts an object that is an answer by its status. */
static void put_answer(FILE *out, const cJSON *answer)
{
    switch (uriproof_status_named(cJSON_GetStringValue(member(answer, "status")))) {
    case ANSWER_ACCEPTED:
        put_acceptance(out, answer);
        break;
    case ANSWER_REJECTED:
        put_refusal(out, answer);
        break;
    case ANSWER_UNDEFINED:
        fputs("the specification is silent", out);
        break;
    case ANSWER_UNSUPPORTED:
        fputs("unsupported", out);
        break;
    default:
        put_members(out, answer, "not an answer: ");
    }
}

char *uriproof_answer_describe(const cJSON *answer)
{
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    if (answer == NULL)
        fputs("no answer", out);
    else if (!cJSON_IsObject(answer))
        fputs("not an answer: not an object", out);
    else
        put_answer(out, answer);
    fclose(out);
    return words.octets;
}
