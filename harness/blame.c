/* SPDX-License-Identifier: MIT */
#include <uriproof/blame.h>

static bool is_failed(uriproof_outcome outcome)
{
    return outcome == URIPROOF_DIFFER || outcome == URIPROOF_LENIENT || outcome == URIPROOF_STRICT;
}

static bool is_answered(uriproof_outcome outcome)
{
    return outcome == URIPROOF_AGREE || outcome == URIPROOF_ACCEPTABLE || is_failed(outcome);
}

static bool lists(const size_t *clauses, size_t count, size_t clause)
{
    size_t i = 0;
    while (i < count && clauses[i] != clause)
        i++;
    return i < count;
}

static bool names(const uriproof_case *one, size_t clause)
{
    return lists(one->obeys, one->obeys_count, clause) ||
           lists(one->breaks, one->breaks_count, clause);
}

/* Derived cases are many and name their clauses roughly: they count where nothing else failed. */
static bool counts(const uriproof_case *one, bool derived_too)
{
    return derived_too || one->group == NULL;
}

static size_t count_failed(const uriproof_results *results, size_t adapter, bool derived_too)
{
    size_t failed = 0;
    for (size_t i = 0; i < results->case_count; i++)
        failed += counts(&results->cases[i], derived_too) &&
                  is_failed(results->adapters[adapter].results[i].outcome);
    return failed;
}

static uriproof_blamed suspect(const uriproof_results *results, size_t adapter, size_t clause,
                               size_t all_failed, bool derived_too)
{
    uriproof_blamed found = {.clause = clause, .hand_written = !derived_too};
    double blame = 0, credit = 0;
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        uriproof_outcome outcome = results->adapters[adapter].results[i].outcome;
        if (!counts(one, derived_too) || !is_answered(outcome) || !names(one, clause))
            continue;
        double share = 1.0 / (double)(one->obeys_count + one->breaks_count);
        found.asked++;
        found.failed += is_failed(outcome);
        *(is_failed(outcome) ? &blame : &credit) += share;
    }
    if (found.failed > 0)
        found.suspicion = blame * blame / ((double)all_failed * (blame + credit));
    return found;
}

/* Puts `one` where it belongs among the `count` of `blamed`, which has room for `most`. */
static size_t put_in(uriproof_blamed *blamed, size_t count, size_t most, const uriproof_blamed *one)
{
    size_t at = count;
    while (at > 0 && blamed[at - 1].suspicion < one->suspicion)
        at--;
    if (at == most)
        return count;
    count += count < most;
    for (size_t i = count - 1; i > at; i--)
        blamed[i] = blamed[i - 1];
    blamed[at] = *one;
    return count;
}

size_t uriproof_blame(const uriproof_results *results, size_t adapter, uriproof_blamed *blamed,
                      size_t most)
{
    size_t count = 0, all_failed = count_failed(results, adapter, false);
    bool derived_too = all_failed == 0;
    if (derived_too)
        all_failed = count_failed(results, adapter, true);
    for (size_t clause = 0; all_failed > 0 && clause < results->clause_count; clause++) {
        uriproof_blamed one = suspect(results, adapter, clause, all_failed, derived_too);
        if (one.failed > 0)
            count = put_in(blamed, count, most, &one);
    }
    return count;
}
