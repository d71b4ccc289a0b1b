/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_WHOLE_FILE_H
#define URIPROOF_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Whether at `path` is something that is no regular file: a device, a pipe, a folder. */
bool is_special(const char *path);

/* Has `write` write the file at `path`, beside it first and then renamed, so that an old file is
 * not lost to a full disk or an interruption; what is no regular file is written in place. False
 * and errno where that fails, or `write` does. */
bool write_whole(const char *path, bool (*write)(void *self, FILE *out), void *self);

#endif
