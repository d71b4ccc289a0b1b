/* SPDX-License-Identifier: MIT */
/* Packs and unpacks files as gzip does. */
#ifndef URIPROOF_BASE_GZIP_H
#define URIPROOF_BASE_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Returns true if the octets begin as gzip does. */
bool is_gzip(const char *octets, size_t length);

/* At most this number of octets are unpacked, since a small file may unpack to very many. */
enum { GZIP_MOST = 1 << 29 };

/* Unpacks `length` octets of gzip. Returns the contents with a NUL after them, which *unpacked does
 * not count; the caller frees them. Returns NULL and sets *fault to static words if the octets are
 * damaged, cut off or followed by something else, or if the contents have more than GZIP_MOST
 * octets. */
char *gzip_unpack(const char *octets, size_t length, size_t *unpacked, const char **fault);

/* Packs what `write` writes, and writes it to `out`. The same contents always give the same octets.
 * Returns false and sets errno if a write fails. */
bool gzip_write(FILE *out, bool (*write)(void *self, FILE *out), void *self);

#endif
