/* SPDX-License-Identifier: MIT */
/* The chains (classes/chain.h) of many parsers over many texts. */
#ifndef URIPROOF_SURVEY_CHAINS_H
#define URIPROOF_SURVEY_CHAINS_H

#include "runner/runner.h"

/* A chain that does not hold. */
typedef struct broken_chain {
    size_t text, member;
    answer_class class;
    bool of_reference; /* the literal reference breaks the same chain on the same text in the same
                          way, so this is the specification's doing and not the parser's */
} broken_chain;

/* The texts of chains: each is parsed, normalized, and resolved against `base`. */
typedef struct chain_texts {
    const uriproof_span *texts;
    size_t count;
    uriproof_span base;
    const bool *asked; /* the members that are asked; NULL: all */
    bool knows_parse;  /* faults in parse of the texts are known */
    bool *unasked;     /* set for each text that not all was asked about, because a parser was not
                          asked; NULL: this does not matter */
} chain_texts;

/* Asks the panel, which has so many members, for all chains over the texts. Returns the number of
 * those that do not hold, in the order of the texts; the caller frees *broken. */
size_t chains_ask(panel *p, size_t members, const chain_texts *about, broken_chain **broken);

#endif
