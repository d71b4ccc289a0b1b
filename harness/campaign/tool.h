/* SPDX-License-Identifier: MIT */
/* Programs that run once and print lines. */
#ifndef URIPROOF_CAMPAIGN_TOOL_H
#define URIPROOF_CAMPAIGN_TOOL_H

#include "processes/processes.h"

typedef struct tool {
    const char *name;                                   /* what messages call it */
    char *const *command;                               /* NULL-terminated; PATH is searched */
    const char *reaper;                                 /* the path of uriproof-reaper */
    uint64_t ms;                                        /* it may take so long; 0: any time */
    bool (*should_stop)(void *self);                    /* may be NULL */
    void (*take)(void *self, const session_line *line); /* is called with each line of its output;
                                                           may be NULL */
    void *self;                                         /* what both are called with */
    bool *late;       /* is set if it took too long; may be NULL */
    session_end *end; /* is set to how it ended, if it ended in time; may be NULL */
} tool;

/* Runs a program to its end. Returns true if it ended with status 0; else sets *error. All that it
 * started has ended then. A program that takes too long or should stop is ended as Ctrl-C does it:
 * AFL++ gives back the memory that it shares with its target, and libFuzzer prints its statistics.
 */
bool tool_run(const tool *t, uriproof_error *error);

/* Runs a program, and appends its output and its standard error to `log`. Begins the log with a
 * line that has the command. */
bool tool_run_logged(const tool *t, const char *log, uriproof_error *error);

#endif
