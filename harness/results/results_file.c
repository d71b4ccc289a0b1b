/* SPDX-License-Identifier: MIT */
/*
 * The results file (docs/reports.md), written and read.
 *
 * Tables say which members a record has, and both the writer and the reader go by them. Each case
 * is written once, and each answer to it once, with the numbers of the adapters that gave it. Each
 * clause, adapter, case and group has a line of its own, so that two files diff well.
 *
 * A file may come from any source, so the reader checks every key, type, name and number. Let s be
 * the number of the file's (unpacked) octets, plus its adapters times its cases and groups. The
 * reader takes memory in proportion to s, and time in proportion to s log s.
 */
#include "answer.h"
#include "base/base.h"
#include "corpus/corpus.h"
#include "model.h"
#include "json/json.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char results_format[] = "uriproof-results";

enum { RESULTS_VERSION = 4 };

/* The words of a result: right_in, detail, known, was. The first may be [right_in, class]. */
enum { RESULT_WORDS = 4 };

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
    {"home", JSON_LINK, offsetof(file_adapter, facts.home), true},
    {"tracker", JSON_LINK, offsetof(file_adapter, facts.tracker), true},
    {"asked_as", JSON_NAME, offsetof(file_adapter, facts.asked_as), true},
    {"dialects", JSON_NAMES, offsetof(file_adapter, dialects), false},
    {"transforms", JSON_NAMES, offsetof(file_adapter, transforms), false},
    {"ops", JSON_NAMES, offsetof(file_adapter, ops), false},
    {NULL, JSON_TEXT, 0, false}};

/* The file's object. */
typedef struct file_root {
    const char *format;
    size_t version;
    uriproof_results results;
    const cJSON *readings, *select, *own, *dialects, *clauses, *adapters;
    const cJSON *cases, *groups; /* empty in the tree, since they are too many */
    const cJSON *words; /* texts that results share; a result has the number of such a text */
} file_root;

static const json_field root_fields[] = {
    {"format", JSON_NAME, offsetof(file_root, format), false},
    {"version", JSON_COUNT, offsetof(file_root, version), false},
    {"uriproof", JSON_NAME, offsetof(file_root, results.uriproof), false},
    {"dialect", JSON_NAME, offsetof(file_root, results.dialect), false},
    {"document", JSON_NAME, offsetof(file_root, results.document), false},
    {"partial", JSON_BOOL, offsetof(file_root, results.partial), false},
    {"baseline", JSON_BOOL, offsetof(file_root, results.has_baseline), false},
    {"exact", JSON_BOOL, offsetof(file_root, results.exact), true},
    {"only_own", JSON_BOOL, offsetof(file_root, results.only_own), true},
    {"level", JSON_NAME, offsetof(file_root, results.level), true},
    {"readings", JSON_NAMES, offsetof(file_root, readings), false},
    {"select", JSON_NAMES, offsetof(file_root, select), true},
    {"own", JSON_NAMES, offsetof(file_root, own), true},
    {"dialects", JSON_ARRAY, offsetof(file_root, dialects), false},
    {"clauses", JSON_ARRAY, offsetof(file_root, clauses), false},
    {"adapters", JSON_ARRAY, offsetof(file_root, adapters), false},
    {"cases", JSON_ARRAY, offsetof(file_root, cases), false},
    {"groups", JSON_ARRAY, offsetof(file_root, groups), false},
    {"words", JSON_NAMES, offsetof(file_root, words), false},
    {NULL, JSON_TEXT, 0, false}};

/* A case or a group. */
typedef struct file_case {
    const char *id, *about, *origin, *op, *questions;
    size_t counted;
    bool shortened;
    cJSON *ask;
    const cJSON *expect, *obeys, *breaks, *cases;
    const cJSON *answers[URIPROOF_OUTCOME_COUNT];
} file_case;

static const json_field group_fields[] = {
    {"id", JSON_NAME, offsetof(file_case, id), false},
    {"about", JSON_NAME, offsetof(file_case, about), false},
    {"origin", JSON_NAME, offsetof(file_case, origin), false},
    {"obeys", JSON_NAMES, offsetof(file_case, obeys), false},
    {"breaks", JSON_NAMES, offsetof(file_case, breaks), false},
    {"op", JSON_NAME, offsetof(file_case, op), false},
    {"counted", JSON_COUNT, offsetof(file_case, counted), false},
    {"questions", JSON_NAME, offsetof(file_case, questions), false},
    {"agree", JSON_ARRAY, offsetof(file_case, answers[URIPROOF_AGREE]), true},
    {"cases", JSON_ARRAY, offsetof(file_case, cases), false},
    {NULL, JSON_TEXT, 0, false}};

/* The fields of a case that people wrote. The fields of a case of a group begin with `id`. Each
 * outcome is a further field. */
