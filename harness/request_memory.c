/* SPDX-License-Identifier: MIT */
#include "request_memory.h"

#include <cjson/cJSON.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { ROOM = 1 << 16, LARGE = 1 << 12 };

static _Alignas(max_align_t) unsigned char room[ROOM];
static size_t used;

static void *take(size_t size)
{
    size_t aligned =
        (size + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
    if (size > LARGE || aligned > ROOM - used)
        return malloc(size);
    void *memory = room + used;
    used += aligned;
    return memory;
}

static bool is_in_room(const void *memory)
{
    return (uintptr_t)memory - (uintptr_t)room < ROOM;
}

static void give_back(void *memory)
{
    if (!is_in_room(memory))
        free(memory);
}

void request_memory_begin(void)
{
    used = 0;
    cJSON_InitHooks(&(cJSON_Hooks){take, give_back});
}

void request_memory_again(void)
{
    used = 0;
}

void request_memory_end(void)
{
    cJSON_InitHooks(NULL);
}
