/* SPDX-License-Identifier: MIT */
#include "generated.h"
#include "base/base.h"

#include "memory.h"

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
    size_t longest; /* text of the request */
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

/* ---- How long a text will be, and whether it is one ---- */

static bool measure(const case_reading *c, const cJSON *text, size_t *length);

/* Reads the number of a pair, ["a", 65536]. */
static bool take_count(const cJSON *pair, size_t *count)
{
    const cJSON *number = pair->child != NULL ? pair->child->next : NULL;
    if (number == NULL || !cJSON_IsNumber(number) || number->next != NULL ||
        number->valuedouble < 0 || number->valuedouble > LONGEST_TEXT)
        return false;
    *count = (size_t)number->valuedouble;
    return (double)*count == number->valuedouble;
}

static bool measure_piece(const case_reading *c, const cJSON *piece, size_t *length)
{
    size_t count = 0, once = 0;
    if (!cJSON_IsArray(piece))
        return measure(c, piece, length);
    if (!take_count(piece, &count))
        return json_fault(c->value, piece, "a repeated piece is a text and a number");
    if (!measure(c, piece->child, &once))
        return false;
    if (once > 0 && count > LONGEST_TEXT / once)
        return json_fault(c->value, piece, "a text of more than 64 MiB");
    *length = count * once;
    return true;
}

static bool measure_pieces(const case_reading *c, const cJSON *pieces, size_t *length)
{
    *length = 0;
    for (const cJSON *piece = pieces->child; piece != NULL; piece = piece->next) {
        size_t more = 0;
        if (!measure_piece(c, piece, &more))
            return false;
        if (more > LONGEST_TEXT - *length)
            return json_fault(c->value, piece, "a text of more than 64 MiB");
        *length += more;
    }
    return true;
}

static bool measure(const case_reading *c, const cJSON *text, size_t *length)
{
    if (has_only(text, "pieces") && cJSON_IsArray(text->child))
        return measure_pieces(c, text->child, length);
    if (has_only(text, "hex") && cJSON_IsString(text->child)) {
        *length = strlen(text->child->valuestring) / 2;
        return (*length > 0 && uriproof_is_hexadecimal(text->child->valuestring)) ||
               json_fault(c->value, text->child, "not lower-case hexadecimal");
    }
    if (!cJSON_IsString(text) || !uriproof_all_printable(uriproof_span_of(text->valuestring)))
        return json_fault(c->value, text, "a text is printable, or has \"hex\" or \"pieces\"");
    *length = strlen(text->valuestring);
    return *length <= LONGEST_TEXT || json_fault(c->value, text, "a text of more than 64 MiB");
}

/* Measures a text that is to be built, and takes its octets from the budget of the file. */
static bool take_from_budget(const case_reading *c, const cJSON *text, size_t *length)
{
    if (!measure(c, text, length))
        return false;
    if (*length > c->file->budget)
        return json_fault(c->value, text, "the texts of a file are more than 256 MiB");
    c->file->budget -= *length;
    return true;
}

/* ---- Texts, once they are measured: each octet is written in its place ---- */

static char *write_text(const cJSON *text, char *out);

/* Writes a piece once, and then doubles what is there. */
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

/* Builds a text of the request, the corpus's. */
static bool read_text(const case_reading *c, const cJSON *text, uriproof_span *built)
{
    size_t length = 0;
    if (!take_from_budget(c, text, &length))
        return false;
    char *octets = corpus_memory_octets(c->file->corpus->memory, length);
    write_text(text, octets);
    *built = (uriproof_span){octets, length};
    return true;
}

/* Builds a text of an answer, with a NUL after it. The caller frees its octets. */
static bool build_text(const case_reading *c, const cJSON *text, uriproof_span *built,
                       char **octets)
{
    size_t length = 0;
    if (!take_from_budget(c, text, &length))
        return false;
    *octets = malloc(length + 1);
    *write_text(text, *octets) = '\0';
    *built = (uriproof_span){*octets, length};
    return true;
}

/* ---- Expectations ---- */

/* Turns a member of an answer that is a text in an object into the string that stands for it in an
 * answer (docs/protocol.md): printable, or in hexadecimal under KEY_hex. */
