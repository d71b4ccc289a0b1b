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

/* Writes the structure into memory. The caller frees *octets. */
static size_t write_octets(const fuzz_format *format, const void *from, char **octets)
{
    size_t length;
    FILE *out = open_memstream(octets, &length);
    fuzz_demand(out != NULL && format->write(from, out) && fclose(out) == 0,
                "what was read is written");
    return length;
}

static void check_again(const fuzz_format *format, const void *first)
{
    uriproof_error error;
    char *octets, *twice;
    void *again = fuzz_allocate(format->size);
    size_t length = write_octets(format, first, &octets);
    fuzz_demand(format->read(octets, length, again, &error), "what is written is read");
    format->check(first, again);
    fuzz_demand(write_octets(format, again, &twice) == length && memcmp(octets, twice, length) == 0,
                "the same octets");
    format->free(again);
    free(again);
    free(octets);
    free(twice);
}

void fuzz_round_trip(const fuzz_format *format, const uint8_t *data, size_t size)
{
    uriproof_error error = {""};
    char *text = fuzz_copy(data, size);
    void *first = fuzz_allocate(format->size);
    if (format->read(text, size, first, &error)) {
        check_again(format, first);
        format->free(first);
    } else {
        fuzz_demand(error.words[0] != '\0', "a fault is told");
    }
    free(first);
    free(text);
}
