/* SPDX-License-Identifier: MIT */
/* A set of hashes of 64 bits. */
#ifndef URIPROOF_CAMPAIGN_HASH_SET_H
#define URIPROOF_CAMPAIGN_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialise; free with hash_set_free. */
typedef struct hash_set {
    uint64_t *hashes; /* open addresses; 0 is a free place */
    size_t count, room;
} hash_set;

/* Adds a hash. Returns false if it was there already. */
bool hash_set_add(hash_set *s, uint64_t hash);

bool hash_set_has(const hash_set *s, uint64_t hash);

void hash_set_free(hash_set *s);

#endif