static bool become_string(const case_reading *c, cJSON *item)
{
    char *octets;
    uriproof_span text;
    if (!build_text(c, item, &text, &octets))
        return false;
    if (!uriproof_all_printable(text)) {
        size_t room = strlen(item->string) + sizeof "_hex";
        char *digits = malloc(2 * text.length + 1), *key = malloc(room);
        uriproof_hex_encode(text, digits);
        digits[2 * text.length] = '\0';
        snprintf(key, room, "%s_hex", item->string);
        cJSON_free(item->string);
        free(octets);
        item->string = key;
        octets = digits;
    }
    cJSON_Delete(item->child);
    item->child = NULL;
    item->type = cJSON_String;
    item->valuestring = octets;
    return true;
}

static bool texts_become_strings(const case_reading *c, cJSON *object)
{
    for (cJSON *item = object->child; item != NULL; item = item->next) {
        if (is_text_in_object(item) ? !become_string(c, item)
                                    : cJSON_IsObject(item) && !texts_become_strings(c, item))
            return false;
    }
    return true;
}

static bool is_word(const cJSON *item, const char *word)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, word) == 0;
}

/* Reads what is not written as an answer but for short. The caller frees *result, which may be a
 * text of the answer. */
static bool read_short(const case_reading *c, const cJSON *item, uriproof_answer *answer,
                       char **result)
{
    uriproof_op op = c->vector->request.op;
    bool may_be_open = op == URIPROOF_PARSE || op == URIPROOF_URL;
    *answer = (uriproof_answer){
        .status = cJSON_IsNumber(item) || cJSON_IsFalse(item) ? ANSWER_REJECTED : ANSWER_ACCEPTED};
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
    if (uriproof_ops[op].result != NULL)
        return build_text(c, item, &answer->result, result);
    return json_fault(c->value, item, "no such expectation of %s", uriproof_ops[op].name);
}

static bool read_expected(const case_reading *c, cJSON *item, const uriproof_answer **expect)
{
    const uriproof_request *request = &c->vector->request;
    if (cJSON_IsObject(item) && !is_text_in_object(item)) {
        if (!texts_become_strings(c, item) ||
            !corpus_read_expect(c->file, c->value, item, request, URIPROOF_LEFT_OPEN, expect))
            return false;
        return !(*expect)->has_offset || (*expect)->offset <= c->longest ||
               json_fault(c->value, item, "the offset is beyond the text");
    }
    uriproof_answer answer;
    char *result = NULL;
    bool good = read_short(c, item, &answer, &result);
    if (good)
        *expect = corpus_keep_answer(c->file, request, &answer);
    free(result);
    return good;
}

/* Reads what is expected under "void-fragment=printed,xpalphas=printed", the key of `item`. Returns
 * NULL if that is at fault. */
static uriproof_alternate *read_other(const case_reading *c, cJSON *item)
{
    char *words = strdup(item->string);
    size_t most = 1;
    bool good = true;
    for (const char *at = words; *at != '\0'; at++)
        most += *at == ',';
    uriproof_alternate *other = corpus_new_alternate(c->file, most);
    for (char *id = words, *next; id != NULL && good; id = next) {
        next = strchr(id, ',');
        if (next != NULL)
            *next++ = '\0';
        char *value = strchr(id, '=');
        if (value != NULL)
            *value++ = '\0';
        good = value != NULL ? corpus_read_choice(c->file, c->value, item, id, value, other)
                             : json_fault(c->value, item, "the key is not a setting of readings");
    }
    free(words);
    return good && read_expected(c, item, &other->expect) ? other : NULL;
}

