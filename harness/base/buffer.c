/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void buffer_reserve(octet_buffer *t, size_t more)
{
    if (t->capacity - t->length >= more)
        return;
    t->capacity = (t->length + more) * 2;
    t->octets = realloc(t->octets, t->capacity);
}

void buffer_drop(octet_buffer *t, size_t count)
{
    if (count == 0)
        return;
    t->length -= count;
    memmove(t->octets, t->octets + count, t->length);
}

void buffer_free(octet_buffer *t)
{
    free(t->octets);
    *t = (octet_buffer){NULL, 0, 0};
}

/* The capacity is not stored: it is the count, rounded up to the next power of two. */
void *list_grown(void *list, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0;
    return is_full ? realloc(list, (count > 0 ? 2 * count : 1) * size) : list;
}
