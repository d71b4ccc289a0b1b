/* SPDX-License-Identifier: MIT */
/* A run of `uriproof fuzz`: what its parts share. */
#ifndef URIPROOF_CLI_FUZZ_RUN_H
#define URIPROOF_CLI_FUZZ_RUN_H

#include "diff_store.h"
#include "diff_summary.h"
#include "survey_export.h"

#include "campaign/campaign.h"
#include "processes/processes.h"

/* Which engines run. */
typedef struct engine_choice {
    const char *name; /* "both" */
    bool wants[ENGINE_KINDS];
} engine_choice;

typedef struct fuzzing {
    const invocation *call;
    char **command; /* how it was called; NULL-terminated */
    data_paths paths;
    /* Options. */
    const char *folder; /* of the campaign */
    int lock;           /* of that folder */
    const char *seeds;  /* a folder, or NULL */
    const char *target; /* or NULL */
    const char *coverage;
    const engine_choice *engine;
    uint64_t seed, time_ms, most_texts, timeout_ms, jobs;
    /* The target. */
    char *programs[ENGINE_KINDS]; /* NULL: there is none of this kind */
    char *compilers[ENGINE_KINDS];
    char *dictionary;
    char *mutator;      /* for AFL++; or NULL */
    char *measured;     /* the program that measures coverage; or NULL */
    target_parsers own; /* its parsers */
    /* The parsers. */
    parsers parsers;
    difference_names names;
    panel *panel, *fresh, *alone;
    survey *survey;
    bool asks; /* there are parsers to ask */
    /* While it runs. */
    text_folder *texts, *found_texts;
    parser_loop *loop;
    engines *engines;
    uint64_t begun, deadline, took_at, saved_at, recorded_at, told_at, new_at;
    size_t asked;           /* texts */
    size_t classes;         /* as many as were looked at */
    size_t new;             /* of them, those that somebody has to look at */
    size_t saved, recorded; /* classes that are in the store, and in the record */
    uint64_t told_executions;
    bool terminal;
    curve of_target, of_parsers;
    /* What comes of it. */
    diff_store store;
    finding_list known; /* what the store has at the beginning */
    cJSON *before;      /* earlier runs in this folder */
    int64_t began_at;   /* seconds since 1970 */
    engines_news news;
    diff_export found;
    crash_stacks crashes;
    bool minimized, covered, finished;
} fuzzing;

/* Returns the path of a file or folder of the campaign. The caller frees it. */
char *fuzz_path(const fuzzing *f, const char *name);

/* Finds the programs of the target, and adds its parsers to the others. Builds it if --target is
 * the name of one. Ends the program if that fails. */
void fuzz_find_target(fuzzing *f);

void fuzz_free_target(fuzzing *f);

/* Returns what the export of this run is made of. */
surveyed fuzz_surveyed(const fuzzing *f);

/* Runs the engines and asks the parsers until it is over. Returns false if there are parsers that
 * do not start, which it says. */
bool fuzz_all(fuzzing *f);

/* Writes the record of this run as it is now, unfinished, so that a run that is killed is recorded,
 * too. Ends the program if that fails. */
void fuzz_record(fuzzing *f);

/* Makes smaller and confirms what was found, and writes everything. Returns the exit status. */
int fuzz_finish(fuzzing *f);

#endif
