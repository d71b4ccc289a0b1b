/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16, OWN_BLOCK_FROM = BLOCK / 8 };

typedef struct block {
    struct block *next;
    alignas(max_align_t) char octets[];
} block;

struct uriproof_corpus_memory {
    block *blocks;
    char *at; /* where the room that is left begins */
    size_t left;
    cJSON *trees;
};

struct uriproof_corpus_memory *corpus_memory_new(void)
{
    struct uriproof_corpus_memory *memory = calloc(1, sizeof *memory);
    memory->trees = cJSON_CreateArray();
    return memory;
}

static char *add_block(struct uriproof_corpus_memory *memory, size_t size)
{
    block *added = malloc(sizeof *added + size);
    added->next = memory->blocks;
    memory->blocks = added;
    return added->octets;
}

/* Skips the octets up to the next address that `alignment` divides. */
static char *take(struct uriproof_corpus_memory *memory, size_t length, size_t alignment)
{
    if (length >= OWN_BLOCK_FROM)
        return add_block(memory, length);
    size_t skipped = -(uintptr_t)memory->at & (alignment - 1);
    if (memory->at == NULL || memory->left < skipped + length) {
        memory->at = add_block(memory, BLOCK);
        memory->left = BLOCK;
        skipped = 0;
    }
    char *taken = memory->at + skipped;
    memory->at += skipped + length;
    memory->left -= skipped + length;
    return taken;
}

void *corpus_memory_take(struct uriproof_corpus_memory *memory, size_t count, size_t size)
{
    return memset(take(memory, count * size, alignof(max_align_t)), 0, count * size);
}

char *corpus_memory_octets(struct uriproof_corpus_memory *memory, size_t length)
{
    return take(memory, length, 1);
}

const char *corpus_memory_text(struct uriproof_corpus_memory *memory, const char *text)
{
    size_t size = text != NULL ? strlen(text) + 1 : 0;
    return text != NULL ? memcpy(take(memory, size, 1), text, size) : NULL;
}

cJSON *corpus_memory_keep(struct uriproof_corpus_memory *memory, cJSON *tree)
{
    cJSON_AddItemToArray(memory->trees, tree);
    return tree;
}

void corpus_memory_free(struct uriproof_corpus_memory *memory)
{
    if (memory == NULL)
        return;
    for (block *at = memory->blocks, *next; at != NULL; at = next) {
        next = at->next;
        free(at);
    }
    cJSON_Delete(memory->trees);
    free(memory);
}
