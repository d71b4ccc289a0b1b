/* SPDX-License-Identifier: MIT */
/*
 * Writes and reads the results file (docs/reports.md).
 *
 * Tables say which members a record has, and both the writer and the reader go by them. A case is
 * there once, and an answer to it once, with the numbers of the adapters that gave it. Each clause,
 * adapter, group and case has a line, so that two files diff well.
 *
 * A file that is read may come from anybody, so every key, type, name and number is checked. It
 * takes no more memory than a fixed multiple of its (unpacked) octets and of its adapters times its
 * cases and groups, and no more time than sorting the octets and going through those.
 */
#include "answer.h"
#include "base/base.h"
#include "model.h"
#include "json/json.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char results_format[] = "uriproof-results";

enum { RESULTS_VERSION = 5 };

/* ---- The members of records, by which both the writer and the reader go ---- */

static const json_field dialect_fields[] = {
    {"name", JSON_NAME, offsetof(uriproof_results_dialect, name), false},
    {"document", JSON_NAME, offsetof(uriproof_results_dialect, document), false},
    {NULL, JSON_TEXT, 0, false}};

static const json_field clause_fields[] = {
    {"id", JSON_NAME, offsetof(uriproof_results_clause, id), false},
    {"document", JSON_NAME, offsetof(uriproof_results_clause, document), false},
    {"section", JSON_NAME, offsetof(uriproof_results_clause, section), false},
    {"paraphrase", JSON_NAME, offsetof(uriproof_results_clause, paraphrase), false},
    {"rule", JSON_NAME, offsetof(uriproof_results_clause, rule), true},
    {"link", JSON_NAME, offsetof(uriproof_results_clause, link), true},
    {NULL, JSON_TEXT, 0, false}};

typedef struct file_adapter {
    uriproof_adapter_results facts;
    const cJSON *dialects, *transforms, *ops;
} file_adapter;

static const json_field adapter_fields[] = {
    {"name", JSON_NAME, offsetof(file_adapter, facts.name), false},
    {"version", JSON_TEXT, offsetof(file_adapter, facts.version), false},
    {"language", JSON_TEXT, offsetof(file_adapter, facts.language), false},
    {"dialect", JSON_NAME, offsetof(file_adapter, facts.dialect), true},
    {"splits", JSON_NAME, offsetof(file_adapter, facts.splits), true},
    {"dialects", JSON_NAMES, offsetof(file_adapter, dialects), false},
    {"transforms", JSON_NAMES, offsetof(file_adapter, transforms), false},
    {"ops", JSON_NAMES, offsetof(file_adapter, ops), false},
    {NULL, JSON_TEXT, 0, false}};

/* This is the object of the file. */
typedef struct file_root {
    const char *format;
    size_t version;
    uriproof_results results;
    const cJSON *readings, *dialects, *clauses, *adapters, *groups;
    const cJSON *cases; /* empty: they are too many for the tree */
} file_root;

static const json_field root_fields[] = {
    {"format", JSON_NAME, offsetof(file_root, format), false},
    {"version", JSON_COUNT, offsetof(file_root, version), false},
    {"uriproof", JSON_NAME, offsetof(file_root, results.uriproof), false},
    {"dialect", JSON_NAME, offsetof(file_root, results.dialect), false},
    {"document", JSON_NAME, offsetof(file_root, results.document), false},
    {"partial", JSON_BOOL, offsetof(file_root, results.partial), false},
    {"baseline", JSON_BOOL, offsetof(file_root, results.has_baseline), false},
    {"exact", JSON_BOOL, offsetof(file_root, results.exact), false},
    {"readings", JSON_NAMES, offsetof(file_root, readings), false},
    {"dialects", JSON_ARRAY, offsetof(file_root, dialects), false},
    {"clauses", JSON_ARRAY, offsetof(file_root, clauses), false},
    {"adapters", JSON_ARRAY, offsetof(file_root, adapters), false},
    {"groups", JSON_ARRAY, offsetof(file_root, groups), false},
    {"cases", JSON_ARRAY, offsetof(file_root, cases), false},
    {NULL, JSON_TEXT, 0, false}};

/* This is a case or a group of the file. */
typedef struct file_case {
    const char *id, *group, *about, *origin, *op, *questions;
    size_t counted;
    bool shortened;
    cJSON *ask, *expect;
    const cJSON *obeys, *breaks, *results;
} file_case;

