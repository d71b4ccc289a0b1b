/* SPDX-License-Identifier: MIT */
#include "feedback.h"

#include <stddef.h>

/* A few hundred classes are ever seen together, so that few share a place. */
enum { PLACES = 4096 };

/* libFuzzer takes this section as more counters of code. It sets them to 0 before each text. They
 * are not static, or the compiler would leave them out. */
extern uint8_t uriproof_fuzz_counters[PLACES];
uint8_t uriproof_fuzz_counters[PLACES]
    __attribute__((section("__libfuzzer_extra_counters"), aligned(8), used));

/* AFL++ numbers all guards of a program in this section, and has a counter for each number. */
extern uint32_t uriproof_fuzz_guards[PLACES];
uint32_t uriproof_fuzz_guards[PLACES] __attribute__((section("__sancov_guards"), aligned(4), used));

/* Counts a guard; of AFL++'s runtime, as the other one, which no other engine has. AFL++'s compiler
 * declares the counters themselves in each file, so that they cannot be named here. */
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) __attribute__((weak));
void __afl_manual_init(void) __attribute__((weak));

void feedback_give(uint64_t hash)
{
    const size_t place = (hash ^ hash >> 32) % PLACES;
    uriproof_fuzz_counters[place] = 1;
    if (__afl_manual_init != NULL && __sanitizer_cov_trace_pc_guard != NULL)
        __sanitizer_cov_trace_pc_guard(&uriproof_fuzz_guards[place]);
}
