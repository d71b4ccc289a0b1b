/* SPDX-License-Identifier: MIT */
/* Automata before they are minimal. */
#ifndef URIPROOF_GRAMMAR_MINIMIZE_H
#define URIPROOF_GRAMMAR_MINIMIZE_H

#include "grammar.h"

/* A deterministic automaton whose columns are ranges of octets; state 0 is the start. */
typedef struct dfa {
    uint32_t state_count;
    uint32_t column_count;
    unsigned char column_of[256];
    uint32_t *next; /* next[state * column_count + column] */
    bool *accepting;
} dfa;

/* The minimal automaton of the same language. The caller frees *automaton. */
void dfa_minimize(const dfa *from, uriproof_automaton *automaton);

#endif
