/* SPDX-License-Identifier: MIT */
/* Makes a folder of files, which appears whole or not at all. */
#ifndef URIPROOF_BASE_NEW_FOLDER_H
#define URIPROOF_BASE_NEW_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct new_folder new_folder;

/* Returns true if new_folder_begin could begin at `path` now: nothing is there, or an empty folder,
 * or one that was made so before: the first octets of the file `known` in it hold `words`.
 * Otherwise returns false and sets errno, which is EEXIST if another folder is there. Changes
 * nothing. Call it before a long task whose result goes to `path`. */
bool new_folder_may_begin(const char *path, const char *known, const char *words);

/* Returns true if `file` is in the folder `path`, or would be if it were made: it is lost if the
 * folder is replaced. */
bool new_folder_would_lose(const char *path, const char *file);

/* Begins to make the folder `path`: beside it, under a name that is free. Returns NULL and sets
 * errno if that failed: to EBUSY if `path` ends with "." or "..". Until the end, signals that would
 * end the program wait. */
new_folder *new_folder_begin(const char *path);

/* Opens a new file in it. `name` may be in a folder: "css/style.css"; that is made too. Returns
 * NULL and sets errno if that failed: to EINTR if a signal is to end the program. The caller closes
 * the file. */
FILE *new_folder_open(new_folder *folder, const char *name);

/* If `good`, puts the folder in its place; one that is there already is removed, and gives its mode
 * to the new one. Otherwise removes what was made. Frees it. Returns false if it is not in its
 * place, and sets errno if that failed. */
bool new_folder_end(new_folder *folder, bool good);

/* Removes the folder `path` and all that is in it. Follows no symbolic link. Returns false and sets
 * errno if that failed, or nothing is there. */
bool remove_whole_folder(const char *path);

#endif
