/* SPDX-License-Identifier: MIT */
#include "file.h"
#include "buffer.h"
#include "out_of_memory.h"

#include <errno.h>
#include <stdio.h>

enum { CHUNK = 1 << 16 };

char *uriproof_file_read(const char *path, size_t *length)
{
    octet_buffer text = {NULL, 0, 0};
    size_t more = 1;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        uriproof_end_if_memory(errno);
        return NULL;
    }
    for (; more > 0; text.length += more) {
        buffer_reserve(&text, CHUNK + 1);
        more = fread(text.octets + text.length, 1, CHUNK, file);
    }
    text.octets[text.length] = '\0';
    *length = text.length;
    int reason = errno;
    if (ferror(file))
        buffer_free(&text);
    fclose(file);
    errno = reason;
    return text.octets;
}
