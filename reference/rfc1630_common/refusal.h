/* SPDX-License-Identifier: MIT */
/* Explains why a text does not match `fragmentaddress`: it turns the position where a reader
 * stopped into a rule, an offset and a clause. */
#ifndef URIPROOF_WWW_REFUSAL_H
#define URIPROOF_WWW_REFUSAL_H

#include "reader.h"

/* The clauses of one dialect. The first three forbid an octet everywhere. The others belong to the
 * rules that can reject a text. */
typedef struct refusal_clauses {
    const char *disallowed;
    const char *national;
    const char *punctuation;
    const char *scheme;
    const char *uri;
    const char *path;
    const char *search;
    const char *fragmentid;
    const char *escape;
} refusal_clauses;

/* Returns the name of the last part that was read. It is the innermost rule that ends at the point
 * where more text follows than can match. */
const char *last_part_read(const uriproof_generic *generic);

/* Fills in *refusal. `start` is the start of the text. */
void explain_refusal(const reader *r, const unsigned char *start, const refusal_clauses *clauses,
                     uriproof_refusal *refusal);

#endif
