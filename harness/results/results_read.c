/* SPDX-License-Identifier: MIT */
/*
 * The results file, read. It may come from anybody, so every key, type and name is checked;
 * what is read never takes more memory than a fixed multiple of the file, nor more time than
 * sorting it.
 */
#include "answer_hash.h"
#include "json/json.h"

#include "model.h"
#include <stdlib.h>
#include <string.h>

static const file_key file_fields[] = {
    {"format", KEY_NAME, false},   {"version", KEY_NUMBER, false}, {"uriproof", KEY_NAME, false},
    {"dialect", KEY_NAME, false},  {"document", KEY_NAME, false},  {"readings", KEY_LIST, false},
    {"partial", KEY_TRUTH, false}, {"clauses", KEY_LIST, false},   {"cases", KEY_LIST, false},
    {"adapters", KEY_LIST, false}, {"dialects", KEY_LIST, true},   {NULL, KEY_TEXT, false},
};

static const file_key dialect_fields[] = {
    {"name", KEY_NAME, false}, {"document", KEY_NAME, false}, {NULL, KEY_TEXT, false}};

static const file_key clause_fields[] = {
    {"id", KEY_NAME, false},         {"document", KEY_NAME, false}, {"section", KEY_NAME, false},
    {"paraphrase", KEY_NAME, false}, {"rule", KEY_NAME, true},      {"link", KEY_NAME, true},
    {NULL, KEY_TEXT, false},
};

static const file_key case_fields[] = {
    {"id", KEY_NAME, false},        {"about", KEY_NAME, false},      {"origin", KEY_NAME, false},
    {"obeys", KEY_LIST, false},     {"breaks", KEY_LIST, false},     {"op", KEY_NAME, false},
    {"request", KEY_OBJECT, false}, {"expected", KEY_OBJECT, false}, {"group", KEY_NAME, true},
    {"shortened", KEY_TRUTH, true}, {NULL, KEY_TEXT, false},
};

static const file_key adapter_fields[] = {
    {"name", KEY_NAME, false},     {"version", KEY_TEXT, false}, {"language", KEY_TEXT, false},
    {"dialects", KEY_LIST, false}, {"gives", KEY_LIST, false},   {"results", KEY_LIST, false},
    {"splits", KEY_NAME, true},    {"dialect", KEY_NAME, true},  {NULL, KEY_TEXT, false},
};

static const file_key result_fields[] = {
    {"case", KEY_NAME, false},  {"outcome", KEY_NAME, false},   {"up_to", KEY_TRUTH, true},
    {"known", KEY_NAME, true},  {"shortened", KEY_TRUTH, true}, {"given", KEY_OBJECT, true},
    {"detail", KEY_TEXT, true}, {"dialects", KEY_OBJECT, true}, {"answer", KEY_TEXT, true},
    {NULL, KEY_TEXT, false},
};

/* An id and where it is in its array; sorted by id, so that a name is found fast. */
typedef struct named {
    const char *name;
    size_t index;
} named;

typedef struct file_reader {
    uriproof_results *results;
    uriproof_error *error;
    named *dialects;
    named *clauses;
    size_t *last_case; /* for each clause, 1 + the case that named it last; 0 at first */
} file_reader;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Sorts `names`, of which no two may be the same. */
static bool sort_names(named *names, size_t count, const char *array, uriproof_error *error)
{
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(names[i - 1].name, names[i].name) == 0) {
            uriproof_error_set(error, "%s: %s is there twice", array,
                               file_excerpt(names[i].name).words);
            return false;
        }
    }
    return true;
}

static bool read_dialect(const cJSON *object, const char *where, uriproof_results_dialect *dialect,
                         uriproof_error *error)
{
    return file_check(object, dialect_fields, where, error) &&
           file_take_text(object, "name", &dialect->name, error) &&
           file_take_text(object, "document", &dialect->document, error);
}

