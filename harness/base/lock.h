/* SPDX-License-Identifier: MIT */
/* Locks of files and folders. A lock ends with the process that has it, however that ends. So what
 * is locked is in use, and what is there without a lock was left by a process that was killed. */
#ifndef URIPROOF_BASE_LOCK_H
#define URIPROOF_BASE_LOCK_H

#include <stdbool.h>

/* Locks the open file or folder if no one else has a lock on it. Returns false and sets errno, to
 * EWOULDBLOCK if somebody has. The lock ends when the descriptor and all its copies are closed. */
bool lock_take(int file);

/* Locks what is at `path`, a regular file or a folder, but not what a symbolic link leads to.
 * Returns a descriptor that has the lock, or -1 and sets errno: to EWOULDBLOCK if somebody else has
 * it, to ENOENT if nothing is there, or no longer. */
int lock_path(const char *path);

/* Is the open file still the one at `path`? */
bool lock_is_of(int file, const char *path);

#endif
