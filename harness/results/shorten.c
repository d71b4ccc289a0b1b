/* SPDX-License-Identifier: MIT */
/* A vector may ask about a megabyte. Whoever reads a report wants to see which, and not all of it.
 */
#include "truncate.h"

#include "model.h"

void uriproof_results_shorten(uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++) {
        uriproof_case *one = &results->cases[i];
        bool request = truncate_texts(one->request), expected = truncate_texts(one->expected);
        one->shortened = one->shortened || request || expected;
    }
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++) {
            uriproof_result *result = &results->adapters[i].results[k];
            result->shortened = truncate_texts(result->given) || result->shortened;
        }
}
