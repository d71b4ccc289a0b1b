/* SPDX-License-Identifier: MIT */
#include "store.h"

#include "hash.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16, ALIGNMENT = 8 /* of pointers and numbers */, TABLE_FIRST = 256 };

typedef struct block {
    struct block *next;
    size_t used, room;
    alignas(max_align_t) char octets[];
} block;

/* These octets are kept once. */
typedef struct kept {
    uint32_t hash, length;
    const char *octets;
    size_t number; /* in the order in which they came */
} kept;

struct store {
    block *blocks; /* what is taken comes from the first */
    kept *table;   /* open addresses; NULL if nothing is kept once */
    size_t table_room, table_count;
};

store *store_new(void)
{
    return calloc(1, sizeof(store));
}

void *store_take(store *s, size_t count, size_t size)
{
    size_t wanted = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    block *first = s->blocks;
    if (first != NULL && first->room - first->used >= wanted) {
        first->used += wanted;
        return first->octets + first->used - wanted;
    }
    /* A large piece gets a block of its own, so that the rest of the first block can still be used.
     */
    bool is_large = first != NULL && wanted > BLOCK / 8;
    size_t room = is_large || wanted > BLOCK ? wanted : BLOCK;
    block **place = is_large ? &first->next : &s->blocks;
    block *added = calloc(1, sizeof *added + room);
    *added = (block){.next = *place, .used = wanted, .room = room};
    *place = added;
    return added->octets;
}

/* Returns where the octets are in the table, or the free place where they belong. */
static kept *place_of(const store *s, uint32_t hash, const void *octets, size_t length)
{
    size_t at = hash & (s->table_room - 1);
    while (s->table[at].octets != NULL &&
           (s->table[at].hash != hash || s->table[at].length != length ||
            memcmp(s->table[at].octets, octets, length) != 0))
        at = (at + 1) & (s->table_room - 1);
    return &s->table[at];
}

static void grow(store *s)
{
    kept *before = s->table;
    size_t room = s->table_room;
    s->table_room = room > 0 ? 2 * room : TABLE_FIRST;
    s->table = calloc(s->table_room, sizeof *s->table);
    for (size_t i = 0; i < room; i++)
        if (before[i].octets != NULL)
            *place_of(s, before[i].hash, before[i].octets, before[i].length) = before[i];
    free(before);
}

static const kept *keep(store *s, const void *octets, size_t length)
{
    if (2 * s->table_count >= s->table_room)
        grow(s);
    uint32_t hash = (uint32_t)octets_hash(OCTETS_HASH_BEGIN, octets, length);
    kept *place = place_of(s, hash, octets, length);
    if (place->octets == NULL) {
        char *copy = store_take(s, length, 1);
        memcpy(copy, octets, length);
        *place = (kept){hash, (uint32_t)length, copy, s->table_count++};
    }
    return place;
}

const void *store_once(store *s, const void *octets, size_t length)
{
    return keep(s, octets, length)->octets;
}

const char *store_text(store *s, const char *text)
{
    return text != NULL ? store_once(s, text, strlen(text) + 1) : NULL;
}

const char *store_joined(store *s, const char *first, const char *second, const char *third)
{
    size_t room = strlen(first) + strlen(second) + strlen(third) + 1;
    char *text = store_take(s, room, 1);
    snprintf(text, room, "%s%s%s", first, second, third);
    return text;
}

size_t store_number(store *s, const char *text)
{
    return keep(s, text, strlen(text) + 1)->number;
}

void store_absorb(store *s, store *from)
{
    if (from == NULL)
        return;
    block **last = &s->blocks;
    while (*last != NULL)
        last = &(*last)->next;
    *last = from->blocks;
    from->blocks = NULL;
    store_free(from);
}

void store_free(store *s)
{
    if (s == NULL)
        return;
    free(s->table);
    for (block *at = s->blocks; at != NULL;) {
        block *next = at->next;
        free(at);
        at = next;
    }
    free(s);
}
