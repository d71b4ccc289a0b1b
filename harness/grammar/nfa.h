/* SPDX-License-Identifier: MIT */
/* Between a grammar and its automaton: states with free choices. */
#ifndef URIPROOF_GRAMMAR_NFA_H
#define URIPROOF_GRAMMAR_NFA_H

#include "nodes.h"

enum { NFA_STATES_MAX = 1 << 18 };

typedef enum nfa_kind {
    NFA_ACCEPT,
    NFA_FORK,  /* on to `out` and to `other`, where these are states */
    NFA_OCTETS /* with an octet from `low` to `high` on to `out` */
} nfa_kind;

typedef struct nfa_state {
    nfa_kind kind;
    unsigned char low, high;
    uint32_t out, other;
    uint32_t known; /* the productions that are compiled with this state after them: a list in
                       nfa.known, or GRAMMAR_NONE */
} nfa_state;

/* `production`, followed by some state, begins at the state `start`. */
typedef struct nfa_known {
    uint32_t production;
    uint32_t start;
    uint32_t next;
} nfa_known;

typedef struct nfa {
    nfa_state *states;
    uint32_t state_count;
    nfa_known *known;
    uint32_t known_count;
    uint32_t start;
} nfa;

/* The texts that match `production`. On true the caller frees with nfa_free; on false
 * *error says why, and nothing is left to free. */
bool nfa_build(const uriproof_grammar *grammar, uint32_t production, nfa *built,
               uriproof_error *error);

void nfa_free(nfa *built);

#endif
