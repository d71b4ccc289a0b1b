/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BASE_FILE_H
#define URIPROOF_BASE_FILE_H

#include <stddef.h>
#include <stdio.h>

/* A file that is read as a whole has at most this number of octets: a device may have no end. */
enum { READ_MOST = 1 << 29 };

/* Returns the octets of the file at `path`, with a NUL after them that *length does not count.
 * The caller frees them. Returns NULL and errno if the file cannot be read: EMSGSIZE if it has more
 * than READ_MOST octets, ENODATA if it is a pipe to which no process writes. */
char *uriproof_file_read(const char *path, size_t *length);

/* Opens the file at `path` to be read bit by bit: the caller closes it with fclose. Returns NULL
 * and errno if it cannot be read: ENODATA if it is a pipe to which no process writes. */
FILE *uriproof_file_open(const char *path);

#endif
