/* SPDX-License-Identifier: MIT */
/* Octets that grow: lines that come in, and lines that wait to go out. */
#ifndef URIPROOF_TEXT_H
#define URIPROOF_TEXT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Zero-initialise; free with text_free. */
typedef struct text {
    char *octets;
    size_t length;
    size_t capacity;
} text;

/* Makes room for `more` octets behind those that are there. False where memory is out. */
bool text_reserve(text *t, size_t more);

static inline bool text_add(text *t, const char *octets, size_t length)
{
    if (t->capacity - t->length < length && !text_reserve(t, length))
        return false;
    if (length > 0)
        memcpy(t->octets + t->length, octets, length);
    t->length += length;
    return true;
}

/* Adds `object` on one line, without its newline. */
bool text_add_json(text *t, const cJSON *object);

/* Removes `count` octets from the front. */
void text_drop(text *t, size_t count);

void text_free(text *t);

#endif