static const json_field group_fields[] = {
    {"id", JSON_NAME, offsetof(file_case, id), false},
    {"about", JSON_NAME, offsetof(file_case, about), false},
    {"origin", JSON_NAME, offsetof(file_case, origin), false},
    {"op", JSON_NAME, offsetof(file_case, op), false},
    {"obeys", JSON_NAMES, offsetof(file_case, obeys), false},
    {"breaks", JSON_NAMES, offsetof(file_case, breaks), false},
    {"counted", JSON_COUNT, offsetof(file_case, counted), false},
    {"questions", JSON_NAME, offsetof(file_case, questions), false},
    {"results", JSON_ARRAY, offsetof(file_case, results), false},
    {NULL, JSON_TEXT, 0, false}};

/* The first OWN_FIELDS are those of a case that people wrote; a generated one has its group's. */
static const json_field case_fields[] = {
    {"about", JSON_NAME, offsetof(file_case, about), false},
    {"origin", JSON_NAME, offsetof(file_case, origin), false},
    {"obeys", JSON_NAMES, offsetof(file_case, obeys), false},
    {"breaks", JSON_NAMES, offsetof(file_case, breaks), false},
    {"id", JSON_NAME, offsetof(file_case, id), false},
    {"op", JSON_NAME, offsetof(file_case, op), false},
    {"group", JSON_NAME, offsetof(file_case, group), true},
    {"shortened", JSON_BOOL, offsetof(file_case, shortened), true},
    {"ask", JSON_OBJECT, offsetof(file_case, ask), false},
    {"expect", JSON_OBJECT, offsetof(file_case, expect), false},
    {"results", JSON_ARRAY, offsetof(file_case, results), false},
    {NULL, JSON_TEXT, 0, false}};

enum { OWN_FIELDS = 4 };

/* One adapter or several have this result. */
typedef struct file_result {
    const char *outcome, *hash, *right_in, *detail, *known;
    const cJSON *adapters;
    cJSON *given;
} file_result;

static const json_field result_fields[] = {
    {"outcome", JSON_NAME, offsetof(file_result, outcome), false},
    {"hash", JSON_NAME, offsetof(file_result, hash), true},
    {"right_in", JSON_NAME, offsetof(file_result, right_in), true},
    {"detail", JSON_NAME, offsetof(file_result, detail), true},
    {"known", JSON_NAME, offsetof(file_result, known), true},
    {"adapters", JSON_ARRAY, offsetof(file_result, adapters), false},
    {"given", JSON_OBJECT, offsetof(file_result, given), true},
    {NULL, JSON_TEXT, 0, false}};

/* ---- Writing ---- */

typedef struct results_writer {
    json_writer json;
    const uriproof_results *results;
    const uriproof_result **row; /* the results of a case, by adapter; NULL: not to be written */
} results_writer;

/* Writes the members that are no arrays; those of the table come first. */
static void write_members(json_writer *json, const json_field *fields, const void *record)
{
    for (; fields->name != NULL; fields++) {
        const void *at = (const char *)record + fields->offset;
        if (fields->kind == JSON_NAME || fields->kind == JSON_TEXT)
            json_text_if(json, fields->name, *(const char *const *)at);
        else if (fields->kind == JSON_BOOL)
            json_truth(json, fields->name, *(const bool *)at);
        else if (fields->kind == JSON_COUNT)
            json_number(json, fields->name, *(const size_t *)at);
        else
            return;
    }
}

static void open_list(json_writer *json, const char *key)
{
    json_new_line(json);
    json_open_array(json, key);
}

static void open_record(json_writer *json)
{
    json_new_line(json);
    json_open_object(json, NULL);
}

/* Writes `count` records of `size` octets, each on a line. */
static void write_records(json_writer *json, const char *key, const json_field *fields,
                          const void *records, size_t count, size_t size)
{
    open_list(json, key);
    for (size_t i = 0; i < count; i++) {
        open_record(json);
        write_members(json, fields, (const char *)records + i * size);
        json_close(json);
    }
    json_close(json);
}

