/* SPDX-License-Identifier: MIT */
/* Vectors that people wrote, and what they have in common with cases. */
#include "base/base.h"
#include "corpus_read.h"

#include "memory.h"

#include <string.h>

/* ---- Clauses, flags and readings ---- */

static const char *clause_id(const uriproof_corpus *corpus, const char *id)
{
    const uriproof_clause *clause = uriproof_clause_named(corpus, id);
    return clause != NULL ? clause->id : NULL;
}

static const char *flag_id(const uriproof_corpus *corpus, const char *id)
{
    for (size_t i = 0; i < corpus->flag_count; i++)
        if (strcmp(corpus->flags[i].id, id) == 0)
            return corpus->flags[i].id;
    return NULL;
}

/* Returns the ids in `array`, which may be absent, as those whom they are of have them; or NULL if
 * one is the id of none. */
static const char **read_ids(corpus_reading *reading, const json_value *value, const cJSON *array,
                             const char *what,
                             const char *(*id_of)(const uriproof_corpus *corpus, const char *id))
{
    size_t count = (size_t)cJSON_GetArraySize(array), at = 0;
    const char **ids = corpus_memory_take(reading->corpus->memory, count + 1, sizeof *ids);
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        ids[at] = id_of(reading->corpus, item->valuestring);
        if (ids[at++] == NULL) {
            json_fault(value, item, "unknown %s \"%s\"", what,
                       json_excerpt_of(item->valuestring).words);
            return NULL;
        }
    }
    return ids;
}

uriproof_group *corpus_read_group(corpus_reading *reading, const json_value *value,
                                  const corpus_entry *entry)
{
    struct uriproof_corpus_memory *memory = reading->corpus->memory;
    uriproof_group *group = corpus_memory_take(memory, 1, sizeof *group);
    group->about = corpus_memory_text(memory, entry->about);
    group->origin = corpus_memory_text(memory, entry->origin);
    group->file = reading->document.name;
    group->obeys = read_ids(reading, value, entry->obeys, "clause", clause_id);
    group->breaks = read_ids(reading, value, entry->breaks, "clause", clause_id);
    group->flags = read_ids(reading, value, entry->flags, "flag", flag_id);
    return group->obeys != NULL && group->breaks != NULL && group->flags != NULL ? group : NULL;
}

bool corpus_read_op(const json_value *value, uriproof_op *op)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(value->tree, "op");
    *op = cJSON_IsString(item) ? uriproof_op_named(item->valuestring) : URIPROOF_OP_COUNT;
    if (!cJSON_IsObject(value->tree))
        return json_fault(value, value->tree, "not an object");
    return *op != URIPROOF_OP_COUNT ||
           json_fault(value, item != NULL ? item : value->tree, "\"op\" is missing or unknown");
}

uriproof_alternate *corpus_new_alternate(corpus_reading *reading, size_t most)
{
    struct uriproof_corpus_memory *memory = reading->corpus->memory;
    uriproof_alternate *alternate = corpus_memory_take(memory, 1, sizeof *alternate);
    alternate->set = corpus_memory_take(memory, most, sizeof *alternate->set);
    return alternate;
}

bool corpus_read_choice(corpus_reading *reading, const json_value *value, const cJSON *item,
                        const char *id, const char *words, uriproof_alternate *alternate)
{
    const uriproof_dialect *dialect = reading->corpus->dialect;
    uriproof_readings values = {{0}};
    uriproof_reading_error error = uriproof_set_reading(dialect, id, words, &values);
    if (error != URIPROOF_READING_SET)
        return json_fault(value, item,
                          error == URIPROOF_READING_UNKNOWN ? "unknown reading \"%s\""
                                                            : "unknown value of reading \"%s\"",
                          json_excerpt_of(id).words);
    size_t number = 0;
    while (strcmp(dialect->readings[number].id, id) != 0)
        number++;
    alternate->set[alternate->set_count++] = (uriproof_choice){number, values.value[number]};
    return true;
}

/* ---- Answers ---- */

static bool may_be_shared(const uriproof_answer *answer)
{
    return !answer->parts.has_generic && !answer->parts.has_components &&
           answer->production == NULL && answer->error == NULL && answer->detail == NULL;
}

/* Returns true if two answers that may be shared are alike. */
static bool are_alike(const uriproof_answer *a, const uriproof_answer *b)
{
    return a->status == b->status && a->has_equal == b->has_equal && a->equal == b->equal &&
           a->has_offset == b->has_offset && a->offset == b->offset &&
           uriproof_span_equal(a->result, b->result);
}

/* Finds `part` within `text`, if that takes few comparisons; else returns NULL. */
static const char *find(uriproof_span text, uriproof_span part)
{
    const char *at = text.octets, *end = text.octets + text.length;
    for (int tries = 16; at != NULL && tries > 0 && part.length <= (size_t)(end - at); tries--) {
        if (part.length == 0 || memcmp(at, part.octets, part.length) == 0)
            return at;
        at = memchr(at + 1, part.octets[0], (size_t)(end - at - 1));
    }
    return NULL;
}

