/* SPDX-License-Identifier: MIT */
/* Reports that were asked for: a format each, and where it goes. */
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

/* Checks that they can be written, and that no two go to one file, nor one to the file at `other`,
 * which is "the baseline" or such; NULL if there is none. Ends the program if not. Call it before
 * the work that is reported. */
void report_files_check(const invocation *call, const report_files *files, const char *what,
                        const char *other);

/* Writes them. A regular file appears whole or not at all. Returns 0, or an exit status after
 * saying what is wrong. */
int report_files_write(const invocation *call, const report_files *files,
                       const uriproof_results *results);

#endif
