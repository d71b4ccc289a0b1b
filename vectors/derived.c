/* SPDX-License-Identifier: MIT */
#include "derived.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No text is longer: a file can ask for any number of octets with a few of its own. */
enum { LONGEST_TEXT = 64 << 20 };

typedef struct growing {
    char *at;
    size_t length;
} growing;

/* ---- Texts ---- */

static bool append_text(const cJSON *text, growing *out, uriproof_error *error);

static bool out_of_memory(uriproof_error *error)
{
    uriproof_error_set(error, "out of memory");
    return false;
}

static bool append(growing *out, const char *more, size_t length, uriproof_error *error)
{
    if (length > LONGEST_TEXT - out->length) {
        uriproof_error_set(error, "a text of more than 64 MiB");
        return false;
    }
    char *longer = realloc(out->at, out->length + length + 1);
    if (longer == NULL)
        return out_of_memory(error);
    out->at = longer;
    if (length > 0)
        memcpy(out->at + out->length, more, length);
    out->length += length;
    return true;
}

/* `piece`, `times` times: by doubling what is there. */
static bool append_times(growing *out, const growing *piece, size_t times, uriproof_error *error)
{
    if (piece->length > 0 && times > (LONGEST_TEXT - out->length) / piece->length) {
        uriproof_error_set(error, "a text of more than 64 MiB");
        return false;
    }
    size_t start = out->length, wanted = start + piece->length * times;
    if (times > 0 && !append(out, piece->at, piece->length, error))
        return false;
    while (out->length < wanted) {
        size_t there = out->length - start, lacks = wanted - out->length;
        char *longer = realloc(out->at, wanted + 1);
        if (longer == NULL)
            return out_of_memory(error);
        out->at = longer;
        memcpy(out->at + out->length, out->at + start, there < lacks ? there : lacks);
        out->length += there < lacks ? there : lacks;
    }
    return true;
}

/* ["a", 65536] */
static bool append_repeated(const cJSON *pair, growing *out, uriproof_error *error)
{
    const cJSON *count = pair->child != NULL ? pair->child->next : NULL;
    if (!cJSON_IsNumber(count) || count->next != NULL || count->valuedouble < 0 ||
        count->valuedouble > LONGEST_TEXT ||
        count->valuedouble != (double)(size_t)count->valuedouble) {
        uriproof_error_set(error, "a repeated piece is a text and a number");
        return false;
    }
    growing piece = {NULL, 0};
    bool read = append_text(pair->child, &piece, error) &&
                append_times(out, &piece, (size_t)count->valuedouble, error);
    free(piece.at);
    return read;
}

static bool append_pieces(const cJSON *pieces, growing *out, uriproof_error *error)
{
    for (const cJSON *piece = pieces->child; piece != NULL; piece = piece->next)
        if (!(cJSON_IsArray(piece) ? append_repeated(piece, out, error)
                                   : append_text(piece, out, error)))
            return false;
    return true;
}

/* {"hex": "6100"}: read as any field of octets is. */
static bool append_hex(const cJSON *text, growing *out, uriproof_error *error)
{
    uriproof_span span = {NULL, 0};
    cJSON *field = cJSON_CreateObject();
    cJSON_AddStringToObject(field, "text_hex", text->child->valuestring);
    bool read = uriproof_octets_read(field, "text", &span, error) &&
                append(out, span.octets, span.length, error);
    cJSON_Delete(field);
    return read;
}

static bool is_printable(const char *string)
{
    while (*string >= 0x20 && *string <= 0x7e)
        string++;
    return *string == '\0';
}

static bool has_only(const cJSON *object, const char *key)
{
    return cJSON_IsObject(object) && object->child != NULL && object->child->next == NULL &&
           strcmp(object->child->string, key) == 0;
}