static const json_field case_fields[] = {
    {"about", JSON_NAME, offsetof(file_case, about), false},
    {"origin", JSON_NAME, offsetof(file_case, origin), false},
    {"obeys", JSON_NAMES, offsetof(file_case, obeys), false},
    {"breaks", JSON_NAMES, offsetof(file_case, breaks), false},
    {"op", JSON_NAME, offsetof(file_case, op), false},
    {"id", JSON_NAME, offsetof(file_case, id), false},
    {"shortened", JSON_BOOL, offsetof(file_case, shortened), true},
    {"ask", JSON_OBJECT, offsetof(file_case, ask), false},
    {"expect", JSON_ANY, offsetof(file_case, expect), false}};

enum { OWN_FIELDS = 5, CASE_FIELDS = sizeof case_fields / sizeof case_fields[0] };

/* ---- Answers ---- */

/* An accepted answer that only has parts is written as a list of the parts, in this order. The
 * parts that most answers have come first. */
static const struct part_list {
    const char *key;
    const char *const names[URIPROOF_COMPONENT_COUNT + 1];
} part_lists[] = {
    {"components",
     {"scheme", "host", "port", "path", "query", "fragment", "user", "password", "userinfo", NULL}},
    {"generic", {"scheme", "path", "search", "fragmentid", NULL}},
};

static void write_part(json_writer *json, const cJSON *part)
{
    size_t length = strlen(part->string);
    bool is_hex = length > 4 && strcmp(part->string + length - 4, "_hex") == 0;
    if (is_hex)
        json_open_object(json, NULL);
    json_text(json, is_hex ? "hex" : NULL, part->valuestring);
    if (is_hex)
        json_close(json);
}

static const cJSON *part_named(const cJSON *parts, const char *name)
{
    const cJSON *part = parts->child;
    while (part != NULL && octets_key_of(part->string, name) == OCTETS_OTHER_KEY)
        part = part->next;
    return part;
}

/* Writes the parts in their order. An absent part is null, but absent parts at the end are left
 * out. */
static void write_parts(json_writer *json, const char *key, const cJSON *parts,
                        const char *const *names)
{
    size_t absent = 0;
    json_open_array(json, key);
    for (; *names != NULL; names++) {
        const cJSON *part = part_named(parts, *names);
        absent += part == NULL;
        for (; part != NULL && absent > 0; absent--)
            json_null(json, NULL);
        if (part != NULL)
            write_part(json, part);
    }
    json_close(json);
}

/* Returns true if the member of an answer is left out, since most have it. */
static bool is_implied(const cJSON *item)
{
    return strcmp(item->string, "status") == 0 && cJSON_IsString(item) &&
           strcmp(item->valuestring, "accepted") == 0;
}

/* Returns true if the answer is accepted and has nothing but `key`. */
static bool has_only(const cJSON *answer, const char *key)
{
    const cJSON *parts = answer->child->next;
    return is_implied(answer->child) && parts != NULL && parts->next == NULL &&
           strcmp(parts->string, key) == 0;
}

/* Writes the answer `text`, in JSON. The generic form is a list in a list. An answer that is not
 * written as a list is as in the protocol, without the status if it is accepted. `hash` is that of
 * the whole answer, if it was shortened; else NULL. */
static void write_answer(json_writer *json, const char *key, const char *text, const char *hash)
{
    cJSON *answer = cJSON_Parse(text);
    if (hash == NULL && has_only(answer, "components")) {
        write_parts(json, key, answer->child->next, part_lists[0].names);
    } else if (hash == NULL && has_only(answer, "generic")) {
        json_open_array(json, key);
        write_parts(json, NULL, answer->child->next, part_lists[1].names);
        json_close(json);
    } else {
        json_open_object(json, key);
        for (const cJSON *item = answer->child; item != NULL; item = item->next)
            if (!is_implied(item))
                json_tree(json, item->string, item);
        json_text_if(json, "shortened", hash);
        json_close(json);
    }
    cJSON_Delete(answer);
}

/* Adds an item of a list to the parts of an answer. Returns false if it is not a part. */
static bool add_part(cJSON *parts, const char *name, const cJSON *part)
{
    const cJSON *hex = cJSON_IsObject(part) ? part->child : NULL;
    if (cJSON_IsNull(part))
        return true;
    if (cJSON_IsString(part))
        return cJSON_AddStringToObject(parts, name, part->valuestring) != NULL;
    char key[32];
    snprintf(key, sizeof key, "%s_hex", name);
    return hex != NULL && hex->next == NULL && strcmp(hex->string, "hex") == 0 &&
           cJSON_IsString(hex) && cJSON_AddStringToObject(parts, key, hex->valuestring) != NULL;
}

