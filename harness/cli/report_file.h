/* SPDX-License-Identifier: MIT */
/* The reports that the user asked for: the format of each, and its file. */
#ifndef URIPROOF_CLI_REPORT_FILE_H
#define URIPROOF_CLI_REPORT_FILE_H

#include "commands.h"

enum { REPORT_FILES_MOST = 16 };

typedef struct report_file {
    const uriproof_report_format *format;
    const char *path; /* NULL: standard output */
} report_file;

typedef struct report_files {
    report_file entries[REPORT_FILES_MOST];
    size_t count;
} report_files;

/* Takes FORMAT or FORMAT=FILE, as an option does: `to` is a report_files. */
option_taker take_report;

/* Returns the format of that name, or NULL. */
const uriproof_report_format *report_format_named(const char *name);

/* Checks that the reports can be written, and that no two of them go to the same file. No report
 * may go to the file at `other` either, which `what` names ("the baseline"); `other` may be NULL.
 * Ends the program after a fault. Call it before the work that is reported. */
void report_files_check(const invocation *call, const report_files *files, const char *what,
                        const char *other);

/* Writes the reports of the results; or of `found`, what changed from another run to them, unless
 * it is NULL. A regular file appears whole or not at all. Returns 0. After a failure, says
 * what is wrong and returns an exit status. */
int report_files_write(const invocation *call, const report_files *files,
                       const uriproof_results *results, const changes *found);

#endif
