/* SPDX-License-Identifier: MIT */
/* The side of the parsers: the program uriproof-in-process. */
#ifndef URIPROOF_IN_PROCESS_SERVE_H
#define URIPROOF_IN_PROCESS_SERVE_H

#include "protocol/protocol.h"

/* Serves those of the `count` parsers that the arguments name, until standard input ends. Says
 * first, for each name, the hello of that parser, or an empty frame. What a parser itself reads is
 * /dev/null, and what it prints goes to standard error. Returns the exit status: 0, 1 if it cannot
 * read or write, 2 for wrong usage. */
int in_process_serve(const uriproof_server *const *servers, size_t count, int argc, char **argv);

#endif
