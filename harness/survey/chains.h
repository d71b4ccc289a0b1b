/* SPDX-License-Identifier: MIT */
/*
 * Chains: what a parser says of its own answers. They need no second parser. A parser that sees
 * another host in its own normal form can be led to a host that was never checked.
 *
 * A chain holds up to what RFC 3986 lets change (the case of scheme and host, escapes of unreserved
 * characters, a default or empty port, dot segments) and up to what the adapter declares.
 */
#ifndef URIPROOF_SURVEY_CHAINS_H
#define URIPROOF_SURVEY_CHAINS_H

#include "runner/runner.h"

typedef enum chain {
    CHAIN_PARSE_NORMAL,   /* parse of the normal form sees the same scheme, userinfo, host, port */
    CHAIN_NORMAL_TWICE,   /* the normal form of the normal form is the normal form */
    CHAIN_PARSE_RESOLVED, /* parse of a full form sees the authority of the reference, else the
                             base's */
    CHAIN_RESOLVE_SELF,   /* a reference with a scheme resolves to itself, with its dots removed */
    CHAIN_RECOMPOSE,      /* the parts put together are the text */
    CHAIN_COUNT
} chain;

/* Static: "parse-normal" and so on: the operations of their classes. */
extern const char *const chain_names[CHAIN_COUNT];

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
    bool *unasked;     /* set for each text that not all was asked about: a parser was not asked, or
                          failed at what the next question follows from; NULL: this does not matter */
} chain_texts;

/* Asks the panel, which has so many members, for all chains over the texts. Returns the number of
 * those that do not hold, in the order of the texts; the caller frees *broken. */
size_t chains_ask(panel *p, size_t members, const chain_texts *about, broken_chain **broken);

#endif
