/* SPDX-License-Identifier: MIT */
/* A buffer that grows: for lines that come in, and lines that wait to be written. */
#ifndef URIPROOF_BASE_BUFFER_H
#define URIPROOF_BASE_BUFFER_H

#include <stddef.h>
#include <string.h>

/* Zero-initialise; free with buffer_free. */
typedef struct octet_buffer {
    char *octets;
    size_t length;
    size_t capacity;
} octet_buffer;

/* Makes room for `more` octets after the present ones. */
void buffer_reserve(octet_buffer *t, size_t more);

static inline void buffer_add(octet_buffer *t, const char *octets, size_t length)
{
    if (t->capacity - t->length < length)
        buffer_reserve(t, length);
    if (length > 0)
        memcpy(t->octets + t->length, octets, length);
    t->length += length;
}

/* Removes `count` octets from the front. */
void buffer_drop(octet_buffer *t, size_t count);

void buffer_free(octet_buffer *t);

/* Returns `list`, moved if need be, with room for one more than its `count` items of `size` octets.
 * Call it before each item that is added: it doubles the room of a list that is full. */
void *list_grown(void *list, size_t count, size_t size);

#endif