/* Turns `item`, an answer as it is written in the file, into an answer of the protocol. The caller
 * frees it with cJSON_Delete. Returns NULL if `item` is a list, but not one of parts. */
static cJSON *answer_tree(const cJSON *item)
{
    if (cJSON_IsObject(item)) {
        cJSON *answer = cJSON_Duplicate(item, true);
        if (cJSON_GetObjectItemCaseSensitive(answer, "status") == NULL)
            cJSON_AddStringToObject(answer, "status", "accepted");
        return answer;
    }
    bool is_generic = cJSON_IsArray(item->child) && item->child->next == NULL;
    const struct part_list *list = &part_lists[is_generic];
    const cJSON *part = is_generic ? item->child->child : item->child;
    cJSON *answer = cJSON_CreateObject();
    cJSON_AddStringToObject(answer, "status", "accepted");
    cJSON *parts = cJSON_AddObjectToObject(answer, list->key);
    for (size_t i = 0; part != NULL; part = part->next, i++)
        if (list->names[i] == NULL || !add_part(parts, list->names[i], part)) {
            cJSON_Delete(answer);
            return NULL;
        }
    return answer;
}

/* ---- Writing ---- */

typedef struct results_writer {
    json_writer json;
    const uriproof_results *results;
    store *store;       /* has the words that were written, and their numbers */
    const char **words; /* by number */
    size_t word_count;
    size_t *adapters;            /* a list of their numbers while it is made */
    const uriproof_result **row; /* the results of a case, by adapter; NULL: not to be written */
    uriproof_result *agreed;     /* the results of the counted cases of a group */
} results_writer;

/* Writes the members of a record, except arrays. An optional member that is false is left out. */
static void write_members(json_writer *json, const json_field *fields, const void *record)
{
    for (; fields->name != NULL; fields++) {
        const void *at = (const char *)record + fields->offset;
        if (fields->kind == JSON_NAME || fields->kind == JSON_TEXT || fields->kind == JSON_LINK)
            json_text_if(json, fields->name, *(const char *const *)at);
        else if (fields->kind == JSON_BOOL && (!fields->optional || *(const bool *)at))
            json_truth(json, fields->name, *(const bool *)at);
        else if (fields->kind == JSON_COUNT)
            json_number(json, fields->name, *(const size_t *)at);
        else if (fields->kind != JSON_BOOL)
            return;
    }
}

/* Writes `count` records of `size` octets, each on a line. */
static void write_records(json_writer *json, const char *key, const json_field *fields,
                          const void *records, size_t count, size_t size)
{
    json_new_line(json);
    json_open_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_new_line(json);
        json_open_object(json, NULL);
        write_members(json, fields, (const char *)records + i * size);
        json_close(json);
    }
    json_close(json);
}

