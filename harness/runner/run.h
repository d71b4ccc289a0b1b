/* SPDX-License-Identifier: MIT */
/* Asks one adapter every case, and goes on whatever becomes of it. */
#ifndef URIPROOF_RUNNER_RUN_H
#define URIPROOF_RUNNER_RUN_H

#include "protocol/protocol.h"

#include "corpus/corpus.h"
#include "results/results.h"

/* How long a process may take to start and to say hello: a virtual machine takes its time. */
enum { RUN_HELLO_MS = 10000 };

typedef struct run_options {
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    uint64_t timeout_ms;             /* for one case */
    uint64_t memory_limit;           /* octets for its processes together; 0: any */
    const char *reaper;              /* the path of uriproof-reaper */
    size_t window;                   /* cases in flight, at least 1 */
    bool dated;                      /* say of each result in which dialects it is right */
    bool exact;                      /* judge without any tolerance */
    void *self;                      /* what each of these is called with; each may be NULL: */
    bool (*should_stop)(void *self); /* ends the run early */
    /* results[at] was set; it was `before`, which is uriproof_not_run the first time. */
    void (*settled)(void *self, size_t at, const uriproof_result *before);
    void (*note)(void *self, const char *words); /* what is no case's result */
} run_options;

typedef enum run_end {
    RUN_DONE,
    RUN_INCOMPLETE, /* cases were left unasked (they are URIPROOF_NOT_RUN), or the adapter ended
                       badly when no case was unanswered: *error says */
    RUN_GIVEN_UP,   /* it answers nothing any more: *error says. The others are URIPROOF_NOT_RUN */
    RUN_STOPPED,    /* should_stop said so; results not asked for are URIPROOF_NOT_RUN */
    RUN_NOT_STARTED /* it cannot be started, or its hello fails: *error says */
} run_end;

/* Starts `command` (NULL-terminated argv) and asks it the `count` vectors, by batch.h. Unless it
 * was not started, *greeting is what the adapter said of itself, which the caller frees, and
 * results[i] the result for vectors[i], in the store. */
run_end run_adapter(char *const *command, const uriproof_vector *const *vectors, size_t count,
                    const run_options *options, hello *greeting, const uriproof_result **results,
                    store *s, uriproof_error *error);

#endif
