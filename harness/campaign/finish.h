/* SPDX-License-Identifier: MIT */
/* What is done with the texts of a campaign after it, by the engines' tools. */
#ifndef URIPROOF_CAMPAIGN_FINISH_H
#define URIPROOF_CAMPAIGN_FINISH_H

#include "engines.h"

typedef struct finish {
    const char *folder; /* of the campaign */
    const char *reaper;
    uint64_t minimize_ms; /* libFuzzer may work so long: it starts anew at each text that crashes */
    bool (*should_stop)(void *self);
} finish;

/* Writes the texts that reach all that the corpus reaches into DIR/minimized: with libFuzzer, or
 * with afl-cmin if there is only a program of AFL++. Returns false and sets *error if that failed.
 */
bool finish_minimize(const finish *f, const char *const programs[ENGINE_KINDS],
                     uriproof_error *error);

/* Runs `program`, which was built to measure coverage (-fprofile-instr-generate
 * -fcoverage-mapping), on the corpus, and writes DIR/coverage/report.txt and the pages of
 * DIR/coverage/html. Returns false and sets *error if that failed. */
bool finish_coverage(const finish *f, const char *program, uriproof_error *error);

#endif
