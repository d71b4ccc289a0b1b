/* SPDX-License-Identifier: MIT */
/* What a host may be, and its form. */
#include "stages.h"
#include "values.h"

#include <stdio.h>
#include <string.h>

/* ---- Addresses of IPv4 ---- */

static bool is_hex_digit(char c)
{
    return uriproof_hex_value(c) >= 0;
}

static bool is_hex_number(uriproof_span text)
{
    return text.length >= 2 && text.octets[0] == '0' && (text.octets[1] | 0x20) == 'x' &&
           are_all(span_after(text, 2), is_hex_digit);
}

/* Reads a number of the URL standard: decimal, octal after 0, or hexadecimal after 0x. */
static bool url_number(uriproof_span text, uint64_t *value)
{
    unsigned base = 10;
    if (is_hex_number(text)) {
        base = 16;
        text = span_after(text, 2);
    } else if (text.length > 1 && text.octets[0] == '0') {
        base = 8;
    } else if (text.length == 0) {
        return false;
    }
    *value = 0;
    for (size_t i = 0; i < text.length; i++) {
        const int digit = uriproof_hex_value(text.octets[i]);
        if (digit < 0 || (unsigned)digit >= base)
            return false;
        *value = *value * base + (unsigned)digit;
        if (*value > UINT32_MAX)
            *value = UINT64_C(1) << 32;
    }
    return true;
}

/* Writes the address that the URL standard reads. Returns false if it rejects the host. */
static bool url_address(way *w, uriproof_span host)
{
    uint64_t address = 0, number = 0;
    unsigned count = 0;
    if (host.length > 0 && host.octets[host.length - 1] == '.')
        host.length--;
    const char *at = host.octets, *end = at + host.length;
    for (;; at++) {
        const char *dot = memchr(at, '.', (size_t)(end - at));
        const char *until = dot != NULL ? dot : end;
        if (++count > 4 || !url_number(span_from(at, until), &number))
            return false;
        if (dot == NULL)
            break;
        if (number > 255)
            return false;
        address |= number << (8 * (4 - count));
        at = dot;
    }
    if (number >= UINT64_C(1) << (8 * (5 - count)))
        return false;
    address |= number;
    char words[16];
    snprintf(words, sizeof words, "%u.%u.%u.%u", (unsigned)(address >> 24) & 255,
             (unsigned)(address >> 16) & 255, (unsigned)(address >> 8) & 255,
             (unsigned)address & 255);
    w->parts.host = room_after(w->room, words, absent);
    return true;
}

static bool read_number(way *w)
{
    uriproof_span host = w->parts.host, whole = host;
    if (host.length > 0 && host.octets[host.length - 1] == '.')
        host.length--;
    const char *dot = find_last(host, '.');
    const uriproof_span last = dot != NULL ? span_from(dot + 1, host.octets + host.length) : host;
    if ((last.length == 0 || !are_all(last, uriproof_is_digit)) && !is_hex_number(last))
        return true;
    switch (value_of(w, TRAIT_HOST_NUMBER)) {
    case NUMBER_URL:
        return url_address(w, whole);
    case NUMBER_INET:
        if (host.length == whole.length) /* without a dot at the end */
            (void)url_address(w, whole);
        return true;
    default:
        return true;
    }
}

/* ---- Escapes ---- */

/* Checks what the escapes of a host stand for. */
static bool check_escapes(way *w)
{
    const uriproof_span host = w->parts.host;
    if (find(host, '%') == NULL)
        return true;
    for (size_t i = 0; i < host.length; i++) {
        const int octet = escape_at(host, i);
        if (octet < 0)
            continue;
        const unsigned value = value_of(w, TRAIT_HOST_ESCAPED);
        if ((value == HOST_ESCAPED_HIGH && octet < 0x80 && octet != '%') ||
            (value == HOST_ESCAPED_TAKEN &&
             part_taken(w, OCTETS_HOST, "", (uriproof_span){&(char){(char)octet}, 1}) == 0))
            return false;
    }
    return true;
}

/* ---- Addresses in brackets ---- */

static bool is_of_future(char c)
{
    return octet_in(&octets_of_rfc3986[OCTETS_USERINFO], (unsigned char)c); /* the same octets */
}

/* "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" ), or 1*OCTET at the end. */
static bool is_ipvfuture(uriproof_span text, bool any)
{
    const size_t at = 1 + count_while(span_after(text, 1), is_hex_digit);
    if (at == 1 || at + 1 >= text.length || text.octets[at] != '.')
        return false;
    return any || are_all(span_after(text, at + 1), is_of_future);
}

