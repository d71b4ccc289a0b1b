/* SPDX-License-Identifier: MIT */
#include "store.h"

#include "buffer.h"
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
} kept;

struct store {
    block *blocks; /* what is taken comes from the first */
    kept *kept;    /* in the order in which they came */
    size_t kept_count;
    uint32_t *table; /* open addresses: the number of a kept one, from 1 on; 0 is a free place */
    size_t table_room;
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

char *store_copy(store *s, const void *octets, size_t length)
{
    char *copy = store_take(s, length + 1, 1);
    if (length > 0)
        memcpy(copy, octets, length);
    return copy;
}

/* Returns where the number of the octets is in the table, or the free place where it belongs. */
static uint32_t *place_of(const store *s, uint32_t hash, const void *octets, size_t length)
{
    size_t at = hash & (s->table_room - 1);
    for (; s->table[at] != 0; at = (at + 1) & (s->table_room - 1)) {
        const kept *one = &s->kept[s->table[at] - 1];
        if (one->hash == hash && one->length == length && memcmp(one->octets, octets, length) == 0)
            break;
    }
    return &s->table[at];
}

static void grow(store *s)
{
    s->table_room = s->table_room > 0 ? 2 * s->table_room : TABLE_FIRST;
    free(s->table);
    s->table = calloc(s->table_room, sizeof *s->table);
    for (size_t i = 0; i < s->kept_count; i++) {
        const kept *one = &s->kept[i];
        *place_of(s, one->hash, one->octets, one->length) = (uint32_t)(i + 1);
    }
}

/* Keeps the octets once, and returns their number. */
static size_t keep(store *s, const void *octets, size_t length)
{
    if (4 * s->kept_count >= 3 * s->table_room)
        grow(s);
    uint32_t hash = (uint32_t)octets_hash(OCTETS_HASH_BEGIN, octets, length);
    uint32_t *place = place_of(s, hash, octets, length);
    if (*place == 0) {
        char *copy = store_take(s, length, 1);
        memcpy(copy, octets, length);
        s->kept = list_grown(s->kept, s->kept_count, sizeof *s->kept);
        s->kept[s->kept_count++] = (kept){hash, (uint32_t)length, copy};
        *place = (uint32_t)s->kept_count;
    }
    return *place - 1;
}

const void *store_once(store *s, const void *octets, size_t length)
{
    size_t number = keep(s, octets, length);
    return s->kept[number].octets;
}

bool store_add(store *s, const void *octets, size_t length)
{
    const size_t before = s->kept_count;
    return keep(s, octets, length) == before;
}

bool store_has(const store *s, const void *octets, size_t length)
{
    const uint32_t hash = (uint32_t)octets_hash(OCTETS_HASH_BEGIN, octets, length);
    return s->table_room > 0 && *place_of(s, hash, octets, length) != 0;
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
    return keep(s, text, strlen(text) + 1);
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

void store_empty(store *s)
{
    block *last = NULL;
    while (s->blocks != NULL && s->blocks->next != NULL) {
        last = s->blocks;
        s->blocks = last->next;
        free(last);
    }
    if (s->blocks != NULL)
        memset(s->blocks->octets, 0, s->blocks->used);
    if (s->blocks != NULL)
        s->blocks->used = 0;
    free(s->table);
    s->table = NULL;
    s->kept_count = s->table_room = 0;
}

void store_free(store *s)
{
    if (s == NULL)
        return;
    free(s->kept);
    free(s->table);
    for (block *at = s->blocks; at != NULL;) {
        block *next = at->next;
        free(at);
        at = next;
    }
    free(s);
}
