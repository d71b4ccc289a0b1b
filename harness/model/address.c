/* SPDX-License-Identifier: MIT */
/* Addresses of IPv4 and IPv6: which texts are some, and the canonical form of one. */
#include "stages.h"
#include "values.h"

#include <stdio.h>
#include <string.h>

/* ---- IPv4 ---- */

/* Reads the longest number of IPv4, as a value of host.address-zeros says. */
static bool dec_octet(const char **at, const char *end, unsigned zeros)
{
    const bool three = zeros == ADDRESS_ZEROS_THREE || zeros == ADDRESS_ZEROS_PADDED;
    unsigned value = 0;
    const char *start = *at;
    for (; *at != end && uriproof_is_digit(**at); ++*at) {
        const unsigned next = value * 10 + (unsigned)(**at - '0');
        const bool after_zero = *at != start && value == 0;
        if ((three && *at - start == 3) || (after_zero && zeros == ADDRESS_ZEROS_NO) ||
            (next > 255 && zeros != ADDRESS_ZEROS_THREE))
            break;
        value = next;
    }
    return *at != start;
}

bool address_is_ipv4(uriproof_span text, unsigned zeros)
{
    const char *at = text.octets, *end = at + text.length;
    for (unsigned i = 0; i < 4; i++)
        if ((i > 0 && (at == end || *at++ != '.')) || !dec_octet(&at, end, zeros))
            return false;
    return at == end;
}

/* ---- IPv6 ---- */

/* Reads one to four digits. */
static bool h16(const char **at, const char *end)
{
    const char *start = *at;
    while (*at != end && *at - start < 4 && uriproof_hex_value(**at) >= 0)
        ++*at;
    return *at != start;
}

/* Returns the number of groups that the text between elisions has, the last of which may be an
 * address of IPv4; 9 if there is another text. An empty text has none. */
static unsigned count_groups(uriproof_span text, bool may_end_in_ipv4, unsigned zeros)
{
    const char *at = text.octets, *end = at + text.length;
    unsigned groups = 0;
    while (at != end) {
        const char *start = at;
        if (groups > 8)
            return 9;
        if (may_end_in_ipv4 && address_is_ipv4(span_from(start, end), zeros))
            return groups + 2;
        if (!h16(&at, end))
            return 9;
        groups++;
        if (at == end)
            break;
        if (*at++ != ':' || at == end)
            return 9;
    }
    return groups;
}

bool address_is_ipv6(uriproof_span text, unsigned zeros)
{
    const char *end = text.octets + text.length;
    for (const char *at = text.octets; at + 1 < end; at++)
        if (at[0] == ':' && at[1] == ':') {
            const uriproof_span left = span_from(text.octets, at), right = span_from(at + 2, end);
            return count_groups(left, false, zeros) + count_groups(right, true, zeros) <= 7;
        }
    return count_groups(text, true, zeros) == 8;
}

/* ---- The canonical form ---- */

enum { WORDS = 8 };

/* Reads the groups of a text between elisions, which is right. Returns how many there are. */
static unsigned read_groups(uriproof_span text, uint16_t *words)
{
    const char *at = text.octets, *end = at + text.length;
    unsigned count = 0;
    while (at != end) {
        unsigned value = 0;
        if (memchr(at, '.', (size_t)(end - at)) != NULL &&
            memchr(at, ':', (size_t)(end - at)) == NULL) {
            for (unsigned i = 0; i < 4; i++, at += at != end) {
                for (value = 0; at != end && *at != '.'; at++)
                    value = value * 10 + (unsigned)(*at - '0');
                words[count + i / 2] =
                    (uint16_t)(i % 2 == 0 ? value << 8 : words[count + i / 2] | value);
            }
            return count + 2;
        }
        for (; at != end && *at != ':'; at++)
            value = value << 4 | (unsigned)uriproof_hex_value(*at);
        words[count++] = (uint16_t)value;
        at += at != end;
    }
    return count;
}

static void read_words(uriproof_span text, uint16_t words[WORDS])
{
    const char *end = text.octets + text.length;
    uint16_t right[WORDS];
    memset(words, 0, WORDS * sizeof *words);
    for (const char *at = text.octets; at + 1 < end; at++)
        if (at[0] == ':' && at[1] == ':') {
            (void)read_groups(span_from(text.octets, at), words);
            const unsigned count = read_groups(span_from(at + 2, end), right);
            memcpy(words + WORDS - count, right, count * sizeof *right);
            return;
        }
    (void)read_groups(text, words);
}

/* Returns the length of the longest run of zeros, of two at least; sets where it begins. */
static unsigned longest_zeros(const uint16_t words[WORDS], unsigned *start)
{
    unsigned longest = 1;
    for (unsigned i = 0; i < WORDS; i++) {
        unsigned run = 0;
        while (i + run < WORDS && words[i + run] == 0)
            run++;
        if (run > longest) {
            longest = run;
            *start = i;
        }
    }
    return longest > 1 ? longest : 0;
}

/* Writes the form of RFC 5952, or, if it is `dotted` and stands for one of IPv4, that of inet_ntop.
 * Returns its length. */
static int put_short(const uint16_t words[WORDS], bool dotted, char *form, size_t room)
{
    unsigned start = WORDS;
    const unsigned zeros = longest_zeros(words, &start);
    const bool maps = dotted && start == 0 && (zeros == 6 || (zeros == 5 && words[5] == 0xffff));
    int length = 0;
    for (unsigned i = 0; i < (maps ? 6 : WORDS); i++) {
        if (i == start && zeros > 0) {
            length += snprintf(form + length, room - (size_t)length, "::");
            i += zeros - 1;
            continue;
        }
        const char *colon = i > 0 && i != start + zeros ? ":" : "";
        length += snprintf(form + length, room - (size_t)length, "%s%x", colon, words[i]);
    }
    if (maps)
        length +=
            snprintf(form + length, room - (size_t)length, "%s%u.%u.%u.%u", zeros == 5 ? ":" : "",
                     words[6] >> 8, words[6] & 255U, words[7] >> 8, words[7] & 255U);
    return length;
}

uriproof_span address_written(uriproof_buffer *room, uriproof_span text, unsigned form)
{
    uint16_t words[WORDS];
    char written[8 * 5 + 1];
    int length = 0;
    read_words(text, words);
    if (form != ADDRESS_FULL)
        length = put_short(words, form == ADDRESS_DOTTED, written, sizeof written);
    for (unsigned i = 0; i < WORDS && form == ADDRESS_FULL; i++)
        length += snprintf(written + length, sizeof written - (size_t)length,
                           i > 0 ? ":%04x" : "%04x", words[i]);
    return room_join(room, (uriproof_span){written, (size_t)length}, absent, absent);
}
