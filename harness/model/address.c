/* SPDX-License-Identifier: MIT */
/* Addresses of IPv4 and IPv6: which texts are some, and the canonical form of one. */
#include "stages.h"
#include "values.h"

#include <stdio.h>
#include <string.h>

/* ---- Reading ---- */

/* Reads the longest number of IPv4, as a value of host.address-zeros says. */
static bool dec_octet(const char **at, const char *end, unsigned zeros, unsigned *value)
{
    const bool three = zeros == ADDRESS_ZEROS_THREE || zeros == ADDRESS_ZEROS_PADDED;
    const char *start = *at;
    *value = 0;
    for (; *at != end && uriproof_is_digit(**at); ++*at) {
        const unsigned next = *value * 10 + (unsigned)(**at - '0');
        const bool after_zero = *at != start && *value == 0;
        if ((three && *at - start == 3) || (after_zero && zeros == ADDRESS_ZEROS_NO) ||
            (next > 255 && zeros != ADDRESS_ZEROS_THREE))
            break;
        *value = next;
    }
    return *at != start;
}

/* Reads an address of IPv4, which is two words. */
static bool read_ipv4(uriproof_span text, unsigned zeros, uint16_t words[2])
{
    const char *at = text.octets, *end = at + text.length;
    unsigned value = 0;
    for (unsigned i = 0; i < 4; i++) {
        if ((i > 0 && (at == end || *at++ != '.')) || !dec_octet(&at, end, zeros, &value))
            return false;
        words[i / 2] = (uint16_t)(i % 2 == 0 ? value << 8 : words[i / 2] | value);
    }
    return at == end;
}

bool address_is_ipv4(uriproof_span text)
{
    uint16_t words[2];
    return read_ipv4(text, ADDRESS_ZEROS_NO, words);
}

/* More words than an address has, which are read before it is known that they are too many. */
enum { WORDS_MOST = ADDRESS_WORDS + 2 };

/* Reads the groups of a text between elisions, the last of which may be an address of IPv4. Returns
 * how many words they are; 9 if there is another text. An empty text has none. */
static unsigned read_groups(uriproof_span text, bool may_end_in_ipv4, unsigned zeros,
                            uint16_t words[WORDS_MOST])
{
    const char *at = text.octets, *end = at + text.length;
    unsigned groups = 0;
    while (at != end) {
        const char *start = at;
        if (groups > 8)
            return 9;
        if (may_end_in_ipv4 && read_ipv4(span_from(start, end), zeros, words + groups))
            return groups + 2;
        for (words[groups] = 0; at != end && at - start < 4 && uriproof_hex_value(*at) >= 0; at++)
            words[groups] = (uint16_t)(words[groups] << 4 | uriproof_hex_value(*at));
        if (at == start)
            return 9;
        groups++;
        if (at != end && (*at++ != ':' || at == end))
            return 9;
    }
    return groups;
}

bool address_read_ipv6(uriproof_span text, unsigned zeros, uint16_t words[ADDRESS_WORDS])
{
    uint16_t left[WORDS_MOST], right[WORDS_MOST];
    const char *end = text.octets + text.length, *elision = text.octets;
    while (elision < end && (elision + 1 == end || elision[0] != ':' || elision[1] != ':'))
        elision++;
    const bool elides = elision != end;
    const unsigned before = read_groups(span_from(text.octets, elision), !elides, zeros, left);
    const unsigned after =
        elides ? read_groups(span_from(elision + 2, end), true, zeros, right) : 0;
    if (elides ? before + after > 7 : before != ADDRESS_WORDS)
        return false;
    memset(words, 0, ADDRESS_WORDS * sizeof *words);
    memcpy(words, left, before * sizeof *words);
    memcpy(words + ADDRESS_WORDS - after, right, after * sizeof *words);
    return true;
}

/* ---- Writing ---- */

/* Returns the length of the longest run of zeros, of two at least; sets where it begins. */
static unsigned longest_zeros(const uint16_t words[ADDRESS_WORDS], unsigned *start)
{
    unsigned longest = 1;
    for (unsigned i = 0; i < ADDRESS_WORDS; i++) {
        unsigned run = 0;
        while (i + run < ADDRESS_WORDS && words[i + run] == 0)
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
static int put_short(const uint16_t words[ADDRESS_WORDS], bool dotted, char *form, size_t room)
{
    unsigned start = ADDRESS_WORDS;
    const unsigned zeros = longest_zeros(words, &start);
    const bool maps = dotted && start == 0 && (zeros == 6 || (zeros == 5 && words[5] == 0xffff));
    int length = 0;
    for (unsigned i = 0; i < (maps ? 6 : ADDRESS_WORDS); i++) {
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

uriproof_span address_written(uriproof_buffer *room, const uint16_t words[ADDRESS_WORDS],
                              unsigned form)
{
    char written[8 * 5 + 1];
    int length = 0;
    if (form != ADDRESS_FULL)
        length = put_short(words, form == ADDRESS_DOTTED, written, sizeof written);
    for (unsigned i = 0; i < ADDRESS_WORDS && form == ADDRESS_FULL; i++)
        length += snprintf(written + length, sizeof written - (size_t)length,
                           i > 0 ? ":%04x" : "%04x", words[i]);
    return room_join(room, (uriproof_span){written, (size_t)length}, absent, absent);
}
