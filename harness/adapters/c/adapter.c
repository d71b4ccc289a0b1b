/* SPDX-License-Identifier: MIT */
#include "adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void adapter_no_memory(void)
{
    fputs("adapter: out of memory\n", stderr);
    abort();
}

char *adapter_room(uriproof_scratch *scratch, size_t length)
{
    if (scratch->octets != NULL && length <= scratch->capacity)
        return scratch->octets;
    /* Twice what is asked, so that slowly growing texts do not allocate each time. */
    size_t capacity = 2 * length + 256;
    free(scratch->octets);
    scratch->octets = malloc(capacity);
    if (scratch->octets == NULL)
        adapter_no_memory();
    scratch->capacity = capacity;
    return scratch->octets;
}

const char *adapter_string(uriproof_scratch *scratch, uriproof_span text)
{
    char *string = adapter_room(scratch, text.length + 1);

    if (text.length > 0) {
        if (memchr(text.octets, '\0', text.length) != NULL)
            return NULL;
        memcpy(string, text.octets, text.length);
    }
    string[text.length] = '\0';
    return string;
}
