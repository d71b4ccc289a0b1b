/* SPDX-License-Identifier: MIT */
/* The options and arguments of `uriproof test`. */
#ifndef URIPROOF_CLI_CMD_TEST_TESTING_H
#define URIPROOF_CLI_CMD_TEST_TESTING_H

#include "cli/parsers.h"
#include "cli/report_file.h"
#include "differences/differences.h"

enum { SELECTS_MOST = 256, OWN_MOST = 64 };

typedef struct testing {
    const invocation *call;
    dialect_choice choice;                 /* if none is said, each adapter has its own */
    const char *selects[SELECTS_MOST + 1]; /* patterns, NULL-terminated */
    size_t select_count;
    const char *own[OWN_MOST + 1]; /* paths of the user's vectors, NULL-terminated */
    size_t own_count;
    bool only_own; /* --vectors: those alone */
    uriproof_level level;
    bool level_said;
    uint64_t timeout_ms;
    uint64_t memory_limit; /* octets; 0: no limit */
    uint64_t jobs;         /* processes at a time */
    bool shuffled;
    uint64_t seed;
    bool fail_fast;
    bool exact; /* judge without tolerance */
    bool quiet; /* nothing but errors on standard error */
    report_files reports;
    bool table;           /* instead of reports: standard output is a terminal, or --causes */
    bool all_causes;      /* the table has those too for which the screen has no room */
    cause_filter shown;   /* which results the table and the causes show */
    const char *profile;  /* a file of profiles, by which failures are explained; or NULL */
    const char *accepted; /* a file of profiles, whose deviations are known; or NULL */
    const char *baseline; /* its file, or NULL */
    bool update_baseline;
    bool ignore_answers;
    parsers parsers; /* those that are wanted; none if there is a command */
    char **command;  /* after `--`, or NULL */
} testing;

/* The options of `uriproof test`. */
extern const cli_option testing_options[];

/* Reads the options and arguments, or ends the program. *t then points into the arguments. */
void testing_read(invocation *call, testing *t);

#endif
