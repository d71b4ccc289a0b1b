/* SPDX-License-Identifier: MIT */
/* The judgement: what was expected, what was given, and what the adapter said that it gives. */
#ifndef URIPROOF_COMPARE_H
#define URIPROOF_COMPARE_H

#include <uriproof/corpus.h>
#include <uriproof/results.h>

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
enum { GIVES_WAY_COUNT = 8 };
extern const char *const gives_ways[GIVES_WAY_COUNT];

/* What an adapter declares: bit `way` of declared[piece]. */
typedef struct gives_set {
    unsigned char declared[PIECE_COUNT];
} gives_set;

/* Declares that `part` (as docs/protocol.md names parts; `userinfo` is user and password) is
 * given `way`. False where there is no such part or way. */
bool gives_declare(gives_set *set, const char *part, const char *way);

/* The declarations as "host lowercased", NULL-terminated. The caller frees list and strings. */
char **gives_list(const gives_set *set);

typedef struct judgement {
    uriproof_outcome outcome;
    bool up_to;       /* agrees, but for what the adapter declares */
    char detail[160]; /* why, or "" */
} judgement;

/* Judges the answer `given` to `vector` under `readings`. */
judgement judge(const uriproof_dialect *dialect, const uriproof_vector *vector,
                const uriproof_readings *readings, const gives_set *gives,
                const uriproof_answer *given);

#endif
