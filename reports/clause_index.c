/* SPDX-License-Identifier: MIT */
#include "clause_index.h"

#include "telling_clause.h"

#include <stdlib.h>
#include <string.h>

static void tally(report_tally *tally, uriproof_outcome outcome)
{
    tally->run += outcome != URIPROOF_UNSUPPORTED && outcome != URIPROOF_NOT_RUN;
    tally->apart += outcome == URIPROOF_UNDEFINED || outcome == URIPROOF_UNVALIDATED;
}

static void tally_case(const uriproof_results *results, report_index *index, size_t clause,
                       size_t number)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        tally(&index->tallies[clause * results->adapter_count + i],
              results->adapters[i].results[number]->outcome);
    }
}

static bool names_clause(const uriproof_case *one, size_t clause)
{
    for (size_t k = 0; k < report_clause_count(one); k++)
        if (report_clause(one, k) == clause)
            return true;
    return false;
}

/* Counts each failure for the clause that says what is right. A clause that the case does not name
 * was asked all the same. The others of the case may well be kept. */
static void tally_failures(const uriproof_results *results, report_index *index, size_t number)
{
    const uriproof_case *one = &results->cases[number];
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_result *result = results->adapters[i].results[number];
        if (!report_is_bad(result->outcome))
            continue;
        const size_t clause = report_telling_clause(results, result->deviations, one);
        if (clause == SIZE_MAX)
            continue;
        report_tally *of = &index->tallies[clause * results->adapter_count + i];
        of->bad++;
        of->run += !names_clause(one, clause);
    }
}

/* Adds the counted cases of a group. Each of them is plain agreement, or an operation that the
 * adapter does not have. */
static void tally_group(const uriproof_results *results, report_index *index,
                        const uriproof_results_group *group, size_t clause)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        if (uriproof_is_asked(results, i, group->id) && results->adapters[i].has_op[group->op])
            index->tallies[clause * results->adapter_count + i].run += group->counted;
}

static void tally_groups(const uriproof_results *results, report_index *index)
{
    for (size_t i = 0; i < results->group_count; i++) {
        const uriproof_results_group *group = results->groups[i];
        for (size_t k = 0; k < group->clause_count; k++)
            tally_group(results, index, group, group->clauses[k]);
    }
}

/* Counts the cases of each clause, and then puts each case where the counts say. So the time grows
 * only with the number of clauses that the cases name. */
static void fill_index(const uriproof_results *results, report_index *index, size_t *next)
{
    for (size_t i = 0; i < results->case_count; i++) {
        for (size_t k = 0; k < report_clause_count(&results->cases[i]); k++) {
            index->start[report_clause(&results->cases[i], k) + 1]++;
        }
    }
    for (size_t i = 0; i < results->clause_count; i++) {
        index->start[i + 1] += index->start[i];
        next[i] = index->start[i];
    }
    for (size_t i = 0; i < results->case_count; i++) {
        for (size_t k = 0; k < report_clause_count(&results->cases[i]); k++) {
            size_t clause = report_clause(&results->cases[i], k);
            index->cases[next[clause]++] = i;
            tally_case(results, index, clause, i);
        }
        tally_failures(results, index, i);
    }
}

/* Counts the case among the failed ones of its group, separately for each adapter. Returns true if
 * it is among the first of some adapter. */
static bool is_among_first(const uriproof_results *results, size_t number, size_t *failed)
{
    bool among = false;
    for (size_t i = 0; i < results->adapter_count; i++) {
        if (report_is_bad(results->adapters[i].results[number]->outcome)) {
            among = among || failed[i] < REPORT_SHOWN_OF_GROUP;
            failed[i]++;
        }
    }
    return among;
}

/* Chooses the cases to show. The cases of a group must be next to each other. `failed` has room for
 * each adapter. */
static void choose_shown(const uriproof_results *results, report_index *index, size_t *failed)
{
    const uriproof_results_group *group = NULL;
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_results_group *its = results->cases[i].group;
        if (its->id != NULL && its != group) {
            memset(failed, 0, results->adapter_count * sizeof *failed);
            group = its;
        }
        index->shown[i] = its->id == NULL || is_among_first(results, i, failed);
    }
}

void report_index_make(const uriproof_results *results, report_index *index)
{
    size_t names = 0, cells = results->clause_count * results->adapter_count;
    for (size_t i = 0; i < results->case_count; i++)
        names += report_clause_count(&results->cases[i]);
    size_t *next = calloc(results->clause_count + 1, sizeof *next);
    size_t *failed = calloc(results->adapter_count + 1, sizeof *failed);
    *index = (report_index){.start = calloc(results->clause_count + 1, sizeof *index->start),
                            .cases = calloc(names + 1, sizeof *index->cases),
                            .tallies = calloc(cells + 1, sizeof *index->tallies),
                            .shown = calloc(results->case_count + 1, sizeof *index->shown)};
    choose_shown(results, index, failed);
    fill_index(results, index, next);
    tally_groups(results, index);
    free(next);
    free(failed);
}

void report_index_free(report_index *index)
{
    free(index->start);
    free(index->cases);
    free(index->tallies);
    free(index->shown);
    *index = (report_index){0};
}

const report_tally *report_tally_of(const uriproof_results *results, const report_index *index,
                                    size_t clause, size_t adapter)
{
    return &index->tallies[clause * results->adapter_count + adapter];
}

bool report_tally_is_asked(const report_tally *tally)
{
    return tally->run > tally->apart;
}
