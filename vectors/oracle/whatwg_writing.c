/* SPDX-License-Identifier: MIT */
#include "whatwg_writing.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A text, or a part of it, and what its productions depend on besides. */
typedef struct writing {
    uriproof_span text;
    const oracle_whatwg_base *base;
    const uriproof_services *services;
} writing;

/* Returns true if the text is one of the production. */
typedef bool production(writing w);

static writing cut(writing w, size_t from, size_t to)
{
    w.text = oracle_cut(w.text, from, to);
    return w;
}

static bool begins_with(writing w, const char *words)
{
    return oracle_has_at(w.text, 0, words);
}

static writing after(writing w, const char *words)
{
    return cut(w, strlen(words), w.text.length);
}

/* Returns true if the text is one of `first`, "optionally followed by" the delimiter and one of
 * `second`. Every place of the delimiter is tried. */
static bool with_optional(writing w, production *first, char delimiter, production *second)
{
    for (size_t at = 0; at < w.text.length; at++)
        if (w.text.octets[at] == delimiter && second(cut(w, at + 1, w.text.length)) &&
            first(cut(w, 0, at)))
            return true;
    return first(w);
}

/* Returns true if the text is one or more of `one`, with the separator between them. */
static bool separated(writing w, production *one, char separator)
{
    for (;;) {
        const size_t end = oracle_first(w.text, separator);
        if (!one(cut(w, 0, end)))
            return false;
        if (end == w.text.length)
            return true;
        w = cut(w, end + 1, w.text.length);
    }
}

static bool consists_of(uriproof_span text, bool (*is_one)(unsigned char))
{
    for (size_t at = 0; at < text.length; at++)
        if (!is_one((unsigned char)text.octets[at]))
            return false;
    return true;
}

/* ---- URL units ---- */

/* Reads the code point at *at, and moves *at after it. */
static uint32_t read_code_point(uriproof_span text, size_t *at)
{
    const unsigned char first = (unsigned char)text.octets[(*at)++];
    uint32_t code_point = first < 0xC0 ? first : first < 0xE0 ? first & 0x1F : first & 0x0F;
    if (first >= 0xF0)
        code_point = first & 0x07;
    while (*at < text.length && (text.octets[*at] & 0xC0) == 0x80)
        code_point = code_point << 6 | (text.octets[(*at)++] & 0x3F);
    return code_point;
}

static bool is_alphanumeric(unsigned char octet)
{
    return oracle_is_letter(octet) || oracle_is_digit(octet);
}

/* Infra: U+FDD0 to U+FDEF, and the last two code points of each plane. */
static bool is_noncharacter(uint32_t c)
{
    return (c >= 0xFDD0 && c <= 0xFDEF) || c % 0x10000 >= 0xFFFE;
}

/* ASCII alphanumeric, the characters below, and U+00A0 to U+10FFFD without surrogates and
 * noncharacters. */
static bool is_url_code_point(uint32_t c)
{
    if (c >= 0x80)
        return c >= 0xA0 && c <= 0x10FFFD && !is_noncharacter(c);
    return is_alphanumeric((unsigned char)c) ||
           (c != 0 && strchr("!$&'()*+,-./:;=?@_~", (int)c) != NULL);
}

/* The URL units are the URL code points and the percent-encoded bytes. Returns true if the text is
 * zero or more of them, "excluding" the ASCII characters of `but`. */
static bool url_units(writing w, const char *but)
{
    for (size_t at = 0; at < w.text.length;) {
        if (oracle_is_escape(w.text, at)) {
            at += strlen("%41");
            continue;
        }
        const uint32_t c = read_code_point(w.text, &at);
        if (!is_url_code_point(c) || (c < 0x80 && strchr(but, (int)c) != NULL))
            return false;
    }
    return true;
}

/* ---- Host writing ---- */

/* Four shortest strings of ASCII digits, each a number from 0 to 255, are separated by full stops.
 * Returns true if the text is one of the four. */
