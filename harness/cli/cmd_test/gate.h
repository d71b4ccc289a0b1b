/* SPDX-License-Identifier: MIT */
/* uriproof test --baseline: the file, what it says of a run, and its renewal. */
#ifndef URIPROOF_CLI_CMD_TEST_GATE_H
#define URIPROOF_CLI_CMD_TEST_GATE_H

#include "results/results.h"
#include "testing.h"

typedef struct gate {
    const invocation *call;
    const char *path; /* NULL: there is no baseline */
    bool update;
    uriproof_level level; /* of the run */
    baseline list;        /* empty while there is no file */
} gate;

/* Reads the baseline, or nothing if there is none, or it is to be updated and is not there yet.
 * Ends the program if it cannot be read, or be written if it is to be updated. The caller closes.
 */
void gate_open(const testing *t, gate *g);

void gate_close(gate *g);

/* Returns what the baseline says of the adapter, or NULL; so for no name. */
const baseline_adapter *gate_listed(const gate *g, const char *adapter);

/* Judges the results by the baseline, or renews it by them: `count` results, each of one dialect,
 * with the corpus of each. Says on standard error what the baseline lists that no vector is, and
 * which adapters have another version than it was made with. Returns `status`, or, if that is 0,
 * the status of a difference or of a file that cannot be written. */
int gate_judge(gate *g, int status, uriproof_results *results, const uriproof_corpus *corpora,
               size_t count);

#endif
