/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_CLI_RESULTS_FILE_H
#define URIPROOF_CLI_RESULTS_FILE_H

#include "commands.h"

/* Reads the results file at `path`. 0, and the caller frees *results; or an exit status after
 * saying what is wrong. */
int results_file_read(const invocation *call, const char *path, uriproof_results *results);

#endif
