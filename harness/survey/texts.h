/* SPDX-License-Identifier: MIT */
/* The questions of a survey, read from a stream block by block. */
#ifndef URIPROOF_SURVEY_TEXTS_H
#define URIPROOF_SURVEY_TEXTS_H

#include "protocol/protocol.h"

#include <stdio.h>

typedef enum texts_form {
    TEXTS_LINES,     /* a text is what stands before a newline: any octets, a CR too */
    TEXTS_NUL,       /* before a NUL */
    TEXTS_JSON_LINES /* a line is a JSON object with the fields of a request */
} texts_form;

typedef struct texts {
    FILE *in;
    texts_form form;
    uriproof_op op;
    bool own_ops;              /* in JSON, a line may name another operation as "op" */
    uriproof_span base;        /* resolve: what texts are resolved against, but in JSON */
    size_t line;               /* the number of the last that was read */
    size_t ended, ended_by_cr; /* lines that a newline ends; those with a CR before it */
    size_t unread;             /* lines that are no request, or a request that is too long for a
                                  line of the protocol; they were left out */
    uriproof_error fault;      /* of the first of them: its number, and what is wrong */
    int failed;                /* the number of an error that ended the texts; or 0 */
} texts;

/* How much is read at once: so many questions, or fewer if they have so many octets together; but
 * one at least. */
enum { TEXTS_MOST = 1024, TEXTS_MOST_OCTETS = 1 << 20 };

/* Reads up to `most` questions, which is at most TEXTS_MOST. Their octets are then in the store.
 * Returns how many; 0 at the end. */
size_t texts_read(texts *t, size_t most, store *s, uriproof_request *requests);

#endif
