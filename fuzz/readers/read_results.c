/* SPDX-License-Identifier: MIT */
/*
 * Reads a results file. If it is written and read again, it must be written as the same octets.
 * Every clause that a case names must exist, and the outcomes must add up to the number of results.
 */
#include "input.h"
#include "lines.h"

#include "results/results.h"

static bool read_results(const char *text, size_t length, void *results, uriproof_error *error)
{
    return uriproof_results_read("input", text, length, results, error);
}

static bool write_results(const void *from, FILE *out)
{
    return uriproof_results_write(from, out);
}

static void check_indices(const uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        for (size_t k = 0; k < one->group->clause_count; k++)
            fuzz_demand(one->group->clauses[k] < results->clause_count, "a clause is there");
    }
}

static void check_counts(const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT], sum = 0;
        uriproof_count_outcomes(results, i, counts);
        for (size_t k = 0; k < URIPROOF_OUTCOME_COUNT; k++)
            sum += counts[k];
        fuzz_demand(sum == uriproof_count_asked(results, i), "each case asked has an outcome");
    }
}

static void check(const void *first, const void *again)
{
    (void)again; /* its octets are compared */
    check_indices(first);
    check_counts(first);
}

static void free_results(void *results)
{
    uriproof_results_free(results);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_format format = {sizeof(uriproof_results), read_results, write_results, check,
                                       free_results};
    fuzz_round_trip(&format, data, size);
    return 0;
}