/* The dialects of the answers; a file of before they were judged so has none. */
static bool read_dialects(file_reader *reader, const cJSON *array)
{
    uriproof_results *results = reader->results;
    size_t count = array != NULL ? file_length(array) : 0;
    results->dialects = file_room(count, sizeof *results->dialects, reader->error);
    reader->dialects = file_room(count, sizeof *reader->dialects, reader->error);
    if (results->dialects == NULL || reader->dialects == NULL) {
        return false;
    }
    results->dialect_count = count;
    size_t i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        uriproof_results_dialect *dialect = &results->dialects[i];
        if (!read_dialect(item, file_place("dialects", i).words, dialect, reader->error)) {
            return false;
        }
        reader->dialects[i] = (named){dialect->name, i};
        i++;
    }
    return sort_names(reader->dialects, count, "dialects", reader->error);
}

static bool read_clause(const cJSON *object, const char *where, uriproof_results_clause *clause,
                        uriproof_error *error)
{
    return file_check(object, clause_fields, where, error) &&
           file_take_text(object, "id", &clause->id, error) &&
           file_take_text(object, "document", &clause->document, error) &&
           file_take_text(object, "section", &clause->section, error) &&
           file_take_text(object, "paraphrase", &clause->paraphrase, error) &&
           file_take_text(object, "rule", &clause->rule, error) &&
           file_take_text(object, "link", &clause->link, error);
}

static bool read_clauses(file_reader *reader, const cJSON *array)
{
    uriproof_results *results = reader->results;
    size_t count = file_length(array);
    results->clauses = file_room(count, sizeof *results->clauses, reader->error);
    reader->clauses = file_room(count, sizeof *reader->clauses, reader->error);
    reader->last_case = file_room(count, sizeof *reader->last_case, reader->error);
    if (results->clauses == NULL || reader->clauses == NULL || reader->last_case == NULL) {
        return false;
    }
    results->clause_count = count;
    size_t i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!read_clause(item, file_place("clauses", i).words, &results->clauses[i],
                         reader->error)) {
            return false;
        }
        reader->clauses[i] = (named){results->clauses[i].id, i};
        i++;
    }
    return sort_names(reader->clauses, count, "clauses", reader->error);
}

/* The clause that `item` names, for case number `number`, which names it for the first time. */
static bool find_clause(file_reader *reader, const cJSON *item, size_t number, const char *where,
                        size_t *index)
{
    if (!file_is_kind(item, KEY_NAME)) {
        uriproof_error_set(reader->error, "%s: a clause is not %s", where,
                           file_kind_names[KEY_NAME]);
        return false;
    }
    named key = {item->valuestring, 0};
    const named *found =
        bsearch(&key, reader->clauses, reader->results->clause_count, sizeof key, compare_names);
    if (found == NULL) {
        uriproof_error_set(reader->error, "%s: unknown clause %s", where,
                           file_excerpt(item->valuestring).words);
        return false;
    }
    if (reader->last_case[found->index] == number + 1) {
        uriproof_error_set(reader->error, "%s: clause %s is there twice", where,
                           file_excerpt(item->valuestring).words);
        return false;
    }
    reader->last_case[found->index] = number + 1;
    *index = found->index;
    return true;
}

static bool read_names(file_reader *reader, const cJSON *array, size_t number, const char *where,
                       size_t **clauses, size_t *count)
{
    *clauses = file_room(file_length(array), sizeof **clauses, reader->error);
    if (*clauses == NULL) {
        return false;
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!find_clause(reader, item, number, where, &(*clauses)[*count])) {
            return false;
        }
        ++*count;
    }
    return true;
}

/* True where `name` is `field`, or `field`_hex. */
static bool names_field(const char *name, const char *field)
{
    size_t length = field != NULL ? strlen(field) : 0;
    return field != NULL && strncmp(name, field, length) == 0 &&
           (name[length] == '\0' || strcmp(name + length, "_hex") == 0);
}

