/* SPDX-License-Identifier: MIT */
/*
 * "Universal Resource Identifiers in WWW" is the title of RFC 1630 and of its draft. This folder
 * has what the two texts say alike; each dialect has a table of its own characters.
 */
#ifndef URIPROOF_WWW_CHARACTERS_H
#define URIPROOF_WWW_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>

/* A set of octets, as a bit in a dialect's table: the productions of one character. */
enum character_set {
    ALPHA = 1 << 0,
    DIGIT = 1 << 1,
    SAFE = 1 << 2,
    EXTRA = 1 << 3,
    PLUS = 1 << 4,
    /* Those of RFC 1630's `reserved` that reading generic-reserved=specific lets into a path: `:`
     * of hostport and login, `;` and `=` of wpath and the FTP type. */
    SPECIFIC = 1 << 5,
    NATIONAL = 1 << 6,
    PUNCTUATION = 1 << 7,
    /* The hexadecimal digits that prose and BNF both have, and those of the BNF alone. */
    UPPER_HEX = 1 << 8,
    LOWER_HEX = 1 << 12,
    /* The prose's "Reserved characters", and the BNF's `reserved`. */
    PROSE_RESERVED = 1 << 9,
    BNF_RESERVED = 1 << 10,
    SLASH = 1 << 11,

    HEX = UPPER_HEX | LOWER_HEX,

    /* xalpha without its escape. */
    XALPHA = ALPHA | DIGIT | SAFE | EXTRA,
    /* xpalpha without its escape; and the URL BNF's xalpha, whose `safe` has a plus. */
    XPALPHA = XALPHA | PLUS
};

/* The sets that each octet is in. What no production has, controls, the grave accent and all
 * octets beyond 7E, is in none. */
typedef uint16_t character_table[256];

#endif