static bool append_text(const cJSON *text, growing *out, uriproof_error *error)
{
    if (cJSON_IsString(text) && is_printable(text->valuestring))
        return append(out, text->valuestring, strlen(text->valuestring), error);
    if (has_only(text, "hex") && cJSON_IsString(text->child))
        return append_hex(text, out, error);
    if (has_only(text, "pieces") && cJSON_IsArray(text->child))
        return append_pieces(text->child, out, error);
    uriproof_error_set(error, "a text is printable, or has \"hex\" or \"pieces\"");
    return false;
}

/* Adds `text` to `object` as a field of octets. */
static bool add_text(cJSON *object, const char *name, const cJSON *text, uriproof_error *error)
{
    growing out = {NULL, 0};
    bool read = append_text(text, &out, error);
    uriproof_span span = {out.at != NULL ? out.at : "", out.length};
    if (read && !uriproof_octets_write(object, name, span))
        read = out_of_memory(error);
    free(out.at);
    return read;
}

/* ---- Expectations ---- */

/* An object of an answer, any text of it written as here. */
static cJSON *copy_answer(const cJSON *object, uriproof_error *error)
{
    cJSON *copy = cJSON_CreateObject();
    bool good = copy != NULL || out_of_memory(error);
    for (const cJSON *item = object->child; item != NULL && good; item = item->next) {
        if (has_only(item, "hex") || has_only(item, "pieces"))
            good = add_text(copy, item->string, item, error);
        else if (cJSON_IsObject(item)) {
            cJSON *inner = copy_answer(item, error);
            good = inner != NULL &&
                   (cJSON_AddItemToObject(copy, item->string, inner) || out_of_memory(error));
        } else {
            good = cJSON_AddItemToObject(copy, item->string, cJSON_Duplicate(item, true)) ||
                   out_of_memory(error);
        }
    }
    if (good)
        return copy;
    cJSON_Delete(copy);
    return NULL;
}

static bool is_word(const cJSON *item, const char *word)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, word) == 0;
}

/* What is not written as an answer but for short. */
static bool add_short_answer(cJSON *answer, const cJSON *item, uriproof_op op,
                             uriproof_error *error)
{
    const char *result = uriproof_ops[op].result;
    bool refused = cJSON_IsNumber(item) || cJSON_IsFalse(item);
    cJSON_AddBoolToObject(answer, "valid", !refused);
    if (cJSON_IsNumber(item))
        cJSON_AddNumberToObject(answer, "offset", item->valuedouble);
    if (cJSON_IsNumber(item) || cJSON_IsBool(item))
        return true;
    if (op == URIPROOF_EQUIVALENT && (is_word(item, "equal") || is_word(item, "unequal")))
        return cJSON_AddBoolToObject(answer, "equal", is_word(item, "equal")) != NULL ||
               out_of_memory(error);
    if (result != NULL)
        return add_text(answer, result, item, error);
    uriproof_error_set(error, "no such expectation of %s", uriproof_ops[op].name);
    return false;
}

static cJSON *answer_of(const cJSON *item, uriproof_op op, uriproof_error *error)
{
    bool is_text = has_only(item, "hex") || has_only(item, "pieces");
    if (cJSON_IsObject(item) && !is_text)
        return copy_answer(item, error);
    cJSON *answer = cJSON_CreateObject();
    if (answer != NULL && add_short_answer(answer, item, op, error))
        return answer;
    cJSON_Delete(answer);
    return NULL;
}

/* "void-fragment=printed,xpalphas=printed", as a vector's `set`. */
static cJSON *set_of(const char *words, uriproof_error *error)
{
    cJSON *set = cJSON_CreateObject();
    char *copy = strdup(words), *rest = NULL;
    bool good = (set != NULL && copy != NULL) || out_of_memory(error);
    for (char *one = good ? strtok_r(copy, ",", &rest) : NULL; one != NULL && good;
         one = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(one, '=');
        if (value != NULL)
            *value++ = '\0';
        good = value != NULL && cJSON_AddStringToObject(set, one, value) != NULL;
        if (!good)
            uriproof_error_set(error, "not a setting of readings: %s", words);
    }
    free(copy);
    if (good)
        return set;
    cJSON_Delete(set);
    return NULL;
}

