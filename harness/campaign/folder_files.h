/* SPDX-License-Identifier: MIT */
/* The files of a folder in which anything may be. */
#ifndef URIPROOF_CAMPAIGN_FOLDER_FILES_H
#define URIPROOF_CAMPAIGN_FOLDER_FILES_H

#include <stddef.h>
#include <sys/types.h>

/* The names in a folder, sorted. */
typedef struct file_names {
    char **names;
    size_t count;
    int error; /* the number of the error with which the folder could not be read; or 0 */
} file_names;

/* Lists what is in a folder, without hidden names. The caller frees it. */
file_names file_names_in(const char *folder);

void file_names_free(file_names *f);

/* Reads the beginning of a regular file: at most `room` octets. Returns their number. Returns -1
 * and sets errno if it cannot be read; to 0 if it is no regular file, as a pipe, which would make
 * the program wait, or a folder. */
ssize_t small_file_read(const char *path, char *octets, size_t room);

#endif
