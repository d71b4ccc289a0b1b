/* SPDX-License-Identifier: MIT */
#include "code_points.h"

#include "utf8.h"

/* Sets that always come together. Each percent-encode set includes the one it is made of. */
enum {
    PLAIN_IN_BOTH = URL_CODE_POINT | PLAIN_IN_PATH | PLAIN_IN_QUERY,
    PLAIN = PLAIN_IN_AUTHORITY | PLAIN_IN_BOTH,
    LETTER = ASCII_ALPHA | PLAIN,
    HEX_LETTER = ASCII_HEX_DIGIT | LETTER,
    DIGIT = ASCII_DIGIT | ASCII_HEX_DIGIT | PLAIN,
    PATHS = PATH_SET | USERINFO_SET,
    QUERIES = QUERY_SET | SPECIAL_QUERY_SET | PATHS
};

/* An octet that is not listed is in no set. */
const uint16_t whatwg_sets[256] = {
    ['\0'] = FORBIDDEN_HOST,
    ['\t'] = FORBIDDEN_HOST,
    ['\n'] = FORBIDDEN_HOST,
    ['\r'] = FORBIDDEN_HOST,
    [' '] = QUERIES | FORBIDDEN_HOST | FRAGMENT_SET,
    ['!'] = PLAIN,
    ['"'] = QUERIES | FRAGMENT_SET,
    ['#'] = QUERIES | FORBIDDEN_HOST,
    ['$'] = PLAIN,
    ['&'] = PLAIN,
    ['\''] = URL_CODE_POINT | SPECIAL_QUERY_SET | PLAIN_IN_AUTHORITY | PLAIN_IN_PATH,
    ['('] = PLAIN,
    [')'] = PLAIN,
    ['*'] = PLAIN,
    ['+'] = PLAIN | SCHEME_MARK,
    [','] = PLAIN,
    ['-'] = PLAIN | SCHEME_MARK,
    ['.'] = PLAIN | SCHEME_MARK,
    ['/'] = URL_CODE_POINT | FORBIDDEN_HOST | USERINFO_SET | PLAIN_IN_QUERY,
    ['0'] = DIGIT,
    ['1'] = DIGIT,
    ['2'] = DIGIT,
    ['3'] = DIGIT,
    ['4'] = DIGIT,
    ['5'] = DIGIT,
    ['6'] = DIGIT,
    ['7'] = DIGIT,
    ['8'] = DIGIT,
    ['9'] = DIGIT,
    [':'] = PLAIN_IN_BOTH | FORBIDDEN_HOST | USERINFO_SET,
    [';'] = PLAIN | USERINFO_SET,
    ['<'] = QUERIES | FORBIDDEN_HOST | FRAGMENT_SET,
    ['='] = PLAIN | USERINFO_SET,
    ['>'] = QUERIES | FORBIDDEN_HOST | FRAGMENT_SET,
    ['?'] = PATHS | URL_CODE_POINT | FORBIDDEN_HOST | PLAIN_IN_QUERY,
    ['@'] = PLAIN_IN_BOTH | FORBIDDEN_HOST | USERINFO_SET,
    ['A'] = HEX_LETTER,
    ['B'] = HEX_LETTER,
    ['C'] = HEX_LETTER,
    ['D'] = HEX_LETTER,
    ['E'] = HEX_LETTER,
    ['F'] = HEX_LETTER,
    ['G'] = LETTER,
    ['H'] = LETTER,
    ['I'] = LETTER,
    ['J'] = LETTER,
    ['K'] = LETTER,
    ['L'] = LETTER,
    ['M'] = LETTER,
    ['N'] = LETTER,
    ['O'] = LETTER,
    ['P'] = LETTER,
    ['Q'] = LETTER,
    ['R'] = LETTER,
    ['S'] = LETTER,
    ['T'] = LETTER,
    ['U'] = LETTER,
    ['V'] = LETTER,
    ['W'] = LETTER,
    ['X'] = LETTER,
    ['Y'] = LETTER,
    ['Z'] = LETTER,
    ['['] = FORBIDDEN_HOST | USERINFO_SET,
    ['\\'] = FORBIDDEN_HOST | USERINFO_SET,
    [']'] = FORBIDDEN_HOST | USERINFO_SET,
    ['^'] = PATHS | FORBIDDEN_HOST,
    ['_'] = PLAIN,
    ['`'] = PATHS | FRAGMENT_SET,
    ['a'] = HEX_LETTER,
    ['b'] = HEX_LETTER,
    ['c'] = HEX_LETTER,
    ['d'] = HEX_LETTER,
    ['e'] = HEX_LETTER,
    ['f'] = HEX_LETTER,
    ['g'] = LETTER,
    ['h'] = LETTER,
    ['i'] = LETTER,
    ['j'] = LETTER,
    ['k'] = LETTER,
    ['l'] = LETTER,
    ['m'] = LETTER,
    ['n'] = LETTER,
    ['o'] = LETTER,
    ['p'] = LETTER,
    ['q'] = LETTER,
    ['r'] = LETTER,
    ['s'] = LETTER,
    ['t'] = LETTER,
    ['u'] = LETTER,
    ['v'] = LETTER,
    ['w'] = LETTER,
    ['x'] = LETTER,
    ['y'] = LETTER,
    ['z'] = LETTER,
    ['{'] = PATHS,
    ['|'] = FORBIDDEN_HOST | USERINFO_SET,
    ['}'] = PATHS,
    ['~'] = PLAIN,
};

/* "U+00A0 to U+10FFFD, inclusive, excluding surrogates and noncharacters" */
static bool is_url_code_point_beyond_ascii(uint32_t code_point)
{
    const bool noncharacter =
        (code_point >= 0xFDD0 && code_point <= 0xFDEF) || (code_point & 0xFFFE) == 0xFFFE;
    return code_point >= 0xA0 && !noncharacter;
}

bool whatwg_is_url_code_point(const unsigned char *at)
{
    if (*at < 0x80)
        return is_in_set(*at, URL_CODE_POINT);
    return !utf8_begins(*at) || is_url_code_point_beyond_ascii(utf8_code_point(at));
}
