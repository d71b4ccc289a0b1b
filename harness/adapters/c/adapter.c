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
    /* Allocates twice as much, so that texts that grow slowly do not allocate each time. */
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
    char *string = adapter_room(scratch, text.length + 2);

    if (text.length > 0) {
        if (memchr(text.octets, '\0', text.length) != NULL)
            return NULL;
        memcpy(string, text.octets, text.length);
    }
    /* A parser may read beyond its text. With two NULs it cannot find the previous text there. */
    memset(string + text.length, '\0', 2);
    return string;
}

const char *adapter_asked(uriproof_scratch *scratch, uriproof_span text, uriproof_answer *answer)
{
    const char *string = adapter_string(scratch, text);

    if (string == NULL)
        answer->status = ANSWER_UNSUPPORTED;
    return string;
}

uriproof_span adapter_bracketed(uriproof_scratch *scratch, uriproof_span host)
{
    char *literal = adapter_room(scratch, host.length + 2);

    literal[0] = '[';
    memcpy(literal + 1, host.octets, host.length);
    literal[host.length + 1] = ']';
    return (uriproof_span){literal, host.length + 2};
}

uriproof_span adapter_number(uriproof_scratch *scratch, unsigned number)
{
    enum { ROOM = 3 * sizeof number + 1 };
    char *digits = adapter_room(scratch, ROOM);
    int length = snprintf(digits, ROOM, "%u", number);

    return (uriproof_span){digits, (size_t)length};
}

void adapter_give(const char *string, const char *words, uriproof_answer *answer)
{
    answer->status = string != NULL ? ANSWER_ACCEPTED : ANSWER_REJECTED;
    answer->result = uriproof_span_of(string);
    if (string == NULL)
        answer->error = words;
}
