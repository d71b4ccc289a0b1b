/* SPDX-License-Identifier: MIT */
/*
 * "Universal Resource Identifiers in WWW" is the title of both RFC 1630 and its draft. This folder
 * has the code for what both texts say. The characters differ, so each dialect has its own table of
 * them.
 */
#ifndef URIPROOF_WWW_CHARACTERS_H
#define URIPROOF_WWW_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>

/* Sets of octets. A dialect's table has one bit for each set. Most sets are rules of the grammar
 * that match one character. */
enum character_set {
    ALPHA = 1 << 0,
    DIGIT = 1 << 1,
    SAFE = 1 << 2,
    EXTRA = 1 << 3,
    PLUS = 1 << 4,
    /* The members of RFC 1630's `reserved` that a path takes with the reading
     * generic-reserved=specific: the `:` of hostport and login, and the `;` and `=` of wpath and
     * the FTP type. */
    SPECIFIC = 1 << 5,
    NATIONAL = 1 << 6,
    PUNCTUATION = 1 << 7,
    /* The hexadecimal digits that both the prose and the BNF list, and those that only the BNF
     * lists. */
    UPPER_HEX = 1 << 8,
    LOWER_HEX = 1 << 12,
    /* The "Reserved characters" of the prose, and `reserved` of the BNF. */
    PROSE_RESERVED = 1 << 9,
    BNF_RESERVED = 1 << 10,
    SLASH = 1 << 11,

    HEX = UPPER_HEX | LOWER_HEX,

    /* The rule xalpha without its alternative `escape`. */
    XALPHA = ALPHA | DIGIT | SAFE | EXTRA,
    /* The rule xpalpha without its alternative `escape`. It is the same set as xalpha in the BNF
     * for URLs, where `safe` includes the plus. */
    XPALPHA = XALPHA | PLUS
};

/* The sets of each octet. An octet that no rule uses has no bit set: controls, the grave accent,
 * and all octets above 7E. */
typedef uint16_t character_table[256];

#endif