static void write_adapters(json_writer *json, const uriproof_results *results)
{
    open_list(json, "adapters");
    for (size_t i = 0; i < results->adapter_count; i++) {
        const file_adapter adapter = {.facts = results->adapters[i]};
        open_record(json);
        write_members(json, adapter_fields, &adapter);
        json_texts(json, "dialects", adapter.facts.dialects);
        json_texts(json, "transforms", adapter.facts.transforms);
        json_open_array(json, "ops");
        for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
            if (adapter.facts.has_op[op])
                json_text(json, NULL, uriproof_ops[op].name);
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

/* Writes an answer that is JSON already. It is read and written again, since not each of its octets
 * need be UTF-8. */
static void write_answer(json_writer *json, const char *key, const char *text)
{
    cJSON *tree = cJSON_Parse(text);
    json_tree(json, key, tree);
    cJSON_Delete(tree);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Returns true if the file says the same of both. */
static bool same_result(const uriproof_result *a, const uriproof_result *b)
{
    return a == b || (a->outcome == b->outcome && a->answer == b->answer && a->known == b->known &&
                      same_text(a->given, b->given) && same_text(a->detail, b->detail) &&
                      same_text(a->right_in, b->right_in));
}

/* Writes the result of adapter `first`, and takes it out of the row for all adapters that have it.
 */
static void write_result(results_writer *w, size_t first)
{
    const uriproof_result *result = w->row[first];
    char hash[ANSWER_HASH_ROOM];
    answer_hash_write(result->answer, hash);
    bool says_hash = result->answer != 0 && (result->given == NULL || result->shortened);
    const file_result one = {
        .outcome = uriproof_outcomes[result->outcome].name,
        .hash = says_hash ? hash : NULL,
        .right_in = result->right_in,
        .detail = result->detail,
        .known = result->known != URIPROOF_AS_EVER ? uriproof_knowns[result->known].name : NULL};
    json_open_object(&w->json, NULL);
    write_members(&w->json, result_fields, &one);
    json_open_array(&w->json, "adapters");
    for (size_t i = first; i < w->results->adapter_count; i++)
        if (w->row[i] != NULL && same_result(result, w->row[i])) {
            json_number(&w->json, NULL, i);
            w->row[i] = NULL;
        }
    json_close(&w->json);
    if (result->given != NULL)
        write_answer(&w->json, "given", result->given);
    json_close(&w->json);
}

/* Writes the results that are in the row. */
static void write_row(results_writer *w)
{
    json_open_array(&w->json, "results");
    for (size_t i = 0; i < w->results->adapter_count; i++)
        if (w->row[i] != NULL)
            write_result(w, i);
    json_close(&w->json);
}

/* Writes the results of a case. What is plain is not written, but for the hash of an answer to a
 * case that people wrote. */
static void write_results(results_writer *w, size_t number)
{
    const uriproof_case *one = &w->results->cases[number];
    for (size_t i = 0; i < w->results->adapter_count; i++) {
        const uriproof_result *result = w->results->adapters[i].results[number];
        const uriproof_result *plain = uriproof_plain_result(w->results, i, one->op, one->id);
        bool says_more = result->outcome != plain->outcome || result->up_to ||
                         result->known != URIPROOF_AS_EVER ||
                         (result->answer != 0 && one->group->id == NULL);
        w->row[i] = says_more && plain != &uriproof_not_run ? result : NULL;
    }
    write_row(w);
}

static void write_clause_ids(results_writer *w, const char *key, const size_t *clauses,
                             size_t count)
{
    json_open_array(&w->json, key);
    for (size_t i = 0; i < count; i++)
        json_text(&w->json, NULL, w->results->clauses[clauses[i]].id);
    json_close(&w->json);
}

/* Writes what the cases of a group share. */
static void write_facts(results_writer *w, const uriproof_results_group *group)
{
    size_t breaks = group->breaks_count;
    json_text(&w->json, "about", group->about);
    json_text(&w->json, "origin", group->origin);
    write_clause_ids(w, "obeys", group->clauses + breaks, group->clause_count - breaks);
    write_clause_ids(w, "breaks", group->clauses, breaks);
}

/* Writes a group, and as its results the hashes of the answers that agree in its cases. */
static void write_group(results_writer *w, const uriproof_results_group *group)
{
    char questions[ANSWER_HASH_ROOM];
    uriproof_result *agreed = calloc(w->results->adapter_count + 1, sizeof *agreed);
    answer_hash_write(group->questions, questions);
    for (size_t i = 0; i < w->results->adapter_count; i++) {
        agreed[i].answer = w->results->adapters[i].agreed[group->number];
        w->row[i] = agreed[i].answer != 0 ? &agreed[i] : NULL;
    }
    open_record(&w->json);
    json_text(&w->json, "id", group->id);
    json_text(&w->json, "op", uriproof_ops[group->op].name);
    write_facts(w, group);
    json_number(&w->json, "counted", group->counted);
    json_text(&w->json, "questions", questions);
    write_row(w);
    json_close(&w->json);
    free(agreed);
}

static void write_case(results_writer *w, size_t number)
{
    json_writer *json = &w->json;
    const uriproof_case *one = &w->results->cases[number];
    open_record(json);
    json_text(json, "id", one->id);
    json_text(json, "op", uriproof_ops[one->op].name);
    if (one->group->id != NULL)
        json_text(json, "group", one->group->id);
    else
        write_facts(w, one->group);
    if (one->shortened)
        json_truth(json, "shortened", true);
    json_open_object(json, "ask");
    uriproof_request_write(json, &one->request);
    json_close(json);
    write_answer(json, "expect", one->expected);
    write_results(w, number);
    json_close(json);
}

bool uriproof_results_write(const uriproof_results *results, FILE *out)
{
    const file_root root = {results_format, RESULTS_VERSION, .results = *results};
    results_writer w = {.json = json_writer_dense(out),
                        .results = results,
                        .row = calloc(results->adapter_count + 1, sizeof *w.row)};
    json_open_object(&w.json, NULL);
    write_members(&w.json, root_fields, &root);
    json_texts(&w.json, "readings", results->readings);
    write_records(&w.json, "dialects", dialect_fields, results->dialects, results->dialect_count,
                  sizeof *results->dialects);
    write_records(&w.json, "clauses", clause_fields, results->clauses, results->clause_count,
                  sizeof *results->clauses);
    write_adapters(&w.json, results);
    open_list(&w.json, "groups");
    for (size_t i = 0; i < results->group_count; i++)
        write_group(&w, results->groups[i]);
    json_close(&w.json);
    open_list(&w.json, "cases");
    for (size_t i = 0; i < results->case_count; i++)
        write_case(&w, i);
    free(w.row);
    return json_writer_end(&w.json);
}

/* ---- Reading ---- */

typedef struct results_reader {
    json_document document;
    json_value value; /* what is read now: the root or a case */
    uriproof_results *results;
    store *store;                             /* of the results */
    store *clause_ids, *case_ids, *group_ids; /* which know their numbers */
    size_t *named_last; /* for each clause, the number of the case that named it last; from 1 on */
    size_t case_number; /* from 1 on; groups count too */
    const uriproof_result **row; /* the results of a case, by adapter */
    bool *taken;                 /* by adapter: has it one that is not plain? */
} results_reader;

static size_t length_of(const cJSON *array)
{
    return (size_t)cJSON_GetArraySize(array);
}

/* Returns the names of an array, which stay the tree's, with a NULL after the last. */
static const char **names_of(store *s, const cJSON *array)
{
    const char **list = store_take(s, length_of(array) + 1, sizeof *list);
    size_t count = 0;
    for (const cJSON *item = array->child; item != NULL; item = item->next)
        list[count++] = item->valuestring;
    return list;
}

/* Finds out whether `id` is the first of its kind; `count` were there before. */
static bool is_new(const results_reader *r, const cJSON *item, store *ids, size_t count,
                   const char *id)
{
    return store_number(ids, id) == count ||
           json_fault(&r->value, item, "%s is there twice", json_excerpt_of(id).words);
}

/* Tells a fault of the member `key` of `record`. */
static bool bad_member(const results_reader *r, const cJSON *record, const char *key,
                       const char *words)
{
    return json_fault(&r->value, cJSON_GetObjectItemCaseSensitive(record, key), "%s", words);
}

static bool read_op(const results_reader *r, const cJSON *item, const char *name, uriproof_op *op)
{
    *op = uriproof_op_named(name);
    return *op != URIPROOF_OP_COUNT ||
           json_fault(&r->value, item, "unknown op %s", json_excerpt_of(name).words);
}

/* ---- What stands before the cases: its texts stay the tree's ---- */

static bool read_dialects(results_reader *r, const cJSON *array)
{
    uriproof_results *results = r->results;
    results->dialects = calloc(length_of(array) + 1, sizeof *results->dialects);
    for (const cJSON *item = array->child; item != NULL; item = item->next)
        if (!json_fill(&r->value, item, dialect_fields,
                       &results->dialects[results->dialect_count++]))
            return false;
    return true;
}

static bool read_clauses(results_reader *r, const cJSON *array)
{
    uriproof_results *results = r->results;
    results->clauses = calloc(length_of(array) + 1, sizeof *results->clauses);
    r->named_last = store_take(r->clause_ids, length_of(array) + 1, sizeof *r->named_last);
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        uriproof_results_clause *clause = &results->clauses[results->clause_count];
        if (!json_fill(&r->value, item, clause_fields, clause) ||
            !is_new(r, item, r->clause_ids, results->clause_count++, clause->id))
            return false;
    }
    return true;
}

static bool read_adapters(results_reader *r, const cJSON *array)
{
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        uriproof_op known;
        file_adapter adapter = {.ops = NULL};
        if (!json_fill(&r->value, item, adapter_fields, &adapter))
            return false;
        adapter.facts.dialects = names_of(r->store, adapter.dialects);
        adapter.facts.transforms = names_of(r->store, adapter.transforms);
        for (const cJSON *op = adapter.ops->child; op != NULL; op = op->next) {
            if (!read_op(r, op, op->valuestring, &known))
                return false;
            adapter.facts.has_op[known] = true;
        }
        *results_new_adapter(r->results) = adapter.facts;
    }
    return true;
}

/* ---- Results ---- */

/* Reads an answer: *text is that in JSON, in the store. */
static bool read_answer(results_reader *r, cJSON *item, uriproof_op op, const char **text,
                        uint64_t *hash, bool *accepted)
{
    uriproof_error why;
    uriproof_answer answer;
    if (!uriproof_answer_read(item, op, URIPROOF_LEFT_OPEN, &answer, &why))
        return json_fault(&r->value, item, "%s", why.words);
    char *written = answer_text(op, &answer);
    *text = store_text(r->store, written);
    *hash = answer_hash(op, &answer);
    *accepted = answer.status == ANSWER_ACCEPTED;
    free(written);
    return true;
}

/* Reads what was given: an answer or its hash; or both, if the answer was shortened. */
static bool read_given(results_reader *r, const cJSON *item, const file_result *o, uriproof_op op,
                       uriproof_result *result)
{
    bool accepted;
    if (o->given != NULL &&
        !read_answer(r, o->given, op, &result->given, &result->answer, &accepted))
        return false;
    result->shortened = o->given != NULL && o->hash != NULL;
    return o->hash == NULL || answer_hash_read(o->hash, &result->answer) ||
           bad_member(r, item, "hash", "not the hash of an answer");
}

/* Reads the words of a result. */
static bool read_words(results_reader *r, const cJSON *item, const file_result *o,
                       uriproof_result *result)
{
    size_t dialects = r->results->dialect_count, known = URIPROOF_AS_EVER;
    while (o->known != NULL && known < URIPROOF_KNOWN_COUNT &&
           strcmp(uriproof_knowns[known].name, o->known) != 0)
        known++;
    result->outcome = uriproof_outcome_named(o->outcome, strlen(o->outcome));
    result->known = (uriproof_known)known;
    result->right_in = store_text(r->store, o->right_in);
    result->detail = store_text(r->store, o->detail);
    if (result->outcome == URIPROOF_OUTCOME_COUNT)
        return bad_member(r, item, "outcome", "unknown outcome");
    if (o->right_in != NULL && (strlen(o->right_in) != dialects ||
                                strspn(o->right_in, uriproof_correctness_letters) != dialects))
        return bad_member(r, item, "right_in",
                          "not a letter (r, a, w or n) for each of the dialects");
    return o->known == NULL || (r->results->has_baseline && known != URIPROOF_KNOWN_COUNT) ||
           bad_member(r, item, "known", "not a word of a baseline, or there is none");
}

/* Stores the result for the adapter that has the number `item`. Fails if the adapter has a result
 * already, since each case has one result an adapter. */
static bool store_result(results_reader *r, const cJSON *item, const uriproof_result *result)
{
    size_t count = r->results->adapter_count;
    double given = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(given >= 0 && given < (double)count) || given != (double)(size_t)given)
        return json_fault(&r->value, item, "not a number below %zu", count);
    if (r->taken[(size_t)given])
        return json_fault(&r->value, item, "not the number of an adapter without a result");
    r->taken[(size_t)given] = true;
    r->row[(size_t)given] = result;
    return true;
}

