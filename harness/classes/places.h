/* SPDX-License-Identifier: MIT */
/* Where in a text two divisions of it part: the kind of character there, and the clause of RFC 3986
 * that is about that place. */
#ifndef URIPROOF_CLASSES_PLACES_H
#define URIPROOF_CLASSES_PLACES_H

#include "class_id.h"

enum { HOST_AND_PORT = 1U << PIECE_HOST | 1U << PIECE_PORT };

typedef struct weighed_part {
    uri_piece piece;
    char delimiter;     /* that the part has beside it */
    const char *clause; /* of the part as a whole */
} weighed_part;

/* The parts, the most telling first: that another host is asked matters more than that it is asked
 * another path. */
extern const weighed_part parts_by_weight[PIECE_COUNT];

/* Returns true if `octets`, which a NUL ends, has the octet. */
bool octet_is_in(char octet, const char *octets);

/* Returns the place of the next of these octets, from `from`; the end of the text if there is none.
 */
size_t next_octet_of(uriproof_span text, size_t from, const char *octets);

/* Returns the name of the kind of character that the octet is. Static: "at-sign". */
const char *octet_kind(char octet);

/* Returns that of the octet at `at`, or "end" after the text. */
const char *octet_kind_at(uriproof_span text, size_t at);

/* Returns the delimiter that the part has beside it. */
char piece_delimiter(uri_piece piece);

/* Returns the clause about a character at that part: of what a delimiter ends, or else of the part
 * as a whole. Static. */
const char *clause_of_place(uri_piece piece, const char *character);

/* Returns the clause of a difference in a part. What a delimiter ends does not matter to data that
 * only one of two parsers writes otherwise, except in an authority. */
const char *clause_of_difference(class_kind kind, uri_piece piece, const char *character);

/* Where a part is in a text. */
typedef struct piece_place {
    bool written; /* the text has it there as the parser gives it; an absent one is written */
    size_t start, end;
} piece_place;

/* Finds the part `which`, after those that come before it in the text. One that is not written is
 * said to be where it would begin; so is one that is what transforms make of the text there, also
 * if the text has it later. */
piece_place piece_find(uriproof_span text, const uri_pieces *pieces, uri_piece which);

/* Returns the kind of the delimiter with which a part begins that only one parser sees. A host
 * begins after what is before it in the text: two slashes, an `@`, or only the colon of the scheme.
 */
const char *absent_character(uriproof_span text, piece_place present, uri_piece which);

/* Returns the clause of the difference that only one parser sees the part, after that character. */
const char *clause_of_absence(class_kind kind, uri_piece piece, const char *character);

/* Returns the kind of character at which two parts, both written in the text, are divided. */
const char *boundary_character(uriproof_span text, piece_place one, piece_place other);

/* Returns the kind of the first character of `written` that `changed` does not share. If `changed`
 * has an escape there that the text has not, it is the octet that was escaped. */
const char *changed_character(uriproof_span text, uriproof_span written, uriproof_span changed);

/* Returns the kind of the first character that differs between two of which neither is as it was
 * written. The longer one stands for what was written, so that it does not matter which is first.
 */
const char *differing_character(uriproof_span a, uriproof_span b);

/* Returns the kind of the character of the text at which two parts are changed, each in its way.
 * The first of them is at `from`. */
const char *written_character(uriproof_span text, uriproof_span one, uriproof_span other,
                              size_t from);

#endif
