/* SPDX-License-Identifier: MIT */
/*
 * A complete test suite for what an automaton accepts, by the HSI method: to each state, every
 * class, and as many classes more as there may be states more, and after that the words that
 * identify the state where that leads. A parser whose acceptance is an automaton of at most
 * so many states and that treats the octets of a class alike accepts just the same texts if
 * it gives the right answer to each. Besides, every octet may be tried in every state.
 */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_WMETHOD_H
#define URIPROOF_GENERATOR_ACCEPTANCE_WMETHOD_H

#include "grammar/grammar.h"

/* A text, and the state that it is about: the text to the state (access_strings.h) begins it. */
typedef struct wmethod_row {
    uriproof_span text;
    uint32_t state;
} wmethod_row;

typedef struct wmethod {
    wmethod_row *rows; /* by state; no text twice */
    size_t row_count;
    size_t complete_count; /* how many of them the method needs; the others try octets */
    void *memory;          /* opaque */
} wmethod;

/* Which octets are tried: of each class enough for the method, or each in each state. */
typedef enum gen_octets { GEN_CLASSES, GEN_EVERY_OCTET } gen_octets;

typedef struct wmethod_plan {
    unsigned extra; /* so many states more */
    gen_octets octets;
    const char *const *through; /* as of access_strings_find */
} wmethod_plan;

/* Builds the suite for `automaton`, which is minimal. False if memory is out; on true the caller
 * frees with wmethod_free. */
bool wmethod_build(const uriproof_automaton *automaton, const wmethod_plan *plan, wmethod *suite);

void wmethod_free(wmethod *suite);

#endif
