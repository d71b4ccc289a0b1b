/* SPDX-License-Identifier: MIT */
/* RFC 1630, "BNF of Generic URI Syntax": the productions of one character. */
#ifndef URIPROOF_RFC1630_CHARACTERS_H
#define URIPROOF_RFC1630_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>

/* A set of octets, as a bit in `character_sets`. */
enum character_set {
    ALPHA = 1 << 0,
    DIGIT = 1 << 1,
    SAFE = 1 << 2,
    EXTRA = 1 << 3,
    PLUS = 1 << 4,
    /* Those of `reserved` that reading generic-reserved=specific lets into a path: `:` of
     * hostport and login, `;` and `=` of wpath and the FTP type. */
    SPECIFIC = 1 << 5,
    NATIONAL = 1 << 6,
    PUNCTUATION = 1 << 7,
    HEX = 1 << 8,
    /* The prose's words, "Unsafe characters". */
    SPACE = 1 << 9,
    CONTROL = 1 << 10,
    EIGHT_BIT = 1 << 11,
    GRAVE = 1 << 12,
    /* "Reserved characters" of the prose, and the BNF's `reserved`. */
    PROSE_RESERVED = 1 << 13,
    BNF_RESERVED = 1 << 14,
    SLASH = 1 << 15,

    /* xalpha without its escape. */
    XALPHA = ALPHA | DIGIT | SAFE | EXTRA,
    /* xpalpha without its escape. */
    XPALPHA = XALPHA | PLUS
};

extern const uint16_t character_sets[256];

static inline bool is_in(unsigned char octet, unsigned set)
{
    return (character_sets[octet] & set) != 0;
}

/* The value of an octet that is in HEX. */
static inline unsigned hex_value(unsigned char octet)
{
    return is_in(octet, DIGIT) ? octet - (unsigned)'0' : (octet | 0x20U) - (unsigned)'a' + 10U;
}

#endif
