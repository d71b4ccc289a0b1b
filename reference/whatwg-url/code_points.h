/* SPDX-License-Identifier: MIT */
/* The URL Standard's sets of code points: "Percent-encoded bytes", "Host miscellaneous" and "URL
 * writing". */
#ifndef URIPROOF_WHATWG_URL_CODE_POINTS_H
#define URIPROOF_WHATWG_URL_CODE_POINTS_H

#include <stdbool.h>
#include <stdint.h>

/* Sets of ASCII code points. `whatwg_sets` has one bit for each set. The percent-encode sets are
 * without what every one of them has; percent_encodes_octet adds that. */
enum whatwg_set {
    ASCII_ALPHA = 1 << 0,
    ASCII_DIGIT = 1 << 1,
    ASCII_HEX_DIGIT = 1 << 2,
    SCHEME_MARK = 1 << 3, /* "+" / "-" / "." */
    URL_CODE_POINT = 1 << 4,
    FORBIDDEN_HOST = 1 << 5,
    C0_CONTROL_SET = 1 << 6,
    FRAGMENT_SET = 1 << 7,
    QUERY_SET = 1 << 8,
    SPECIAL_QUERY_SET = 1 << 9,
    PATH_SET = 1 << 10,
    USERINFO_SET = 1 << 11,
    /* URL code points that a state does nothing with but append them. */
    PLAIN_IN_AUTHORITY = 1 << 12, /* also in a host */
    PLAIN_IN_PATH = 1 << 13,      /* also in the path of a URL that is not special */
    PLAIN_IN_QUERY = 1 << 14,     /* also in the query of a special URL */

    ASCII_ALPHANUMERIC = ASCII_ALPHA | ASCII_DIGIT,
    SCHEME_REST = ASCII_ALPHANUMERIC | SCHEME_MARK
};

extern const uint16_t whatwg_sets[256];

static inline bool is_in_set(unsigned char octet, unsigned set)
{
    return (whatwg_sets[octet] & set) != 0;
}

/* Returns true if `c`, which may be END, is ASCII and in the set. */
static inline bool c_is_in(int c, unsigned set)
{
    return c >= 0 && is_in_set((unsigned char)c, set);
}

/* Every percent-encode set includes the C0 control percent-encode set: "C0 controls and all code
 * points greater than U+007E (~)". */
static inline bool is_percent_encoded(unsigned char octet, unsigned set)
{
    return octet < 0x20 || octet > 0x7E || is_in_set(octet, set);
}

/* Forbidden domain code points: "a forbidden host code point, a C0 control, U+0025 (%), or U+007F
 * DELETE". */
static inline bool is_forbidden_in_domain(unsigned char octet)
{
    return octet < 0x20 || octet == '%' || octet == 0x7F || is_in_set(octet, FORBIDDEN_HOST);
}

static inline bool is_tab_or_newline(unsigned char octet)
{
    return octet == '\t' || octet == '\n' || octet == '\r';
}

static inline bool is_c0_control_or_space(unsigned char octet)
{
    return octet <= 0x20;
}

static inline unsigned char ascii_lowercase(unsigned char octet)
{
    return (unsigned char)(octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet);
}

/* Returns true if the code point that begins with the octet at `at` is a URL code point. In the
 * middle of a code point it returns true as well, so that each is judged once. The text is valid
 * UTF-8. */
bool whatwg_is_url_code_point(const unsigned char *at);

#endif
