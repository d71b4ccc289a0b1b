/* SPDX-License-Identifier: MIT */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>

void gen_require_room(size_t needed, size_t room, const char *what, const char *limit)
{
    if (needed <= room)
        return;
    fprintf(stderr, "uriproof-generate: too many %s: %zu, and %s is %zu; raise it\n", what, needed,
            limit, room);
    exit(EXIT_FAILURE);
}