uriproof_span corpus_keep_octets(corpus_reading *reading, uriproof_span octets)
{
    if (!uriproof_present(octets))
        return octets;
    char *kept = corpus_memory_octets(reading->corpus->memory, octets.length);
    return (uriproof_span){memcpy(kept, octets.octets, octets.length), octets.length};
}

static void keep_span(corpus_reading *reading, const uriproof_request *request, uriproof_span *span)
{
    for (size_t i = 0; i < 2 && uriproof_present(*span); i++) {
        const char *found =
            uriproof_present(request->field[i]) ? find(request->field[i], *span) : NULL;
        if (found != NULL) {
            span->octets = found;
            return;
        }
    }
    *span = corpus_keep_octets(reading, *span);
}

static void keep_parts(corpus_reading *reading, const uriproof_request *request, void *parts,
                       const uriproof_part_name *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        keep_span(reading, request, (uriproof_span *)(void *)((char *)parts + names[i].offset));
}

static const uriproof_answer *copy_answer(corpus_reading *reading, const uriproof_request *request,
                                          const uriproof_answer *answer)
{
    struct uriproof_corpus_memory *memory = reading->corpus->memory;
    uriproof_answer *kept = corpus_memory_take(memory, 1, sizeof *kept);
    *kept = *answer;
    kept->production = corpus_memory_text(memory, answer->production);
    kept->error = corpus_memory_text(memory, answer->error);
    if (answer->detail != NULL)
        kept->detail = corpus_memory_keep(memory, cJSON_Duplicate(answer->detail, true));
    keep_parts(reading, request, &kept->parts.generic, uriproof_generic_names,
               URIPROOF_GENERIC_COUNT);
    keep_parts(reading, request, &kept->parts.components, uriproof_component_names,
               URIPROOF_COMPONENT_COUNT);
    keep_span(reading, request, &kept->result);
    return kept;
}

const uriproof_answer *corpus_keep_answer(corpus_reading *reading, const uriproof_request *request,
                                          const uriproof_answer *answer)
{
    /* What else is right of an encoder depends on the reading, so the answers are told apart. */
    if (!may_be_shared(answer) || request->op == URIPROOF_ENCODE)
        return copy_answer(reading, request, answer);
    uint64_t hash = octets_hash(OCTETS_HASH_BEGIN, answer->result.octets, answer->result.length);
    const uriproof_answer **shared =
        &reading->shared[(hash + answer->offset) % CORPUS_SHARED_ANSWERS];
    if (*shared == NULL || !are_alike(*shared, answer))
        *shared = copy_answer(reading, request, answer);
    return *shared;
}

bool corpus_read_expect(corpus_reading *reading, const json_value *value, cJSON *item,
                        const uriproof_request *request, uriproof_strictness strictness,
                        const uriproof_answer **expect)
{
    uriproof_error inner;
    uriproof_answer answer;
    if (!uriproof_answer_read(item, request->op, strictness, &answer, &inner))
        return json_fault(value, item, "%s", inner.words);
    if (answer.status == ANSWER_UNSUPPORTED)
        return json_fault(value, item, "an expected answer cannot be \"unsupported\"");
    *expect = corpus_keep_answer(reading, request, &answer);
    return true;
}

/* ---- Vectors ---- */

static const json_field vector_fields[] = {
    {"id", JSON_NAME, offsetof(corpus_entry, id), false},
    {"about", JSON_NAME, offsetof(corpus_entry, about), false},
    {"origin", JSON_NAME, offsetof(corpus_entry, origin), false},
    {"obeys", JSON_NAMES, offsetof(corpus_entry, obeys), true},
    {"breaks", JSON_NAMES, offsetof(corpus_entry, breaks), true},
    {"flags", JSON_NAMES, offsetof(corpus_entry, flags), true},
    {"op", JSON_NAME, offsetof(corpus_entry, op), false},
    {"expect", JSON_OBJECT, offsetof(corpus_entry, expect), false},
    {"readings", JSON_ARRAY, offsetof(corpus_entry, readings), true},
};

enum { VECTOR_FIELDS = sizeof vector_fields / sizeof vector_fields[0], TEXT_FIELDS = 4 };

/* Fills in the members of a vector; among its keys are those of the request, which may be written
 * in hexadecimal. */
