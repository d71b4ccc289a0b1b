/* SPDX-License-Identifier: MIT */
/* Asks one adapter all cases. If its process ends or misbehaves, goes on with a new one. */
#ifndef URIPROOF_RUNNER_RUN_H
#define URIPROOF_RUNNER_RUN_H

#include "protocol/protocol.h"

#include "corpus/corpus.h"
#include "results/results.h"

/* The number of milliseconds that a process has to start and to send its hello. It is large, since
 * a virtual machine starts slowly. */
enum { RUN_HELLO_MS = 10000 };

typedef struct run_options {
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    uint64_t timeout_ms;             /* for one case */
    uint64_t memory_limit;           /* octets for its processes together; 0: no limit */
    const char *reaper;              /* the path of uriproof-reaper */
    size_t window;                   /* cases in flight, at least 1 */
    bool dated;                      /* find out in which dialects each result is right */
    bool exact;                      /* judge without any tolerance */
    void *self;                      /* the functions below are called with it; each may be NULL */
    bool (*should_stop)(void *self); /* returns true to end the run early */
    /* Is called after results[at] was set. It was `before`, which is &uriproof_not_run the first
     * time. */
    void (*settled)(void *self, size_t at, const uriproof_result *before);
    void (*note)(void *self, const char *words); /* takes a message that is no case's result */
} run_options;

typedef enum run_end {
    RUN_DONE,
    /* With each of the following ends, cases that were not asked are URIPROOF_NOT_RUN. *error says
     * why, except for RUN_STOPPED. */
    RUN_INCOMPLETE, /* no process starts any more, or a signal ended one after its last answer */
    RUN_GIVEN_UP,   /* the adapter answers nothing any more */
    RUN_STOPPED,    /* should_stop returned true */
    RUN_NOT_STARTED /* no process started and said a good hello */
} run_end;

/* Starts `command` (NULL-terminated) and asks it the `count` vectors, by the rules of batch.h. Sets
 * results[i] to the result for vectors[i], which lives as long as the store. Sets *greeting to the
 * adapter's hello, which the caller frees with hello_free. It is empty if the end is
 * RUN_NOT_STARTED. */
run_end run_adapter(char *const *command, const uriproof_vector *const *vectors, size_t count,
                    const run_options *options, hello *greeting, const uriproof_result **results,
                    store *s, uriproof_error *error);

#endif
