/* SPDX-License-Identifier: MIT */
/* A fuzz target: what its program says of itself, and what its processes tell of a campaign. */
#ifndef URIPROOF_CAMPAIGN_TARGET_H
#define URIPROOF_CAMPAIGN_TARGET_H

#include "base/base.h"

#include <stdint.h>

/* The names of parsers that a target has. */
typedef struct target_parsers {
    char **names;
    size_t count;
} target_parsers;

/* Returns true if the path is a file that can be run. Else sets *error, with the path. */
bool target_can_run(const char *program, uriproof_error *error);

/* Returns false and sets *error if the program is surely no target with libFuzzer: it ends and does
 * not list libFuzzer's options (-help=1). It may be a script that runs one. */
bool target_is_of_libfuzzer(const char *program, const char *reaper, uriproof_error *error);

/* Returns false if afl-fuzz would not run the program: it looks in it for the same words. */
bool target_is_of_afl(const char *program);

/* Asks the program for its parsers (--uriproof-parsers). A target that does not know the question
 * has none. The caller frees *to. */
void target_parsers_ask(const char *program, const char *reaper, target_parsers *to);

void target_parsers_free(target_parsers *of);

/* Returns the dictionary that was made with the target, or NULL: PROGRAM.dict, or what scripts/fuzz
 * makes, NAME.dict beside uriproof-fuzz-NAME. The caller frees it. */
char *target_dictionary(const char *program);

/* Returns how scripts/fuzz built a parser into the target that it made, from the list in the build
 * folder: "instrumented" or "packaged", static. NULL: another made the target, or it is not known.
 */
const char *target_build_of(const char *program, const char *parser);

/* Returns the compiler of the program, as "clang version 14.0.6"; "" if it does not have that. The
 * caller frees it. */
char *target_compiler(const char *program);

/* Lets `command` (NULL-terminated) print lines, and returns the last one; NULL and *error if it
 * fails. The caller frees it. */
char *last_line_of(char *const *command, const char *reaper, uriproof_error *error);

/* What the processes of a campaign have counted together. */
typedef struct target_classes {
    uint64_t executions, classes;
} target_classes;

/* Reads the counts of the folder of a campaign: nothing if the target has not made them. */
target_classes target_classes_read(const char *folder);

#endif