static void write_adapters(json_writer *json, const uriproof_results *results)
{
    json_new_line(json);
    json_open_array(json, "adapters");
    for (size_t i = 0; i < results->adapter_count; i++) {
        const file_adapter adapter = {.facts = results->adapters[i]};
        json_new_line(json);
        json_open_object(json, NULL);
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

static void write_word(results_writer *w, const char *word)
{
    size_t number = store_number(w->store, word);
    if (number == w->word_count) {
        w->words = list_grown(w->words, w->word_count, sizeof *w->words);
        w->words[w->word_count++] = store_text(w->store, word);
    }
    json_number(&w->json, NULL, number);
}

/* Writes the number of a word, or null. */
static void write_word_or_null(results_writer *w, const char *word)
{
    if (word != NULL)
        write_word(w, word);
    else
        json_null(&w->json, NULL);
}

/* Returns true if `right_in` is written with the class and the deviations. */
static bool has_reason(const uriproof_result *result)
{
    return result->class_id != NULL || result->deviations != NULL;
}

/* Writes the word `right_in`; with the class and the deviations, if there are some, as an array. */
static void write_right_in(results_writer *w, const uriproof_result *result)
{
    if (has_reason(result))
        json_open_array(&w->json, NULL);
    write_word_or_null(w, result->right_in);
    if (!has_reason(result))
        return;
    write_word_or_null(w, result->class_id);
    if (result->deviations != NULL)
        write_word(w, result->deviations);
    json_close(&w->json);
}

/* Writes numbers: one alone, or an array of several. */
static void write_numbers(json_writer *json, const size_t *numbers, size_t count)
{
    if (count > 1)
        json_open_array(json, NULL);
    for (size_t i = 0; i < count; i++)
        json_number(json, NULL, numbers[i]);
    if (count > 1)
        json_close(json);
}

static void write_given(json_writer *json, const uriproof_result *result)
{
    char hash[ANSWER_HASH_ROOM];
    answer_hash_write(result->answer, hash);
    if (result->given != NULL)
        write_answer(json, NULL, result->given, result->shortened ? hash : NULL);
    else if (result->answer != 0)
        json_text(json, NULL, hash);
    else
        json_null(json, NULL);
}

/* Writes a result and the adapters that have it: [answer, adapters, right_in, detail, known, was],
 * or the adapters alone if there is no more to say. Nulls at the end are left out. */
static void write_result(results_writer *w, const uriproof_result *result, size_t adapter_count)
{
    bool is_known = result->known != URIPROOF_AS_EVER;
    bool has_was = !uriproof_knowns[result->known].good && result->was != URIPROOF_NOT_RUN;
    const char *words[] = {result->right_in, result->detail,
                           is_known ? uriproof_knowns[result->known].name : NULL,
                           has_was ? uriproof_outcomes[result->was].name : NULL};
    const bool reasoned = has_reason(result);
    size_t absent = 0;
    if (result->given == NULL && result->answer == 0 && words[0] == NULL && words[1] == NULL &&
        words[2] == NULL && !reasoned) {
        for (size_t i = 0; i < adapter_count; i++)
            json_number(&w->json, NULL, w->adapters[i]);
        return;
    }
    json_open_array(&w->json, NULL);
    write_given(&w->json, result);
    write_numbers(&w->json, w->adapters, adapter_count);
    if (reasoned)
        write_right_in(w, result);
    for (size_t i = reasoned; i < sizeof words / sizeof words[0]; i++) {
        absent += words[i] == NULL;
        for (; words[i] != NULL && absent > 0; absent--)
            json_null(&w->json, NULL);
        if (words[i] != NULL)
            write_word(w, words[i]);
    }
    json_close(&w->json);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Returns true if both results are written in the same way. */
static bool same_result(const uriproof_result *a, const uriproof_result *b)
{
    return a == b ||
           (a->outcome == b->outcome && a->answer == b->answer && a->known == b->known &&
            a->was == b->was && same_text(a->given, b->given) && same_text(a->detail, b->detail) &&
            same_text(a->right_in, b->right_in) && same_text(a->class_id, b->class_id) &&
            same_text(a->deviations, b->deviations));
}

/* Writes the results that are in the row, outcome by outcome. Within an outcome, the result of the
 * first adapter comes first, then the next different result. */
static void write_row(results_writer *w)
{
    size_t count = w->results->adapter_count;
    for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++) {
        bool is_open = false;
        for (size_t i = 0; i < count; i++) {
            const uriproof_result *result = w->row[i];
            size_t alike = 0;
            if (result == NULL || result->outcome != (uriproof_outcome)outcome)
                continue;
            if (!is_open)
                json_open_array(&w->json, uriproof_outcomes[outcome].name);
            is_open = true;
            for (size_t k = i; k < count; k++)
                if (w->row[k] != NULL && same_result(result, w->row[k])) {
                    w->adapters[alike++] = k;
                    w->row[k] = NULL;
                }
            write_result(w, result, alike);
        }
        if (is_open)
            json_close(&w->json);
    }
}

/* Writes the results of a case. Plain results are not written, except the hash of an answer to a
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

/* Writes the hashes of the answers that agree in the cases of a group. */
static void write_agreed(results_writer *w, size_t group)
{
    for (size_t i = 0; i < w->results->adapter_count; i++) {
        uint64_t hash = w->results->adapters[i].agreed[group];
        w->agreed[i] = (uriproof_result){.outcome = URIPROOF_AGREE, .answer = hash};
        w->row[i] = hash != 0 ? &w->agreed[i] : NULL;
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
    json_text(&w->json, "op", uriproof_ops[group->op].name);
}

/* Writes a case. If it is of a group, writes only the end of its id, which follows the id of the
 * group. */
static void write_case(results_writer *w, size_t number)
{
    json_writer *json = &w->json;
    const uriproof_case *one = &w->results->cases[number];
    bool is_own = one->group->id == NULL;
    json_new_line(json);
    json_open_object(json, NULL);
    json_text(json, "id", is_own ? one->id : one->id + strlen(one->group->id) + 1);
    if (is_own)
        write_facts(w, one->group);
    if (one->shortened)
        json_truth(json, "shortened", true);
    json_open_object(json, "ask");
    uriproof_request_write(json, &one->request);
    json_close(json);
    write_answer(json, "expect", one->expected, NULL);
    write_results(w, number);
    json_close(json);
}

/* Writes a group with its cases, which begin at number *next. */
static void write_group(results_writer *w, const uriproof_results_group *group, size_t *next)
{
    char questions[ANSWER_HASH_ROOM];
    answer_hash_write(group->questions, questions);
    json_new_line(&w->json);
    json_open_object(&w->json, NULL);
    json_text(&w->json, "id", group->id);
    write_facts(w, group);
    json_number(&w->json, "counted", group->counted);
    json_text(&w->json, "questions", questions);
    write_agreed(w, group->number);
    json_open_array(&w->json, "cases");
    while (*next < w->results->case_count && w->results->cases[*next].group == group)
        write_case(w, (*next)++);
    json_close(&w->json);
    json_close(&w->json);
}

/* Writes the cases that people wrote, and then those of groups. */
static void write_cases(results_writer *w)
{
    const uriproof_results *results = w->results;
    size_t next = 0;
    json_new_line(&w->json);
    json_open_array(&w->json, "cases");
    while (next < results->case_count && results->cases[next].group->id == NULL)
        write_case(w, next++);
    json_close(&w->json);
    json_new_line(&w->json);
    json_open_array(&w->json, "groups");
    for (size_t i = 0; i < results->group_count; i++)
        write_group(w, results->groups[i], &next);
    json_close(&w->json);
}

bool uriproof_results_write(const uriproof_results *results, FILE *out)
{
    const file_root root = {results_format, RESULTS_VERSION, .results = *results};
    size_t room = results->adapter_count + 1;
    results_writer w = {.json = json_writer_dense(out), .results = results, .store = store_new()};
    w.adapters = store_take(w.store, room, sizeof *w.adapters);
    w.row = store_take(w.store, room, sizeof *w.row);
    w.agreed = store_take(w.store, room, sizeof *w.agreed);
    json_open_object(&w.json, NULL);
    write_members(&w.json, root_fields, &root);
    json_texts(&w.json, "readings", results->readings);
    if (results->select != NULL && *results->select != NULL)
        json_texts(&w.json, "select", results->select);
    if (results->own != NULL && *results->own != NULL)
        json_texts(&w.json, "own", results->own);
    write_records(&w.json, "dialects", dialect_fields, results->dialects, results->dialect_count,
                  sizeof *results->dialects);
    write_records(&w.json, "clauses", clause_fields, results->clauses, results->clause_count,
                  sizeof *results->clauses);
    write_adapters(&w.json, results);
    write_cases(&w);
    json_new_line(&w.json);
    json_open_array(&w.json, "words");
    for (size_t i = 0; i < w.word_count; i++)
        json_text(&w.json, NULL, w.words[i]);
    json_close(&w.json);
    free(w.words);
    store_free(w.store);
    return json_writer_end(&w.json);
}

/* ---- Reading ---- */

typedef struct results_reader {
    json_document document;
    json_value value; /* what is read now: the root, a case or a group */
    uriproof_results *results;
    store *store;                             /* of the results */
    store *clause_ids, *case_ids, *group_ids; /* which know their numbers */
    size_t *named_last; /* for each clause, the number of the case that named it last; from 1 on */
    size_t case_number; /* from 1 on; groups count too */
    const char **words;
    size_t word_count;
    const uriproof_result **row; /* the results of a case, by adapter */
    bool *taken;                 /* by adapter: has it one that is not plain? */
    json_field fields[CASE_FIELDS + URIPROOF_OUTCOME_COUNT + 1]; /* of a case */
} results_reader;

static size_t length_of(const cJSON *array)
{
    return (size_t)cJSON_GetArraySize(array);
}

/* Returns the names of an array, which stay the tree's, with a NULL after the last. NULL has
 * none. */
static const char **names_of(store *s, const cJSON *array)
{
    const char **list = store_take(s, length_of(array) + 1, sizeof *list);
    size_t count = 0;
    for (const cJSON *item = array != NULL ? array->child : NULL; item != NULL; item = item->next)
        list[count++] = item->valuestring;
    return list;
}

/* Returns true if `id` is new. `count` ids of its kind were read before. */
static bool is_new(const results_reader *r, const cJSON *item, store *ids, size_t count,
                   const char *id)
{
    return store_number(ids, id) == count ||
           json_fault(&r->value, item, "%s is there twice", json_excerpt_of(id).words);
}

static bool read_hash(const results_reader *r, const cJSON *item, uint64_t *hash)
{
    return (cJSON_IsString(item) && answer_hash_read(item->valuestring, hash)) ||
           json_fault(&r->value, item, "not the hash of an answer");
}

static bool read_op(const results_reader *r, const cJSON *item, uriproof_op *op)
{
    *op = uriproof_op_named(item->valuestring);
    return *op != URIPROOF_OP_COUNT ||
           json_fault(&r->value, item, "unknown op %s", json_excerpt_of(item->valuestring).words);
}

/* ---- What stands before the cases: its texts stay the tree's ---- */

/* Reads which vectors were asked for. A file that does not say the level says nothing of it. */
static bool read_asked(results_reader *r, const cJSON *select, const cJSON *own)
{
    uriproof_level level;
    uriproof_results *results = r->results;
    if (results->level == NULL)
        return (select == NULL && own == NULL) ||
               json_fault(&r->value, select != NULL ? select : own,
                          "the key \"level\" is missing beside it");
    if (!uriproof_level_named(results->level, &level))
        return json_fault(&r->value, cJSON_GetObjectItemCaseSensitive(r->value.tree, "level"),
                          "unknown level %s", json_excerpt_of(results->level).words);
    results->select = names_of(r->store, select);
    results->own = names_of(r->store, own);
    return true;
}

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
            if (!read_op(r, op, &known))
                return false;
            adapter.facts.has_op[known] = true;
        }
        *results_new_adapter(r->results) = adapter.facts;
    }
    return true;
}

