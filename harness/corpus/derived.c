/* SPDX-License-Identifier: MIT */
#include "derived.h"
#include "json/json.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No text is longer: a file can ask for any number of octets with a few of its own. */
enum { LONGEST_TEXT = 64 << 20 };

/* A case while it is read. */
typedef struct building {
    uriproof_op op;
    size_t *budget; /* octets that may still be built */
    size_t longest; /* text of the request */
    uriproof_error *error;
} building;

static bool fault(const building *b, const char *words)
{
    uriproof_error_set(b->error, "%s", words);
    return false;
}

static bool out_of_memory(const building *b)
{
    return fault(b, "out of memory");
}

/* Gives `item`, which may be NULL for want of memory, to `object`. */
static bool add(const building *b, cJSON *object, const char *key, cJSON *item)
{
    if (item != NULL && cJSON_AddItemToObject(object, key, item))
        return true;
    cJSON_Delete(item);
    return out_of_memory(b);
}

static bool has_only(const cJSON *object, const char *key)
{
    return cJSON_IsObject(object) && object->child != NULL && object->child->next == NULL &&
           strcmp(object->child->string, key) == 0;
}

static bool is_text_in_object(const cJSON *item)
{
    return has_only(item, "hex") || has_only(item, "pieces");
}

/* ---- How long a text will be, and whether it is one ---- */

static bool measure(const building *b, const cJSON *text, size_t *length);

/* The number of a pair, ["a", 65536]. */
static bool take_count(const cJSON *pair, size_t *count)
{
    const cJSON *number = pair->child != NULL ? pair->child->next : NULL;
    if (number == NULL || !cJSON_IsNumber(number) || number->next != NULL ||
        number->valuedouble < 0 || number->valuedouble > LONGEST_TEXT)
        return false;
    *count = (size_t)number->valuedouble;
    return (double)*count == number->valuedouble;
}

static bool measure_piece(const building *b, const cJSON *piece, size_t *length)
{
    size_t count = 0, once = 0;
    if (!cJSON_IsArray(piece))
        return measure(b, piece, length);
    if (!take_count(piece, &count))
        return fault(b, "a repeated piece is a text and a number");
    if (!measure(b, piece->child, &once))
        return false;
    if (once > 0 && count > LONGEST_TEXT / once)
        return fault(b, "a text of more than 64 MiB");
    *length = count * once;
    return true;
}

static bool measure_pieces(const building *b, const cJSON *pieces, size_t *length)
{
    *length = 0;
    for (const cJSON *piece = pieces->child; piece != NULL; piece = piece->next) {
        size_t more;
        if (!measure_piece(b, piece, &more))
            return false;
        if (more > LONGEST_TEXT - *length)
            return fault(b, "a text of more than 64 MiB");
        *length += more;
    }
    return true;
}

static bool measure(const building *b, const cJSON *text, size_t *length)
{
    if (has_only(text, "pieces") && cJSON_IsArray(text->child))
        return measure_pieces(b, text->child, length);
    if (has_only(text, "hex") && cJSON_IsString(text->child)) {
        *length = strlen(text->child->valuestring) / 2;
        return (*length > 0 && uriproof_is_hexadecimal(text->child->valuestring)) ||
               fault(b, "\"hex\" is not lower-case hexadecimal");
    }
    if (!cJSON_IsString(text) || !uriproof_all_printable(uriproof_span_of(text->valuestring)))
        return fault(b, "a text is printable, or has \"hex\" or \"pieces\"");
    *length = strlen(text->valuestring);
    return *length <= LONGEST_TEXT || fault(b, "a text of more than 64 MiB");
}

/* ---- Texts, once they are measured: each octet is written in its place ---- */

static char *write_text(const cJSON *text, char *out);

/* Once, and then by doubling what is there. */
static char *write_piece(const cJSON *piece, char *out)
{
    size_t count = 1;
    if (!cJSON_IsArray(piece))
        return write_text(piece, out);
    take_count(piece, &count);
    if (count == 0)
        return out;
    size_t length = (size_t)(write_text(piece->child, out) - out), wanted = length * count;
    while (length < wanted) {
        size_t more = length < wanted - length ? length : wanted - length;
        memcpy(out + length, out, more);
        length += more;
    }
    return out + wanted;
}

