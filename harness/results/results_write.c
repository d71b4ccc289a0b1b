/* SPDX-License-Identifier: MIT */
/*
 * The results file, written. A case is there once, and an answer to it once, with the adapters that
 * gave it. Keys have a fixed order, and each clause, adapter and case has a line of its own, so
 * that two files diff well.
 */
#include "answer_hash.h"
#include "base/base.h"
#include "results_format.h"
#include "truncate.h"
#include "json/json.h"

#include "model.h"

#include <stdlib.h>
#include <string.h>

/* Texts that many results share. */
typedef struct texts {
    const char **list;
    size_t count;
} texts;

typedef struct results_writer {
    json_writer json;
    const uriproof_results *results;
    texts details;  /* of all results, each once */
    texts right_in; /* the same, as letters */
    size_t *order;  /* of the adapters, in one case: by their results */
} results_writer;

/* ---- Texts that many results share: each is written once ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_text(texts *list, const char *text)
{
    list->list = list_grown(list->list, list->count, sizeof *list->list);
    list->list[list->count++] = text;
}

static void sort_once(texts *list)
{
    size_t left = 0;
    if (list->count > 0)
        qsort(list->list, list->count, sizeof *list->list, by_text);
    for (size_t i = 0; i < list->count; i++)
        if (left == 0 || strcmp(list->list[left - 1], list->list[i]) != 0)
            list->list[left++] = list->list[i];
    list->count = left;
}

static size_t number_of(const texts *list, const char *text)
{
    const char **found = bsearch(&text, list->list, list->count, sizeof *list->list, by_text);
    return (size_t)(found - list->list);
}

static void letters_of(const results_writer *w, const uriproof_result *result, char *letters)
{
    size_t count = w->results->dialect_count;
    for (size_t i = 0; i < count; i++)
        letters[i] = uriproof_correctnesses[result->right_in[i]].name[0];
    letters[count] = '\0';
}

/* Is the answer wrong in all dialects? */
static bool is_wrong_everywhere(const results_writer *w, const uriproof_result *result)
{
    size_t i = 0;
    while (i < w->results->dialect_count && result->right_in[i] == URIPROOF_WRONG_THERE)
        i++;
    return i == w->results->dialect_count;
}

/* What is plain is not written, but for the hash of an answer to a case of people's. */
static bool is_written(const uriproof_results *results, size_t adapter, size_t number)
{
    const uriproof_result *result = results->adapters[adapter].results[number];
    if (!uriproof_is_asked(results, adapter, number))
        return false;
    return !uriproof_is_plain(results, adapter, number) ||
           (results->cases[number].group == NULL && result->answer != 0);
}

/* Gathers what the results share. Most share the text of the result before. */
static void gather(results_writer *w, store *s)
{
    const uriproof_results *results = w->results;
    char *letters = store_take(s, results->dialect_count + 1, 1);
    for (size_t i = 0; i < results->adapter_count; i++) {
        const char *detail = NULL;
        const uriproof_correctness *right_in = NULL;
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_result *result = results->adapters[i].results[k];
            if (!is_written(results, i, k))
                continue;
            if (result->detail != NULL && result->detail != detail)
                add_text(&w->details, detail = result->detail);
            if (result->right_in == NULL || result->right_in == right_in ||
                is_wrong_everywhere(w, result))
                continue;
            letters_of(w, result, letters);
            right_in = result->right_in;
            add_text(&w->right_in, store_text(s, letters));
        }
    }
    sort_once(&w->details);
    sort_once(&w->right_in);
}

/* ---- Answers ---- */

