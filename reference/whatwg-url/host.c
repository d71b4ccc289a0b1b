/* SPDX-License-Identifier: MIT */
/* Section "Host parsing": the host parser and the opaque-host parser. */
#include "parser.h"

#include "utf8.h"

#include <string.h>

/* Copies buffer to the scratch, without tabs and newlines. */
static uriproof_span buffer_text(const parser *p)
{
    unsigned char *to = p->scratch;
    if (p->buffer != NULL)
        for (const unsigned char *at = p->buffer; at != p->pointer; at++) {
            *to = *at;
            to += !is_tab_or_newline(*at);
        }
    return (uriproof_span){(const char *)p->scratch, (size_t)(to - p->scratch)};
}

const unsigned char *whatwg_place_in_buffer(const parser *p, size_t number)
{
    const unsigned char *at = p->buffer;
    for (; number > 0; number--)
        at = after_tabs(p, at + 1);
    return at;
}

const unsigned char *whatwg_place_of_decoded(const parser *p, size_t number)
{
    const unsigned char *at = p->buffer;
    for (; number > 0; number--) {
        const unsigned char *first = after_tabs(p, at + 1);
        const unsigned char *second = first != p->end ? after_tabs(p, first + 1) : p->end;
        const bool encoded = *at == '%' && second != p->end && is_in_set(*first, ASCII_HEX_DIGIT) &&
                             is_in_set(*second, ASCII_HEX_DIGIT);
        at = encoded ? after_tabs(p, second + 1) : first;
    }
    return at;
}

/* The first octet of a host that is no URL unit, or the end. With `percent` only "%" is looked at,
 * and else all but "%". */
static size_t not_a_url_unit(const unsigned char *host, size_t length, bool percent)
{
    for (size_t i = 0; i < length; i++)
        if ((host[i] == '%') == percent &&
            !(percent ? whatwg_is_percent_encoded_byte(host + i, host + length)
                      : whatwg_is_url_code_point(host + i)))
            return i;
    return length;
}

/* If input contains a code point that is not a URL code point and not "%", validation error. If it
 * contains a "%" that two ASCII hex digits do not follow, validation error. */
static void check_url_units(parser *p, const unsigned char *host, size_t length)
{
    for (int percent = 0; reports(p) && percent < 2; percent++) {
        const size_t at = not_a_url_unit(host, length, percent);
        if (at != length)
            whatwg_error_at(p, "whatwg-url.opaque-host.encode", "invalid-URL-unit",
                            whatwg_place_in_buffer(p, at));
    }
}

/* If input contains a forbidden host code point, return failure. Return input, percent-encoded with
 * the C0 control percent-encode set. An empty host comes this way too. */
static step opaque_host_parser(parser *p, const unsigned char *host, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (is_in_set(host[i], FORBIDDEN_HOST))
            return whatwg_fail_at(p, "whatwg-url.opaque-host.forbidden", "host-invalid-code-point",
                                  whatwg_place_in_buffer(p, i));
    check_url_units(p, host, length);
    for (size_t i = 0; i < length; i++)
        whatwg_append_encoded(p, &p->url->host, host[i], C0_CONTROL_SET);
    whatwg_host_written(p, length > 0 ? URIPROOF_WHATWG_URL_OPAQUE_HOST
                                      : URIPROOF_WHATWG_URL_EMPTY_HOST);
    return NEXT;
}

/* Input begins with "[". If it does not end with "]", return failure. Return the result of the IPv6
 * parser. */
static step ipv6_host(parser *p, uriproof_span input)
{
    if (input.octets[input.length - 1] != ']')
        return whatwg_fail(p, "whatwg-url.host.literal", "IPv6-unclosed");
    return whatwg_ipv6_parser(p, (uriproof_span){input.octets + 1, input.length - 2});
}

/* Returns true if the text is not UTF-8, or has U+FFFD. UTF-8 decode replaces what is not UTF-8 by
 * U+FFFD, and "the domain parser fails on U+FFFD". */
static bool has_replacement(const unsigned char *text, size_t length)
{
    static const unsigned char replacement[] = {0xEF, 0xBF, 0xBD};
    const unsigned char *end = text + length;
    if (utf8_fault(text, end) != end)
        return true;
    for (const unsigned char *at = utf8_beyond_ascii(text, end); end - at >= 3; at++)
        if (memcmp(at, replacement, sizeof replacement) == 0)
            return true;
    return false;
}

/* If input contains a percent-encoded byte, validation error. */
static void check_percent(parser *p, uriproof_span input, size_t decoded)
{
    if (decoded != input.length)
        whatwg_error_at(p, "whatwg-url.host.percent-decode", "domain-percent-encoded", p->buffer);
}

/* Percent-decode input, and UTF-8 decode that without BOM. Run the domain parser on it. If the
 * result ends in a number, return the result of the IPv4 parser, else the domain. */
static step domain_host(parser *p, uriproof_span input)
{
    const size_t length = whatwg_percent_decode(p->scratch, input.length);
    check_percent(p, input, length);
    const bool is_ascii = utf8_is_ascii(p->scratch, length);
    if (!is_ascii && has_replacement(p->scratch, length))
        return whatwg_fail_at(p, "whatwg-url.idna.failure", "domain-to-ASCII", p->buffer);
    if (whatwg_domain_parser(p, (uriproof_span){input.octets, length}, is_ascii) == FAIL)
        return FAIL;
    whatwg_host_written(p, URIPROOF_WHATWG_URL_DOMAIN);
    return whatwg_ends_in_a_number(p->url->host) ? whatwg_ipv4_parser(p) : NEXT;
}

step whatwg_host_parser(parser *p)
{
    const uriproof_span input = buffer_text(p);
    whatwg_begin_host(p);
    if (input.length > 0 && input.octets[0] == '[')
        return ipv6_host(p, input);
    if (!p->is_special)
        return opaque_host_parser(p, p->scratch, input.length);
    return domain_host(p, input);
}