static bool read_others(const case_reading *c, const cJSON *others)
{
    const uriproof_alternate **place = &c->vector->alternates;
    if (!cJSON_IsObject(others) || others->next != NULL)
        return json_fault(c->value, c->value->tree,
                          "a case is at most its texts, what is expected, and an object");
    for (cJSON *item = others->child; item != NULL; item = item->next) {
        uriproof_alternate *other = read_other(c, item);
        if (other == NULL)
            return false;
        *place = other;
        place = &other->next;
    }
    return others->child != NULL || json_fault(c->value, others, "no other reading");
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
    case_reading c = {reading, value, vector, 0};
    cJSON *at = value->tree->child;
    const char *const *fields = uriproof_ops[vector->request.op].fields;
    if (!cJSON_IsArray(value->tree))
        return json_fault(value, value->tree, "a case is an array");
    for (size_t i = 0; i < 2 && fields[i] != NULL; i++, at = at->next) {
        uriproof_span *text = &vector->request.field[i];
        if (at == NULL)
            return json_fault(value, value->tree, "a case needs its %s", fields[i]);
        if (!read_text(&c, at, text))
            return false;
        c.longest = text->length > c.longest ? text->length : c.longest;
    }
    if (at == NULL)
        return json_fault(value, value->tree, "a case needs what is expected");
    return read_expected(&c, at, &vector->expect) &&
           (at->next == NULL || read_others(&c, at->next));
}

/* ---- Files ---- */

static const json_field head_fields[] = {
    {"format", JSON_NAME, offsetof(corpus_head, format), false},
    {"version", JSON_COUNT, offsetof(corpus_head, version), false},
    {"dialect", JSON_NAME, offsetof(corpus_head, dialect), false},
    {"about", JSON_NAME, offsetof(corpus_head, about), true},
    {"guarantee", JSON_NAME, offsetof(corpus_head, guarantee), true},
    {"generator", JSON_NAME, offsetof(corpus_head, generator), true},
    {"seed", JSON_COUNT, offsetof(corpus_head, seed), true},
    {"groups", JSON_ARRAY, offsetof(corpus_head, no_items), false},
    {NULL, JSON_NAME, 0, false},
};

static const json_field group_fields[] = {
    {"id", JSON_NAME, offsetof(corpus_entry, id), false},
    {"about", JSON_NAME, offsetof(corpus_entry, about), false},
    {"origin", JSON_NAME, offsetof(corpus_entry, origin), false},
    {"obeys", JSON_NAMES, offsetof(corpus_entry, obeys), true},
    {"breaks", JSON_NAMES, offsetof(corpus_entry, breaks), true},
    {"op", JSON_NAME, offsetof(corpus_entry, op), false},
    {"cases", JSON_ARRAY, offsetof(corpus_entry, cases), false},
    {NULL, JSON_NAME, 0, false},
};

static uriproof_group *read_group(corpus_reading *reading, const json_value *value, uriproof_op *op)
{
    corpus_entry entry = {.id = NULL};
    if (!json_fill(value, value->tree, group_fields, &entry) || !corpus_read_op(value, op))
        return NULL;
    uriproof_group *group = corpus_read_group(reading, value, &entry);
    if (group != NULL) {
        group->id = corpus_memory_text(reading->corpus->memory, entry.id);
        group->level = URIPROOF_COMPLETE;
    }
    return group;
}

static bool add_case(corpus_reading *reading, uriproof_span text, const uriproof_group *group,
                     uriproof_op op)
{
    uriproof_vector *vector = corpus_add_vector(reading->corpus);
    json_value value = json_value_read(&reading->document, text);
    vector->group = group;
    vector->request.op = op;
    bool good = generated_case(reading, &value, vector);
    cJSON_Delete(value.tree);
    if (!good)
        return false;
    char *id = corpus_memory_octets(reading->corpus->memory, strlen(group->id) + GENERATED_ID_MORE);
    generated_id(group->id, &vector->request, id);
    vector->id = id;
    return true;
}

static bool add_group(corpus_reading *reading, uriproof_span text)
{
    static const char *const without[] = {"cases", NULL};
    json_value value = json_value_read_without(&reading->document, text, without);
    uriproof_span cases = json_member(text, "cases"), item = {NULL, 0};
    uriproof_op op;
    const uriproof_group *group = read_group(reading, &value, &op);
    bool good = group != NULL;
    while (good && json_next(cases, &item))
        good = add_case(reading, item, group, op);
    cJSON_Delete(value.tree);
    return good;
}

bool corpus_read_generated(corpus_reading *reading)
{
    corpus_head head;
    uriproof_span item = {NULL, 0};
    bool good = corpus_read_head(reading, "uriproof-generated", "groups", head_fields, &head);
    reading->budget = GENERATED_MOST;
    while (good && json_next(head.items, &item))
        good = add_group(reading, item);
    return good;
}