static int compare_texts(const char *a, const char *b)
{
    if (a == b || a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

static int compare_right_in(const uriproof_result *a, const uriproof_result *b, size_t count)
{
    if (a->right_in == b->right_in || a->right_in == NULL || b->right_in == NULL)
        return (a->right_in != NULL) - (b->right_in != NULL);
    return memcmp(a->right_in, b->right_in, count * sizeof *a->right_in);
}

/* Compares two results by all that the file says of them. */
static int compare_results(const uriproof_results *results, const uriproof_result *a,
                           const uriproof_result *b)
{
    int order = (a->outcome > b->outcome) - (a->outcome < b->outcome);
    if (order == 0)
        order = compare_texts(a->given, b->given);
    if (order == 0)
        order = (a->answer > b->answer) - (a->answer < b->answer);
    if (order == 0)
        order = compare_texts(a->detail, b->detail);
    return order == 0 ? compare_right_in(a, b, results->dialect_count) : order;
}

/* Sorts the adapters whose result of the case is to be written, stably. Returns how many there are:
 * few, so that they are put in their places one by one. */
static size_t sort_adapters(results_writer *w, size_t number)
{
    size_t count = 0;
    for (size_t i = 0; i < w->results->adapter_count; i++) {
        const uriproof_result *result = w->results->adapters[i].results[number];
        if (!is_written(w->results, i, number))
            continue;
        size_t at = count++;
        for (; at > 0 &&
               compare_results(w->results, w->results->adapters[w->order[at - 1]].results[number],
                               result) > 0;
             at--)
            w->order[at] = w->order[at - 1];
        w->order[at] = i;
    }
    return count;
}

/* Writes numbers: one alone, or an array of several. */
static void write_numbers(json_writer *json, const size_t *numbers, size_t count)
{
    if (count == 1) {
        json_number(json, NULL, numbers[0]);
        return;
    }
    json_open_array(json, NULL);
    for (size_t i = 0; i < count; i++)
        json_number(json, NULL, numbers[i]);
    json_close(json);
}

static void write_given(json_writer *json, const uriproof_result *result)
{
    char hash[ANSWER_HASH_ROOM];
    answer_hash_write(result->answer, hash);
    if (result->given != NULL)
        write_short_answer(json, NULL, result->given, result->shortened ? hash : NULL);
    else if (result->answer != 0)
        json_text(json, NULL, hash);
    else
        json_null(json, NULL);
}

/* Writes one answer of a case, and the `count` adapters that gave it. What nothing is said of is
 * the adapters alone. */
static void write_answer(results_writer *w, const uriproof_result *result, const size_t *adapters,
                         size_t count)
{
    json_writer *json = &w->json;
    bool says_right_in = result->right_in != NULL && !is_wrong_everywhere(w, result);
    if (result->given == NULL && result->answer == 0 && result->detail == NULL &&
        result->right_in == NULL) {
        for (size_t i = 0; i < count; i++)
            json_number(json, NULL, adapters[i]);
        return;
    }
    json_open_array(json, NULL);
    write_given(json, result);
    write_numbers(json, adapters, count);
    if (result->detail != NULL)
        json_number(json, NULL, number_of(&w->details, result->detail));
    else if (says_right_in)
        json_null(json, NULL);
    if (says_right_in) {
        char letters[64];
        letters_of(w, result, letters);
        json_number(json, NULL, number_of(&w->right_in, letters));
    }
    json_close(json);
}

/* Writes what is not plain: for each outcome its answers. */
static void write_answers(results_writer *w, size_t number)
{
    size_t count = sort_adapters(w, number);
    bool is_open = false;
    for (size_t i = 0, next; i < count; i = next) {
        const uriproof_result *result = w->results->adapters[w->order[i]].results[number];
        const uriproof_result *after = NULL;
        for (next = i + 1; next < count; next++) {
            after = w->results->adapters[w->order[next]].results[number];
            if (compare_results(w->results, result, after) != 0)
                break;
        }
        if (!is_open)
            json_open_array(&w->json, uriproof_outcomes[result->outcome].name);
        write_answer(w, result, &w->order[i], next - i);
        is_open = next < count && after->outcome == result->outcome;
        if (!is_open)
            json_close(&w->json);
    }
}

/* Writes what the baseline says of the results of a case, where it is not what it was. */
static void write_known(results_writer *w, size_t number)
{
    bool is_open = false;
    for (size_t known = URIPROOF_AS_EVER + 1; known < URIPROOF_KNOWN_COUNT; known++) {
        size_t count = 0;
        for (size_t i = 0; i < w->results->adapter_count; i++)
            if (w->results->adapters[i].results[number]->known == (uriproof_known)known)
                w->order[count++] = i;
        if (count == 0)
            continue;
        if (!is_open)
            json_open_object(&w->json, "known");
        is_open = true;
        json_open_array(&w->json, uriproof_knowns[known].name);
        for (size_t i = 0; i < count; i++)
            json_number(&w->json, NULL, w->order[i]);
        json_close(&w->json);
    }
    if (is_open)
        json_close(&w->json);
}

/* ---- Cases ---- */

static void write_clause_ids(results_writer *w, const char *key, const size_t *clauses,
                             size_t count)
{
    json_open_array(&w->json, key);
    for (size_t i = 0; i < count; i++)
        json_text(&w->json, NULL, w->results->clauses[clauses[i]].id);
    json_close(&w->json);
}

/* Writes the fields of the request, as vectors have them, and the answer that is expected. */
static void write_question(json_writer *json, const uriproof_case *one)
{
    for (size_t i = 0; i < 2 && uriproof_ops[one->op].fields[i] != NULL; i++)
        json_octets(json, uriproof_ops[one->op].fields[i], one->request.field[i]);
    write_short_answer(json, "expect", one->expected, NULL);
}

/* Writes a case; of a group's the id after that of its group. */
static void write_case(results_writer *w, size_t number)
{
    json_writer *json = &w->json;
    const uriproof_case *one = &w->results->cases[number];
    json_new_line(json);
    json_open_object(json, NULL);
    json_text(json, "id", one->group != NULL ? one->id + strlen(one->group->id) + 1 : one->id);
    if (one->group == NULL) {
        json_text(json, "about", one->about);
        json_text(json, "origin", one->origin);
        write_clause_ids(w, "obeys", one->obeys, one->obeys_count);
        write_clause_ids(w, "breaks", one->breaks, one->breaks_count);
        json_text(json, "op", uriproof_ops[one->op].name);
    }
    if (one->shortened)
        json_truth(json, "shortened", true);
    write_question(json, one);
    write_answers(w, number);
    write_known(w, number);
    json_close(json);
}

static void write_hash(json_writer *json, const char *key, uint64_t hash)
{
    char words[ANSWER_HASH_ROOM];
    answer_hash_write(hash, words);
    json_text(json, key, words);
}

/* Writes the hashes of answers that agree: each with the adapters that it is of. */
static void write_agreed(results_writer *w, size_t group)
{
    const uriproof_results *results = w->results;
    json_open_array(&w->json, "agreed");
    for (size_t i = 0; i < results->adapter_count; i++) {
        uint64_t hash = results->adapters[i].agreed[group];
        size_t count = 0, earlier = 0;
        while (earlier < i && results->adapters[earlier].agreed[group] != hash)
            earlier++;
        if (hash == 0 || earlier < i)
            continue;
        for (size_t k = i; k < results->adapter_count; k++)
            if (results->adapters[k].agreed[group] == hash)
                w->order[count++] = k;
        json_open_array(&w->json, NULL);
        write_hash(&w->json, NULL, hash);
        write_numbers(&w->json, w->order, count);
        json_close(&w->json);
    }
    json_close(&w->json);
}

/* Writes a group with the cases from number *next on that are of it. */
static void write_group(results_writer *w, size_t number, size_t *next)
{
    json_writer *json = &w->json;
    const uriproof_results_group *group = w->results->groups[number];
    json_new_line(json);
    json_open_object(json, NULL);
    json_text(json, "id", group->id);
    json_text(json, "about", group->about);
    json_text(json, "origin", group->origin);
    write_clause_ids(w, "obeys", group->obeys, group->obeys_count);
    write_clause_ids(w, "breaks", group->breaks, group->breaks_count);
    json_text(json, "op", uriproof_ops[group->op].name);
    json_number(json, "counted", group->counted);
    write_hash(json, "questions", group->questions);
    write_agreed(w, number);
    json_open_array(json, "cases");
    while (*next < w->results->case_count && w->results->cases[*next].group == group)
        write_case(w, (*next)++);
    json_close(json);
    json_close(json);
}

/* People's cases stand before those of groups. */
static void write_cases(results_writer *w)
{
    const uriproof_results *results = w->results;
    json_new_line(&w->json);
    json_open_array(&w->json, "cases");
    for (size_t i = 0; i < results->case_count; i++)
        if (results->cases[i].group == NULL)
            write_case(w, i);
    json_close(&w->json);
    json_new_line(&w->json);
    json_open_array(&w->json, "groups");
    size_t next = 0;
    while (next < results->case_count && results->cases[next].group == NULL)
        next++;
    for (size_t i = 0; i < results->group_count; i++) {
        write_group(w, i, &next);
    }
    json_close(&w->json);
}

/* ---- What stands before the cases ---- */

static void write_dialects(results_writer *w)
{
    json_new_line(&w->json);
    json_open_array(&w->json, "dialects");
    for (size_t i = 0; i < w->results->dialect_count; i++) {
        json_open_object(&w->json, NULL);
        json_text(&w->json, "name", w->results->dialects[i].name);
        json_text(&w->json, "document", w->results->dialects[i].document);
        json_close(&w->json);
    }
    json_close(&w->json);
}

static void write_clauses(results_writer *w)
{
    json_new_line(&w->json);
    json_open_array(&w->json, "clauses");
    for (size_t i = 0; i < w->results->clause_count; i++) {
        const uriproof_results_clause *clause = &w->results->clauses[i];
        json_new_line(&w->json);
        json_open_object(&w->json, NULL);
        json_text(&w->json, "id", clause->id);
        json_text(&w->json, "document", clause->document);
        json_text(&w->json, "section", clause->section);
        json_text(&w->json, "paraphrase", clause->paraphrase);
        json_text_if(&w->json, "rule", clause->rule);
        json_text_if(&w->json, "link", clause->link);
        json_close(&w->json);
    }
    json_close(&w->json);
}

static void write_adapter(json_writer *json, const uriproof_adapter_results *adapter)
{
    json_new_line(json);
    json_open_object(json, NULL);
    json_text(json, "name", adapter->name);
    json_text(json, "version", adapter->version);
    json_text(json, "language", adapter->language);
    json_text_if(json, "dialect", adapter->dialect);
    json_texts(json, "dialects", adapter->dialects);
    json_texts(json, "transforms", adapter->transforms);
    json_text_if(json, "splits", adapter->splits);
    json_open_array(json, "ops");
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        if (adapter->has_op[op])
            json_text(json, NULL, uriproof_ops[op].name);
    json_close(json);
    json_close(json);
}

static void write_adapters(results_writer *w)
{
    json_new_line(&w->json);
    json_open_array(&w->json, "adapters");
    for (size_t i = 0; i < w->results->adapter_count; i++)
        write_adapter(&w->json, &w->results->adapters[i]);
    json_close(&w->json);
}

static void write_texts(json_writer *json, const char *key, texts *list)
{
    json_new_line(json);
    json_open_array(json, key);
    for (size_t i = 0; i < list->count; i++)
        json_text(json, NULL, list->list[i]);
    json_close(json);
}

static void write_header(results_writer *w)
{
    json_writer *json = &w->json;
    json_text(json, "format", results_format);
    json_number(json, "version", RESULTS_VERSION);
    json_text(json, "uriproof", w->results->uriproof);
    json_text(json, "dialect", w->results->dialect);
    json_text(json, "document", w->results->document);
    json_texts(json, "readings", w->results->readings);
    json_truth(json, "partial", w->results->partial);
    json_truth(json, "baseline", w->results->has_baseline);
}

bool uriproof_results_write(const uriproof_results *results, FILE *out)
{
    store *s = store_new();
    results_writer w = {.json = json_writer_dense(out),
                        .results = results,
                        .order = store_take(s, results->adapter_count, sizeof *w.order)};
    gather(&w, s);
    json_open_object(&w.json, NULL);
    write_header(&w);
    write_dialects(&w);
    write_clauses(&w);
    write_adapters(&w);
    write_texts(&w.json, "right_in", &w.right_in);
    write_texts(&w.json, "details", &w.details);
    write_cases(&w);
    free(w.details.list);
    free(w.right_in.list);
    store_free(s);
    return json_writer_end(&w.json);
}