/* ---- Results ---- */

/* Reads an answer. Sets *text to the answer in JSON, in the store. */
static bool read_answer(results_reader *r, const cJSON *item, uriproof_op op, const char **text,
                        uint64_t *hash, bool *accepted)
{
    uriproof_error why;
    uriproof_answer answer;
    cJSON *tree = cJSON_IsObject(item) || cJSON_IsArray(item) ? answer_tree(item) : NULL;
    if (tree == NULL)
        return json_fault(&r->value, item, "not an answer, or the parts of one");
    bool good = uriproof_answer_read(tree, op, URIPROOF_LEFT_OPEN, &answer, &why) ||
                json_fault(&r->value, item, "%s", why.words);
    if (good) {
        char *written = answer_text(op, &answer);
        *text = store_text(r->store, written);
        *hash = answer_hash(op, &answer);
        *accepted = answer.status == ANSWER_ACCEPTED;
        free(written);
    }
    cJSON_Delete(tree);
    return good;
}

/* Reads what was given: an answer, its hash, or null. */
static bool read_given(results_reader *r, cJSON *item, uriproof_op op, uriproof_result *result)
{
    bool accepted;
    if (cJSON_IsNull(item))
        return true;
    if (!cJSON_IsObject(item) && !cJSON_IsArray(item))
        return read_hash(r, item, &result->answer);
    uint64_t hash = 0;
    const cJSON *whole = cJSON_GetObjectItemCaseSensitive(item, "shortened");
    result->shortened = whole != NULL;
    if (whole != NULL && !read_hash(r, whole, &hash))
        return false;
    cJSON_DeleteItemFromObjectCaseSensitive(item, "shortened");
    if (!read_answer(r, item, op, &result->given, &result->answer, &accepted))
        return false;
    result->answer = result->shortened ? hash : result->answer;
    return true;
}

