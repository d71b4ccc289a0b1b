/* SPDX-License-Identifier: MIT */
/* What the targets of the harness's readers share: input that is a whole line or file. */
#ifndef URIPROOF_FUZZ_LINES_H
#define URIPROOF_FUZZ_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The octets in a block of their own length, with no NUL after them, so that a sanitizer sees one
 * octet too many. The caller frees it. */
char *fuzz_copy(const uint8_t *data, size_t size);

/* Where `holds` is false: says on standard error which property does not hold, and aborts. */
void fuzz_demand(bool holds, const char *property);

/* What `write` writes, which must succeed, in *octets, *length octets. The caller frees them. */
void fuzz_written(bool (*write)(const void *from, void *out), const void *from, char **octets,
                  size_t *length);

#endif
