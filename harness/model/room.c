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