/* Reading octets decodes them in place, so a request is tried on a copy. */
static bool check_request(const cJSON *object, uriproof_op op, uriproof_error *error)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        if (!names_field(item->string, uriproof_ops[op].fields[0]) &&
            !names_field(item->string, uriproof_ops[op].fields[1])) {
            uriproof_error_set(error, "unknown key %s", file_excerpt(item->string).words);
            return false;
        }
    }
    cJSON *copy = cJSON_Duplicate(object, true);
    uriproof_request request;
    bool good =
        copy != NULL ? uriproof_request_read(copy, op, &request, error) : file_out_of_memory(error);
    cJSON_Delete(copy);
    return good;
}

static bool check_expected(const cJSON *object, uriproof_op op, uriproof_error *error)
{
    cJSON *copy = cJSON_Duplicate(object, true);
    uriproof_answer answer;
    bool good = copy != NULL ? uriproof_answer_read(copy, op, URIPROOF_LEFT_OPEN, &answer, error)
                             : file_out_of_memory(error);
    cJSON_Delete(copy);
    return good;
}

/* Takes the request and the expected answer out of `object`, once they are found good. */
static bool take_question(cJSON *object, const char *where, uriproof_case *one,
                          uriproof_error *error)
{
    const char *op = file_text(object, "op");
    one->op = uriproof_op_named(op);
    if (one->op == URIPROOF_OP_COUNT) {
        uriproof_error_set(error, "%s: unknown op %s", where, file_excerpt(op).words);
        return false;
    }
    uriproof_error why;
    if (!check_request(file_member(object, "request"), one->op, &why)) {
        uriproof_error_set(error, "%s: request: %s", where, why.words);
        return false;
    }
    if (!check_expected(file_member(object, "expected"), one->op, &why)) {
        uriproof_error_set(error, "%s: expected: %s", where, why.words);
        return false;
    }
    one->request = cJSON_DetachItemFromObjectCaseSensitive(object, "request");
    one->expected = cJSON_DetachItemFromObjectCaseSensitive(object, "expected");
    return true;
}

static bool read_case(file_reader *reader, cJSON *object, size_t number)
{
    uriproof_case *one = &reader->results->cases[number];
    place where = file_place("cases", number);
    one->shortened = cJSON_IsTrue(file_member(object, "shortened"));
    return file_check(object, case_fields, where.words, reader->error) &&
           file_take_text(object, "id", &one->id, reader->error) &&
           file_take_text(object, "group", &one->group, reader->error) &&
           file_take_text(object, "about", &one->about, reader->error) &&
           file_take_text(object, "origin", &one->origin, reader->error) &&
           read_names(reader, file_member(object, "obeys"), number, where.words, &one->obeys,
                      &one->obeys_count) &&
           read_names(reader, file_member(object, "breaks"), number, where.words, &one->breaks,
                      &one->breaks_count) &&
           take_question(object, where.words, one, reader->error);
}

static bool check_case_ids(const uriproof_results *results, uriproof_error *error)
{
    named *names = file_room(results->case_count, sizeof *names, error);
    if (names == NULL) {
        return false;
    }
    for (size_t i = 0; i < results->case_count; i++) {
        names[i] = (named){results->cases[i].id, i};
    }
    bool good = sort_names(names, results->case_count, "cases", error);
    free(names);
    return good;
}

static bool read_cases(file_reader *reader, cJSON *array)
{
    uriproof_results *results = reader->results;
    size_t count = file_length(array);
    results->cases = file_room(count, sizeof *results->cases, reader->error);
    if (results->cases == NULL) {
        return false;
    }
    results->case_count = count;
    size_t i = 0;
    cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!read_case(reader, item, i++)) {
            return false;
        }
    }
    return check_case_ids(results, reader->error);
}

static bool take_outcome(const cJSON *object, const char *where, uriproof_outcome *outcome,
                         uriproof_error *error)
{
    const char *name = file_text(object, "outcome");
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        if (strcmp(uriproof_outcomes[i].name, name) == 0) {
            *outcome = (uriproof_outcome)i;
            return true;
        }
    }
    uriproof_error_set(error, "%s: unknown outcome %s", where, file_excerpt(name).words);
    return false;
}

