/* SPDX-License-Identifier: MIT */
/* The views of a parsed text: are two of them the same, as written or up to what the adapter says
 * that it gives? */
#ifndef URIPROOF_VIEWS_H
#define URIPROOF_VIEWS_H

#include <uriproof/reference.h>

/* The parts that two answers are compared by, where the views are not the same octets. */
typedef enum piece {
    PIECE_SCHEME,
    PIECE_USER,
    PIECE_PASSWORD,
    PIECE_HOST,
    PIECE_PORT,
    PIECE_PATH,
    PIECE_QUERY,
    PIECE_FRAGMENT,
    PIECE_COUNT
} piece;

/* The ways to give a part otherwise than as written: numbers of `gives_ways`. */
enum { GIVES_WAY_COUNT = 9 };
extern const char *const gives_ways[GIVES_WAY_COUNT];

/* What an adapter declares: bit `way` of declared[piece]. */
typedef struct gives_set {
    unsigned short declared[PIECE_COUNT];
} gives_set;

/* Declares that `part` (as docs/protocol.md names parts; `userinfo` is user and password) is
 * given `way`. False where there is no such part or way. */
bool gives_declare(gives_set *set, const char *part, const char *way);

/* The declarations as "host lowercased", NULL-terminated. The caller frees list and strings. */
char **gives_list(const gives_set *set);

/* The parts `given` are those `expected`, as written, or else (then *up_to) up to what is declared
 * in `gives`. Only views that both have, or that can be put together from each other, count. */
bool parts_match(const uriproof_parts *expected, const uriproof_parts *given,
                 const gives_set *gives, bool *up_to);

#endif
