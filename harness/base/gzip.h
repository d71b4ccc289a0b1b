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

/* Returns what `length` octets of gzip hold, with a NUL after it that *unpacked does not count; the
 * caller frees it. Returns NULL, and words in *fault, which are static, if they are damaged, cut,
 * or followed by something else, or hold more than GZIP_MOST. */
char *gzip_unpack(const char *octets, size_t length, size_t *unpacked, const char **fault);

/* Writes what `write` writes to `out`, packed: the same octets for the same ones. Returns false and
 * errno if a write fails. */
bool gzip_write(FILE *out, bool (*write)(void *self, FILE *out), void *self);

#endif
