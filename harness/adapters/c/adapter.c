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

/* Only a program with AddressSanitizer has this function. How this file is compiled does not say
 * it: a library without a sanitizer is linked to the targets of other people's parsers. */
int __asan_address_is_poisoned(const volatile void *address) __attribute__((weak));

static bool has_address_sanitizer(void)
{
    return __asan_address_is_poisoned != NULL;
}

char *adapter_room(uriproof_scratch *scratch, size_t length)
{
    const bool exact = has_address_sanitizer(); /* so that it sees a read or write beyond the end */
    if (scratch->octets != NULL && length <= scratch->capacity && !exact)
        return scratch->octets;
    /* Allocates twice as much, so that texts that grow slowly do not allocate each time. */
    size_t capacity = exact ? length + (length == 0) : 2 * length + 256;
    free(scratch->octets);
    scratch->octets = malloc(capacity);
    if (scratch->octets == NULL)
        adapter_no_memory();
    scratch->capacity = capacity;
    return scratch->octets;
}

const char *adapter_string(uriproof_scratch *scratch, uriproof_span text)
{
    /* A parser may read beyond its text. With two NULs it cannot find the previous text there. */
    const size_t nuls = has_address_sanitizer() ? 1 : 2;
    char *string = adapter_room(scratch, text.length + nuls);

    if (text.length > 0) {
        if (memchr(text.octets, '\0', text.length) != NULL)
            return NULL;
        memcpy(string, text.octets, text.length);
    }
    memset(string + text.length, '\0', nuls);
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