/* Reads a result, and stores it for the adapters that have it. */
static bool read_result(results_reader *r, const cJSON *item, uriproof_op op)
{
    uriproof_result result;
    file_result o = {.outcome = NULL};
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    if (!json_fill(&r->value, item, result_fields, &o) || !read_words(r, item, &o, &result) ||
        !read_given(r, item, &o, op, &result))
        return false;
    result.up_to = result.given != NULL &&
                   (result.outcome == URIPROOF_AGREE || result.outcome == URIPROOF_SLOW);
    const uriproof_result *kept = store_once(r->store, &result, sizeof result);
    for (const cJSON *adapter = o.adapters->child; adapter != NULL; adapter = adapter->next)
        if (!store_result(r, adapter, kept))
            return false;
    return true;
}

/* Reads the results of a case or group into the row. The file leaves out plain results, so the row
 * begins with these. */
static bool read_row(results_reader *r, const cJSON *array, uriproof_op op, const char *id)
{
    for (size_t i = 0; i < r->results->adapter_count; i++) {
        r->row[i] = uriproof_plain_result(r->results, i, op, id);
        r->taken[i] = false;
    }
    const cJSON *item = array->child;
    while (item != NULL && read_result(r, item, op))
        item = item->next;
    return item == NULL;
}

/* ---- Cases and groups ---- */

