/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_BASE_FILE_H
#define URIPROOF_BASE_FILE_H

#include <stddef.h>

/* The octets of the file at `path`, with a NUL after them that *length does not count. NULL
 * and errno where it cannot be read. The caller frees them. */
char *uriproof_file_read(const char *path, size_t *length);

#endif
