/* SPDX-License-Identifier: MIT */
/* A vector may ask about a megabyte. Whoever reads a report wants to see which, and not all of it.
 */
#include "kept.h"

#include "model.h"

void uriproof_results_shorten(uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++) {
        uriproof_case *one = &results->cases[i];
        bool request = kept_shorten(one->request), expected = kept_shorten(one->expected);
        one->shortened = one->shortened || request || expected;
    }
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++) {
            uriproof_result *result = &results->adapters[i].results[k];
            result->shortened = kept_shorten(result->given) || result->shortened;
        }
}
