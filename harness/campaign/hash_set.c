/* SPDX-License-Identifier: MIT */
#include "hash_set.h"

#include <stdlib.h>

enum { ROOM_FIRST = 1024 };

/* Returns the place of the hash, or the free place where it belongs. */
static uint64_t *place_of(const hash_set *s, uint64_t hash)
{
    size_t at = (size_t)hash & (s->room - 1);
    while (s->hashes[at] != 0 && s->hashes[at] != hash)
        at = (at + 1) & (s->room - 1);
    return &s->hashes[at];
}

/* Doubles the room. */
static void grow(hash_set *s)
{
    const hash_set before = *s;
    s->room = before.room > 0 ? 2 * before.room : ROOM_FIRST;
    s->hashes = calloc(s->room, sizeof *s->hashes);
    for (size_t i = 0; i < before.room; i++)
        if (before.hashes[i] != 0)
            *place_of(s, before.hashes[i]) = before.hashes[i];
    free(before.hashes);
}

/* Returns what is kept for a hash: 0 is a free place. */
static uint64_t kept_for(uint64_t hash)
{
    return hash != 0 ? hash : 1;
}

bool hash_set_has(const hash_set *s, uint64_t hash)
{
    return s->room > 0 && *place_of(s, kept_for(hash)) != 0;
}

bool hash_set_add(hash_set *s, uint64_t hash)
{
    const uint64_t kept = kept_for(hash);
    if (2 * (s->count + 1) > s->room)
        grow(s);
    uint64_t *place = place_of(s, kept);
    const bool new = *place == 0;
    *place = kept;
    s->count += new;
    return new;
}

void hash_set_free(hash_set *s)
{
    free(s->hashes);
    *s = (hash_set){0};
}
