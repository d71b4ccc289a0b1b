/* SPDX-License-Identifier: MIT */
/* What `uriproof test` is called with. */
#ifndef URIPROOF_CLI_CMD_TEST_TESTING_H
#define URIPROOF_CLI_CMD_TEST_TESTING_H

#include "cli/commands.h"
#include "cli/report_file.h"

enum { SELECTS_MOST = 256, JOBS_MOST = 256, BATCH_MOST = 1 << 30 };

typedef struct testing {
    const invocation *call;
    dialect_choice choice;
    bool dialect_said;                     /* --dialect NAME; else each adapter's own */
    bool all_dialects;                     /* --dialect all */
    const char *selects[SELECTS_MOST + 1]; /* patterns, NULL-terminated */
    size_t select_count;
    uriproof_level level;
    bool level_said;
    uint64_t timeout_ms;
    size_t window;
    uint64_t memory_limit; /* octets; 0: any */
    size_t jobs;           /* processes at a time */
    size_t batch_size;     /* cases that one process is asked */
    bool shuffled;
    uint64_t seed;
    bool fail_fast;
    bool exact; /* judge without tolerance */
    bool quiet; /* no summary on standard error */
    report_files reports;
    const char *baseline; /* its file, or NULL */
    bool update_baseline;
    bool ignore_answers;
    char **names; /* of adapters, or NULL where there is a command */
    int name_count;
    char **command; /* behind `--`, or NULL */
} testing;

/* Reads call->argv. 0, or an exit status after saying what is wrong. What *t then points to is the
 * arguments'. */
int testing_read(const invocation *call, testing *t);

#endif
