/* SPDX-License-Identifier: MIT */
/* Section "Percent-encoded bytes". */
#include "parser.h"

#include <string.h>

bool whatwg_is_percent_encoded_byte(const unsigned char *at, const unsigned char *end)
{
    return *at == '%' && end - at > 2 && is_in_set(at[1], ASCII_HEX_DIGIT) &&
           is_in_set(at[2], ASCII_HEX_DIGIT);
}

/* Append each byte, but for a percent-encoded byte the one that it stands for. */
size_t whatwg_percent_decode(unsigned char *octets, size_t length)
{
    const unsigned char *end = octets + length;
    unsigned char *to = length > 0 ? memchr(octets, '%', length) : NULL;
    if (to == NULL)
        return length;
    for (const unsigned char *at = to; at != end;) {
        const bool encoded = whatwg_is_percent_encoded_byte(at, end);
        *to++ = encoded ? octet_of_escape(at) : *at;
        at += encoded ? 3 : 1;
    }
    return (size_t)(to - octets);
}
