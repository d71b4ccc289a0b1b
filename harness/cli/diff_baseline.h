/* SPDX-License-Identifier: MIT */
/* The classes that an earlier run of `uriproof diff` found, and that are no news. */
#ifndef URIPROOF_CLI_DIFF_BASELINE_H
#define URIPROOF_CLI_DIFF_BASELINE_H

#include "commands.h"

#include "survey/survey.h"

typedef struct diff_baseline {
    const char *path; /* NULL if there is no baseline */
    diff_export known;
} diff_baseline;

/* Reads a file of `uriproof diff --json`, or ends the program. */
void diff_baseline_read(const invocation *call, const char *path, diff_baseline *b);

/* Is it a confirmed class that the baseline lacks? If there is none, it lacks each. */
bool diff_baseline_lacks(const diff_baseline *b, const export_class *one);

/* Says so on standard error if the baseline was asked another thing, or of other parsers: then it
 * says little which classes it lacks. */
void diff_baseline_compare(const invocation *call, const diff_baseline *b,
                           const diff_export *found);

void diff_baseline_free(diff_baseline *b);

#endif
