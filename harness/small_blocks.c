/* SPDX-License-Identifier: MIT */
#include "small_blocks.h"

#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { BLOCKS = 4096 };

typedef union block {
    union block *next; /* of those that were given back */
    cJSON item;        /* the size that is asked for most; names and short texts fit in it */
    max_align_t aligned;
} block;

static block blocks[BLOCKS];
static size_t used; /* blocks that were ever given out */
static block *given_back;

static void *take(size_t size)
{
    if (size > sizeof(block) || (given_back == NULL && used == BLOCKS))
        return malloc(size);
    if (given_back == NULL)
        return &blocks[used++];
    block *first = given_back;
    given_back = first->next;
    return first;
}

static bool is_block(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)blocks < sizeof blocks;
}

static void give_back(void *memory)
{
    if (!is_block(memory)) {
        free(memory);
        return;
    }
    block *first = memory;
    first->next = given_back;
    given_back = first;
}

/* A sanitizer knows malloc's blocks, and would not see what goes beyond these. */
static bool is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer);
#else
    return false;
#endif
}

void small_blocks_for_cjson(void)
{
    if (is_sanitized())
        return;
    cJSON_InitHooks(&(cJSON_Hooks){take, give_back});
}
