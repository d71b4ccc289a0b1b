/* SPDX-License-Identifier: MIT */
/* Why the parsers of a group answer as they do, by their kept profiles. */
#ifndef URIPROOF_CLI_ASKED_REASONS_H
#define URIPROOF_CLI_ASKED_REASONS_H

#include "differences/differences.h"
#include "runner/runner.h"

/* A question, and what parsers replied: equal replies are a group. */
typedef struct replies_explained {
    const uriproof_request *request;
    const panel_member *members;
    const reply *replies;   /* of each member */
    const size_t *group_of; /* each */
    namer *namer;           /* NULL: nothing is explained */
    size_t count;
} replies_explained;

/* Prints what each parser of the group changes of RFC 3986 that gives its answer: those of one
 * explanation together. Prints nothing of a parser without a profile, or whose profile does not
 * give the answer. */
void asked_put_reasons(const replies_explained *r, size_t group);

/* Writes the same as the member "explanations" into the object that is open. */
void asked_write_reasons(json_writer *w, const replies_explained *r, size_t group);

#endif
