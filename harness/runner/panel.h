/* SPDX-License-Identifier: MIT */
/* Parsers that are asked the same questions, all at the same time. */
#ifndef URIPROOF_RUNNER_PANEL_H
#define URIPROOF_RUNNER_PANEL_H

#include "asker.h"

#include "classes/classes.h"

typedef struct panel panel;

/* A parser of the panel. Borrowed by it. */
typedef struct panel_member {
    const char *name;
    char *const *command; /* NULL-terminated */
} panel_member;

/* Returns a panel, of which no process is started yet. All arguments last longer than it. */
panel *panel_new(const panel_member *members, size_t count, const asker_options *options);

/* Asks each parser the `count` requests. The reply of member m to requests[i] is then
 * replies[i * members + m], in the store. Parsers that do not start, or no longer, have not-run. */
void panel_ask(panel *p, const uriproof_request *requests, size_t count, store *s, reply *replies);

/* Returns what member m said of itself; its name is NULL if it never did. */
const hello *panel_hello(const panel *p, size_t m);

/* Returns why member m does not answer; NULL if it does. */
const char *panel_error(const panel *p, size_t m);

/* Ends the processes and frees the panel. */
void panel_free(panel *p);

#endif