/* Reads the ids of clauses, none of which the case names twice, after those that it has. */
static bool read_clause_ids(results_reader *r, const cJSON *array, size_t *clauses, size_t *count)
{
    for (const cJSON *item = array->child; item != NULL; item = item->next) {
        size_t clause = store_number(r->clause_ids, item->valuestring);
        json_excerpt words = json_excerpt_of(item->valuestring);
        if (clause >= r->results->clause_count)
            return json_fault(&r->value, item, "unknown clause %s", words.words);
        if (r->named_last[clause] == r->case_number)
            return json_fault(&r->value, item, "clause %s is there twice", words.words);
        r->named_last[clause] = r->case_number;
        clauses[(*count)++] = clause;
    }
    return true;
}

/* Reads what the cases of a group share, or what one that people wrote has. Returns NULL if
 * something of it is wrong. */
static uriproof_results_group *read_facts(results_reader *r, const cJSON *item, const file_case *o)
{
    uriproof_results_group *group = store_take(r->store, 1, sizeof *group);
    size_t *clauses =
        store_take(r->store, length_of(o->breaks) + length_of(o->obeys) + 1, sizeof *clauses);
    *group = (uriproof_results_group){.about = store_text(r->store, o->about),
                                      .origin = store_text(r->store, o->origin),
                                      .clauses = clauses,
                                      .counted = o->counted};
    r->case_number++;
    if (!read_op(r, cJSON_GetObjectItemCaseSensitive(item, "op"), o->op, &group->op) ||
        !read_clause_ids(r, o->breaks, clauses, &group->clause_count))
        return NULL;
    group->breaks_count = group->clause_count;
    return read_clause_ids(r, o->obeys, clauses, &group->clause_count) ? group : NULL;
}