/* Reads a number below `count`. */
static bool read_number(const results_reader *r, const cJSON *item, size_t count, size_t *number)
{
    double given = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(given >= 0 && given < (double)count) || given != (double)(size_t)given)
        return json_fault(&r->value, item, "not a number below %zu", count);
    *number = (size_t)given;
    return true;
}

/* Returns the number of a word of the baseline; URIPROOF_KNOWN_COUNT if it is not such a word. */
static uriproof_known known_named(const char *word)
{
    size_t known = 0;
    while (known < URIPROOF_KNOWN_COUNT && strcmp(uriproof_knowns[known].name, word) != 0)
        known++;
    return (uriproof_known)known;
}

/* Reads the outcome that a baseline has, which is not known if there is no word of it. */
static bool read_was(const results_reader *r, const cJSON *entry, const char *word,
                     uriproof_result *result)
{
    size_t outcome = 0;
    while (word != NULL && outcome < URIPROOF_NOT_RUN &&
           strcmp(uriproof_outcomes[outcome].name, word) != 0)
        outcome++;
    bool is_known = !uriproof_knowns[result->known].good;
    if (is_known)
        result->was = word != NULL ? (uriproof_outcome)outcome : URIPROOF_NOT_RUN;
    return word == NULL || (is_known && outcome < URIPROOF_NOT_RUN) ||
           json_fault(&r->value, cJSON_GetArrayItem(entry, 5),
                      "not the outcome of what changed since a baseline");
}

/* Reads the number of a word, or null. */
static bool read_word(const results_reader *r, const cJSON *item, const char **word)
{
    size_t number = 0;
    *word = NULL;
    if (!cJSON_IsNull(item) && !read_number(r, item, r->word_count, &number))
        return false;
    *word = cJSON_IsNull(item) ? NULL : r->words[number];
    return true;
}

/* Returns true for ids of deviations, with spaces between them. */
static bool is_deviations(const char *words)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-.= ";
    return *words != '\0' && *words != ' ' && strspn(words, letters) == strlen(words);
}

