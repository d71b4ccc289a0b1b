/* SPDX-License-Identifier: MIT */
#include "causes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const cause_filter cause_any = {URIPROOF_OP_COUNT, URIPROOF_OUTCOME_COUNT, NULL, NULL};

static bool has_part(const char *id, const char *part)
{
    class_words words;
    return id != NULL && class_words_of(id, &words) &&
           uriproof_span_equal(words.part, uriproof_span_of(part));
}

/* Returns true if the case or group of that id is of the dialect. In results of one dialect, ids do
 * not name it. */
static bool is_of_dialect(const char *id, const char *dialect)
{
    const char *slash = strchr(id, '/');
    size_t length = slash != NULL ? (size_t)(slash - id) : 0;
    return slash == NULL || (strlen(dialect) == length && memcmp(id, dialect, length) == 0);
}

static bool lets_through(const cause_filter *filter, const char *id, uriproof_op op,
                         const uriproof_result *result)
{
    return (filter->dialect == NULL || is_of_dialect(id, filter->dialect)) &&
           (filter->op == URIPROOF_OP_COUNT || filter->op == op) &&
           (filter->outcome == URIPROOF_OUTCOME_COUNT || filter->outcome == result->outcome) &&
           (filter->part == NULL || has_part(result->class_id, filter->part));
}

bool cause_has_failed(const uriproof_result *result)
{
    return result->outcome != URIPROOF_NOT_RUN && !uriproof_outcomes[result->outcome].good;
}

/* Room for what makes a cause, and its NUL. */
enum { KEY_ROOM = CLASS_ID_ROOM + 40 };

/* Writes what makes a cause: the first deviation. Of what is not explained, the outcome and the
 * class; or the operation, if there is no class. */
static void write_key(uriproof_op op, const uriproof_result *result, char key[KEY_ROOM])
{
    const char *outcome = uriproof_outcomes[result->outcome].name, *id = result->class_id;
    const char *deviations = result->deviations;
    if (deviations != NULL)
        snprintf(key, KEY_ROOM, "%.*s", (int)deviation_length(deviations), deviations);
    else if (id == NULL)
        snprintf(key, KEY_ROOM, "%s %s", outcome, uriproof_ops[op].name);
    else
        snprintf(key, KEY_ROOM, "%s %.*s", outcome, (int)class_kind_length(id), id);
}

bool cause_example_is_smaller(const uriproof_case *a, const uriproof_case *b)
{
    return a->shortened != b->shortened ? b->shortened
                                        : request_is_smaller(&a->request, &b->request);
}

/* Returns true if case `a` comes before case `b` in a list of examples. */
static bool is_told_before(const uriproof_case *a, const uriproof_case *b)
{
    bool by_hand = a->group->id == NULL;
    return by_hand != (b->group->id == NULL) ? by_hand : cause_example_is_smaller(a, b);
}

/* Puts the case in its place among the examples, of which there are own->count. The last one gives
 * way if there is no room. */
static void add_example(const uriproof_results *results, size_t number, cause_sighting *own)
{
    size_t at = own->count < CAUSE_EXAMPLES ? own->count : CAUSE_EXAMPLES;
    const uriproof_case *one = &results->cases[number];
    while (at > 0 && is_told_before(one, &results->cases[own->examples[at - 1]])) {
        if (at < CAUSE_EXAMPLES)
            own->examples[at] = own->examples[at - 1];
        at--;
    }
    if (at < CAUSE_EXAMPLES)
        own->examples[at] = number;
}

static void add_failure(const uriproof_results *results, size_t adapter, size_t number, cause *to,
                        store *memory)
{
    const uriproof_case *one = &results->cases[number];
    const uriproof_result *result = results->adapters[adapter].results[number];
    cause_sighting *own = &to->sightings[adapter];
    if (to->count++ == 0 ||
        cause_example_is_smaller(one, &results->cases[to->sightings[to->adapter].example])) {
        to->adapter = adapter;
        to->class_id = result->class_id;
        to->outcome = result->outcome;
    }
    const class_risk *risk = class_risk_of_id(result->class_id != NULL ? result->class_id : "");
    if (risk->rank < to->risk->rank)
        to->risk = risk;
    if (own->count == 0)
        own->examples = store_take(memory, CAUSE_EXAMPLES, sizeof *own->examples);
    add_example(results, number, own);
    own->known[result->known]++;
    own->strict += result->outcome == URIPROOF_STRICT;
    if (own->count++ == 0 || cause_example_is_smaller(one, &results->cases[own->example]))
        own->example = number;
}