static bool ipv4_part(writing w)
{
    unsigned value = 0;
    if (w.text.length == 0 || w.text.length > 3 || !consists_of(w.text, oracle_is_digit) ||
        (w.text.length > 1 && begins_with(w, "0")))
        return false;
    for (size_t at = 0; at < w.text.length; at++)
        value = value * 10 + (unsigned)(w.text.octets[at] - '0');
    return value <= 255;
}

static bool valid_ipv4_address_string(writing w)
{
    size_t stops = 0;
    for (size_t at = 0; at < w.text.length; at++)
        stops += w.text.octets[at] == '.';
    return stops == 3 && separated(w, ipv4_part, '.');
}

/* The ends in a number checker: after one full stop at the end is set aside, the last part has only
 * digits, and at least one, or it is "0x" or "0X" and hexadecimal digits. */
static bool ends_in_a_number(writing domain)
{
    if (domain.text.length > 0 && domain.text.octets[domain.text.length - 1] == '.')
        domain = cut(domain, 0, domain.text.length - 1);
    const size_t stop = oracle_last(domain.text, '.');
    const writing last =
        stop < domain.text.length ? cut(domain, stop + 1, domain.text.length) : domain;
    if (begins_with(last, "0x") || begins_with(last, "0X"))
        return consists_of(after(last, "0x").text, oracle_is_hex);
    return last.text.length > 0 && consists_of(last.text, oracle_is_digit);
}

/* A text is a valid domain if the domain parser, with beStrict true, does not fail, and its result
 * does not end in a number. The parser fails for the empty string. */
static bool valid_domain_string(writing w)
{
    const uriproof_services *services = w.services;
    if (w.text.length == 0)
        return false;
    uriproof_buffer out = {.capacity = services->growth * w.text.length + 1};
    out.octets = malloc(out.capacity);
    const bool is_domain =
        out.octets != NULL &&
        services->to_ascii(services->to_ascii_context, w.text, true, &out) == URIPROOF_OK;
    writing domain = w;
    domain.text = (uriproof_span){out.octets, out.length};
    const bool valid = is_domain && !ends_in_a_number(domain);
    free(out.octets);
    return valid;
}

/* A shortest string of ASCII hex digits for a number from 0 to 0xFFFF. */
static bool valid_ipv6_piece_string(writing w)
{
    return w.text.length >= 1 && w.text.length <= 4 && consists_of(w.text, oracle_is_hex) &&
           (w.text.length == 1 || !begins_with(w, "0"));
}

/* The effective piece length of a text that has none. It is too much for every address. */
enum { NO_PIECES = 100 };

/* Returns the effective piece length of a valid IPv6-pieces string: pieces, separated by colons. */
static unsigned valid_ipv6_pieces_string(writing w)
{
    unsigned pieces = 1;
    for (size_t at = 0; at < w.text.length; at++)
        pieces += w.text.octets[at] == ':';
    return separated(w, valid_ipv6_piece_string, ':') ? pieces : NO_PIECES;
}

/* Returns that of a valid IPv6-pieces-and-IPv4 string: a valid IPv6-pieces string, a colon and a
 * valid IPv4-address string, or the last alone. The IPv4 address counts as two pieces. */
static unsigned valid_ipv6_pieces_and_ipv4_string(writing w)
{
    const size_t colon = oracle_last(w.text, ':');
    if (colon == w.text.length)
        return valid_ipv4_address_string(w) ? 2 : NO_PIECES;
    if (!valid_ipv4_address_string(cut(w, colon + 1, w.text.length)))
        return NO_PIECES;
    return valid_ipv6_pieces_string(cut(w, 0, colon)) + 2;
}

/* Returns the effective piece length of one or the other, or 0 of neither: of the empty text. */
static unsigned optional_pieces(writing w, bool or_ipv4)
{
    const unsigned pieces = w.text.length > 0 ? valid_ipv6_pieces_string(w) : 0;
    return pieces == NO_PIECES && or_ipv4 ? valid_ipv6_pieces_and_ipv4_string(w) : pieces;
}

/* Eight pieces, with an IPv4 address at the end or without; or two colons, with pieces before and
 * after them, which are at most seven together, and an IPv4 address only at the end. */
