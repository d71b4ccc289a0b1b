/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BASE_FILE_H
#define URIPROOF_BASE_FILE_H

#include <stddef.h>

/* Returns the octets of the file at `path`, with a NUL after them that *length does not count.
 * The caller frees them. Returns NULL and errno if the file cannot be read. */
char *uriproof_file_read(const char *path, size_t *length);

#endif
