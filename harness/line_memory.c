/* SPDX-License-Identifier: MIT */
#include "line_memory.h"

#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { ROOM = 1 << 15, ALIGNED = _Alignof(max_align_t) };

typedef struct store {
    _Alignas(max_align_t) char octets[ROOM];
    size_t used; /* a multiple of ALIGNED */
    bool open;
} store;

static _Thread_local store line_store;

static void *take(size_t size)
{
    store *s = &line_store;
    if (!s->open || size > ROOM - s->used)
        return malloc(size);
    void *memory = s->octets + s->used;
    s->used += (size + ALIGNED - 1) / ALIGNED * ALIGNED;
    return memory;
}

static bool is_in_store(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)line_store.octets < ROOM;
}

static void give_back(void *memory)
{
    if (!is_in_store(memory))
        free(memory);
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

void line_memory_for_cjson(void)
{
    if (!is_sanitized())
        cJSON_InitHooks(&(cJSON_Hooks){take, give_back});
}

void line_memory_begin(void)
{
    line_store.used = 0;
    line_store.open = true;
}

void line_memory_end(void)
{
    line_store.open = false;
}
