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

extern uint8_t *__afl_area_ptr __attribute__((weak));

void feedback_give(uint64_t hash)
{
    const size_t place = (hash ^ hash >> 32) % PLACES;
    uriproof_fuzz_counters[place] = 1;
    if (&__afl_area_ptr != NULL)
        __afl_area_ptr[uriproof_fuzz_guards[place]] = 1;
}
