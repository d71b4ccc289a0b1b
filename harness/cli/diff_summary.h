/* SPDX-License-Identifier: MIT */
/* What `uriproof diff` tells people of what it found. */
#ifndef URIPROOF_CLI_DIFF_SUMMARY_H
#define URIPROOF_CLI_DIFF_SUMMARY_H

#include "parsers.h"

#include "findings/findings.h"

typedef struct diff_summary {
    const invocation *call;
    const parsers *parsers; /* that --adapter names */
    const char *base;       /* of chains */
    findings *store;        /* NULL: there is none */
    diff_export *found;
} diff_summary;

/* Prints the counts, the classes, and the command to go on with. What is new to the store comes
 * first, then the worst risk, then that on which the parsers are divided most evenly. */
void diff_summary_put(const diff_summary *s);

/* Counts the parsers of an export that could be asked. */
size_t diff_summary_asked(const diff_export *e);

#endif
