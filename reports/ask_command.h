/* SPDX-License-Identifier: MIT */
/* The command that asks all parsers a text again: pages and the command line print it. */
#ifndef URIPROOF_REPORTS_ASK_COMMAND_H
#define URIPROOF_REPORTS_ASK_COMMAND_H

#include "protocol/protocol.h"

#include <stdio.h>

/* What `uriproof ask` is to be asked. */
typedef struct ask_question {
    const char *program; /* NULL: "uriproof" */
    uriproof_op op;
    uriproof_request request;
    uriproof_span base;  /* of a reference that the request has alone; may be absent */
    const char *through; /* the parser whose normal form the others see; or NULL */
    const char *options; /* words of a shell that say whom it asks; NULL: all that it knows */
} ask_question;

/* Writes the command, for a shell. Writes nothing and returns false if there is none, or it is too
 * long to be copied. */
bool ask_command_write(FILE *out, const ask_question *asked);

#endif
