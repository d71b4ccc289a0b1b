/* SPDX-License-Identifier: MIT */
/*
 * Chains: what a parser says of its own answers. They need no second parser. A parser that sees
 * another host in its own normal form can be led to a host that was never checked.
 *
 * A chain holds up to what RFC 3986 lets change (the case of scheme and host, escapes of unreserved
 * characters, a default or empty port, dot segments) and up to what the adapter declares.
 */
#ifndef URIPROOF_CLASSES_CHAIN_H
#define URIPROOF_CLASSES_CHAIN_H

#include "class.h"

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

/* What is asked of a text first, and then of the answers to that. */
enum { CHAIN_PARSED, CHAIN_NORMAL, CHAIN_RESOLVED, CHAIN_FIRST_COUNT };
enum {
    CHAIN_NORMAL_PARSED,
    CHAIN_NORMAL_NORMAL,
    CHAIN_RESOLVED_PARSED,
    CHAIN_TOGETHER_PARSED,
    CHAIN_SECOND_COUNT
};

/* The answers of which each chain is made: bits of the first, and of the second. */
extern const unsigned chain_firsts[CHAIN_COUNT], chain_seconds[CHAIN_COUNT];

/* The answers of one parser about one text. */
typedef struct chain_links {
    uriproof_span text;
    uriproof_span base_text; /* that it was resolved against */
    const uri_pieces *base;  /* of the base that it was resolved against, by that parser; or NULL */
    const transform_set *declared;
    transform_set allowed; /* of chain_allowed */
    bool knows_parse;      /* a fault in parse of the text is known, and breaks no chain */
    const reply *of_base;  /* parse of the base; or NULL */
    const reply *first[CHAIN_FIRST_COUNT], *second[CHAIN_SECOND_COUNT];
} chain_links;

/* Returns what may change in a normal form or a resolution: how parts are written, dot segments,
 * and what the adapter declares. */
transform_set chain_allowed(const transform_set *declared);

/* Sets the CHAIN_FIRST_COUNT requests about a text. */
void chain_ask_first(uriproof_span text, uriproof_span base, uriproof_request *requests);

/* Sets the CHAIN_SECOND_COUNT requests about the answers to the first ones. What has no answer is
 * left out (its op is URIPROOF_OP_COUNT), and so is what would be the question itself once more.
 * Octets of the requests are those of the answers, or in the store. */
void chain_ask_second(const reply *const first[CHAIN_FIRST_COUNT], uriproof_span text, store *s,
                      uriproof_request *requests);

/* Returns true if the answers break the chain, or if the parser failed at a question of it. Then
 * *found is the class of that. A fault breaks one chain alone. */
bool chain_breaks(chain which, const chain_links *l, answer_class *found);

/* The answers of the literal reference about one text. It is asked when they are first needed, and
 * once for the chains of all parsers. `memory` is set before, and `asked` is false. */
typedef struct chain_reference {
    store *memory; /* of the answers */
    bool asked;
    chain_links links;
    uri_pieces base;
    reply first[CHAIN_FIRST_COUNT], second[CHAIN_SECOND_COUNT];
} chain_reference;

/* Returns true if it is the specification that breaks the chain as the parser does, with class
 * `class`: the literal reference breaks it so, or what the algorithm of the specification gives is
 * no URI (`x:/.//:b` becomes `x://:b`). `reference` is that of the text and the base of `parser`.
 */
bool chain_is_of_reference(chain which, const chain_links *parser, const answer_class *class,
                           chain_reference *reference);

#endif