/* 1*( unreserved / pct-encoded ), as in RFC 6874. */
static bool is_zone(uriproof_span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (escape_at(text, i) >= 0)
            i += 2;
        else if (!is_unreserved(text.octets[i]))
            return false;
    }
    return text.length > 0;
}

static bool is_escaped_zone(uriproof_span text)
{
    return text.length > 3 && memcmp(text.octets, "%25", 3) == 0 && is_zone(span_after(text, 3));
}

/* Writes the host anew: `what` between brackets, and what followed the first `length` octets there.
 */
static void put_literal(way *w, uriproof_span what, size_t length)
{
    const uriproof_span rest = span_after(w->parts.host, 1 + length);
    w->parts.host = room_join(w->room, uriproof_span_of("["), what, rest);
}

/* Cuts the zone off *address. Returns false if it is rejected. */
static bool read_zone(way *w, uriproof_span *address)
{
    const char *percent = find(*address, '%');
    if (percent == NULL)
        return true;
    const uriproof_span zone = span_from(percent, address->octets + address->length);
    const size_t length = address->length;
    address->length -= zone.length;
    switch (value_of(w, TRAIT_ZONE)) {
    case ZONE_ESCAPED:
        return is_escaped_zone(zone);
    case ZONE_BARE:
        return escape_at(zone, 0) >= 0 ? is_escaped_zone(zone) : is_zone(span_after(zone, 1));
    case ZONE_ANY:
        return zone.length > 1;
    case ZONE_DECODED:
        if (!is_escaped_zone(zone))
            return false;
        put_literal(w, room_join(w->room, *address, uriproof_span_of("%"), span_after(zone, 3)),
                    length);
        return true;
    default:
        return false;
    }
}

static bool is_loose(char c)
{
    return is_hex_digit(c) || c == ':' || c == '.';
}

/* Rewrites what is between brackets as any host. */
static bool rewrite_literal(way *w, uriproof_span address, const char *also)
{
    const uriproof_span before = address;
    if (!check_escapes(w) || !part_rewrite(w, OCTETS_HOST, also, &address))
        return false;
    if (address.octets != before.octets) {
        put_literal(w, address, before.length);
        w->bracketed = address.length + 2;
    }
    return true;
}

static bool read_address(way *w, uriproof_span text, ipv6_address address)
{
    return address_read(w->room, text, ZEROS_NO, address) ||
           (find(text, '.') != NULL &&
            address_read(w->room, text, value_of(w, TRAIT_ADDRESS_ZEROS), address));
}

static bool read_address_and_colon(way *w, uriproof_span text, ipv6_address address)
{
    const char *end = text.octets + text.length;
    return text.length > 2 && end[-1] == ':' && end[-2] != ':' &&
           value_of(w, TRAIT_ADDRESS_COLON) == ADDRESS_COLON_TAKEN &&
           read_address(w, span_from(text.octets, end - 1), address);
}

static bool read_literal(way *w)
{
    uriproof_span address = {w->parts.host.octets + 1, w->bracketed - 2};
    const unsigned value = value_of(w, TRAIT_BRACKETS);
    if (value == BRACKETS_ANY || w->holds)
        return true;
    if (value == BRACKETS_HOST || value == BRACKETS_WHOLE || value == BRACKETS_LAST)
        return rewrite_literal(w, address, value == BRACKETS_LAST ? ":[]" : ":");
    if (value == BRACKETS_PLAIN)
        return are_all(address, is_of_future);
    if (address.length > 0 && (address.octets[0] | 0x20) == 'v') {
        const unsigned future = value_of(w, TRAIT_IPVFUTURE);
        const bool any = future == IPVFUTURE_SMALL_ANY, small = address.octets[0] == 'v';
        if (future == IPVFUTURE_REJECTED || (!small && (any || future == IPVFUTURE_SMALL)))
            return false;
        return future == IPVFUTURE_LOOSE || is_ipvfuture(address, any);
    }
    if (!read_zone(w, &address))
        return false;
    if (value == BRACKETS_LOOSE)
        return are_all(address, is_loose);
    ipv6_address octets;
    if (!read_address(w, address, octets) && !read_address_and_colon(w, address, octets))
        return false;
    const unsigned form = value_of(w, TRAIT_ADDRESS);
    if (form == ADDRESS_KEPT)
        return true;
    const uriproof_span written =
        address_written(w->room, octets, form == ADDRESS_SHORTER ? ADDRESS_DOTTED : form);
    if (form != ADDRESS_SHORTER || written.length < address.length) /* its zone stays */
        put_literal(w, written, address.length);
    return true;
}

