/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for strsep */
#include "generated.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* No text is longer: a file can ask for any number of octets with a few of its own. */
enum { LONGEST_TEXT = 64 << 20 };

/* A case while it is read. */
typedef struct case_reading {
    corpus_reading *file;
    const json_value *value;
    uriproof_vector *vector;
    size_t longest;     /* text of the request */
    const cJSON *whole; /* the text that is built */
} case_reading;

static bool has_only(const cJSON *object, const char *key)
{
    return cJSON_IsObject(object) && object->child != NULL && object->child->next == NULL &&
           strcmp(object->child->string, key) == 0;
}

static bool is_text_in_object(const cJSON *item)
{
    return has_only(item, "hex") || has_only(item, "pieces");
}

/* ---- Texts ---- */

/* Makes room for `more` octets in `out`, and takes them from the budget of the file. */
static bool make_room(const case_reading *c, const cJSON *item, octet_buffer *out, size_t more)
{
    if (more > LONGEST_TEXT - out->length)
        return json_fault(c->value, item, "a text of more than 64 MiB");
    if (more > c->file->budget)
        return json_fault(c->value, c->whole, "the texts of a file are more than 256 MiB");
    c->file->budget -= more;
    buffer_reserve(out, more + 1);
    return true;
}

static bool add_text(const case_reading *c, const cJSON *text, octet_buffer *out);

/* Reads the number of a pair, ["a", 65536]. */
static bool read_count(const cJSON *pair, size_t *count)
{
    const cJSON *number = pair->child != NULL ? pair->child->next : NULL;
    if (number == NULL || !cJSON_IsNumber(number) || number->next != NULL ||
        number->valuedouble < 0 || number->valuedouble > LONGEST_TEXT)
        return false;
    *count = (size_t)number->valuedouble;
    return (double)*count == number->valuedouble;
}

/* Writes a piece once, and then doubles what is there. What is there no time is checked. */
static bool add_piece(const case_reading *c, const cJSON *piece, octet_buffer *out)
{
    size_t count = 0, start = out != NULL ? out->length : 0;
    if (!cJSON_IsArray(piece))
        return add_text(c, piece, out);
    if (!read_count(piece, &count))
        return json_fault(c->value, piece, "a repeated piece is a text and a number");
    if (!add_text(c, piece->child, count > 0 ? out : NULL))
        return false;
    if (count == 0 || out == NULL)
        return true;
    size_t once = out->length - start, left = once * (count - 1);
    if (!make_room(c, piece, out, left))
        return false;
    for (; left > 0; left -= once) {
        once = out->length - start < left ? out->length - start : left;
        memcpy(out->octets + out->length, out->octets + start, once);
        out->length += once;
    }
    return true;
}

/* Adds what `text` stands for to `out`; if that is NULL, checks that it is a text. */
static bool add_text(const case_reading *c, const cJSON *text, octet_buffer *out)
{
    if (has_only(text, "pieces") && cJSON_IsArray(text->child)) {
        const cJSON *piece = text->child->child;
        while (piece != NULL && add_piece(c, piece, out))
            piece = piece->next;
        return piece == NULL;
    }
    bool is_hex = has_only(text, "hex") && cJSON_IsString(text->child);
    const char *words = cJSON_GetStringValue(is_hex ? text->child : text);
    if (is_hex && (words[0] == '\0' || !uriproof_is_hexadecimal(words)))
        return json_fault(c->value, text->child, "not lower-case hexadecimal");
    if (words == NULL || (!is_hex && !uriproof_all_printable(uriproof_span_of(words))))
        return json_fault(c->value, text, "a text is printable, or has \"hex\" or \"pieces\"");
    size_t written = strlen(words), length = is_hex ? written / 2 : written;
    if (out == NULL)
        return true;
    if (!make_room(c, text, out, length))
        return false;
    if (is_hex)
        uriproof_hex_decode(words, written, out->octets + out->length);
    else
        memcpy(out->octets + out->length, words, written);
    out->length += length;
    return true;
}

/* Builds a text. The caller frees it, even after a fault. */
static bool build_text(case_reading *c, const cJSON *text, octet_buffer *built)
{
    *built = (octet_buffer){NULL, 0, 0};
    c->whole = text;
    buffer_reserve(built, 1); /* an empty text is present, too */
    return add_text(c, text, built);
}

static uriproof_span span_of_buffer(const octet_buffer *text)
{
    return (uriproof_span){text->octets, text->length};
}

/* ---- Expectations ---- */

/* Adds a text as docs/protocol.md has it: printable, or in hexadecimal under KEY_hex. */
static void add_octets(cJSON *object, const char *key, const octet_buffer *text)
{
    char hex_key[80];
    if (uriproof_all_printable(span_of_buffer(text))) {
        text->octets[text->length] = '\0';
        cJSON_AddStringToObject(object, key, text->octets);
        return;
    }
    char *digits = calloc(text->length + 1, 2);
    uriproof_hex_encode(span_of_buffer(text), digits);
    snprintf(hex_key, sizeof hex_key, "%.70s_hex", key);
    cJSON_AddStringToObject(object, hex_key, digits);
    free(digits);
}

/* Copies an answer to `copy`, an object; in the copy the texts in objects are strings. */
static bool copy_answer(case_reading *c, const cJSON *answer, cJSON *copy)
{
    bool good = true;
    for (const cJSON *item = answer->child; item != NULL && good; item = item->next) {
        octet_buffer text = {NULL, 0, 0};
        if (is_text_in_object(item)) {
            good = build_text(c, item, &text);
            if (good)
                add_octets(copy, item->string, &text);
        } else if (cJSON_IsObject(item)) {
            good = copy_answer(c, item, cJSON_AddObjectToObject(copy, item->string));
        } else {
            cJSON_AddItemToObject(copy, item->string, cJSON_Duplicate(item, true));
        }
        buffer_free(&text);
    }
    return good;
}

