/* SPDX-License-Identifier: MIT */
/* Asks one adapter all cases. If its process ends or misbehaves, goes on with a new one. */
#ifndef URIPROOF_RUNNER_RUN_H
#define URIPROOF_RUNNER_RUN_H

#include "asker.h"

#include "protocol/protocol.h"

#include "corpus/corpus.h"
#include "results/results.h"

typedef struct run_options {
    asker_options asker; /* `self` of it is what `settled` is called with, too */
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    bool dated; /* find out in which dialects each result is right */
    bool exact; /* judge without any tolerance */
    /* Is called after results[at] was set. It was `before`, which is &uriproof_not_run the first
     * time. */
    void (*settled)(void *self, size_t at, const uriproof_result *before);
    bool (*interrupted)(void *self); /* ends it while failures are looked for again; may be NULL */
} run_options;

/* A failure counts only if it is shown again: an adapter may answer by chance, or by the request
 * before. So the first failure of each cause (operation, outcome, class) is asked again, RUN_ASKS
 * times, in a new process that is asked only these. If one is not shown again, it is flaky, and all
 * failures of the adapter are asked alone so often in each of RUN_TIMES new processes, by
 * RUN_MOST_AGAIN processes; those beyond are flaky. */
enum { RUN_ASKS = 8, RUN_TIMES = 3, RUN_MOST_AGAIN = 256 };

/* Starts `command` (NULL-terminated) and asks it the `count` vectors, by the rules of batch.h. Sets
 * results[i] to the result for vectors[i], which lives as long as the store. Sets *greeting to the
 * adapter's hello, which the caller frees with hello_free. It is empty if the end is
 * RUN_NOT_STARTED. */
run_end run_adapter(char *const *command, const uriproof_vector *const *vectors, size_t count,
                    const run_options *options, hello *greeting, const uriproof_result **results,
                    store *s, uriproof_error *error);

#endif
