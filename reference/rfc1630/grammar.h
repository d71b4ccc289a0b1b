/* SPDX-License-Identifier: MIT */
/* Declarations that the files of this dialect share. */
#ifndef URIPROOF_RFC1630_GRAMMAR_H
#define URIPROOF_RFC1630_GRAMMAR_H

#include <uriproof/rfc1630.h>

/* Returns true if the value of `reading` has the number `value`. */
static inline bool takes(const uriproof_readings *readings, uriproof_rfc1630_reading reading,
                         unsigned char value)
{
    return (readings != NULL ? readings->value[reading] : 0) == value;
}

/* The numbers of those values of readings that are not the default. */
enum {
    AS_PRINTED =
        1, /* xpalphas, void-segment, void-fragment, generic-reserved, slash-prefix, ftp-type */
    DOTS_APPLIED = 1,
    DOTS_AFTER_AUTHORITY = 1,
    VOID_IS_NO_XXX = 1,
    SELF_FIRST = 1,
    SAME_DOCUMENT = 1,
    ABSOLUTE_BY_SCHEME = 1,
    RESERVED_BY_PROSE = 1,
    RESERVED_BY_BNF = 2,
    AT_RESERVED = 1,
    PLUS_IS_SPACE = 1,
    LETTERS_FOLD = 1,
    LOGIN_ANY = 1,
    MAILTO_FIRST = 1,
    SCHEME_OMITTED = 1,
    LAST_NULL = 1,
    SERVER_GIVEN = 1,
    SLASH_STAYS = 1,
    HEX_BY_PROSE = 1,
    PLUS_ENCODED = 1,
    AS_ARTICLE = 1,
    NEWS_AS_PRINTED = 1
};

/* Returns the characters that a path takes: those of xpalpha, and more if the reading
 * generic-reserved says so. */
unsigned path_set(const uriproof_readings *readings);

/* Returns true if the whole of `text` matches `scheme`. */
bool derives_scheme(uriproof_span text, const uriproof_readings *readings);

/* Returns the characters that the reading hex-letters accepts as hexadecimal digits. */
unsigned hex_set(const uriproof_readings *readings);

/* Returns true if the canonical form has `octet` unescaped in a part that takes the characters of
 * `set`. The octet must be in the set and must not be reserved. */
bool stands_bare(unsigned char octet, unsigned set, const uriproof_readings *readings);

#endif
