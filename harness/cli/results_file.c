/* SPDX-License-Identifier: MIT */
#include "results_file.h"

int results_file_read(const invocation *call, const char *path, uriproof_results *results)
{
    uriproof_error error;
    return uriproof_results_open(path, results, &error) ? 0 : failure(call, "%s", error.words);
}
