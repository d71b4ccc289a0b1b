/* SPDX-License-Identifier: MIT */
/* Texts as UTF-8. */
#ifndef URIPROOF_WHATWG_URL_UTF8_H
#define URIPROOF_WHATWG_URL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns true if a code point begins with this octet. */
static inline bool utf8_begins(unsigned char octet)
{
    return (octet & 0xC0) != 0x80;
}

/* Returns the first octet that is not ASCII, or `end`. */
const unsigned char *utf8_beyond_ascii(const unsigned char *at, const unsigned char *end);

static inline bool utf8_is_ascii(const unsigned char *text, size_t length)
{
    return utf8_beyond_ascii(text, text + length) == text + length;
}

/* Returns the first octet of a sequence that is not UTF-8, or `end` if there is no such sequence.
 * UTF-8 encodes scalar values, so surrogates are not UTF-8. */
const unsigned char *utf8_fault(const unsigned char *at, const unsigned char *end);

/* Returns the code point that begins at `at`. The text is valid UTF-8. */
uint32_t utf8_code_point(const unsigned char *at);

#endif
