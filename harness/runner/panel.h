/* SPDX-License-Identifier: MIT */
/* Parsers that are asked the same questions at the same time. */
#ifndef URIPROOF_RUNNER_PANEL_H
#define URIPROOF_RUNNER_PANEL_H

#include "asker.h"

#include "classes/classes.h"

typedef struct panel panel;

/* A parser of the panel. Borrowed by it. */
typedef struct panel_member {
    const char *name;
    char *const *command; /* NULL-terminated */
    bool in_process;      /* uriproof-in-process may call the parser of this name instead */
    bool is_browser;      /* people see the Web by it: it is shown before the others */
} panel_member;

/* Returns a panel, of which no process is started yet. At most `at_once` of its parsers work at the
 * same time; 0: all may. All arguments last longer than it. */
panel *panel_new(const panel_member *members, size_t count, size_t at_once,
                 const asker_options *options);

/* Lets a panel of `members` call those that may be in process so: by `program`, which is
 * uriproof-in-process. If its process fails, they are asked like all others. `note` is told if it
 * is not used any more. Call it before panel_ask. */
void panel_call_in_process(panel *p, const panel_member *members, const char *program,
                           void (*note)(void *self, const char *words));

/* Lets a panel of the same members call them by the process of `owner`, which lasts longer. If its
 * processes are renewed, each parser is asked each question in a new child of it, to which nothing
 * was asked before. The two are not asked at the same time. */
void panel_share_in_process(panel *p, const panel *owner);

/* What a panel is asked. A request whose `op` is URIPROOF_OP_COUNT is left out: its reply is
 * not-run. */
typedef struct panel_questions {
    const uriproof_request *requests;
    size_t count;
    bool own;          /* requests[m * count + i] is for member m; else all are asked requests[i] */
    const bool *asked; /* the members that are asked; NULL: all */
    bool *agreed;      /* NULL: all replies are wanted. Else agreed[i] is set to whether it is known
                          that all replies to question i are equal; these may then be left out */
} panel_questions;

/* If cases are independent, lets each member take too long for so many of them from now on. */
void panel_allow_timeouts(panel *p, size_t most);

/* Starts the processes of all members, and does not wait for them. */
void panel_start(panel *p);

/* Starts them, and waits until they have said hello. */
void panel_greet(panel *p);

/* Does as panel_ask does, but only begins: the questions, the store and the replies last until
 * panel_end. Meanwhile the panel is asked nothing else; what members say of themselves stands if
 * they were asked before. */
void panel_begin(panel *p, const panel_questions *questions, store *s, reply *replies);

/* Waits until all have replied. */
void panel_end(panel *p);

/* Asks the questions. The reply of member m to question i is then replies[i * members + m], in the
 * store. Parsers that are not asked, do not start, or start no more, have not-run. */
void panel_ask(panel *p, const panel_questions *questions, store *s, reply *replies);

/* Returns what member m said of itself; its name is NULL if it never did. */
const hello *panel_hello(const panel *p, size_t m);

/* Lets differences between the members be named so in panel_replies. The namer lasts as long as the
 * panel; NULL: none. */
void panel_name_by(panel *p, const class_namer *namer);

/* Returns the replies of all members to a request, which it borrows. */
text_replies panel_replies(const panel *p, const uriproof_request *request, const reply *replies);

/* Returns why member m does not answer; NULL if it does. */
const char *panel_error(const panel *p, size_t m);

/* Ends the processes and frees the panel. */
void panel_free(panel *p);

#endif
