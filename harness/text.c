/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool text_reserve(text *t, size_t more)
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

bool text_add_json(text *t, const cJSON *object)
{
    /* Most lines are short: printed in place they need no memory of their own. */
    enum { SHORT = 2048 };
    if (!text_reserve(t, SHORT))
        return false;
    if (cJSON_PrintPreallocated((cJSON *)object, t->octets + t->length, SHORT, false)) {
        t->length += strlen(t->octets + t->length);
        return true;
    }
    char *line = cJSON_PrintUnformatted(object);
    bool added = line != NULL && text_add(t, line, strlen(line));
    cJSON_free(line);
    return added;
}

void text_drop(text *t, size_t count)
{
    if (count == 0)
        return;
    t->length -= count;
    memmove(t->octets, t->octets + count, t->length);
}

void text_free(text *t)
{
    free(t->octets);
    *t = (text){NULL, 0, 0};
}
