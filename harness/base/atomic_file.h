/* SPDX-License-Identifier: MIT */
/* Writes files whole or not at all. */
#ifndef URIPROOF_BASE_ATOMIC_FILE_H
#define URIPROOF_BASE_ATOMIC_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Returns true if `path` is not a regular file of its own, but a device, a pipe, a folder, or the
 * name of a file that is open already, such as /dev/stdout. */
bool is_special(const char *path);

/* Returns true if atomic_file_write could begin to write at `path` now. Otherwise returns false and
 * sets errno. Changes nothing. Call it before a long task whose result goes to `path`. */
bool atomic_file_may_write(const char *path);

/* Returns true if both paths lead to one regular file, even if that file is not there yet. */
bool is_same_file(const char *a, const char *b);

/* Lets `write` write the file at `path`. A new file is written in the same folder, under a name
 * that is free, and then renamed. So a full disk or an interruption does not destroy the old file.
 * What a process that was killed left of its new file is removed. The octets are on the disk when
 * this returns. If `path` is a symbolic link, the file at its end is replaced, not the link. The
 * old file's mode is kept. If `path` is no regular file, it is written in place. Returns false and
 * sets errno if this or `write` fails. */
bool atomic_file_write(const char *path, bool (*write)(void *self, FILE *out), void *self);

/* Does the same, but does not wait for the disk: for one of thousands of files. */
bool atomic_file_write_quickly(const char *path, bool (*write)(void *self, FILE *out), void *self);

/* Does the same as atomic_file_write for one process at a time: while `write` runs, no other one
 * updates the file. So `write` can read the file, and nothing that others wrote is lost. Waits for
 * the others; sets errno to EWOULDBLOCK if one of them has written for a minute. */
bool atomic_file_update(const char *path, bool (*write)(void *self, FILE *out), void *self);

/* Removes what processes that were killed left of new files in the folder. */
void atomic_file_sweep(const char *folder);

/* This is one of several files that are made together. The caller sets the first four members. */
typedef struct created_file {
    const char *path;
    const char *octets; /* of the caller */
    size_t length;
    bool may_be_there; /* an existing file with the same octets is left as it is */
    bool was_there;    /* such a file existed, and was left as it is */
} created_file;

/* Writes all `count` files or none. All files are written first, and then renamed. If a rename
 * fails, the files that were renamed before are restored (without hard links, their old contents
 * are lost). An existing file is replaced only with `force`, even if it appears meanwhile. Returns
 * NULL on success; else returns the file that failed and sets errno, which is EEXIST if that file
 * exists already. */
const created_file *create_files(created_file *files, size_t count, bool force);

#endif