static char *write_text(const cJSON *text, char *out)
{
    if (cJSON_IsString(text)) {
        size_t length = strlen(text->valuestring);
        memcpy(out, text->valuestring, length);
        return out + length;
    }
    if (cJSON_IsString(text->child)) {
        size_t digits = strlen(text->child->valuestring);
        uriproof_hex_decode(text->child->valuestring, digits, out);
        return out + digits / 2;
    }
    for (const cJSON *piece = text->child->child; piece != NULL; piece = piece->next)
        out = write_piece(piece, out);
    return out;
}

/* Adds `text` to `object` as a field of octets, and says its *length. */
static bool add_text(const building *b, cJSON *object, const char *name, const cJSON *text,
                     size_t *length)
{
    if (!measure(b, text, length))
        return false;
    if (*length > *b->budget)
        return fault(b, "the texts of a file are more than 256 MiB");
    char *octets = malloc(*length + 1);
    if (octets == NULL)
        return out_of_memory(b);
    write_text(text, octets);
    *b->budget -= *length;
    bool added = uriproof_octets_write(object, name, (uriproof_span){octets, *length});
    free(octets);
    return added || out_of_memory(b);
}

/* ---- Expectations ---- */

/* An object of an answer, any text of it written as here. */
static cJSON *copy_answer(const building *b, const cJSON *object)
{
    cJSON *copy = cJSON_CreateObject();
    bool good = copy != NULL || out_of_memory(b);
    for (const cJSON *item = object->child; item != NULL && good; item = item->next) {
        size_t length;
        if (is_text_in_object(item)) {
            good = add_text(b, copy, item->string, item, &length);
        } else if (cJSON_IsObject(item)) {
            cJSON *inner = copy_answer(b, item);
            good = inner != NULL && add(b, copy, item->string, inner);
        } else {
            good = add(b, copy, item->string, cJSON_Duplicate(item, true));
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
static bool fill_answer(const building *b, cJSON *answer, const cJSON *item)
{
    const char *result = uriproof_ops[b->op].result;
    size_t length;
    bool refused = cJSON_IsNumber(item) || cJSON_IsFalse(item);
    if (!add(b, answer, "valid", cJSON_CreateBool(!refused)))
        return false;
    if (cJSON_IsNumber(item))
        return add(b, answer, "offset", cJSON_CreateNumber(item->valuedouble));
    if (cJSON_IsBool(item))
        return true;
    if (b->op == URIPROOF_EQUIVALENT && (is_word(item, "equal") || is_word(item, "unequal")))
        return add(b, answer, "equal", cJSON_CreateBool(is_word(item, "equal")));
    if (result != NULL)
        return add_text(b, answer, result, item, &length);
    uriproof_error_set(b->error, "no such expectation of %s", uriproof_ops[b->op].name);
    return false;
}

static cJSON *short_answer(const building *b, const cJSON *item)
{
    cJSON *answer = cJSON_CreateObject();
    if (answer == NULL)
        out_of_memory(b);
    else if (fill_answer(b, answer, item))
        return answer;
    cJSON_Delete(answer);
    return NULL;
}

/* Adds what is expected to `vector`. */
static bool add_expectation(const building *b, cJSON *vector, const cJSON *item)
{
    bool is_answer = cJSON_IsObject(item) && !is_text_in_object(item);
    cJSON *answer = is_answer ? copy_answer(b, item) : short_answer(b, item);
    if (answer == NULL || !add(b, vector, "expect", answer))
        return false;
    const cJSON *offset = cJSON_GetObjectItemCaseSensitive(answer, "offset");
    return !cJSON_IsNumber(offset) || offset->valuedouble <= (double)b->longest ||
           fault(b, "an offset is beyond the text");
}

/* "void-fragment=printed,xpalphas=printed"? */
static bool is_setting(const char *words)
{
    static const char of_names[] = "abcdefghijklmnopqrstuvwxyz-";
    for (;; words++) {
        size_t id = strspn(words, of_names);
        if (id == 0 || words[id] != '=')
            return false;
        words += id + 1;
        size_t value = strspn(words, of_names);
        words += value;
        if (value == 0 || *words != ',')
            return value > 0 && *words == '\0';
    }
}

/* Adds the setting that `words` are to `alternate`, as a vector's `set`. */
static bool add_set(const building *b, cJSON *alternate, const char *words)
{
    if (!is_setting(words)) {
        uriproof_error_set(b->error, "not a setting of readings: %s", words);
        return false;
    }
    cJSON *set = cJSON_AddObjectToObject(alternate, "set");
    char *copy = strdup(words), *rest = NULL;
    bool good = (set != NULL && copy != NULL) || out_of_memory(b);
    for (char *one = good ? strtok_r(copy, ",", &rest) : NULL; one != NULL && good;
         one = strtok_r(NULL, ",", &rest)) {
        char *value = strchr(one, '=');
        *value++ = '\0';
        good = add(b, set, one, cJSON_CreateString(value));
    }
    free(copy);
    return good;
}

static bool add_reading(const building *b, cJSON *readings, const cJSON *other)
{
    cJSON *alternate = cJSON_CreateObject();
    if (alternate == NULL || !cJSON_AddItemToArray(readings, alternate)) {
        cJSON_Delete(alternate);
        return out_of_memory(b);
    }
    return add_set(b, alternate, other->string) && add_expectation(b, alternate, other);
}

static bool add_readings(const building *b, cJSON *vector, const cJSON *others)
{
    if (!cJSON_IsObject(others) || others->next != NULL)
        return fault(b, "a case is at most its texts, what is expected, and an object");
    if (others->child == NULL)
        return fault(b, "the object after what is expected has no other reading");
    cJSON *readings = cJSON_AddArrayToObject(vector, "readings");
    if (readings == NULL)
        return out_of_memory(b);
    for (const cJSON *other = others->child; other != NULL; other = other->next)
        if (!add_reading(b, readings, other))
            return false;
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

static bool borrow(const building *b, cJSON *vector, const cJSON *group, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(group, key);
    if (cJSON_IsString(item))
        return add(b, vector, key, cJSON_CreateStringReference(item->valuestring));
    if (cJSON_IsArray(item))
        return add(b, vector, key, cJSON_CreateArrayReference(item->child));
    return true; /* who reads the vector says what it lacks */
}

/* The texts of the request, and behind them what is expected. */
static bool add_case(building *b, cJSON *vector, const cJSON *item)
{
    const cJSON *at = item->child;
    const char *const *fields = uriproof_ops[b->op].fields;
    for (size_t i = 0; i < 2 && fields[i] != NULL; i++, at = at->next) {
        size_t length;
        if (at == NULL) {
            uriproof_error_set(b->error, "a case needs its %s", fields[i]);
            return false;
        }
        if (!add_text(b, vector, fields[i], at, &length))
            return false;
        b->longest = length > b->longest ? length : b->longest;
    }
    if (at == NULL)
        return fault(b, "a case needs what is expected");
    return add_expectation(b, vector, at) &&
           (at->next == NULL || add_readings(b, vector, at->next));
}

static bool fill_vector(building *b, cJSON *vector, const cJSON *group, const cJSON *item)
{
    static const char *const keys[] = {"about", "origin", "obeys", "breaks", "op"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!borrow(b, vector, group, keys[i]))
            return false;
    return add_case(b, vector, item);
}

cJSON *derived_vector(const cJSON *group, const cJSON *item, size_t *budget, uriproof_error *error)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(group, "op"));
    building b = {name != NULL ? uriproof_op_named(name) : URIPROOF_OP_COUNT, budget, 0, error};
    if (b.op == URIPROOF_OP_COUNT || !cJSON_IsArray(item)) {
        fault(&b, "a group needs an \"op\", and its cases are arrays");
        return NULL;
    }
    cJSON *vector = cJSON_CreateObject();
    if (vector == NULL)
        out_of_memory(&b);
    else if (fill_vector(&b, vector, group, item))
        return vector;
    cJSON_Delete(vector);
    return NULL;
}
