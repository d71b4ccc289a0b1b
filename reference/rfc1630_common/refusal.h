/* SPDX-License-Identifier: MIT */
/* Why a text does not match fragmentaddress: from where a reader stopped to the words for it. */
#ifndef URIPROOF_WWW_REFUSAL_H
#define URIPROOF_WWW_REFUSAL_H

#include "reader.h"

/* The clauses of one dialect: those that an octet offends wherever it stands, and that of each
 * production that can reject. */
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

/* The innermost production that ends where the text goes on after all that matches: the last part
 * that was read. */
const char *last_part_read(const uriproof_generic *generic);

/* Writes *refusal; the text began at `start`. */
void explain_refusal(const reader *r, const unsigned char *start, const refusal_clauses *clauses,
                     uriproof_refusal *refusal);

#endif
