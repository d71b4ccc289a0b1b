/* SPDX-License-Identifier: MIT */
#include "buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool buffer_reserve(octet_buffer *t, size_t more)
{
    if (t->capacity - t->length >= more)
        return true;
    if (more > SIZE_MAX / 4 || t->length > SIZE_MAX / 4)
        return false;
    size_t capacity = (t->length + more) * 2;
    char *octets = realloc(t->octets, capacity);
    if (octets == NULL)
        return false;
    t->octets = octets;
    t->capacity = capacity;
    return true;
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
