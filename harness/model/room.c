/* SPDX-License-Identifier: MIT */
/* Where the stages of the model write. */
#include "stages.h"

#include <string.h>

void room_add(uriproof_buffer *room, uriproof_span text)
{
    if (text.length > 0)
        memcpy(room->octets + room->length, text.octets, text.length);
    room->length += text.length;
}

const char *find_last(uriproof_span text, char octet)
{
    for (size_t i = text.length; i > 0; i--)
        if (text.octets[i - 1] == octet)
            return text.octets + i - 1;
    return NULL;
}

bool is_named(uriproof_span text, const char *name)
{
    size_t i = 0;
    while (i < text.length && name[i] != '\0' && lower(text.octets[i]) == name[i])
        i++;
    return i == text.length && name[i] == '\0';
}

size_t before_upper(uriproof_span text)
{
    size_t i = 0;
    while (i < text.length && lower(text.octets[i]) == text.octets[i])
        i++;
    return i;
}