static bool read_long(case_reading *c, const cJSON *item, const uriproof_answer **expect)
{
    cJSON *answer = cJSON_CreateObject();
    bool good = copy_answer(c, item, answer) &&
                corpus_read_expect(c->file, c->value, item, answer, &c->vector->request,
                                   URIPROOF_LEFT_OPEN, expect);
    cJSON_Delete(answer);
    return good && (!(*expect)->has_offset || (*expect)->offset <= c->longest ||
                    json_fault(c->value, item, "the offset is beyond the text"));
}

static bool is_word(const cJSON *item, const char *word)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, word) == 0;
}

/* Reads what is not written as an answer but for short. The caller frees *result, which may be a
 * text of the answer, even after a fault. */
static bool read_short(case_reading *c, const cJSON *item, uriproof_answer *answer,
                       octet_buffer *result)
{
    uriproof_op op = c->vector->request.op;
    bool may_be_open = op == URIPROOF_PARSE || op == URIPROOF_URL;
    *answer = (uriproof_answer){.valid = !cJSON_IsNumber(item) && !cJSON_IsFalse(item)};
    if (cJSON_IsNumber(item)) {
        double offset = item->valuedouble;
        answer->has_offset = true;
        if (offset < 0 || offset > (double)c->longest)
            return json_fault(c->value, item, "the offset is beyond the text");
        answer->offset = (size_t)offset;
        return (double)answer->offset == offset ||
               json_fault(c->value, item, "the offset is no whole number");
    }
    if (cJSON_IsFalse(item) || (cJSON_IsTrue(item) && may_be_open))
        return true;
    if (op == URIPROOF_EQUIVALENT && (is_word(item, "equal") || is_word(item, "unequal"))) {
        answer->has_equal = true;
        answer->equal = is_word(item, "equal");
        return true;
    }
    if (uriproof_ops[op].result == NULL)
        return json_fault(c->value, item, "no such expectation of %s", uriproof_ops[op].name);
    bool good = build_text(c, item, result);
    answer->result = span_of_buffer(result);
    return good;
}

static bool read_expected(case_reading *c, const cJSON *item, const uriproof_answer **expect)
{
    if (cJSON_IsObject(item) && !is_text_in_object(item))
        return read_long(c, item, expect);
    uriproof_answer answer;
    octet_buffer result = {NULL, 0, 0};
    bool good = read_short(c, item, &answer, &result);
    if (good)
        *expect = corpus_keep_answer(c->file, &c->vector->request, &answer);
    buffer_free(&result);
    return good;
}

/* Reads what is expected under "void-fragment=printed,xpalphas=printed", the key of `item`. */
static bool read_other(case_reading *c, const cJSON *item)
{
    char *words = strdup(item->string);
    size_t most = 1;
    bool good = true;
    for (const char *at = words; *at != '\0'; at++)
        most += *at == ',';
    uriproof_alternate *other = corpus_add_alternate(c->file, c->vector, most);
    for (char *rest = words, *value; good && (value = strsep(&rest, ",")) != NULL;) {
        const char *id = strsep(&value, "=");
        good = value != NULL ? corpus_read_choice(c->file, c->value, item, id, value, other)
                             : json_fault(c->value, item, "the key is not a setting of readings");
    }
    free(words);
    return good && read_expected(c, item, &other->expect);
}

static bool read_others(case_reading *c, const cJSON *others)
{
    if (!cJSON_IsObject(others) || others->next != NULL)
        return json_fault(c->value, c->value->tree,
                          "a case is at most its texts, what is expected, and an object");
    const cJSON *item = others->child;
    while (item != NULL && read_other(c, item))
        item = item->next;
    return item == NULL &&
           (others->child != NULL || json_fault(c->value, others, "no other reading"));
}

/* ---- Cases ---- */

void generated_id(const char *group, const uriproof_request *request, char *id)
{
    const uriproof_op_facts *facts = &uriproof_ops[request->op];
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, facts->name, strlen(facts->name) + 1);
    for (size_t i = 0; i < 2 && facts->fields[i] != NULL; i++) {
        hash = octets_hash(hash, request->field[i].octets, request->field[i].length);
        hash = octets_hash(hash, "", 1);
    }
    size_t room = strlen(group) + GENERATED_ID_MORE;
    snprintf(id, room, "%s-%012" PRIx64, group, hash & UINT64_C(0xffffffffffff));
}

bool generated_case(corpus_reading *reading, const json_value *value, uriproof_vector *vector)
{
    case_reading c = {.file = reading, .value = value, .vector = vector};
    const cJSON *at = value->tree->child;
    const char *const *fields = uriproof_ops[vector->request.op].fields;
    if (!cJSON_IsArray(value->tree))
        return json_fault(value, value->tree, "a case is an array");
    for (size_t i = 0; i < 2 && fields[i] != NULL; i++, at = at->next) {
        uriproof_span *text = &vector->request.field[i];
        if (at == NULL)
            return json_fault(value, value->tree, "a case needs its %s", fields[i]);
        octet_buffer built;
        bool good = build_text(&c, at, &built);
        *text = good ? corpus_keep_octets(reading, span_of_buffer(&built)) : *text;
        buffer_free(&built);
        if (!good)
            return false;
        c.longest = text->length > c.longest ? text->length : c.longest;
    }
    if (at == NULL)
        return json_fault(value, value->tree, "a case needs what is expected");
    return read_expected(&c, at, &vector->expect) &&
           (at->next == NULL || read_others(&c, at->next));
}