static bool read_group(results_reader *r, const cJSON *item)
{
    file_case o = {.id = NULL};
    size_t number = r->results->group_count;
    if (!json_fill(&r->value, item, group_fields, &o) ||
        !is_new(r, item, r->group_ids, number, o.id))
        return false;
    uriproof_results_group *group = read_facts(r, item, &o);
    if (group == NULL || !read_row(r, o.results, group->op, o.id))
        return false;
    if (!answer_hash_read(o.questions, &group->questions))
        return bad_member(r, item, "questions", "not a hash");
    group->id = o.id;
    for (size_t i = 0; i < r->results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &r->results->adapters[i];
        adapter->agreed = list_grown(adapter->agreed, number, sizeof *adapter->agreed);
        adapter->agreed[number] = r->row[i]->answer;
    }
    results_add_group(r->results, group);
    return true;
}

/* Returns the group that a generated case names, or NULL. */
static const uriproof_results_group *group_of(results_reader *r, const char *id)
{
    size_t number = store_number(r->group_ids, id);
    if (number < r->results->group_count)
        return r->results->groups[number];
    bad_member(r, r->value.tree, "group", "no group has this id");
    return NULL;
}

/* Reads what is asked, whose octets are decoded in place. */
static bool read_request(results_reader *r, cJSON *ask, uriproof_case *one)
{
    uriproof_error why;
    size_t count = 0;
    if (!uriproof_request_read(ask, one->op, &one->request, &why))
        return json_fault(&r->value, ask, "%s", why.words);
    for (; count < 2 && uriproof_present(one->request.field[count]); count++) {
        uriproof_span *text = &one->request.field[count];
        text->octets = store_once(r->store, text->octets, text->length);
    }
    return length_of(ask) == count || json_fault(&r->value, ask, "an unknown key");
}

