/* SPDX-License-Identifier: MIT */
/*
 * Tells a fuzzing engine what a text showed, beside the code that it ran. To libFuzzer and AFL++
 * it looks like code that was run, so that a text that shows something new is kept.
 */
#ifndef URIPROOF_FUZZ_FEEDBACK_H
#define URIPROOF_FUZZ_FEEDBACK_H

#include <stdint.h>

/* Counts what has this hash, for the text that is tested. Two hashes can count as one. */
void feedback_give(uint64_t hash);

#endif
