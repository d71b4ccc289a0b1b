/* SPDX-License-Identifier: MIT */
/* What `uriproof test` says on standard error. */
#ifndef URIPROOF_CLI_CMD_TEST_TELL_H
#define URIPROOF_CLI_CMD_TEST_TELL_H

#include "processes/processes.h"
#include "results/results.h"
#include "runner/runner.h"
#include "testing.h"

typedef struct telling {
    const testing *test;
    bool progress; /* on a terminal */
    uint64_t began;
    const baseline *known; /* failures, or NULL */
} telling;

/* ---- While it runs: `self` is a telling ---- */

void tell_progress(void *self, const pool_progress *now);

/* What is no case's result, on a line of its own. */
void tell_note(void *self, const char *name, const char *words);

/* Takes the line of progress away. */
void tell_clear_line(const telling *t);

/* ---- Of one adapter ---- */

void tell_strange_ops(const testing *t, const job *j);

/* An adapter that has nothing of what is selected was not tested, and must not look as if. `ops`
 * are those that it has, or empty. An exit status. */
int tell_nothing_answered(const testing *t, const char *name, const char *ops,
                          uriproof_results *results);

/* The same, of one whose hello has its ops. */
int tell_no_such_op(const testing *t, const job *j, uriproof_results *results);

/* `entry` is NULL if it is a command. An exit status. */
int tell_not_started(const testing *t, const job *j, const manifest *entry);

/* ---- At the end ---- */

/* A line for each adapter, and the clauses that speak most against it. */
void tell_summary(const uriproof_results *results);

/* What to do next about a case that failed, or about the baseline. */
void tell_next(const testing *t, const uriproof_results *results);

#endif