/* Returns true if it is known what the parser does: a deviation, or a crash or hang. */
static bool is_named(const cause *one)
{
    return one->deviation != NULL || !uriproof_outcomes[one->outcome].answered;
}

static int by_risk(const void *a, const void *b)
{
    const cause *x = a, *y = b;
    if (is_named(x) != is_named(y))
        return is_named(x) ? -1 : 1;
    if (x->risk->rank != y->risk->rank)
        return x->risk->rank < y->risk->rank ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    if (x->deviation != NULL && y->deviation != NULL)
        return strcmp(x->deviation, y->deviation);
    if (x->outcome != y->outcome)
        return x->outcome < y->outcome ? -1 : 1;
    return strcmp(x->class_id != NULL ? x->class_id : "", y->class_id != NULL ? y->class_id : "");
}

/* Returns the cause of that key, which is one of those found, or the next and new. */
static cause *cause_of(causes *found, store *keys, const char *key, const uriproof_result *result,
                       size_t adapters)
{
    const size_t at = store_number(keys, key);
    if (at < found->count)
        return &found->list[at];
    found->list = list_grown(found->list, found->count, sizeof *found->list);
    cause *added = &found->list[found->count++];
    *added = (cause){.key = store_text(found->memory, key),
                     .deviation = deviation_first(found->memory, result->deviations),
                     .outcome = result->outcome,
                     .risk = class_risk_of_id(result->class_id != NULL ? result->class_id : ""),
                     .sightings = store_take(found->memory, adapters, sizeof(cause_sighting))};
    return added;
}

causes causes_find(const uriproof_results *results, const cause_filter *filter)
{
    causes found = {.memory = store_new()};
    store *keys = store_new(); /* which knows their numbers */
    for (size_t number = 0; number < results->case_count; number++)
        for (size_t i = 0; i < results->adapter_count; i++) {
            const uriproof_op op = results->cases[number].op;
            const uriproof_result *result = results->adapters[i].results[number];
            char key[KEY_ROOM];
            if (!cause_has_failed(result) ||
                !lets_through(filter, results->cases[number].id, op, result))
                continue;
            write_key(op, result, key);
            add_failure(results, i, number,
                        cause_of(&found, keys, key, result, results->adapter_count), found.memory);
        }
    store_free(keys);
    if (found.count > 0)
        qsort(found.list, found.count, sizeof *found.list, by_risk);
    return found;
}

void causes_free(causes *found)
{
    free(found->list);
    store_free(found->memory);
    *found = (causes){NULL, 0, NULL};
}

size_t causes_of_adapter(const causes *found, size_t adapter, const cause **first, size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < found->count; i++) {
        const cause *one = &found->list[i];
        size_t own = one->sightings[adapter].count, at = count;
        if (own == 0)
            continue;
        while (at > 0 && is_named(first[at - 1]) == is_named(one) &&
               first[at - 1]->risk->rank == one->risk->rank &&
               first[at - 1]->sightings[adapter].count < own)
            at--;
        if (at == most)
            continue;
        count += count < most;
        memmove(&first[at + 1], &first[at], (count - at - 1) * sizeof *first);
        first[at] = one;
    }
    return count;
}

void causes_count_outcomes(const uriproof_results *results, size_t adapter,
                           const cause_filter *filter, size_t *counts)
{
    memset(counts, 0, URIPROOF_OUTCOME_COUNT * sizeof *counts);
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        const uriproof_result *result = results->adapters[adapter].results[i];
        counts[result->outcome] += uriproof_is_asked(results, adapter, one->id) &&
                                   lets_through(filter, one->id, one->op, result);
    }
    for (size_t i = 0; i < results->group_count; i++) {
        const uriproof_results_group *group = results->groups[i];
        const uriproof_result *result = uriproof_counted_result(results, adapter, group);
        if (uriproof_is_asked(results, adapter, group->id) &&
            lets_through(filter, group->id, group->op, result))
            counts[result->outcome] += group->counted;
    }
}
