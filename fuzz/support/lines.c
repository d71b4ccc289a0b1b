/* SPDX-License-Identifier: MIT */
#include "lines.h"

#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *fuzz_copy(const uint8_t *data, size_t size)
{
    char *copy = fuzz_allocate(size);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

void fuzz_demand(bool holds, const char *property)
{
    if (holds)
        return;
    fprintf(stderr, "property does not hold: %s\n", property);
    abort();
}

void fuzz_written(bool (*write)(const void *from, void *out), const void *from, char **octets,
                  size_t *length)
{
    FILE *out = open_memstream(octets, length);
    fuzz_demand(out != NULL && write(from, out) && fclose(out) == 0, "what was read is written");
}
