/* SPDX-License-Identifier: MIT */
/* Addresses of IPv6: which texts are some, and the forms of one. */
#include "stages.h"
#include "values.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

/* Writes a number of an address of IPv4 as inet_pton takes it, if `zeros` allows it; else as it is.
 */
static void put_number(uriproof_buffer *room, uriproof_span number, unsigned zeros)
{
    if (zeros == ZEROS_YES || number.length <= 3)
        number = without_zeros(number);
    if (zeros == ZEROS_THREE && number.length == 3 && exceeds(number, "255"))
        number = uriproof_span_of("255");
    room_add(room, number);
}

/* Writes an address of IPv6, of which the last numbers are one of IPv4, as inet_pton takes it. */
static uriproof_span plain_address(uriproof_buffer *room, uriproof_span text, unsigned zeros)
{
    const size_t start = room->length;
    const char *colon = find_last(text, ':');
    const size_t before = colon != NULL ? (size_t)(colon + 1 - text.octets) : 0;
    room_add(room, (uriproof_span){text.octets, before});
    for (uriproof_span rest = span_after(text, before); rest.length > 0;) {
        const size_t digits = count_while(rest, uriproof_is_digit);
        put_number(room, (uriproof_span){rest.octets, digits}, zeros);
        rest = span_after(rest, digits);
        if (rest.length > 0)
            room_put(room, *rest.octets);
        rest = span_after(rest, rest.length > 0);
    }
    return room_since(room, start);
}

bool address_read(uriproof_buffer *room, uriproof_span text, unsigned zeros, ipv6_address address)
{
    char copy[INET6_ADDRSTRLEN] = "";
    if (zeros != ZEROS_NO)
        text = plain_address(room, text, zeros);
    if (text.length == 0 || text.length >= sizeof copy || find(text, '\0') != NULL)
        return false;
    memcpy(copy, text.octets, text.length);
    return inet_pton(AF_INET6, copy, address) == 1;
}

uriproof_span address_written(uriproof_buffer *room, const ipv6_address address, unsigned form)
{
    char written[INET6_ADDRSTRLEN] = "";
    uint16_t words[8];
    for (size_t i = 0; i < 8; i++)
        words[i] = (uint16_t)(address[2 * i] << 8 | address[2 * i + 1]);
    if (form == ADDRESS_FULL)
        snprintf(written, sizeof written, "%04x:%04x:%04x:%04x:%04x:%04x:%04x:%04x", words[0],
                 words[1], words[2], words[3], words[4], words[5], words[6], words[7]);
    else
        inet_ntop(AF_INET6, address, written, sizeof written);
    if (form == ADDRESS_SHORT && strchr(written, '.') != NULL)
        snprintf(written, sizeof written, words[5] != 0 ? "::ffff:%x:%x" : "::%x:%x", words[6],
                 words[7]);
    return room_after(room, written, absent);
}
