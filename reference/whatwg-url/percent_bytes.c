/* SPDX-License-Identifier: MIT */
/* Section "Percent-encoded bytes". */
#include "parser.h"

bool whatwg_is_percent_encoded_byte(const unsigned char *at, const unsigned char *end)
{
    return *at == '%' && end - at > 2 && is_in_set(at[1], ASCII_HEX_DIGIT) &&
           is_in_set(at[2], ASCII_HEX_DIGIT);
}

/* Append each byte, but for a percent-encoded byte the one that it stands for. */
size_t whatwg_percent_decode(unsigned char *octets, size_t length)
{
    const unsigned char *end = octets + length;
    unsigned char *to = octets;
    for (const unsigned char *at = octets; at != end;) {
        const bool encoded = whatwg_is_percent_encoded_byte(at, end);
        *to++ = encoded ? octet_of_escape(at) : *at;
        at += encoded ? 3 : 1;
    }
    return (size_t)(to - octets);
}