/* Reads the words of [answer, adapters, right_in, detail, known, was]. */
static bool read_words(results_reader *r, const cJSON *entry, uriproof_result *result)
{
    const char *words[RESULT_WORDS] = {NULL};
    size_t count = 0, dialects = r->results->dialect_count;
    const cJSON *item = entry->child->next->next;
    if (cJSON_IsArray(item)) {
        const size_t length = length_of(item);
        if (length != 2 && length != 3)
            return json_fault(&r->value, item, "not [right_in, class, deviations]");
        if (!read_word(r, item->child, &words[count++]) ||
            !read_word(r, item->child->next, &result->class_id) ||
            (length == 3 && !read_word(r, item->child->next->next, &result->deviations)))
            return false;
        if (result->deviations != NULL && !is_deviations(result->deviations))
            return json_fault(&r->value, item, "not the ids of deviations: \"host.case=lower\"");
        item = item->next;
    }
    for (; item != NULL; item = item->next)
        if (!read_word(r, item, &words[count++]))
            return false;
    result->right_in = words[0];
    result->detail = words[1];
    result->known = words[2] != NULL ? known_named(words[2]) : URIPROOF_AS_EVER;
    if (words[0] != NULL && (strlen(words[0]) != dialects ||
                             strspn(words[0], uriproof_correctness_letters) != dialects))
        return json_fault(&r->value, cJSON_GetArrayItem(entry, 2),
                          "not a letter (r, a, w or n) for each of the dialects");
    if (words[2] != NULL && (!r->results->has_baseline || result->known == URIPROOF_KNOWN_COUNT))
        return json_fault(&r->value, cJSON_GetArrayItem(entry, 4),
                          "not a word of a baseline, or there is none");
    return read_was(r, entry, words[3], result);
}

/* Stores the result for the adapter that `item` names. Fails if the adapter has a result already,
 * since each case has one result an adapter. */
static bool store_result(results_reader *r, const cJSON *item, const uriproof_result *result)
{
    size_t adapter = 0;
    if (!read_number(r, item, r->results->adapter_count, &adapter))
        return false;
    if (r->taken[adapter])
        return json_fault(&r->value, item, "not the number of an adapter without a result");
    r->taken[adapter] = true;
    r->row[adapter] = result;
    return true;
}

/* Reads one entry under an outcome: [answer, adapters, right_in, detail, known, was], or just the
 * number of an adapter. Adapters that answered alike share an entry, which keeps the file small. */
static bool read_result(results_reader *r, const cJSON *entry, uriproof_op op,
                        uriproof_outcome outcome)
{
    uriproof_result result;
    memset(&result, 0, sizeof result); /* the padding too, since equal results are kept once */
    result.outcome = outcome;
    size_t count = cJSON_IsArray(entry) ? length_of(entry) : 0;
    const cJSON *adapters = entry;
    if (!cJSON_IsNumber(entry)) {
        if (count < 2 || count > 2 + RESULT_WORDS)
            return json_fault(&r->value, entry,
                              "not [answer, adapters, right_in, detail, known, was]");
        adapters = entry->child->next;
        if (!read_words(r, entry, &result) || !read_given(r, entry->child, op, &result))
            return false;
    }
    result.up_to = result.given != NULL && (outcome == URIPROOF_AGREE || outcome == URIPROOF_SLOW);
    const uriproof_result *kept = store_once(r->store, &result, sizeof result);
    const cJSON *item = cJSON_IsArray(adapters) ? adapters->child : adapters;
    for (; item != NULL; item = cJSON_IsArray(adapters) ? item->next : NULL)
        if (!store_result(r, item, kept))
            return false;
    return true;
}

/* Reads the results of a case or group into the row. The file leaves out plain results, so the row
 * begins with these. */
static bool read_row(results_reader *r, const file_case *o, uriproof_op op, const char *id)
{
    for (size_t i = 0; i < r->results->adapter_count; i++) {
        r->row[i] = uriproof_plain_result(r->results, i, op, id);
        r->taken[i] = false;
    }
    for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++) {
        const cJSON *entry = o->answers[outcome] != NULL ? o->answers[outcome]->child : NULL;
        for (; entry != NULL; entry = entry->next)
            if (!read_result(r, entry, op, (uriproof_outcome)outcome))
                return false;
    }
    return true;
}

/* ---- Cases and groups ---- */

/* Reads the ids of clauses, and adds them after those that the case has already. No clause may be
 * named twice. */
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

/* Reads the members that the cases of a group share, or those of a case that people wrote. Returns
 * NULL after a fault. */
