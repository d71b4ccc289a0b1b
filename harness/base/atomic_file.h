/* SPDX-License-Identifier: MIT */
/* Writes files whole or not at all. */
#ifndef URIPROOF_BASE_ATOMIC_FILE_H
#define URIPROOF_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Returns true if at `path` is something that is no file of its own: a device, a pipe, a folder,
 * or a file that is open under that name, as /dev/stdout is. */
bool is_special(const char *path);

/* Returns true if atomic_file_write could begin to write at `path` now; else false, and errno.
 * Leaves everything as it is. Call it before work whose outcome goes there. */
bool atomic_file_may_write(const char *path);

/* Returns true if both paths lead to one regular file, even if that file is not there yet. */
bool is_same_file(const char *a, const char *b);

/* Lets `write` write the file at `path`. A new file is written in the same folder, under a name
 * that is free, and then renamed, so that an old one is not lost to a full disk or an
 * interruption. Of a symbolic link the file that it leads to is replaced, not the link. The old
 * file's mode is kept. What is no regular file is written in place. Returns false and errno if
 * that fails, or `write` does. */
bool atomic_file_write(const char *path, bool (*write)(void *self, FILE *out), void *self);

/* This is one of several files that are made together. The caller sets the first four members. */
typedef struct created_file {
    const char *path;
    const char *octets; /* of the caller */
    size_t length;
    bool may_be_there; /* with the same octets, it is left as it is */
    bool was_there;    /* so it was */
} created_file;

/* Writes all `count` files or none: each is renamed after all are written, and if that fails those
 * before it are as they were (without hard links, an old file is lost). What is there is written
 * over only by `force`, even if it appears meanwhile. Returns NULL if all are written; else the
 * file that failed, and errno: EEXIST if it is there. */
const created_file *create_files(created_file *files, size_t count, bool force);

#endif
