/* SPDX-License-Identifier: MIT */
/* The generations of the specifications, and which of them an answer follows. */
#include "generations.h"

#include "specifications.h"
#include "telling_clause.h"

#include <stdlib.h>
#include <string.h>

/* Returns the numbers of the results' dialects, the oldest first. */
static size_t *by_age(const uriproof_results *r)
{
    size_t *order = calloc(r->dialect_count + 1, sizeof *order);
    for (size_t i = 0; i < r->dialect_count; i++) {
        size_t at = i, age = specification_age(r->dialects[i].name);
        for (; at > 0 && specification_age(r->dialects[order[at - 1]].name) > age; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

bool is_same_dialect(const site *s, size_t dialect, size_t of_results)
{
    return strcmp(s->dialects[dialect].name, s->results->dialects[of_results].name) == 0;
}

/* ---- The answers to one question ---- */

/* Returns true if the result is a failure by `asked` whose answer is right by another dialect,
 * number `other` of the results. */
static bool follows(const site *s, const uriproof_result *result, size_t asked, size_t other)
{
    return report_is_dated(result) && !is_same_dialect(s, asked, other) &&
           uriproof_right_in(result, other) == URIPROOF_RIGHT_THERE;
}

static bool follows_any(const site *s, const uriproof_result *result, size_t asked)
{
    bool any = false;
    for (size_t k = 0; k < s->results->dialect_count && !any; k++)
        any = follows(s, result, asked, k);
    return any;
}

static bool is_parted(const site *s, size_t number)
{
    bool parted = false;
    for (size_t a = 0; a < s->results->adapter_count && !parted; a++)
        parted =
            follows_any(s, s->results->adapters[a].results[number], s->dialect_of_case[number]);
    return parted;
}

/* ---- Tallies ---- */

static parted_answers *tally_at(generations *found, size_t dialect, size_t adapter)
{
    return &found->tally[dialect * found->site->results->adapter_count + adapter];
}

const parted_answers *parted_of(const generations *found, size_t dialect, size_t adapter)
{
    return &found->tally[dialect * found->site->results->adapter_count + adapter];
}

static void tally_result(generations *found, size_t asked, size_t adapter,
                         const uriproof_result *result)
{
    parted_answers *tally = tally_at(found, asked, adapter);
    bool answered = uriproof_outcomes[result->outcome].answered;
    bool not_judged =
        result->outcome == URIPROOF_UNDEFINED || result->outcome == URIPROOF_UNVALIDATED;
    if (!answered || result->outcome == URIPROOF_UNSUPPORTED)
        return;
    tally->answered++;
    tally->right_here += !report_is_bad(result->outcome) && !not_judged;
    tally->not_judged += not_judged;
    tally->right_nowhere +=
        report_is_bad(result->outcome) && !follows_any(found->site, result, asked);
    for (size_t k = 0; k < found->site->results->dialect_count; k++)
        tally->right[k] += follows(found->site, result, asked, k);
}

/* ---- By clause ---- */

/* Returns true if case `a` is a better example than case `b`: a page shows it, or its text is the
 * smaller one. */
static bool is_better_example(const site *s, size_t a, size_t b)
{
    bool one = s->home[a] != SIZE_MAX, other = s->home[b] != SIZE_MAX;
    if (one != other)
        return one;
    return request_is_smaller(&s->results->cases[a].request, &s->results->cases[b].request);
}

static void count_following(const site *s, following *one, size_t adapter, size_t number)
{
    if (one->answers == 0 || is_better_example(s, number, one->example)) {
        one->example = number;
        one->answering = adapter;
    }
    one->answers++;
    one->parsers += one->by[adapter] == 0;
    one->by[adapter]++;
}

/* Counts the answers to a question, each under the clause that says what is right. `all` has a
 * following for each clause and dialect of the results. */
static void count_answers(generations *found, following *all, size_t number)
{
    const uriproof_results *r = found->site->results;
    size_t asked = found->site->dialect_of_case[number];
    found->parted[asked]++;
    for (size_t a = 0; a < r->adapter_count; a++) {
        const uriproof_result *result = r->adapters[a].results[number];
        tally_result(found, asked, a, result);
        const size_t clause = report_telling_clause(r, result->deviations, &r->cases[number]);
        for (size_t k = 0; k < r->dialect_count && clause != SIZE_MAX; k++)
            if (follows(found->site, result, asked, k))
                count_following(found->site, &all[clause * r->dialect_count + k], a, number);
    }
}

static int by_parsers(const void *a, const void *b)
{
    const following *x = a, *y = b;
    if (x->parsers != y->parsers)
        return x->parsers > y->parsers ? -1 : 1;
    if (x->answers != y->answers)
        return x->answers > y->answers ? -1 : 1;
    if (x->clause != y->clause)
        return x->clause < y->clause ? -1 : 1;
    return x->dialect < y->dialect ? -1 : x->dialect > y->dialect;
}

/* ---- All ---- */

static following *begin_list(generations *found)
{
    const uriproof_results *r = found->site->results;
    following *all = calloc(r->clause_count * r->dialect_count + 1, sizeof *all);
    for (size_t i = 0; i < r->clause_count * r->dialect_count; i++) {
        all[i].clause = i / r->dialect_count;
        all[i].dialect = i % r->dialect_count;
        all[i].by = store_take(found->memory, r->adapter_count, sizeof *all[i].by);
    }
    return all;
}

static void begin_tallies(generations *found)
{
    const uriproof_results *r = found->site->results;
    size_t cells = found->site->dialect_count * r->adapter_count;
    found->parted = calloc(found->site->dialect_count + 1, sizeof *found->parted);
    found->tally = calloc(cells + 1, sizeof *found->tally);
    for (size_t i = 0; i < cells; i++) {
        found->tally[i].right =
            store_take(found->memory, r->dialect_count, sizeof *found->tally[i].right);
    }
}

generations generations_find(const site *s)
{
    generations found = {.site = s, .memory = store_new()};
    found.order = by_age(s->results);
    begin_tallies(&found);
    following *all = begin_list(&found);
    for (size_t i = 0; i < s->results->case_count; i++)
        if (is_parted(s, i))
            count_answers(&found, all, i);
    for (size_t i = 0; i < s->results->clause_count * s->results->dialect_count; i++)
        if (all[i].answers > 0)
            all[found.count++] = all[i];
    qsort(all, found.count, sizeof *all, by_parsers);
    found.list = all;
    return found;
}

void generations_free(generations *found)
{
    free(found->order);
    free(found->list);
    free(found->parted);
    free(found->tally);
    store_free(found->memory);
}