static bool fill_vector(const json_value *value, uriproof_op op, corpus_entry *found)
{
    json_field fields[VECTOR_FIELDS + TEXT_FIELDS + 1] = {{NULL, JSON_NAME, 0, false}};
    char hex[2][32];
    size_t count = VECTOR_FIELDS;
    memcpy(fields, vector_fields, sizeof vector_fields);
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++) {
        const char *name = uriproof_ops[op].fields[i];
        snprintf(hex[i], sizeof hex[i], "%s_hex", name);
        fields[count++] = (json_field){name, JSON_TEXT, offsetof(corpus_entry, text), true};
        fields[count++] = (json_field){hex[i], JSON_TEXT, offsetof(corpus_entry, text), true};
    }
    return json_fill(value, value->tree, fields, found);
}

static bool read_request(corpus_reading *reading, const json_value *value, uriproof_op op,
                         uriproof_request *request)
{
    uriproof_error inner;
    if (!uriproof_request_read(value->tree, op, request, &inner))
        return json_fault(value, value->tree, "%s", inner.words);
    for (size_t i = 0; i < 2; i++)
        request->field[i] = corpus_keep_octets(reading, request->field[i]);
    return true;
}

typedef struct alternate_json {
    const cJSON *set, *expect;
} alternate_json;

static const json_field alternate_fields[] = {
    {"set", JSON_OBJECT, offsetof(alternate_json, set), false},
    {"expect", JSON_OBJECT, offsetof(alternate_json, expect), false},
    {NULL, JSON_NAME, 0, false},
};

/* Returns NULL if the alternate is at fault. */
static uriproof_alternate *read_alternate(corpus_reading *reading, const json_value *value,
                                          const cJSON *object, const uriproof_request *request)
{
    alternate_json found;
    const cJSON *item;
    if (!json_fill(value, object, alternate_fields, &found))
        return NULL;
    uriproof_alternate *alternate =
        corpus_new_alternate(reading, (size_t)cJSON_GetArraySize(found.set));
    cJSON_ArrayForEach(item, found.set)
    {
        const char *words = cJSON_IsString(item) ? item->valuestring : "";
        if (!corpus_read_choice(reading, value, item, item->string, words, alternate))
            return NULL;
    }
    bool good = alternate->set_count > 0 || json_fault(value, found.set, "no reading");
    return good && corpus_read_expect(reading, value,
                                      cJSON_GetObjectItemCaseSensitive(object, "expect"), request,
                                      URIPROOF_KNOWN_KEYS, &alternate->expect)
               ? alternate
               : NULL;
}

static bool read_alternates(corpus_reading *reading, const json_value *value, const cJSON *array,
                            uriproof_vector *vector)
{
    const uriproof_alternate **place = &vector->alternates;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        uriproof_alternate *alternate = read_alternate(reading, value, item, &vector->request);
        if (alternate == NULL)
            return false;
        *place = alternate;
        place = &alternate->next;
    }
    return true;
}

static bool read_vector(corpus_reading *reading, const json_value *value, uriproof_vector *vector)
{
    corpus_entry found = {.id = NULL};
    uriproof_op op;
    if (!corpus_read_op(value, &op) || !fill_vector(value, op, &found) ||
        !read_request(reading, value, op, &vector->request))
        return false;
    vector->id = corpus_memory_text(reading->corpus->memory, found.id);
    uriproof_group *group = corpus_read_group(reading, value, &found);
    vector->group = group;
    if (group == NULL)
        return false;
    group->level = URIPROOF_CLAUSES;
    for (const char **flag = group->flags; *flag != NULL; flag++)
        if (strcmp(*flag, "example") == 0)
            group->level = URIPROOF_EXAMPLES;
    return corpus_read_expect(reading, value,
                              cJSON_GetObjectItemCaseSensitive(value->tree, "expect"),
                              &vector->request, URIPROOF_KNOWN_KEYS, &vector->expect) &&
           read_alternates(reading, value, found.readings, vector);
}

uriproof_vector *corpus_add_vector(uriproof_corpus *corpus)
{
    corpus->vectors =
        corpus_with_room(corpus->vectors, corpus->vector_count, sizeof *corpus->vectors);
    return &corpus->vectors[corpus->vector_count++];
}

static const json_field vectors_head[] = {
    {"format", JSON_NAME, offsetof(corpus_head, format), false},
    {"version", JSON_COUNT, offsetof(corpus_head, version), false},
    {"dialect", JSON_NAME, offsetof(corpus_head, dialect), false},
    {"about", JSON_NAME, offsetof(corpus_head, about), true},
    {"vectors", JSON_ARRAY, offsetof(corpus_head, no_items), false},
    {NULL, JSON_NAME, 0, false},
};

bool corpus_read_vectors(corpus_reading *reading)
{
    corpus_head head;
    uriproof_span item = {NULL, 0};
    bool good = corpus_read_head(reading, "uriproof-vectors", "vectors", vectors_head, &head);
    while (good && json_next(head.items, &item)) {
        json_value value = json_value_read(&reading->document, item);
        good = read_vector(reading, &value, corpus_add_vector(reading->corpus));
        cJSON_Delete(value.tree);
    }
    return good;
}
