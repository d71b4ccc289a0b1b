/* SPDX-License-Identifier: MIT */
#include "utf8.h"

#include <string.h>

/* Returns true if one of the eight octets at `at` is not ASCII. */
static bool has_beyond_ascii(const unsigned char *at)
{
    uint64_t eight;
    memcpy(&eight, at, sizeof eight);
    return (eight & 0x8080808080808080U) != 0;
}

const unsigned char *utf8_beyond_ascii(const unsigned char *at, const unsigned char *end)
{
    while (end - at >= 16 && !has_beyond_ascii(at) && !has_beyond_ascii(at + 8))
        at += 16;
    if (end - at >= 8 && !has_beyond_ascii(at))
        at += 8;
    while (at != end && *at < 0x80)
        at++;
    return at;
}

/* Returns how many octets a code point has that begins with `first`, or 0 if none does. */
static size_t sequence_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xC2)
        return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

/* Returns true if `second` can follow `first`. This rejects overlong forms, surrogates and code
 * points above U+10FFFF. */
static bool can_follow(unsigned char first, unsigned char second)
{
    const unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return second >= least && second <= most;
}

/* Returns the length of the code point at `at`, or 0 if the text is not UTF-8 there. */
static size_t code_point_length(const unsigned char *at, const unsigned char *end)
{
    const size_t length = sequence_length(*at);
    if (length > (size_t)(end - at) || (length > 1 && !can_follow(at[0], at[1])))
        return 0;
    for (size_t i = 2; i < length; i++)
        if (utf8_begins(at[i]))
            return 0;
    return length;
}

const unsigned char *utf8_fault(const unsigned char *at, const unsigned char *end)
{
    while ((at = utf8_beyond_ascii(at, end)) != end) {
        const size_t length = code_point_length(at, end);
        if (length == 0)
            return at;
        at += length;
    }
    return end;
}

uint32_t utf8_code_point(const unsigned char *at)
{
    if (at[0] < 0x80)
        return at[0];
    const size_t length = sequence_length(at[0]);
    uint32_t code_point = at[0] & (0x7FU >> length);
    for (size_t i = 1; i < length; i++)
        code_point = code_point << 6 | (at[i] & 0x3FU);
    return code_point;
}
