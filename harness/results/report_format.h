/* SPDX-License-Identifier: MIT */
/* The forms in which results are written, for whoever offers them by name. */
#ifndef URIPROOF_RESULTS_REPORT_FORMAT_H
#define URIPROOF_RESULTS_REPORT_FORMAT_H

#include "model.h"

/* A way to write results. */
typedef struct uriproof_report_format {
    const char *name;                                          /* "markdown" */
    const char *suffix;                                        /* "md" */
    const char *about;                                         /* one line for --help */
    bool (*write)(const uriproof_results *results, FILE *out); /* false: writing failed */
} uriproof_report_format;

/* The table of formats, in the order of --help. Whoever is linked with reports/ has it:
 * reports/formats.c. */
extern const uriproof_report_format uriproof_report_formats[];
extern const size_t uriproof_report_format_count;

#endif
