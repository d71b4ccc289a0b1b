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
    while (text != NULL) {
        used += fread(text + used, 1, capacity - used, file);
        if (used < capacity)
            break;
        capacity *= 2;
        char *larger = realloc(text, capacity + 1);
        if (larger == NULL)
            free(text);
        text = larger;
    }
    if (text != NULL && ferror(file)) {
        free(text);
        text = NULL;
    }
    if (text != NULL)
        text[used] = '\0';
    *length = used;
    return text;
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
