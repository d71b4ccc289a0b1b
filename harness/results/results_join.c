/* SPDX-License-Identifier: MIT */
#include "results_join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds `more` of `size` octets each to the `count` of *list; what they point to is *list's then. */
static bool append(void **list, size_t count, const void *more, size_t added, size_t size)
{
    char *longer = realloc(*list, (count + added + 1) * size);
    if (longer == NULL)
        return false;
    if (added > 0)
        memcpy(longer + count * size, more, added * size);
    *list = longer;
    return true;
}

/* *text becomes "dialect/text". */
static bool prefix(char **text, const char *dialect)
{
    if (*text == NULL)
        return true;
    size_t room = strlen(dialect) + 1 + strlen(*text) + 1;
    char *longer = malloc(room);
    if (longer == NULL)
        return false;
    snprintf(longer, room, "%s/%s", dialect, *text);
    free(*text);
    *text = longer;
    return true;
}

/* Its clauses stand behind `clauses` others now. */
static bool rename_case(uriproof_case *one, const char *dialect, size_t clauses)
{
    for (size_t i = 0; i < one->obeys_count; i++)
        one->obeys[i] += clauses;
    for (size_t i = 0; i < one->breaks_count; i++)
        one->breaks[i] += clauses;
    return prefix(&one->id, dialect) && prefix(&one->group, dialect);
}

static bool take_text(char **to, const char *text)
{
    free(*to);
    *to = strdup(text);
    return *to != NULL;
}

/* "RFC 1630, RFC 3986" */
static bool add_document(uriproof_results *all, const char *document)
{
    char *before = all->document;
    size_t room = (before != NULL ? strlen(before) + 2 : 0) + strlen(document) + 1;
    char *longer = malloc(room);
    if (longer == NULL)
        return false;
    snprintf(longer, room, "%s%s%s", before != NULL ? before : "", before != NULL ? ", " : "",
             document);
    free(before);
    all->document = longer;
    return true;
}

/* What is the same in all: taken from the first. */
static bool begin(uriproof_results *all, uriproof_results *one, const char *name)
{
    if (all->dialect != NULL)
        return true;
    all->dialects = one->dialects;
    all->dialect_count = one->dialect_count;
    one->dialects = NULL;
    one->dialect_count = 0;
    all->readings = calloc(1, sizeof *all->readings);
    return all->readings != NULL && take_text(&all->dialect, name) &&
           take_text(&all->uriproof, one->uriproof);
}

static bool add_clauses(uriproof_results *all, uriproof_results *one)
{
    void *list = all->clauses;
    if (!append(&list, all->clause_count, one->clauses, one->clause_count, sizeof *one->clauses))
        return false;
    all->clauses = list;
    all->clause_count += one->clause_count;
    one->clause_count = 0;
    return true;
}

static bool add_cases(uriproof_results *all, uriproof_results *one, size_t clauses)
{
    for (size_t i = 0; i < one->case_count; i++)
        if (!rename_case(&one->cases[i], one->dialect, clauses))
            return false;
    void *list = all->cases;
    if (!append(&list, all->case_count, one->cases, one->case_count, sizeof *one->cases))
        return false;
    all->cases = list;
    return true;
}

/* `count` more results, which are `more`, or not run where there are none. */
static bool add_results(uriproof_adapter_results *adapter, size_t before,
                        const uriproof_result *more, size_t count)
{
    void *list = adapter->results;
    uriproof_result *none = more == NULL ? calloc(count + 1, sizeof *none) : NULL;
    if (more == NULL && none == NULL)
        return false;
    for (size_t i = 0; none != NULL && i < count; i++)
        none[i].outcome = URIPROOF_NOT_RUN;
    bool good = append(&list, before, more != NULL ? more : none, count, sizeof *none);
    adapter->results = list;
    free(none);
    return good;
}

static uriproof_adapter_results *adapter_named(uriproof_results *results, const char *name)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        if (strcmp(results->adapters[i].name, name) == 0)
            return &results->adapters[i];
    return NULL;
}

/* Those of *all that *one has too get its results; the others were not run. */
static bool extend_adapters(uriproof_results *all, uriproof_results *one)
{
    bool good = true;
    for (size_t i = 0; good && i < all->adapter_count; i++) {
        uriproof_adapter_results *same = adapter_named(one, all->adapters[i].name);
        good = add_results(&all->adapters[i], all->case_count, same != NULL ? same->results : NULL,
                           one->case_count);
        if (good && same != NULL) {
            all->adapters[i].seconds += same->seconds;
            free(same->results);
            same->results = NULL;
        }
    }
    return good;
}

/* Those that only *one has were not run before. */
static bool add_adapters(uriproof_results *all, uriproof_results *one)
{
    for (size_t i = 0; i < one->adapter_count; i++) {
        uriproof_adapter_results *from = &one->adapters[i], added = *from;
        void *list = all->adapters;
        if (adapter_named(all, from->name) != NULL)
            continue;
        added.results = NULL;
        if (!add_results(&added, 0, NULL, all->case_count) ||
            !add_results(&added, all->case_count, from->results, one->case_count) ||
            !append(&list, all->adapter_count, &added, 1, sizeof added)) {
            free(added.results);
            return false;
        }
        all->adapters = list;
        all->adapter_count++;
        free(from->results);
        *from = (uriproof_adapter_results){0};
    }
    return true;
}

/* One that is measured by all dialects is so by none alone. */
static bool name_dialects(const uriproof_results *all, uriproof_results *one)
{
    bool good = true;
    for (size_t i = 0; strcmp(all->dialect, "all") == 0 && i < one->adapter_count; i++)
        good = good && take_text(&one->adapters[i].dialect, "all");
    return good;
}

static bool join(uriproof_results *all, uriproof_results *one, const char *name)
{
    size_t clauses = all->clause_count;
    if (!begin(all, one, name) || !name_dialects(all, one) || !add_document(all, one->document) ||
        !add_clauses(all, one) || !extend_adapters(all, one) || !add_adapters(all, one) ||
        !add_cases(all, one, clauses))
        return false;
    all->case_count += one->case_count;
    one->case_count = 0;
    all->partial = all->partial || one->partial;
    all->has_baseline = all->has_baseline || one->has_baseline;
    return true;
}

bool results_join(uriproof_results *all, uriproof_results *one, const char *name)
{
    bool joined = one->dialect != NULL && join(all, one, name);
    uriproof_results_free(one);
    return joined;
}
