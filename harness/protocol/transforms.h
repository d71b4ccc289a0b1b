/* SPDX-License-Identifier: MIT */
/* Transforms are changes that a parser makes to a part by design. An adapter declares them
 * (docs/protocol.md), and its answers are compared up to them. */
#ifndef URIPROOF_PROTOCOL_TRANSFORMS_H
#define URIPROOF_PROTOCOL_TRANSFORMS_H

#include <uriproof/reference.h>

/* The parts by which two answers are compared, if their views do not hold the same octets. */
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

/* Static: "scheme", "user" and so on. */
extern const char *const piece_names[PIECE_COUNT];

/* Static, in no order. */
enum { TRANSFORM_COUNT = 16 };
extern const char *const transform_names[TRANSFORM_COUNT];

/* What an adapter declares: for each piece a set of transforms. Bit N is transform_names[N]. */
typedef struct transform_set {
    unsigned short declared[PIECE_COUNT];
} transform_set;

/* Declares that `part` (as docs/protocol.md names parts; `userinfo` is user and password) is
 * changed by the transform `name`. Returns false if there is no such part or transform. */
bool transform_declare(transform_set *set, const char *part, const char *name);

/* Returns the declarations as "host lowercased", NULL-terminated. The caller frees list and
 * strings.
 */
char **transform_list(const transform_set *set);

/* Writes the declarations into `room` octets of `words`: "host lowercased, path decoded". Leaves
 * out what does not fit, and writes "..." for it. */
void transform_words(const transform_set *set, char *words, size_t room);

/* Returns true if the brackets of a host are put back by the adapter, since the parser leaves them
 * out. This excuses no difference. */
bool transform_restores_brackets(const transform_set *set);

/* Returns true if nothing is declared. */
bool transform_none(const transform_set *set);

typedef struct uri_pieces {
    uriproof_span at[PIECE_COUNT]; /* absent if there is no such part */
} uri_pieces;

/* Returns true if one piece of `given` is the same as that of `expected`, up to `transforms`, which
 * are bits as in transform_set. */
bool piece_match(uri_piece which, const uri_pieces *expected, const uri_pieces *given,
                 unsigned short transforms);

/* Returns true if the piece is the same in both, up to `transforms`, of which neither needs to show
 * all: one parser may lower the case, and the other undo escapes. */
bool piece_same(uri_piece which, const uri_pieces *a, const uri_pieces *b,
                unsigned short transforms);

/* Returns true if each piece of `given` is the same as that of `expected`, up to the transforms
 * that are declared for it. */
bool pieces_match(const uri_pieces *expected, const uri_pieces *given,
                  const transform_set *transforms);

/* Writes `text` to `out`, which has room for text.length octets, and returns how many it wrote.
 * Decodes the escapes of RFC 3986's unreserved characters, once, and writes the digits of all other
 * escapes in upper case. */
size_t undo_unreserved(uriproof_span text, char *out);

/* Returns true if the scheme is `name`, in any case. */
bool scheme_is(uriproof_span scheme, const char *name);

/* Returns true if `port` is the default one of `scheme`, which may be written in any case. */
bool port_is_default(uriproof_span scheme, uriproof_span port);

/* Returns true if the text has only digits, or is empty. */
bool span_is_digits(uriproof_span text);

#endif
