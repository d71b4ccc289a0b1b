/* SPDX-License-Identifier: MIT */
#include "merge.h"

#include "diff.h"

#include <stdlib.h>
#include <string.h>

/* ---- Can they be joined? ---- */

/* Returns true if the answers of both were judged by the same dialects. */
static bool same_dialects(const uriproof_results *a, const uriproof_results *b)
{
    bool same = a->dialect_count == b->dialect_count;
    for (size_t i = 0; same && i < a->dialect_count; i++)
        same = strcmp(a->dialects[i].name, b->dialects[i].name) == 0;
    return same;
}

/* Returns the name of an adapter that is in both, or NULL. */
static const char *common_adapter(const uriproof_results *a, const uriproof_results *b)
{
    for (size_t i = 0; i < b->adapter_count; i++)
        if (results_adapter_named(a, b->adapters[i].name) != NULL)
            return b->adapters[i].name;
    return NULL;
}

/* Returns true if a group has another number of cases in both, which no run writes. */
static bool counts_differ(const changes *found)
{
    for (size_t i = 0; i < found->new->group_count; i++)
        if (found->groups.old_of[i] != UNPAIRED &&
            found->old->groups[found->groups.old_of[i]]->counted != found->new->groups[i]->counted)
            return true;
    return false;
}

/* Returns true if both asked the same vectors, with the same clauses. */
static bool same_vectors(const changes *found)
{
    const pairing *const lists[] = {&found->cases, &found->groups, &found->clauses};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i]->gone > 0 || lists[i]->added > 0)
            return false;
    return found->redefined_count == 0 && found->groups_changed == 0 && !counts_differ(found);
}

/* ---- Joining ---- */

static void add_adapter(uriproof_results *all, const uriproof_adapter_results *from,
                        const changes *found)
{
    uriproof_adapter_results *added = results_new_adapter(all);
    *added = *from;
    added->results = calloc(all->case_count + 1, sizeof *added->results);
    added->agreed = calloc(all->group_count + 1, sizeof *added->agreed);
    for (size_t i = 0; i < all->case_count; i++)
        added->results[i] = from->results[found->cases.new_of[i]];
    for (size_t i = 0; from->agreed != NULL && i < all->group_count; i++)
        added->agreed[i] = from->agreed[found->groups.new_of[i]];
}

/* This is a case with the number that it has before it is sorted. */
typedef struct numbered_case {
    uriproof_case one;
    size_t number;
} numbered_case;

/* Compares cases: those that people wrote come first, in their order; then those of each group.
 * These are sorted by their ids, since neither file has the order of all. */
static int by_group(const void *a, const void *b)
{
    const numbered_case *x = a, *y = b;
    const uriproof_results_group *of_x = x->one.group, *of_y = y->one.group;
    if ((of_x->id != NULL) != (of_y->id != NULL))
        return of_x->id != NULL ? 1 : -1;
    if (of_x->id == NULL)
        return x->number < y->number ? -1 : 1;
    if (of_x->number != of_y->number)
        return of_x->number < of_y->number ? -1 : 1;
    return strcmp(x->one.id, y->one.id);
}

/* Puts the cases in the order of a results file. */
static void sort_cases(uriproof_results *all)
{
    numbered_case *sorted = calloc(all->case_count + 1, sizeof *sorted);
    const uriproof_result **row = calloc(all->case_count + 1, sizeof *row);
    for (size_t i = 0; i < all->case_count; i++)
        sorted[i] = (numbered_case){all->cases[i], i};
    qsort(sorted, all->case_count, sizeof *sorted, by_group);
    for (size_t i = 0; i < all->case_count; i++)
        all->cases[i] = sorted[i].one;
    for (size_t k = 0; k < all->adapter_count; k++) {
        const uriproof_result **results = all->adapters[k].results;
        for (size_t i = 0; i < all->case_count; i++)
            row[i] = results[sorted[i].number];
        memcpy(results, row, all->case_count * sizeof *row);
    }
    free(row);
    free(sorted);
}

/* Returns words that say how the two asked for different vectors; NULL if they did not, or one does
 * not say for which it asked. */
static const char *asked_otherwise(const uriproof_results *a, const uriproof_results *b)
{
    if (a->level == NULL || b->level == NULL)
        return NULL;
    if (strcmp(a->level, b->level) != 0)
        return "they are of different levels; run both with the same --level";
    if (!results_same_names(a->select, b->select))
        return "they are of different selections; run both with the same --select";
    if (a->only_own != b->only_own || !results_same_names(a->own, b->own))
        return "they are of different vectors; run both with the same --vectors and --also";
    return NULL;
}

/* Says what hinders, or returns true. */
static bool check_fit(const uriproof_results *a, const char *one, const uriproof_results *b,
                      const char *other, uriproof_error *error)
{
    const char *obstacle = diff_obstacle(a, b), *common = common_adapter(a, b);
    if (obstacle == NULL && a->has_baseline != b->has_baseline)
        obstacle = "one was judged by a baseline and the other was not";
    if (obstacle == NULL)
        obstacle = asked_otherwise(a, b);
    if (obstacle == NULL && !same_dialects(a, b))
        obstacle = "they are of different versions of uriproof";
    if (obstacle != NULL)
        return uriproof_error_set(error, "%s and %s cannot be joined: %s", one, other, obstacle);
    if (common != NULL)
        return uriproof_error_set(
            error,
            "adapter %s is in %s and in %s: leave one out, or give it another "
            "name by --adapter NAME=COMMAND",
            common, one, other);
    return true;
}

/* Adds the adapters of *more to *all. Returns false if they are of different vectors. */
static bool merge(uriproof_results *all, uriproof_results *more)
{
    changes found;
    diff_find(all, more, true, &found);
    bool same = same_vectors(&found);
    for (size_t i = 0; same && i < more->adapter_count; i++)
        add_adapter(all, &more->adapters[i], &found);
    diff_free(&found);
    all->partial = all->partial || more->partial;
    /* The same vectors were asked, so what one says holds for both. */
    if (all->level == NULL) {
        all->level = more->level;
        all->select = more->select;
        all->own = more->own;
        all->only_own = more->only_own;
    }
    return same;
}

bool results_merge(uriproof_results *results, char *const *names, size_t count,
                   uriproof_error *error)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!check_fit(&results[k], names[k], &results[i], names[i], error))
                return false;
    for (size_t i = 1; i < count; i++)
        if (!merge(&results[0], &results[i]))
            return uriproof_error_set(error,
                                      "%s and %s cannot be joined: they are of different vectors; "
                                      "run both with the same uriproof, --level and --select",
                                      names[0], names[i]);
    if (count > 1 && results[0].case_count > 0)
        sort_cases(&results[0]);
    return true;
}
