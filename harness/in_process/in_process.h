/* SPDX-License-Identifier: MIT */
/*
 * C parsers that are called in one child process, all of them, which is far faster than a process
 * of each and JSON between. But there they can spoil each other, and a crash has no name. So what
 * comes of it is trusted only as far as it costs nothing: if anything goes wrong with the process,
 * its questions remain unanswered, and are to be asked again in the ordinary way.
 */
#ifndef URIPROOF_IN_PROCESS_IN_PROCESS_H
#define URIPROOF_IN_PROCESS_IN_PROCESS_H

#include "frame.h"

typedef struct in_process in_process;

typedef struct in_process_options {
    const char *program;                         /* the path of uriproof-in-process */
    const char *reaper;                          /* the path of uriproof-reaper */
    uint64_t timeout_ms;                         /* for the replies that come together */
    uint64_t memory_limit;                       /* octets; 0: no limit */
    void *self;                                  /* what both are called with */
    bool (*should_stop)(void *self);             /* ends it early; may be NULL */
    void (*note)(void *self, const char *words); /* why it is not used any more; may be NULL */
} in_process_options;

/* What is asked. */
typedef struct in_process_questions {
    const uriproof_request *requests; /* one whose op is URIPROOF_OP_COUNT is left out */
    size_t count;
    bool own;         /* requests[m * count + i] is for parser m; else all are asked requests[i] */
    parser_set asked; /* of in_process_ready */
    size_t members;   /* the reply of parser m to question i is replies[i * members + m] */
    bool alone;   /* each parser is asked each question in a new process, a child of one in which
                     no parser was called: so it cannot remember another text */
    bool *agreed; /* NULL, as it must be then: all replies are wanted. Else agreed[i] is set to true
                     if all that are asked gave equal replies, and these are then left out */
} in_process_questions;

/* Returns what asks the parsers of these names; those from number PARSER_SET_MOST on, and those
 * that are NULL, are left out. Starts nothing yet. The names and options last longer than it. */
in_process *in_process_new(const char *const *names, size_t count,
                           const in_process_options *options);

/* Starts the process, if there is none. Returns the parsers that can be asked; none if it does not
 * start, or was given up. */
parser_set in_process_ready(in_process *x);

/* Sends the questions, if in_process_ready says that they can be asked. What they point to lasts
 * until in_process_end. */
void in_process_begin(in_process *x, const in_process_questions *questions);

/* Takes the replies, whose octets are then in the store. Returns false if the process did not
 * answer all: then nothing of `replies` and `agreed` counts. */
bool in_process_end(in_process *x, store *s, reply *replies);

/* Returns what parser m says of itself; its name is NULL if it is not in the process. */
const hello *in_process_hello(const in_process *x, size_t m);

/* Ends the process and frees all. NULL does nothing. */
void in_process_free(in_process *x);

#endif