/* Adds a case to the results, with those that are in the row. */
static void add_case(uriproof_results *results, const uriproof_case *one,
                     const uriproof_result *const *row)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        adapter->results =
            list_grown(adapter->results, results->case_count, sizeof *adapter->results);
        adapter->results[results->case_count] = row[i];
    }
    results->cases = list_grown(results->cases, results->case_count, sizeof *results->cases);
    results->cases[results->case_count++] = *one;
}

/* Reads a case, which is the value that is read now. */
static bool read_case(results_reader *r)
{
    uint64_t hash;
    const cJSON *item = r->value.tree;
    file_case o = {.id = NULL};
    bool is_own = cJSON_GetObjectItemCaseSensitive(item, "group") == NULL;
    if (!json_fill(&r->value, item, is_own ? case_fields : case_fields + OWN_FIELDS, &o) ||
        !is_new(r, item, r->case_ids, r->results->case_count, o.id))
        return false;
    uriproof_case one = {.id = store_text(r->store, o.id),
                         .group = is_own ? read_facts(r, item, &o) : group_of(r, o.group),
                         .shortened = o.shortened};
    if (one.group == NULL)
        return false;
    if (!read_op(r, cJSON_GetObjectItemCaseSensitive(item, "op"), o.op, &one.op) ||
        !read_request(r, o.ask, &one) ||
        !read_answer(r, o.expect, one.op, &one.expected, &hash, &one.accepted) ||
        !read_row(r, o.results, one.op, one.id))
        return false;
    add_case(r->results, &one, r->row);
    return true;
}

/* Reads the cases one by one, since there may be too many for a tree. */
static bool read_cases(results_reader *r)
{
    uriproof_span array = json_member(json_root(&r->document), "cases"), text = {NULL, 0};
    bool good = true;
    while (good && json_next(array, &text)) {
        r->value = json_value_read(&r->document, text);
        good = read_case(r);
        cJSON_Delete(r->value.tree);
    }
    return good;
}

/* ---- The file ---- */

static bool read_root(results_reader *r)
{
    file_root o = {.format = NULL};
    uriproof_results *results = r->results;
    if (!json_is_format(&r->value, results_format, RESULTS_VERSION) ||
        !json_fill(&r->value, r->value.tree, root_fields, &o))
        return false;
    o.results.store = r->store;
    *results = o.results;
    results->readings = names_of(r->store, o.readings);
    if (!read_dialects(r, o.dialects) || !read_clauses(r, o.clauses) ||
        !read_adapters(r, o.adapters))
        return false;
    r->row = store_take(r->store, results->adapter_count + 1, sizeof *r->row);
    r->taken = store_take(r->store, results->adapter_count + 1, sizeof *r->taken);
    for (const cJSON *item = o.groups->child; item != NULL; item = item->next)
        if (!read_group(r, item))
            return false;
    return read_cases(r);
}

static bool read_document(results_reader *r)
{
    static const char *const without[] = {"cases", NULL};
    r->store = store_new();
    r->clause_ids = store_new();
    r->case_ids = store_new();
    r->group_ids = store_new();
    r->value = json_value_read_without(&r->document, json_root(&r->document), without);
    cJSON *tree = r->value.tree;
    *r->results = (uriproof_results){.store = r->store};
    bool good = read_root(r);
    r->results->tree = tree;
    store_free(r->clause_ids);
    store_free(r->case_ids);
    store_free(r->group_ids);
    if (!good)
        uriproof_results_free(r->results);
    return good;
}

bool uriproof_results_read(const char *name, const char *text, size_t length,
                           uriproof_results *results, uriproof_error *error)
{
    results_reader r = {.results = results};
    return json_document_check(&r.document, name, text, length, error) && read_document(&r);
}

bool uriproof_results_open(const char *path, uriproof_results *results, uriproof_error *error)
{
    results_reader r = {.results = results};
    if (!json_document_open(&r.document, path, error))
        return false;
    bool good = read_document(&r);
    json_document_close(&r.document);
    return good;
}
