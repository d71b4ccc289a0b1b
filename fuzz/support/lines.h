/* SPDX-License-Identifier: MIT */
/* Helps fuzz targets whose input is a whole line or file. */
#ifndef URIPROOF_FUZZ_LINES_H
#define URIPROOF_FUZZ_LINES_H

#include "base/base.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Copies the octets into a block of exactly their length, without a NUL, so that a sanitizer finds
 * a read beyond their end. The caller frees it. */
char *fuzz_copy(const uint8_t *data, size_t size);

/* If `holds` is false, prints the property to standard error, and aborts. */
void fuzz_demand(bool holds, const char *property);

/* A format that is read into a structure of `size` octets, and written. */
typedef struct fuzz_format {
    size_t size;
    bool (*read)(const char *text, size_t length, void *into, uriproof_error *error);
    bool (*write)(const void *from, FILE *out);
    void (*check)(const void *first, const void *again); /* both were read of the same */
    void (*free)(void *what);
} fuzz_format;

/* Reads the octets. What is read of them must be written and read again as the same, with the same
 * octets each time; if they cannot be read, the error must have words. */
void fuzz_round_trip(const fuzz_format *format, const uint8_t *data, size_t size);

#endif
