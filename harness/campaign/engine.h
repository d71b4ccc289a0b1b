/* SPDX-License-Identifier: MIT */
/*
 * A process of a fuzzing engine in a campaign. It runs until it is stopped, and is started again if
 * it ends by itself, as libFuzzer does at each crash. All that it starts ends with this program.
 *
 * The folder of the campaign has: corpus/ (texts, which all share), afl/ (what AFL++ keeps),
 * crashes/ (texts at which libFuzzer's process crashed), logs/, found/ and classes (what a target
 * tells of classes: see its environment in fuzz/differential/differential.h).
 */
#ifndef URIPROOF_CAMPAIGN_ENGINE_H
#define URIPROOF_CAMPAIGN_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum engine_kind { ENGINE_LIBFUZZER, ENGINE_AFL, ENGINE_KINDS } engine_kind;

/* Static: "libfuzzer", "afl". */
extern const char *const engine_names[ENGINE_KINDS];

typedef struct engine_options {
    engine_kind kind;
    size_t number;       /* of this process among those of its kind: of AFL++, 0 is the main one */
    const char *program; /* the target, built for this engine */
    const char *folder;  /* of the campaign; there are all folders in it */
    const char *dictionary; /* a file; or NULL */
    const char *mutator;    /* a shared object of AFL++; or NULL */
    const char *reaper;     /* the path of uriproof-reaper */
    uint64_t seed;
} engine_options;

/* What an engine says of itself. */
typedef struct engine_news {
    uint64_t executions; /* of this process and those before it; a few after */
    uint64_t edges;      /* of the code that were reached */
    size_t starts;
    bool failed;      /* it ended by itself without a test, again and again or before it had seen
                         any code of the target: `words` says how, in those of a sanitizer
                         (CRASH_SUMMARY) if there are some */
    char words[400];  /* how it ended last by itself */
    char version[40]; /* "" if it does not say */
} engine_news;

typedef struct engine engine;

/* Starts a process. All options last longer than the engine. */
engine *engine_start(const engine_options *options);

engine_news engine_tell(engine *e);

/* Asks the process to end as Ctrl-C does, and does not wait for that. */
void engine_stop(engine *e);

/* Ends the process so, waits for that, and frees the engine. Returns the last news. */
engine_news engine_end(engine *e);

#endif
