/* SPDX-License-Identifier: MIT */
/* Asks parsers, called directly, all that chains want to know of a text. */
#ifndef URIPROOF_FUZZ_ASK_DIRECTLY_H
#define URIPROOF_FUZZ_ASK_DIRECTLY_H

#include "classes/classes.h"

enum { PARSERS_MOST = 64 };

/* What chains resolve texts against. */
extern const uriproof_span chain_base;

/* A parser, and its answers about the text that was asked last. */
typedef struct direct_parser {
    const uriproof_server *server;
    transform_set declared, allowed; /* chain_allowed of what is declared */
    uri_pieces base;                 /* its parts of chain_base */
    bool has_base;                   /* it has them */
    bool parses_only; /* its chains are not wanted, so that it is not asked for them */
} direct_parser;

typedef struct direct_parsers {
    direct_parser at[PARSERS_MOST];
    size_t count;
    store *memory; /* of the answers */
    /* Reply k of parser m is at k * count + m. */
    reply first[CHAIN_FIRST_COUNT * PARSERS_MOST], second[CHAIN_SECOND_COUNT * PARSERS_MOST];
} direct_parsers;

/* Adds a parser. */
void direct_parsers_add(direct_parsers *all, const uriproof_server *server);

/* Asks all about a text. The replies, whose octets are those of the text or in the store, stay
 * until the next call. */
void direct_parsers_ask(direct_parsers *all, uriproof_span text);

/* Returns the answers of parser m, which does not only parse. They borrow from `all`. */
chain_links direct_parsers_links(const direct_parsers *all, size_t m, uriproof_span text);

/* Returns the replies to `parse`. They borrow from `all` and from the request. */
text_replies direct_parsers_replies(const direct_parsers *all, const uriproof_request *request);

#endif
