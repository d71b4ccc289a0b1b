/* SPDX-License-Identifier: MIT */
/* Helps fuzz targets whose input is a whole line or file. */
#ifndef URIPROOF_FUZZ_LINES_H
#define URIPROOF_FUZZ_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies the octets into a block of exactly their length, without a NUL, so that a sanitizer finds
 * a read beyond their end. The caller frees it. */
char *fuzz_copy(const uint8_t *data, size_t size);

/* If `holds` is false, prints the property to standard error, and aborts. */
void fuzz_demand(bool holds, const char *property);

/* Calls `write`, which must succeed, and puts what it wrote into *octets and *length. The caller
 * frees *octets. */
void fuzz_written(bool (*write)(const void *from, void *out), const void *from, char **octets,
                  size_t *length);

#endif