static bool add_readings(cJSON *vector, const cJSON *others, uriproof_op op, uriproof_error *error)
{
    if (!cJSON_IsObject(others)) {
        uriproof_error_set(error, "a case is at most its texts, what is expected, and an object");
        return false;
    }
    cJSON *readings = cJSON_AddArrayToObject(vector, "readings");
    for (const cJSON *other = others->child; other != NULL; other = other->next) {
        cJSON *alternate = cJSON_CreateObject();
        cJSON_AddItemToArray(readings, alternate);
        cJSON *set = set_of(other->string, error), *answer = answer_of(other, op, error);
        cJSON_AddItemToObject(alternate, "set", set);
        cJSON_AddItemToObject(alternate, "expect", answer);
        if (set == NULL || answer == NULL)
            return false;
    }
    return true;
}

/* ---- Cases ---- */

static uint64_t hash_more(uint64_t hash, const char *octets, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)octets[i]) * UINT64_C(0x100000001b3);
    return hash;
}

void derived_id(const char *group, const uriproof_request *request, char *id)
{
    const uriproof_op_facts *facts = &uriproof_ops[request->op];
    uint64_t hash = hash_more(UINT64_C(0xcbf29ce484222325), facts->name, strlen(facts->name) + 1);
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++) {
        hash = hash_more(hash, request->field[i].octets, request->field[i].length);
        hash = hash_more(hash, "", 1);
    }
    size_t room = strlen(group) + DERIVED_ID_MORE;
    snprintf(id, room, "%s-%012" PRIx64, group, hash & UINT64_C(0xffffffffffff));
}

static bool borrow(cJSON *vector, const cJSON *group, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(group, key);
    if (cJSON_IsString(item))
        cJSON_AddItemToObject(vector, key, cJSON_CreateStringReference(item->valuestring));
    else if (cJSON_IsArray(item))
        cJSON_AddItemToObject(vector, key, cJSON_CreateArrayReference(item->child));
    return item != NULL;
}

/* The texts of the request, and behind them what is expected. */
static bool add_case(cJSON *vector, const cJSON *item, uriproof_op op, uriproof_error *error)
{
    const cJSON *at = item->child;
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++, at = at->next) {
        if (at == NULL) {
            uriproof_error_set(error, "a case needs its %s", uriproof_ops[op].fields[i]);
            return false;
        }
        if (!add_text(vector, uriproof_ops[op].fields[i], at, error))
            return false;
    }
    if (at == NULL) {
        uriproof_error_set(error, "a case needs what is expected");
        return false;
    }
    cJSON *expect = answer_of(at, op, error);
    if (expect == NULL)
        return false;
    cJSON_AddItemToObject(vector, "expect", expect);
    if (at->next == NULL)
        return true;
    return add_readings(vector, at->next, op, error);
}

cJSON *derived_vector(const cJSON *group, const cJSON *item, uriproof_error *error)
{
    static const char *const keys[] = {"about", "origin", "obeys", "breaks", "op"};
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(group, "op"));
    uriproof_op op = name != NULL ? uriproof_op_named(name) : URIPROOF_OP_COUNT;
    cJSON *vector = cJSON_CreateObject();
    bool good = true;
    if (op == URIPROOF_OP_COUNT || !cJSON_IsArray(item)) {
        uriproof_error_set(error, "a group needs an \"op\", and its cases are arrays");
        good = false;
    }
    for (size_t i = 0; good && i < sizeof keys / sizeof keys[0]; i++)
        borrow(vector, group, keys[i]);
    if (good && add_case(vector, item, op, error))
        return vector;
    cJSON_Delete(vector);
    return NULL;
}
