/* SPDX-License-Identifier: MIT */
/* Vectors, those that people wrote and those that are derived. */
#include "corpus_read.h"

#include "derived.h"
#include "memory.h"
#include "json/json.h"

#include <string.h>

static bool clauses_known(corpus_reading *reading, const char **ids)
{
    for (; *ids != NULL; ids++)
        if (uriproof_clause_named(reading->corpus, *ids) == NULL)
            return corpus_fault(reading, "unknown clause", *ids);
    return true;
}

static bool flags_known(corpus_reading *reading, const char **ids)
{
    for (; *ids != NULL; ids++) {
        size_t i = 0;
        while (i < reading->corpus->flag_count && strcmp(reading->corpus->flags[i].id, *ids) != 0)
            i++;
        if (i == reading->corpus->flag_count)
            return corpus_fault(reading, "unknown flag", *ids);
    }
    return true;
}

static bool read_expect(corpus_reading *reading, const cJSON *object, uriproof_op op,
                        uriproof_answer *expect)
{
    uriproof_error inner;
    cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "expect");
    if (!cJSON_IsObject(item))
        return corpus_fault(reading, "needs an object", "expect");
    uriproof_strictness strictness = reading->derived ? URIPROOF_LEFT_OPEN : URIPROOF_KNOWN_KEYS;
    if (!uriproof_answer_read(item, op, strictness, expect, &inner))
        return corpus_fault(reading, inner.words, "");
    if (expect->unsupported)
        return corpus_fault(reading, "an expected answer cannot be", "unsupported");
    return true;
}

static bool read_choice(corpus_reading *reading, const cJSON *item, uriproof_choice *choice)
{
    const uriproof_dialect *dialect = reading->corpus->dialect;
    uriproof_readings values = {{0}};
    const char *value = cJSON_GetStringValue(item);
    uriproof_reading_error error =
        value == NULL ? URIPROOF_READING_VALUE_UNKNOWN
                      : uriproof_set_reading(dialect, item->string, value, &values);
    if (error == URIPROOF_READING_UNKNOWN)
        return corpus_fault(reading, "unknown reading", item->string);
    if (error == URIPROOF_READING_VALUE_UNKNOWN)
        return corpus_fault(reading, "unknown value of reading", item->string);
    while (strcmp(dialect->readings[choice->reading].id, item->string) != 0)
        choice->reading++;
    choice->value = values.value[choice->reading];
    return true;
}

static bool read_alternate(corpus_reading *reading, const cJSON *object, uriproof_op op,
                           uriproof_alternate *alternate)
{
    static const char *const keys[] = {"set", "expect", NULL};
    if (!cJSON_IsObject(object))
        return corpus_fault(reading, "a reading needs \"set\" and \"expect\"", "");
    if (!corpus_only_keys(reading, object, keys))
        return false;
    const cJSON *set = cJSON_GetObjectItemCaseSensitive(object, "set");
    if (!cJSON_IsObject(set) || set->child == NULL)
        return corpus_fault(reading, "needs a reading in", "set");
    size_t count = (size_t)cJSON_GetArraySize(set);
    alternate->set = corpus_memory_take(reading->corpus->memory, count, sizeof *alternate->set);
    if (alternate->set == NULL)
        return corpus_out_of_memory(reading);
    for (const cJSON *item = set->child; item != NULL; item = item->next)
        if (!read_choice(reading, item, &alternate->set[alternate->set_count++]))
            return false;
    return read_expect(reading, object, op, &alternate->expect);
}

static bool read_alternates(corpus_reading *reading, const cJSON *object, uriproof_vector *vector)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, "readings");
    if (array == NULL)
        return true;
    if (!cJSON_IsArray(array))
        return corpus_fault(reading, "needs an array", "readings");
    size_t count = (size_t)cJSON_GetArraySize(array);
    vector->alternates =
        corpus_memory_take(reading->corpus->memory, count, sizeof *vector->alternates);
    if (vector->alternates == NULL)
        return corpus_out_of_memory(reading);
    for (const cJSON *item = array->child; item != NULL; item = item->next)
        if (!read_alternate(reading, item, vector->request.op,
                            &vector->alternates[vector->alternate_count++]))
            return false;
    return true;
}

/* The keys of a vector that are the same for every operation. */
static const char *const vector_keys[] = {"id",    "about", "obeys",  "breaks",   "origin",
                                          "flags", "op",    "expect", "readings", NULL};

static bool is_request_key(const char *key, uriproof_op op)
{
    for (size_t i = 0; i < 2 && uriproof_ops[op].fields[i] != NULL; i++)
        if (octets_key_of(key, uriproof_ops[op].fields[i]) != OCTETS_OTHER_KEY)
            return true;
    return false;
}

static bool vector_keys_known(corpus_reading *reading, const cJSON *object, uriproof_op op)
{
    for (const cJSON *item = object->child; item != NULL; item = item->next)
        if (!corpus_key_known(item->string, vector_keys) && !is_request_key(item->string, op))
            return corpus_fault(reading, "unknown key", item->string);
    return true;
}

static bool read_request(corpus_reading *reading, cJSON *object, uriproof_request *request)
{
    const char *name;
    uriproof_error inner;
    if (!corpus_string(reading, object, "op", &name))
        return false;
    uriproof_op op = uriproof_op_named(name);
    if (op == URIPROOF_OP_COUNT)
        return corpus_fault(reading, "unknown op", name);
    if (!vector_keys_known(reading, object, op))
        return false;
    return uriproof_request_read(object, op, request, &inner) ||
           corpus_fault(reading, inner.words, "");
}

