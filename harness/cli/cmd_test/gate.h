/* SPDX-License-Identifier: MIT */
/* uriproof test --baseline: the file, what it says of a run, and its renewal. */
#ifndef URIPROOF_CLI_CMD_TEST_GATE_H
#define URIPROOF_CLI_CMD_TEST_GATE_H

#include "cli/commands.h"

#include "results/results.h"

typedef struct gate {
    const invocation *call;
    const char *path; /* NULL: there is no baseline */
    bool update;
    uriproof_level level; /* of the run */
    baseline list;        /* empty while there is no file */
} gate;

/* Reads the baseline at `path`, or nothing if that is NULL, or is to be updated and is not there
 * yet; one that is to be updated must be one that can be written. The exit status of a failure,
 * with words on standard error; else 0, and the caller closes. */
int gate_open(const invocation *call, const char *path, bool update, bool ignore_answers, gate *g);

void gate_close(gate *g);

/* Returns what the baseline says of the adapter, or NULL. */
const baseline_adapter *gate_listed(const gate *g, const char *adapter);

/* Judges the results by the baseline, or renews it by them: `count` results, each of one dialect,
 * with the corpus of each. Says on standard error what the baseline lists that no vector is, and
 * which adapters have another version than it was made with. Returns `status`, or, if that is 0,
 * the status of a difference or of a file that cannot be written. */
int gate_judge(gate *g, int status, uriproof_results *results, const uriproof_corpus *corpora,
               size_t count);

#endif
