/* SPDX-License-Identifier: MIT */
/* What `uriproof diff` tells people of what it found. */
#ifndef URIPROOF_CLI_DIFF_SUMMARY_H
#define URIPROOF_CLI_DIFF_SUMMARY_H

#include "diff_baseline.h"
#include "parsers.h"

typedef struct diff_summary {
    const invocation *call;
    const parsers *parsers; /* that --adapter names */
    const char *base;       /* of chains */
    const char *own;        /* the parser that the run is about; NULL: none more than others */
    const diff_baseline *baseline;
    diff_export *found;
} diff_summary;

/* Prints the counts, the classes, and the command to go on with. What is new to the baseline comes
 * first, then the worst risk, then that on which the parsers are divided most evenly. */
void diff_summary_put(const diff_summary *s);

/* Counts the parsers of an export that could be asked. */
size_t diff_summary_asked(const diff_export *e);

#endif
