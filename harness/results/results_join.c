/* SPDX-License-Identifier: MIT */
#include "results_join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns "dialect/text" in the store. */
static const char *prefixed(store *s, const char *dialect, const char *text)
{
    size_t room = strlen(dialect) + strlen(text) + 2;
    char *longer = store_take(s, room, 1);
    snprintf(longer, room, "%s/%s", dialect, text);
    return longer;
}

/* Returns the numbers, each `more` higher. */
static const size_t *raised(store *s, const size_t *numbers, size_t count, size_t more)
{
    size_t *list = store_take(s, count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = numbers[i] + more;
    return list;
}

/* Takes what is the same in all from the first. */
static void begin(uriproof_results *all, const uriproof_results *one, const char *name)
{
    *all = (uriproof_results){.uriproof = one->uriproof,
                              .dialect = name,
                              .document = one->document,
                              .partial = all->partial,
                              .dialects = one->dialects,
                              .dialect_count = one->dialect_count,
                              .store = store_new()};
    all->readings = store_take(all->store, 1, sizeof *all->readings);
}

/* "RFC 1630, RFC 3986" */
static void add_document(uriproof_results *all, const char *document)
{
    size_t room = strlen(all->document) + strlen(document) + 3;
    char *longer = store_take(all->store, room, 1);
    snprintf(longer, room, "%s, %s", all->document, document);
    all->document = longer;
}

static void add_clauses(uriproof_results *all, const uriproof_results *one)
{
    all->clauses =
        realloc(all->clauses, (all->clause_count + one->clause_count + 1) * sizeof *all->clauses);
    memcpy(all->clauses + all->clause_count, one->clauses,
           one->clause_count * sizeof *one->clauses);
    all->clause_count += one->clause_count;
}

/* Its clauses stand after `clauses` others now. */
static void add_groups(uriproof_results *all, const uriproof_results *one, size_t clauses)
{
    for (size_t i = 0; i < one->group_count; i++) {
        uriproof_results_group *group = one->groups[i];
        group->id = prefixed(all->store, one->dialect, group->id);
        group->obeys = raised(all->store, group->obeys, group->obeys_count, clauses);
        group->breaks = raised(all->store, group->breaks, group->breaks_count, clauses);
        results_add_group(all, group);
    }
}

static void add_cases(uriproof_results *all, const uriproof_results *one, size_t clauses)
{
    all->cases = realloc(all->cases, (all->case_count + one->case_count + 1) * sizeof *all->cases);
    for (size_t i = 0; i < one->case_count; i++) {
        uriproof_case *added = &all->cases[all->case_count + i];
        const uriproof_results_group *group = one->cases[i].group;
        *added = one->cases[i];
        added->id = prefixed(all->store, one->dialect, added->id);
        added->obeys = group != NULL
                           ? group->obeys
                           : raised(all->store, added->obeys, added->obeys_count, clauses);
        added->breaks = group != NULL
                            ? group->breaks
                            : raised(all->store, added->breaks, added->breaks_count, clauses);
    }
}

/* Gives the adapter the results of *more after those that it has, `before` of them; or of cases
 * that it was not asked, if `more` is NULL. */
static void add_results(uriproof_adapter_results *adapter, size_t before,
                        const uriproof_adapter_results *more, size_t count)
{
    adapter->results = realloc(adapter->results, (before + count + 1) * sizeof *adapter->results);
    for (size_t i = 0; i < count; i++)
        adapter->results[before + i] = more != NULL ? more->results[i] : &uriproof_not_run;
}

static uriproof_adapter_results *adapter_named(const uriproof_results *results, const char *name)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        if (strcmp(results->adapters[i].name, name) == 0)
            return &results->adapters[i];
    return NULL;
}

static void join_adapters(uriproof_results *all, const uriproof_results *one)
{
    for (size_t i = 0; i < one->adapter_count; i++) {
        const uriproof_adapter_results *from = &one->adapters[i];
        if (adapter_named(all, from->name) != NULL)
            continue;
        uriproof_adapter_results *added = results_new_adapter(all);
        *added = *from;
        added->results = NULL;
        added->seconds = 0;
        if (strcmp(all->dialect, "all") == 0) /* by all dialects is by none alone */
            added->dialect = all->dialect;
        add_results(added, 0, NULL, all->case_count);
    }
    for (size_t i = 0; i < all->adapter_count; i++) {
        const uriproof_adapter_results *more = adapter_named(one, all->adapters[i].name);
        add_results(&all->adapters[i], all->case_count, more, one->case_count);
        all->adapters[i].seconds += more != NULL ? more->seconds : 0;
    }
}

void results_join(uriproof_results *all, uriproof_results *one, const char *name)
{
    size_t clauses = all->clause_count;
    if (all->dialect == NULL)
        begin(all, one, name);
    else
        add_document(all, one->document);
    add_clauses(all, one);
    add_groups(all, one, clauses);
    add_cases(all, one, clauses);
    join_adapters(all, one);
    all->case_count += one->case_count;
    all->partial = all->partial || one->partial;
    all->has_baseline = all->has_baseline || one->has_baseline;
    store_absorb(all->store, one->store);
    one->store = NULL;
    uriproof_results_free(one);
}