static bool read_rest(corpus_reading *reading, cJSON *object, uriproof_vector *vector)
{
    return corpus_string(reading, object, "about", &vector->about) &&
           corpus_string(reading, object, "origin", &vector->origin) &&
           corpus_strings(reading, object, "obeys", &vector->obeys) &&
           corpus_strings(reading, object, "breaks", &vector->breaks) &&
           corpus_strings(reading, object, "flags", &vector->flags) &&
           clauses_known(reading, vector->obeys) && clauses_known(reading, vector->breaks) &&
           flags_known(reading, vector->flags) &&
           read_expect(reading, object, vector->request.op, &vector->expect) &&
           read_alternates(reading, object, vector);
}

static bool has_flag(const uriproof_vector *vector, const char *flag)
{
    const char **at = vector->flags;
    while (*at != NULL && strcmp(*at, flag) != 0)
        at++;
    return *at != NULL;
}

static bool read_vector(corpus_reading *reading, cJSON *object, uriproof_vector *vector)
{
    if (!cJSON_IsObject(object))
        return corpus_fault(reading, "a vector is not an object", "");
    vector->file = reading->file;
    if (!corpus_string(reading, object, "id", &vector->id))
        return false;
    reading->place = vector->id;
    if (!read_request(reading, object, &vector->request) || !read_rest(reading, object, vector))
        return false;
    vector->level = has_flag(vector, "example") ? URIPROOF_EXAMPLES : URIPROOF_CLAUSES;
    return true;
}

/* A case goes by the id of its group and its number, until its own id is known. */
static bool read_case(corpus_reading *reading, const cJSON *group, const char *group_id,
                      const cJSON *item, uriproof_vector *vector)
{
    struct uriproof_corpus_memory *memory = reading->corpus->memory;
    uriproof_error inner;
    reading->place = group_id;
    cJSON *object = derived_vector(group, item, &reading->budget, &inner);
    if (object == NULL)
        return corpus_fault(reading, inner.words, "");
    if (!corpus_memory_keep(memory, object))
        return corpus_out_of_memory(reading);
    vector->file = reading->file;
    vector->level = URIPROOF_COMPLETE;
    vector->group = group_id;
    if (!read_request(reading, object, &vector->request))
        return false;
    char *id = corpus_memory_take(memory, strlen(group_id) + DERIVED_ID_MORE, 1);
    if (id == NULL)
        return corpus_out_of_memory(reading);
    derived_id(group_id, &vector->request, id);
    vector->id = reading->place = id;
    return read_rest(reading, object, vector);
}

/* Makes room for `more` vectors behind those that are there. */
static bool grow(corpus_reading *reading, size_t more)
{
    uriproof_corpus *corpus = reading->corpus;
    uriproof_vector *vectors =
        corpus_memory_take(corpus->memory, corpus->vector_count + more, sizeof *vectors);
    if (vectors == NULL)
        return corpus_out_of_memory(reading);
    if (corpus->vector_count > 0)
        memcpy(vectors, corpus->vectors, corpus->vector_count * sizeof *vectors);
    corpus->vectors = vectors;
    return true;
}

bool corpus_read_vectors(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format", "version", "dialect", "about", "vectors", NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *document = NULL, *array = NULL;
    size_t number = 0;
    if (!corpus_document(reading, path, "uriproof-vectors", &document) ||
        !corpus_only_keys(reading, document, keys) || !corpus_of_dialect(reading, document) ||
        !corpus_array(reading, document, "vectors", &array) ||
        !grow(reading, (size_t)cJSON_GetArraySize(array)))
        return false;
    for (cJSON *item = array->child; item != NULL; item = item->next) {
        corpus_stand_at(reading, "vector", ++number);
        if (!read_vector(reading, item, &corpus->vectors[corpus->vector_count++]))
            return false;
    }
    return true;
}

static bool read_group(corpus_reading *reading, const cJSON *group)
{
    static const char *const keys[] = {"id",     "about", "origin", "obeys",
                                       "breaks", "op",    "cases",  NULL};
    uriproof_corpus *corpus = reading->corpus;
    const cJSON *cases = NULL;
    const char *id;
    if (!cJSON_IsObject(group))
        return corpus_fault(reading, "a group is not an object", "");
    if (!corpus_string(reading, group, "id", &id))
        return false;
    reading->place = id;
    if (!corpus_only_keys(reading, group, keys) || !corpus_array(reading, group, "cases", &cases))
        return false;
    for (const cJSON *item = cases->child; item != NULL; item = item->next) {
        reading->case_number++;
        if (!read_case(reading, group, id, item, &corpus->vectors[corpus->vector_count++]))
            return false;
    }
    reading->case_number = 0;
    return true;
}

static size_t count_cases(const cJSON *groups)
{
    size_t count = 0;
    for (const cJSON *group = groups->child; group != NULL; group = group->next)
        count += (size_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(group, "cases"));
    return count;
}

bool corpus_read_derived(corpus_reading *reading, const char *path)
{
    static const char *const keys[] = {"format",    "version", "dialect", "about", "guarantee",
                                       "generator", "seed",    "groups",  NULL};
    const cJSON *document = NULL, *groups = NULL;
    size_t number = 0;
    if (!corpus_document(reading, path, "uriproof-generated", &document) ||
        !corpus_only_keys(reading, document, keys) || !corpus_of_dialect(reading, document) ||
        !corpus_array(reading, document, "groups", &groups) || !grow(reading, count_cases(groups)))
        return false;
    reading->derived = true;
    reading->budget = DERIVED_MOST;
    bool read = true;
    for (const cJSON *group = groups->child; group != NULL && read; group = group->next) {
        corpus_stand_at(reading, "group", ++number);
        read = read_group(reading, group);
    }
    reading->derived = false;
    return read;
}
