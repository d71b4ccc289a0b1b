/* SPDX-License-Identifier: MIT */
/* uriproof test --baseline: the file, what it says of a run, and its renewal. */
#ifndef URIPROOF_GATE_H
#define URIPROOF_GATE_H

#include "commands.h"

#include "../baseline.h"

typedef struct gate {
    const invocation *call;
    const uriproof_corpus *corpus;
    const char *path;     /* NULL: there is no baseline */
    uriproof_level level; /* of the run */
    bool update;
    baseline list;
} gate;

/* Reads the baseline at `path`, or nothing where that is NULL, or is to be updated and is not there
 * yet. A run of a higher level than the baseline's is a usage error, since
 * what it asks besides would look broken; so is an update at another level. The exit status of a
 * failure, with words on standard error; else 0, and the caller closes.
 */
int gate_open(const invocation *call, const char *path, bool update, uriproof_level level,
              const uriproof_corpus *corpus, gate *g);

void gate_close(gate *g);

/* Judges the results by the baseline, or renews it by them. Says on standard error what it lists
 * that no vector is; and then, `status` being 0, returns the status of a difference. */
int gate_judge(gate *g, int status, uriproof_results *results);

#endif