/* ---- Names ---- */

static bool read_labels(way *w)
{
    const uriproof_span host = w->parts.host;
    bool empty = false, hyphen = false, two_dots = false; /* a dot at the end is that of the root */
    for (size_t i = 0; i < host.length; i++) {
        const bool first = i == 0 || host.octets[i - 1] == '.';
        const bool last = i + 1 == host.length || host.octets[i + 1] == '.';
        empty = empty || (first && host.octets[i] == '.');
        two_dots = two_dots || (first && i > 0 && host.octets[i] == '.');
        hyphen = hyphen || ((first || last) && host.octets[i] == '-');
    }
    if (host.length > 0 && host.octets[host.length - 1] == '.') {
        const unsigned value = value_of(w, TRAIT_HOST_DOT);
        if (value == DOT_REJECTED)
            return false;
        if (value == DOT_REMOVED)
            w->parts.host.length--;
    }
    if (!empty && !hyphen)
        return true;
    const unsigned value = value_of(w, TRAIT_HOST_LABELS);
    return value == LABELS_ANY || (value == LABELS_FILLED && !empty) ||
           (value == LABELS_DOTS && !two_dots);
}

static void lower_host(way *w)
{
    if (has_upper(w->parts.host))
        w->parts.host = room_lower(w->room, w->parts.host, value_of(w, TRAIT_HOST_CASE));
}

static bool make_empty(way *w)
{
    const unsigned value = value_of(w, TRAIT_HOST_EMPTY);
    w->parts.host.length = 0;
    if (value == HOST_EMPTY_ABSENT || (value == HOST_EMPTY_BARE && w->authority.length == 0))
        w->parts.host = absent;
    return value != HOST_EMPTY_REJECTED;
}

static bool read_empty(way *w)
{
    if (w->authority.length > 0) {
        const unsigned value = value_of(w, TRAIT_HOST_ALONE);
        if (value == HOST_ALONE_DROPPED)
            w->parts.port = w->parts.userinfo = w->parts.user = w->parts.password = absent;
        if (value == HOST_ALONE_PORT_DROPPED)
            w->parts.port = absent;
        if (value == HOST_ALONE_REJECTED)
            return false;
    }
    return make_empty(w);
}

static bool write_idna(way *w)
{
    const unsigned value = are_all(w->parts.host, is_ascii) ? IDNA_NO : value_of(w, TRAIT_IDNA);
    if (value == IDNA_CHECKED)
        return !idna_hides_delimiter(w->parts.host);
    return value == IDNA_NO ||
           (idna_write(w->room, &w->parts.host) && w->parts.host.length > 0 &&
            part_taken(w, OCTETS_HOST, w->host_also, w->parts.host) == w->parts.host.length);
}

static bool read_local(way *w)
{
    const uriproof_span host = w->parts.host;
    const unsigned value = value_of(w, TRAIT_HOST_LOCAL);
    const bool named = is_named(host, "localhost");
    if (value == LOCAL_KEPT || !(named || (value == LOCAL_ONLY && is_named(host, "127.0.0.1"))))
        return value != LOCAL_ONLY;
    return make_empty(w);
}

static bool leaves_brackets(way *w)
{
    const unsigned value = value_of(w, TRAIT_BRACKETS_KEPT);
    const uriproof_span host = w->parts.host;
    return value == BRACKETS_LEFT_OUT || (value == BRACKETS_COLON && find(host, ':') == NULL);
}

bool stage_host(way *w)
{
    if (w->parts.host.length == 0)
        return read_empty(w);
    if (w->bracketed == 0) {
        if (!check_escapes(w) || !part_rewrite(w, OCTETS_HOST, w->host_also, &w->parts.host) ||
            !write_idna(w) || !read_labels(w) || !read_number(w))
            return false;
        lower_host(w);
        return read_local(w);
    }
    if (!read_literal(w))
        return false;
    lower_host(w);
    if (w->parts.host.octets[w->parts.host.length - 1] == ']' && leaves_brackets(w))
        w->parts.host = (uriproof_span){w->parts.host.octets + 1, w->parts.host.length - 2};
    return true;
}
