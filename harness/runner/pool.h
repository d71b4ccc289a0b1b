/* SPDX-License-Identifier: MIT */
/*
 * Asks adapters, several processes at a time. The cases of an adapter are asked in batches, each by
 * a process of its own. The size of a batch does not depend on how many processes run at a time, so
 * the results do not depend on it either.
 */
#ifndef URIPROOF_RUNNER_POOL_H
#define URIPROOF_RUNNER_POOL_H

#include "run.h"

/* How far the work on all jobs is. */
typedef struct pool_progress {
    size_t cases, cases_done, bad;
    size_t jobs, jobs_done;
    const char *name; /* of the adapter that was asked last */
} pool_progress;

/* An adapter that is to be asked all cases, and what came of it. */
typedef struct job {
    const char *name;
    bool names_itself;    /* the results have the name that its hello gives */
    char *const *command; /* NULL-terminated */
    run_end end; /* before the run: RUN_NOT_STARTED leaves the job out; after it: the worst end of
                    its batches */
    hello greeting;                /* greeting.name is NULL if it never said hello */
    const uriproof_result **found; /* one for each vector, in their order */
    store *store;                  /* of the results */
    uriproof_error error;          /* if `end` is one that has an error */
    double seconds;                /* the time that its batches took together */
} job;

typedef struct pool_options {
    run_options run; /* without should_stop, settled and note, which the pool sets */
    size_t at_once;  /* processes, at least 1 */
    bool shuffled;
    uint64_t seed;  /* of the order in which the cases are asked, if it is shuffled */
    bool fail_fast; /* nothing counts as run after the first bad result, in the order of jobs and
                       cases */
    void *self;
    /* Each is called by one thread at a time, and may be NULL. */
    void (*progress)(void *self, const pool_progress *now);
    void (*note)(void *self, const char *name, const char *words);
    /* Is told of the first case of each job that has no answer. */
    void (*no_answer)(void *self, const char *name, const char *words);
    /* Both are called by any thread at any time, and may be NULL. `fails` returns true if the
     * result of `adapter`, as the results name it, is a bad one for `vector`. If it is NULL, a
     * result is bad if its outcome is not good. */
    bool (*fails)(void *self, const char *adapter, const uriproof_vector *vector,
                  const uriproof_result *result);
    bool (*should_stop)(void *self);
} pool_options;

/* Runs all jobs. The caller frees what each job then has with job_free. */
void pool_run(job *jobs, size_t count, const uriproof_vector *const *vectors, size_t vector_count,
              const pool_options *options);

/* Frees what pool_run gave `one`. The caller may have taken `found` and `store`, and set them to
 * NULL. */
void job_free(job *one);

#endif