static bool valid_ipv6_address_string(writing w)
{
    for (size_t at = 0; at < w.text.length; at++)
        if (oracle_has_at(w.text, at, "::") &&
            optional_pieces(cut(w, 0, at), false) +
                    optional_pieces(cut(w, at + 2, w.text.length), true) <=
                7)
            return true;
    return optional_pieces(w, true) == 8;
}

static bool bracketed_ipv6_address(writing w)
{
    return w.text.length >= 2 && begins_with(w, "[") && w.text.octets[w.text.length - 1] == ']' &&
           valid_ipv6_address_string(cut(w, 1, w.text.length - 1));
}

static bool valid_host_string(writing w)
{
    return valid_domain_string(w) || valid_ipv4_address_string(w) || bracketed_ipv6_address(w);
}

/* One or more URL units without the forbidden host code points, or an IPv6 address in brackets. The
 * forbidden host code point U+0000 is no URL unit. */
static bool valid_opaque_host_string(writing w)
{
    return (w.text.length > 0 && url_units(w, "\t\n\r #/:<>?@[\\]^|")) || bracketed_ipv6_address(w);
}

/* ---- URL writing ---- */

/* Empty, or digits for a decimal number that is a 16-bit unsigned integer. */
static bool url_port_string(writing w)
{
    uint32_t value = 0;
    if (!consists_of(w.text, oracle_is_digit))
        return false;
    for (size_t at = 0; at < w.text.length && value <= UINT16_MAX; at++)
        value = value * 10 + (uint32_t)(w.text.octets[at] - '0');
    return value <= UINT16_MAX;
}

/* Zero or more URL units, but no slash and no question mark. The standard lists the segments of one
 * dot and of two beside the others; they are URL units too. */
static bool url_path_segment_string(writing w)
{
    return url_units(w, "/?");
}

/* Zero or more URL-path-segment strings, separated by slashes. A segment may be empty. */
static bool url_path_segment_strings(writing w)
{
    return separated(w, url_path_segment_string, '/');
}

/* A slash, and zero or more URL-path-segment strings. Where such a path is optional, the slash is
 * the delimiter before the segments. */
static bool path_absolute_url_string(writing w)
{
    return begins_with(w, "/") && url_path_segment_strings(after(w, "/"));
}

/* A path-absolute-URL string that does not start with two slashes. */
static bool path_absolute_non_authority_url_string(writing w)
{
    return path_absolute_url_string(w) && !begins_with(w, "//");
}

/* Zero or more URL-path-segment strings, separated by slashes, that do not start with a slash. */
static bool path_relative_url_string(writing w)
{
    return url_path_segment_strings(w) && !begins_with(w, "/");
}

static bool is_scheme_character(unsigned char octet)
{
    return is_alphanumeric(octet) || (octet != 0 && strchr("+-.", octet) != NULL);
}

/* One ASCII alpha, and zero or more ASCII alphanumerics, "+", "-" and ".". */
static bool url_scheme_string(writing w)
{
    return w.text.length > 0 && oracle_is_letter((unsigned char)w.text.octets[0]) &&
           consists_of(w.text, is_scheme_character);
}

/* A path-relative-URL string that does not start with a URL-scheme string and a colon. A scheme has
 * no colon, so that colon is the first. */
static bool path_relative_scheme_less_url_string(writing w)
{
    const size_t colon = oracle_first(w.text, ':');
    const bool has_scheme = colon < w.text.length && url_scheme_string(cut(w, 0, colon));
    return path_relative_url_string(w) && !has_scheme;
}

/* Zero or more URL units without "?", the first of which is not a slash. */
static bool opaque_path_url_string(writing w)
{
    return url_units(w, "?") && !begins_with(w, "/");
}

static bool url_query_string(writing w)
{
    return url_units(w, "");
}

static bool url_fragment_string(writing w)
{
    return url_units(w, "");
}

static bool host_and_port(writing w)
{
    return with_optional(w, valid_host_string, ':', url_port_string);
}

