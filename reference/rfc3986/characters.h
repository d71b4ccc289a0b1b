/* SPDX-License-Identifier: MIT */
/* RFC 3986, section 2 and Appendix A: the sets of characters. */
#ifndef URIPROOF_RFC3986_CHARACTERS_H
#define URIPROOF_RFC3986_CHARACTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <uriproof/reference.h>

/* Sets of octets. `rfc3986_sets` has one bit for each set. */
enum rfc3986_set {
    ALPHA = 1 << 0,
    DIGIT = 1 << 1,
    HEXDIG = 1 << 2,
    MARK = 1 << 3, /* "-" / "." / "_" / "~" */
    SUB_DELIMS = 1 << 4,
    COLON = 1 << 5,
    AT = 1 << 6,
    SLASH = 1 << 7,
    QUESTION = 1 << 8,
    SCHEME_MARK = 1 << 9, /* "+" / "-" / "." */

    UNRESERVED = ALPHA | DIGIT | MARK,
    SCHEME_REST = ALPHA | DIGIT | SCHEME_MARK,
    REG_NAME = UNRESERVED | SUB_DELIMS, /* The rule reg-name without its alternative pct-encoded;
                                           the sets below are without it too. */
    PCHAR = UNRESERVED | SUB_DELIMS | COLON | AT,
    QUERY = PCHAR | SLASH | QUESTION
};

extern const uint16_t rfc3986_sets[256];

static inline bool is_in(unsigned char octet, unsigned set)
{
    return (rfc3986_sets[octet] & set) != 0;
}

static inline char lower_case(unsigned char octet)
{
    return (char)(octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet);
}

/* Returns true if `span` is `text` without regard to case. `text` is in lower case. */
bool is_word(uriproof_span span, const char *text);

#endif
