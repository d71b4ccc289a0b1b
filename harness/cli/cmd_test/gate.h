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
    bool quiet;           /* says only what is wrong */
    bool is_old;          /* the file is of version 1, and is written anew */
    uriproof_level level; /* of the run */
    baseline list;        /* empty while there is no file */
    size_t unmatched;     /* entries of the list that no vector has */
} gate;

/* Reads the baseline. Reads nothing if no baseline is given, or if it is to be updated and does not
 * exist yet. Ends the program if the baseline cannot be read, or if it is to be updated and cannot
 * be written. The caller closes. */
void gate_open(const testing *t, gate *g);

void gate_close(gate *g);

/* Returns what the baseline says of the adapter. Returns NULL if it says nothing, or if `adapter`
 * is NULL. */
const baseline_adapter *gate_listed(const gate *g, const char *adapter);

/* Judges `count` results by the baseline, or updates the baseline from them. Each result is of one
 * dialect and has its corpus. Says on standard error which entries of the baseline have no vector,
 * and which adapters have another version than in the baseline. Returns `status`, or, if that is 0,
 * the status of a difference or of a file that cannot be written. */
int gate_judge(gate *g, int status, uriproof_results *results, const uriproof_corpus *corpora,
               size_t count);

#endif
