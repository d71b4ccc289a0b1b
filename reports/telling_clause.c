/* SPDX-License-Identifier: MIT */
#include "telling_clause.h"

#include <uriproof/rfc3986.h>

#include <string.h>

/* Returns the number of the first clause of the case that can say what is right. If an answer is
 * expected, a clause that the case breaks is one that seems to apply and does not. If a result is
 * expected that is no URI, it is this result that breaks the clause. */
static size_t first_clause(const uriproof_case *one)
{
    const size_t breaks = one->group->breaks_count;
    const bool has_result = one->op == URIPROOF_RESOLVE || one->op == URIPROOF_NORMALIZE;
    return (one->accepted || has_result) && breaks < report_clause_count(one) ? breaks : 0;
}

/* Is the case of RFC 3986, of which the traits have their clauses? */
static bool is_of_traits(const uriproof_results *results, const uriproof_case *one)
{
    const char *dialect;
    size_t length;
    (void)uriproof_own_id(results, one->id, &dialect, &length);
    return uriproof_span_equal((uriproof_span){dialect, length},
                               uriproof_span_of(uriproof_rfc3986.name));
}

/* Returns SIZE_MAX if no case names the clause. */
static size_t clause_of_deviation(const uriproof_results *results, const char *deviations,
                                  const uriproof_case *one)
{
    const trait *of =
        deviations != NULL && is_of_traits(results, one) ? deviation_trait(deviations) : NULL;
    for (size_t i = 0; i < results->clause_count && of != NULL; i++)
        if (strcmp(results->clauses[i].id, of->clause) == 0)
            return i;
    return SIZE_MAX;
}

size_t report_telling_clause(const uriproof_results *results, const char *deviations,
                             const uriproof_case *one)
{
    const size_t explained = clause_of_deviation(results, deviations, one);
    if (explained != SIZE_MAX)
        return explained;
    return report_clause_count(one) > 0 ? report_clause(one, first_clause(one)) : SIZE_MAX;
}
