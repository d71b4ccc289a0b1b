/* SPDX-License-Identifier: MIT */
#include "conclude.h"

#include "answer_hash.h"
#include "localise.h"

#include <stdlib.h>

static bool is_said(const uriproof_results *results, size_t number)
{
    bool said = false;
    for (size_t i = 0; i < results->adapter_count && !said; i++)
        said = uriproof_is_asked(results, i, number) &&
               (!uriproof_is_plain(results, i, number) ||
                results->adapters[i].results[number]->known != URIPROOF_AS_EVER);
    return said;
}

/* Leaves the `count` cases whose numbers are `kept`, in that order. */
static void keep_cases(uriproof_results *results, const size_t *kept, size_t count)
{
    uriproof_case *cases = calloc(count + 1, sizeof *cases);
    for (size_t i = 0; i < count; i++)
        cases[i] = results->cases[kept[i]];
    free(results->cases);
    results->cases = cases;
    for (size_t k = 0; k < results->adapter_count; k++) {
        uriproof_adapter_results *adapter = &results->adapters[k];
        const uriproof_result **list = calloc(count + 1, sizeof *list);
        for (size_t i = 0; i < count; i++)
            list[i] = adapter->results[kept[i]];
        free(adapter->results);
        adapter->results = list;
    }
    results->case_count = count;
}

/* Adds the answers that agree and could be others to the hash of their group, in any order. */
static void add_agreed(uriproof_results *results, size_t number, size_t group)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_result *result = results->adapters[i].results[number];
        if (result->outcome == URIPROOF_AGREE && result->answer != 0)
            results->adapters[i].agreed[group] +=
                answer_hash_mix(result->answer, results->cases[number].id);
    }
}

/* Counts the cases that say nothing, and leaves the others: those that people wrote come first. The
 * cases of a group stand together, and in the order of the groups. */
static void count_plain_cases(uriproof_results *results)
{
    size_t *kept = calloc(results->case_count + 1, sizeof *kept), count = 0;
    for (size_t i = 0; i < results->case_count; i++)
        if (results->cases[i].group == NULL)
            kept[count++] = i;
    for (size_t i = 0; i < results->case_count; i++) {
        if (results->cases[i].group == NULL)
            continue;
        size_t group = results->cases[i].group->number;
        add_agreed(results, i, group);
        if (is_said(results, i))
            kept[count++] = i;
        else
            results->groups[group]->counted++;
    }
    keep_cases(results, kept, count);
    free(kept);
}

void uriproof_results_conclude(uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        adapter->suspect_count =
            uriproof_localise(results, i, adapter->suspects, URIPROOF_SUSPECTS_MOST);
        adapter->agreed = calloc(results->group_count + 1, sizeof *adapter->agreed);
    }
    count_plain_cases(results);
}