/* "//", a valid host string, optionally a colon and a port, and optionally a path. */
static bool scheme_relative_special_url_string(writing w)
{
    return begins_with(w, "//") &&
           with_optional(after(w, "//"), host_and_port, '/', url_path_segment_strings);
}

/* Empty, or a valid opaque-host string and optionally a colon and a port. */
static bool opaque_host_and_port_string(writing w)
{
    return w.text.length == 0 || with_optional(w, valid_opaque_host_string, ':', url_port_string);
}

/* "//", an opaque-host-and-port string, and optionally a path. */
static bool scheme_relative_url_string(writing w)
{
    return begins_with(w, "//") && with_optional(after(w, "//"), opaque_host_and_port_string, '/',
                                                 url_path_segment_strings);
}

/* What may follow "//" of a file URL: a path, or a valid host string with an optional path. There
 * is no port. */
static bool file_host_and_path(writing w)
{
    return path_absolute_url_string(w) ||
           with_optional(w, valid_host_string, '/', url_path_segment_strings);
}

/* "//", and optionally the above. */
static bool scheme_relative_file_url_string(writing w)
{
    return begins_with(w, "//") && (w.text.length == 2 || file_host_and_path(after(w, "//")));
}

static bool is_case_insensitive_match(uriproof_span text, const char *lower)
{
    bool match = text.length == strlen(lower);
    for (size_t at = 0; match && at < text.length; at++) {
        const char c = text.octets[at];
        match = (c >= 'A' && c <= 'Z' ? c | 0x20 : c) == lower[at];
    }
    return match;
}

/* Returns the scheme-relative string that the scheme has. */
static production *scheme_relative_string_of(uriproof_span scheme)
{
    static const char *const special_but_file[] = {"ftp", "http", "https", "ws", "wss"};
    for (size_t i = 0; i < sizeof special_but_file / sizeof special_but_file[0]; i++)
        if (is_case_insensitive_match(scheme, special_but_file[i]))
            return scheme_relative_special_url_string;
    return is_case_insensitive_match(scheme, "file") ? scheme_relative_file_url_string
                                                     : scheme_relative_url_string;
}

/* An absolute-URL string without its query: a URL-scheme string, a colon, and the scheme-relative
 * string of the scheme; if the scheme is not special, a path without an authority may follow the
 * colon too, absolute or opaque. */
static bool absolute_url_without_query(writing w)
{
    const size_t colon = oracle_first(w.text, ':');
    if (colon == w.text.length || !url_scheme_string(cut(w, 0, colon)))
        return false;
    production *relative = scheme_relative_string_of(oracle_cut(w.text, 0, colon));
    const writing rest = cut(w, colon + 1, w.text.length);
    return relative(rest) ||
           (relative == scheme_relative_url_string &&
            (path_absolute_non_authority_url_string(rest) || opaque_path_url_string(rest)));
}

static bool absolute_url_string(writing w)
{
    return with_optional(w, absolute_url_without_query, '?', url_query_string);
}

static bool absolute_url_with_fragment_string(writing w)
{
    return with_optional(w, absolute_url_string, '#', url_fragment_string);
}

static bool relative_url_without_query(writing w)
{
    return path_absolute_non_authority_url_string(w) || path_relative_scheme_less_url_string(w) ||
           scheme_relative_string_of(w.base->scheme)(w);
}

static bool relative_url_string(writing w)
{
    return with_optional(w, relative_url_without_query, '?', url_query_string);
}

/* If the base has an opaque path, "#" and a URL-fragment string. Otherwise a relative-URL string,
 * optionally followed by both. */
static bool relative_url_with_fragment_string(writing w)
{
    if (w.base->has_opaque_path)
        return begins_with(w, "#") && url_fragment_string(after(w, "#"));
    return with_optional(w, relative_url_string, '#', url_fragment_string);
}

bool oracle_whatwg_valid_url_string(uriproof_span text, const oracle_whatwg_base *base,
                                    const uriproof_services *services)
{
    const writing w = {text, base, services};
    return absolute_url_with_fragment_string(w) ||
           (base != NULL && relative_url_with_fragment_string(w));
}
