/* SPDX-License-Identifier: MIT */
/* What reports for people say of a cause: its words, and the command that repeats it. */
#ifndef URIPROOF_REPORTS_WORDS_H
#define URIPROOF_REPORTS_WORDS_H

#include "summary.h"

#include "differences/differences.h"

/* Returns in one sentence what differs, from the id of a class or NULL, if the outcome is the
 * given one. The caller frees it. Its characters may have a meaning in the format. */
char *report_difference_words(const char *class_id, uriproof_outcome outcome);

/* Returns the same of a cause: what the deviation does, if one explains it. */
char *report_cause_words(const cause *one);

/* Returns a name of the risk for people: "Another host". */
const char *report_risk_words(const class_risk *risk);

/* Writes the words by which `test` is told to ask the adapter. */
void report_put_asked(FILE *out, const uriproof_adapter_results *adapter);

/* How a command is written. */
typedef struct repeat_options {
    const char *program; /* NULL: uriproof */
    size_t indent;       /* of the first line; a command that is too long for it takes two */
    size_t width;        /* 0: it takes one line */
} repeat_options;

/* Returns the command that asks the adapter the case again. `how` may be NULL. The caller frees it.
 */
char *report_repeat_command(const uriproof_results *results, const uriproof_case *one,
                            size_t adapter, const repeat_options *how);

#endif
