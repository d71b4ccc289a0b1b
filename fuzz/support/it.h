/* SPDX-License-Identifier: MIT */
/* A file of its own for fuzz targets whose readers want a path. */
#ifndef URIPROOF_FUZZ_IT_H
#define URIPROOF_FUZZ_IT_H

#include <stddef.h>
#include <stdint.h>

/* Writes the octets to a file of that name, alone in a folder that is removed when the process
 * ends. Returns the path of the file, which lasts until the next call. Each process has one name.
 */
const char *fuzz_put_file(const char *name, const uint8_t *data, size_t size);

/* Returns the path of its folder. */
const char *fuzz_file_folder(void);

#endif
