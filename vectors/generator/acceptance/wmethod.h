/* SPDX-License-Identifier: MIT */
/*
 * Builds a complete test suite for what an automaton accepts, by the HSI method. Each text of the
 * suite has three parts: the access text of a state; a sequence of classes of octets; and a word
 * that identifies the state that is reached. The sequence is one class longer than the number of
 * extra states that a parser may have. Suppose that what a parser accepts is an automaton with at
 * most that number of extra states, and that the parser treats the octets of a class alike. If the
 * parser answers every text of the suite correctly, it accepts exactly the texts that the given
 * automaton accepts. In addition, every octet may be tried in every state.
 */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_WMETHOD_H
#define URIPROOF_GENERATOR_ACCEPTANCE_WMETHOD_H

#include "grammar/grammar.h"

/* A text, and the state that it tests. It begins with the access text of this state
 * (access_strings.h). */
typedef struct wmethod_row {
    uriproof_span text;
    uint32_t state;
} wmethod_row;

typedef struct wmethod {
    wmethod_row *rows; /* by state; no text twice */
    size_t row_count;
    size_t complete_count; /* how many of them the method needs; the others try octets */
    store *memory;         /* of the texts */
} wmethod;

/* Which octets are tried: as many of each class as the method needs, or every octet in every state.
 * */
typedef enum gen_octets { GEN_CLASSES, GEN_EVERY_OCTET } gen_octets;

typedef struct wmethod_plan {
    unsigned extra; /* how many extra states a parser may have */
    gen_octets octets;
    const char *const *through; /* as of access_strings_find */
} wmethod_plan;

/* Builds the suite for `automaton`, which must be minimal. The caller frees with wmethod_free. */
void wmethod_build(const uriproof_automaton *automaton, const wmethod_plan *plan, wmethod *suite);

void wmethod_free(wmethod *suite);

#endif
