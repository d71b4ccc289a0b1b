/* SPDX-License-Identifier: MIT */
/* Makes a folder of files, which appears whole or not at all. */
#ifndef URIPROOF_BASE_NEW_FOLDER_H
#define URIPROOF_BASE_NEW_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct new_folder new_folder;

/* Returns true if new_folder_begin could begin at `path` now, and the folder take its place:
 * nothing is there, or an empty folder, or one that was made so before and has nothing else in it
 * (folder_list.h). Otherwise returns false and sets errno, which is EEXIST if something else is in
 * the folder. Changes nothing there. Call it before a long task whose result goes to `path`. */
bool new_folder_may_begin(const char *path);

/* Returns true if `file` is in the folder `path`, or would be if it were made: it is lost if the
 * folder is replaced. */
bool new_folder_would_lose(const char *path, const char *file);

/* Begins to make the folder `path`: beside it, under a name that is free. Removes what processes
 * that were killed left there. Returns NULL and sets errno if that failed: to EBUSY if `path` ends
 * with "." or "..". Until the end, signals that would end the program wait. */
new_folder *new_folder_begin(const char *path);

/* Opens a new file in it. `name` may be in a folder: "css/style.css"; that is made too. One file is
 * open at a time, and new_folder_close closes it. After a failure nothing more is written, and
 * new_folder_end says why. */
FILE *new_folder_open(new_folder *folder, const char *name);
void new_folder_close(new_folder *folder, FILE *out);

/* Returns true if a file could not be written, so that nothing more is. */
bool new_folder_has_failed(const new_folder *folder);

/* If `good` and all files could be written, puts the folder in its place, with the list of its
 * files. One that is there already gives its mode to the new one, and is removed. Otherwise removes
 * what was made. Frees it. Returns false if it is not in its place, and sets errno if a file could
 * not be written (to EINTR if a signal is to end the program), or if something is in the way, as
 * new_folder_may_begin says. */
bool new_folder_end(new_folder *folder, bool good);

/* Removes the folder `path` and all that is in it. Follows no symbolic link. Returns false and sets
 * errno if that failed, or nothing is there. */
bool remove_whole_folder(const char *path);

#endif