static uriproof_results_group *read_facts(results_reader *r, const file_case *o)
{
    uriproof_results_group *group = store_take(r->store, 1, sizeof *group);
    size_t *clauses =
        store_take(r->store, length_of(o->breaks) + length_of(o->obeys) + 1, sizeof *clauses);
    *group = (uriproof_results_group){.about = store_text(r->store, o->about),
                                      .origin = store_text(r->store, o->origin),
                                      .clauses = clauses,
                                      .counted = o->counted};
    r->case_number++;
    if (!read_op(r, cJSON_GetObjectItemCaseSensitive(r->value.tree, "op"), &group->op) ||
        !read_clause_ids(r, o->breaks, clauses, &group->clause_count))
        return NULL;
    group->breaks_count = group->clause_count;
    return read_clause_ids(r, o->obeys, clauses, &group->clause_count) ? group : NULL;
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

/* Adds a case to the results of the run, with the results in the row. */
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

/* Reads a case of the group. If `group` is NULL, people wrote the case. */
static bool read_case(results_reader *r, const uriproof_results_group *group)
{
    uint64_t hash;
    file_case o = {.id = NULL};
    if (!json_fill(&r->value, r->value.tree, group != NULL ? r->fields + OWN_FIELDS : r->fields,
                   &o))
        return false;
    uriproof_case one = {.id = group != NULL ? store_joined(r->store, group->id, "-", o.id)
                                             : store_text(r->store, o.id),
                         .group = group != NULL ? group : read_facts(r, &o),
                         .shortened = o.shortened};
    if (one.group == NULL || !is_new(r, r->value.tree, r->case_ids, r->results->case_count, one.id))
        return false;
    one.op = one.group->op;
    if (!read_request(r, o.ask, &one) ||
        !read_answer(r, o.expect, one.op, &one.expected, &hash, &one.accepted) ||
        !read_row(r, &o, one.op, one.id))
        return false;
    add_case(r->results, &one, r->row);
    return true;
}

/* Reads the cases of an array one by one. */
static bool read_cases(results_reader *r, uriproof_span array, const uriproof_results_group *group)
{
    uriproof_span text = {NULL, 0};
    bool good = true;
    while (good && json_next(array, &text)) {
        r->value = json_value_read(&r->document, text);
        good = read_case(r, group);
        cJSON_Delete(r->value.tree);
    }
    return good;
}

/* Reads a group without its cases. */
static bool read_group(results_reader *r)
{
    file_case o = {.id = NULL};
    size_t number = r->results->group_count;
    if (!json_fill(&r->value, r->value.tree, group_fields, &o) ||
        !is_new(r, r->value.tree, r->group_ids, number, o.id))
        return false;
    const cJSON *questions = cJSON_GetObjectItemCaseSensitive(r->value.tree, "questions");
    uriproof_results_group *group = read_facts(r, &o);
    if (group == NULL || !read_hash(r, questions, &group->questions))
        return false;
    group->id = store_text(r->store, o.id);
    if (!read_row(r, &o, group->op, group->id))
        return false;
    for (size_t i = 0; i < r->results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &r->results->adapters[i];
        adapter->agreed = list_grown(adapter->agreed, number, sizeof *adapter->agreed);
        adapter->agreed[number] = r->row[i]->answer;
    }
    results_add_group(r->results, group);
    return true;
}

static bool read_groups(results_reader *r, uriproof_span array)
{
    static const char *const without[] = {"cases", NULL};
    uriproof_span text = {NULL, 0};
    bool good = true;
    while (good && json_next(array, &text)) {
        r->value = json_value_read_without(&r->document, text, without);
        good = read_group(r);
        cJSON_Delete(r->value.tree);
        good = good && read_cases(r, json_member(text, "cases"),
                                  r->results->groups[r->results->group_count - 1]);
    }
    return good;
}

/* ---- The file ---- */

static bool read_root(results_reader *r)
{
    file_root o = {.format = NULL};
    uriproof_results *results = r->results;
    uriproof_span text = json_root(&r->document);
    if (!json_is_format(&r->value, results_format, RESULTS_VERSION) ||
        !json_fill(&r->value, r->value.tree, root_fields, &o))
        return false;
    o.results.store = r->store;
    *results = o.results;
    results->readings = names_of(r->store, o.readings);
    r->words = names_of(r->store, o.words);
    r->word_count = length_of(o.words);
    if (!read_asked(r, o.select, o.own) || !read_dialects(r, o.dialects) ||
        !read_clauses(r, o.clauses) || !read_adapters(r, o.adapters))
        return false;
    r->row = store_take(r->store, results->adapter_count + 1, sizeof *r->row);
    r->taken = store_take(r->store, results->adapter_count + 1, sizeof *r->taken);
    return read_cases(r, json_member(text, "cases"), NULL) &&
           read_groups(r, json_member(text, "groups"));
}

/* Adds the outcomes to the members of a case. */
static void name_fields(results_reader *r)
{
    memcpy(r->fields, case_fields, sizeof case_fields);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++)
        r->fields[CASE_FIELDS + i] =
            (json_field){uriproof_outcomes[i].name, JSON_ARRAY,
                         offsetof(file_case, answers) + i * sizeof(const cJSON *), true};
}

static bool read_document(results_reader *r)
{
    static const char *const without[] = {"cases", "groups", NULL};
    name_fields(r);
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