static bool correctness_named(const cJSON *item, uriproof_correctness *correctness)
{
    for (size_t i = 0; cJSON_IsString(item) && i < URIPROOF_CORRECTNESS_COUNT; i++) {
        if (strcmp(uriproof_correctnesses[i].name, item->valuestring) == 0) {
            *correctness = (uriproof_correctness)i;
            return true;
        }
    }
    return false;
}

/* Reads one key of a result's `dialects`, and marks its dialect in `right_in`. */
static bool read_correctness(const file_reader *reader, const cJSON *item, const char *where,
                             uriproof_correctness *right_in)
{
    excerpt words = file_excerpt(item->string);
    named key = {item->string, 0};
    const named *found =
        bsearch(&key, reader->dialects, reader->results->dialect_count, sizeof key, compare_names);
    if (found == NULL) {
        uriproof_error_set(reader->error, "%s: unknown dialect %s", where, words.words);
    } else if (!correctness_named(item, &right_in[found->index])) {
        uriproof_error_set(reader->error, "%s: dialect %s is not a word on being right", where,
                           words.words);
    } else {
        return true;
    }
    return false;
}

/* A result that was judged by the dialects was so by each of them. */
static bool read_right_in(const file_reader *reader, const cJSON *object, const char *where,
                          uriproof_correctness **right_in)
{
    size_t count = reader->results->dialect_count;
    if (object == NULL) {
        return true;
    }
    if (file_length(object) != count || count == 0) {
        uriproof_error_set(reader->error, "%s: has %zu dialects of %zu", where, file_length(object),
                           count);
        return false;
    }
    *right_in = file_room(count, sizeof **right_in, reader->error);
    bool good = *right_in != NULL;
    for (const cJSON *item = object->child; good && item != NULL; item = item->next) {
        good = read_correctness(reader, item, where, *right_in);
    }
    return good;
}

/* One result of a run that had a baseline has this, and so has each. */
static bool take_known(file_reader *reader, const cJSON *object, const char *where,
                       uriproof_known *known)
{
    const char *name = cJSON_GetStringValue(file_member(object, "known"));
    for (int i = 0; name != NULL && i < URIPROOF_KNOWN_COUNT; i++) {
        if (strcmp(uriproof_knowns[i].name, name) == 0) {
            *known = (uriproof_known)i;
            reader->results->has_baseline = true;
            return true;
        }
    }
    if (name != NULL) {
        uriproof_error_set(reader->error, "%s: unknown word on what was known: %s", where,
                           file_excerpt(name).words);
    }
    return name == NULL;
}

/* The hash of the answer; files of version 1 have none. */
static bool take_answer(const cJSON *object, const char *where, uint64_t *answer,
                        uriproof_error *error)
{
    const char *words = cJSON_GetStringValue(file_member(object, "answer"));
    if (words == NULL || answer_hash_read(words, answer)) {
        return true;
    }
    uriproof_error_set(error, "%s: \"answer\" is no hash of an answer: %s", where,
                       file_excerpt(words).words);
    return false;
}

/* A result repeats the id of its case, so that one that was lost or moved is found. */
static bool read_result(file_reader *reader, cJSON *object, const char *id, const char *where,
                        uriproof_result *result)
{
    uriproof_error *error = reader->error;
    if (!file_check(object, result_fields, where, error)) {
        return false;
    }
    if (strcmp(file_text(object, "case"), id) != 0) {
        uriproof_error_set(error, "%s: is of case %s, not of %s", where,
                           file_excerpt(file_text(object, "case")).words, file_excerpt(id).words);
        return false;
    }
    result->up_to = cJSON_IsTrue(file_member(object, "up_to"));
    result->shortened = cJSON_IsTrue(file_member(object, "shortened"));
    result->given = cJSON_DetachItemFromObjectCaseSensitive(object, "given");
    return take_outcome(object, where, &result->outcome, error) &&
           take_answer(object, where, &result->answer, error) &&
           file_take_text(object, "detail", &result->detail, error) &&
           take_known(reader, object, where, &result->known) &&
           read_right_in(reader, file_member(object, "dialects"), where, &result->right_in);
}

