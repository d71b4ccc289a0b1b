/* SPDX-License-Identifier: MIT */
#include "results_file.h"

#include "base/base.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int results_file_read(const invocation *call, const char *path, uriproof_results *results)
{
    size_t length = 0;
    uriproof_error error;
    char *text = uriproof_file_read(path, &length);
    if (text == NULL)
        return failure(call, "cannot read %s: %s", path, strerror(errno));
    bool read = uriproof_results_read(text, length, results, &error);
    free(text);
    return read ? 0 : failure(call, "%s is not a results file: %s", path, error.words);
}
