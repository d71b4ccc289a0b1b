/* SPDX-License-Identifier: MIT */
/* Transforms: changes that a parser makes to a part by design. What an adapter may declare
 * (docs/protocol.md), and when a part is the same up to that. */
#ifndef URIPROOF_PROTOCOL_TRANSFORMS_H
#define URIPROOF_PROTOCOL_TRANSFORMS_H

#include <uriproof/reference.h>

/* The parts that two answers are compared by, where the views are not the same octets. */
typedef enum uri_piece {
    PIECE_SCHEME,
    PIECE_USER,
    PIECE_PASSWORD,
    PIECE_HOST,
    PIECE_PORT,
    PIECE_PATH,
    PIECE_QUERY,
    PIECE_FRAGMENT,
    PIECE_COUNT
} uri_piece;

/* What an adapter declares: for each piece a set of transforms, a bit each (transforms.c). */
enum { TRANSFORM_COUNT = 13 };
typedef struct transform_set {
    unsigned short declared[PIECE_COUNT];
} transform_set;

/* Declares that `part` (as docs/protocol.md names parts; `userinfo` is user and password) is
 * changed by the transform `name`. Returns false if there is no such part or transform. */
bool transform_declare(transform_set *set, const char *part, const char *name);

/* The declarations as "host lowercased", NULL-terminated. The caller frees list and strings. */
char **transform_list(const transform_set *set);

/* Writes the declarations to `words`, which has room for `room` octets: "host lowercased, path
 * decoded". What does not fit is left out, and "..." stands for it. */
void transform_words(const transform_set *set, char *words, size_t room);

/* Is nothing declared? */
bool transform_none(const transform_set *set);

typedef struct uri_pieces {
    uriproof_span at[PIECE_COUNT]; /* absent where there is none */
} uri_pieces;

/* Is each piece of `given` that of `expected`, as written or up to what is declared for it? */
bool pieces_match(const uri_pieces *expected, const uri_pieces *given,
                  const transform_set *transforms);

/* Undoes the escapes of `text` that are RFC 3986's unreserved characters, once, and writes the
 * digits of all others in upper case. Writes to `out`, with room for text.length octets, and
 * returns how many. */
size_t undo_unreserved(uriproof_span text, char *out);

/* Is `port` the default one of `scheme`, in whatever case that is written? */
bool port_is_default(uriproof_span scheme, uriproof_span port);

/* Nothing but digits, or empty. */
bool span_is_digits(uriproof_span text);

#endif