static bool read_adapter_results(file_reader *reader, const cJSON *array, const char *where,
                                 uriproof_adapter_results *adapter)
{
    const uriproof_results *results = reader->results;
    if (file_length(array) != results->case_count) {
        uriproof_error_set(reader->error, "%s: has %zu results for %zu cases", where,
                           file_length(array), results->case_count);
        return false;
    }
    adapter->results = file_room(results->case_count, sizeof *adapter->results, reader->error);
    if (adapter->results == NULL) {
        return false;
    }
    place name;
    snprintf(name.words, sizeof name.words, "%.40s.results", where);
    size_t i = 0;
    cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!read_result(reader, item, results->cases[i].id, file_place(name.words, i).words,
                         &adapter->results[i])) {
            return false;
        }
        i++;
    }
    return true;
}

static bool read_adapter(file_reader *reader, const cJSON *object, size_t number)
{
    uriproof_adapter_results *adapter = &reader->results->adapters[number];
    uriproof_error *error = reader->error;
    place where = file_place("adapters", number);
    return file_check(object, adapter_fields, where.words, error) &&
           file_take_text(object, "name", &adapter->name, error) &&
           file_take_text(object, "version", &adapter->version, error) &&
           file_take_text(object, "language", &adapter->language, error) &&
           file_take_text(object, "dialect", &adapter->dialect, error) &&
           file_take_list(object, "dialects", where.words, &adapter->dialects, error) &&
           file_take_list(object, "gives", where.words, &adapter->gives, error) &&
           file_take_text(object, "splits", &adapter->splits, error) &&
           read_adapter_results(reader, file_member(object, "results"), where.words, adapter);
}

static bool read_adapters(file_reader *reader, const cJSON *array)
{
    uriproof_results *results = reader->results;
    size_t count = file_length(array);
    results->adapters = file_room(count, sizeof *results->adapters, reader->error);
    if (results->adapters == NULL) {
        return false;
    }
    results->adapter_count = count;
    size_t i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!read_adapter(reader, item, i++)) {
            return false;
        }
    }
    return true;
}

/* Refuses what is not version 2 of a results file before anything is said of its keys. */
static bool check_format(const cJSON *file, uriproof_error *error)
{
    const cJSON *format = file_member(file, "format");
    const cJSON *version = file_member(file, "version");
    if (!cJSON_IsString(format) || strcmp(format->valuestring, "uriproof-results") != 0) {
        uriproof_error_set(error, "format: this is no results file of uriproof");
        return false;
    }
    if (!cJSON_IsNumber(version) || version->valuedouble < 2 || version->valuedouble > 2) {
        uriproof_error_set(error, "version: this program reads results files of version 2; make "
                                  "the file anew with \"uriproof test\"");
        return false;
    }
    return true;
}

static bool read_file(file_reader *reader, cJSON *file)
{
    uriproof_results *results = reader->results;
    uriproof_error *error = reader->error;
    if (!check_format(file, error) || !file_check(file, file_fields, "file", error)) {
        return false;
    }
    results->partial = cJSON_IsTrue(file_member(file, "partial"));
    return file_take_text(file, "uriproof", &results->uriproof, error) &&
           file_take_text(file, "dialect", &results->dialect, error) &&
           file_take_text(file, "document", &results->document, error) &&
           file_take_list(file, "readings", "file", &results->readings, error) &&
           read_dialects(reader, file_member(file, "dialects")) &&
           read_clauses(reader, file_member(file, "clauses")) &&
           read_cases(reader, file_member(file, "cases")) &&
           read_adapters(reader, file_member(file, "adapters"));
}

bool uriproof_results_read(const char *text, size_t length, uriproof_results *results,
                           uriproof_error *error)
{
    *results = (uriproof_results){0};
    cJSON *file = uriproof_json_read(text, length, error);
    if (file == NULL) {
        return false;
    }
    file_reader reader = {results, error, NULL, NULL, NULL};
    bool good = read_file(&reader, file);
    free(reader.dialects);
    free(reader.clauses);
    free(reader.last_case);
    cJSON_Delete(file);
    if (!good) {
        uriproof_results_free(results);
    }
    return good;
}
