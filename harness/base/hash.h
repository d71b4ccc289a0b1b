/* SPDX-License-Identifier: MIT */
/* FNV-1a of 64 bits, for tables, and for ids and hashes in files, which must never change. */
#ifndef URIPROOF_BASE_HASH_H
#define URIPROOF_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* This is the hash of no octets. */
#define OCTETS_HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* Continues a hash: returns the hash of the octets that `hash` covers and of `length` more octets.
 */
static inline uint64_t octets_hash(uint64_t hash, const void *octets, size_t length)
{
    const unsigned char *at = octets;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
