/* SPDX-License-Identifier: MIT */
#include "file.h"
#include "out_of_memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_stream(FILE *file, size_t *length)
{
    size_t capacity = 1U << 16, used = 0;
    char *text = malloc(capacity + 1);
    while ((used += fread(text + used, 1, capacity - used, file)) == capacity) {
        capacity *= 2;
        char *longer = realloc(text, capacity + 1);
        text = longer;
    }
    text[used] = '\0';
    *length = used;
    if (!ferror(file))
        return text;
    free(text);
    return NULL;
}

char *uriproof_file_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        uriproof_end_if_memory(errno);
        return NULL;
    }
    char *text = read_stream(file, length);
    int reason = errno;
    fclose(file);
    errno = reason;
    return text;
}
