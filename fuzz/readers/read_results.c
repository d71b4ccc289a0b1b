/* SPDX-License-Identifier: MIT */
/*
 * A results file. What is read and written is read again, and written as the same octets; every
 * clause that a case names is there, and the counts of outcomes are those of the results.
 */
#include "input.h"
#include "lines.h"

#include "results/results.h"
#include <stdlib.h>
#include <string.h>

static bool write_results(const void *from, void *out)
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
    uriproof_suspect blamed[URIPROOF_SUSPECTS_MOST];
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT], sum = 0;
        uriproof_count_outcomes(results, i, counts);
        for (size_t k = 0; k < URIPROOF_OUTCOME_COUNT; k++)
            sum += counts[k];
        fuzz_demand(sum == uriproof_count_asked(results, i), "each case asked has an outcome");
        size_t found = uriproof_localise(results, i, blamed, URIPROOF_SUSPECTS_MOST);
        for (size_t k = 0; k < found; k++)
            fuzz_demand(blamed[k].clause < results->clause_count &&
                            blamed[k].failed <= blamed[k].asked,
                        "who is blamed is there");
    }
}

static void check_again(const uriproof_results *results)
{
    uriproof_results again;
    uriproof_error error;
    char *octets, *twice;
    size_t length, length_twice;
    fuzz_written(write_results, results, &octets, &length);
    fuzz_demand(uriproof_results_read("again", octets, length, &again, &error),
                "what is written is read");
    fuzz_written(write_results, &again, &twice, &length_twice);
    fuzz_demand(length == length_twice && memcmp(octets, twice, length) == 0, "the same octets");
    uriproof_results_free(&again);
    free(octets);
    free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uriproof_error error = {""};
    uriproof_results results;
    char *text = fuzz_copy(data, size);
    if (uriproof_results_read("input", text, size, &results, &error)) {
        check_indices(&results);
        check_counts(&results);
        check_again(&results);
        uriproof_results_free(&results);
    } else {
        fuzz_demand(error.words[0] != '\0', "a fault is told");
    }
    free(text);
    return 0;
}
