/* SPDX-License-Identifier: MIT */
#include "url_syntax.h"

#include <string.h>

static bool reads(const oracle_url_syntax *page, const char *id, const char *value)
{
    return oracle_reads(page->dialect, page->readings, id, value);
}

/* Returns true for one of the "Two hexadecimal digits (0-9, A-F)." */
static bool is_digit(const oracle_url_syntax *page, unsigned char octet)
{
    bool small = octet >= 'a' && octet <= 'f';
    return oracle_is_hex(octet) && (!small || reads(page, "hex-letters", "either"));
}

size_t oracle_url_syntax_broken_escape(const oracle_url_syntax *page, uriproof_span text)
{
    for (size_t at = 0; at < text.length; at++)
        for (size_t i = 1; text.octets[at] == '%' && i <= 2; i++)
            if (at + i >= text.length || !is_digit(page, (unsigned char)text.octets[at + i]))
                return at + i;
    return text.length + 1;
}

/* Returns true if the prefix is there: "The whole string must start with a constant prefix
 * "URL:"." */
static bool has_prefix(const oracle_url_syntax *page, uriproof_span url)
{
    static const char prefix[] = "URL:";
    for (size_t i = 0; i < sizeof prefix - 1; i++) {
        if (i >= url.length)
            return false;
        bool folded = reads(page, "url-letters", "fold") &&
                      oracle_is_letter((unsigned char)prefix[i]) &&
                      url.octets[i] == (prefix[i] | 0x20);
        if (url.octets[i] != prefix[i] && !folded)
            return false;
    }
    return true;
}

/* Removes user name and password from the front of *section, if there are any: "The user name and
 * optional password are followed by a commercial at sign". */
static void take_user(const oracle_url_syntax *page, uriproof_span *section,
                      uriproof_components *parts)
{
    bool last = reads(page, "login-at", "last");
    size_t at = last ? oracle_last(*section, '@') : oracle_first(*section, '@');
    if (at == section->length)
        return;
    parts->userinfo = oracle_cut(*section, 0, at);
    size_t colon = oracle_first(parts->userinfo, ':');
    parts->user = oracle_cut(parts->userinfo, 0, colon);
    if (colon < at)
        parts->password = oracle_cut(parts->userinfo, colon + 1, at);
    *section = oracle_cut(*section, at + 1, section->length);
}

static bool is_decimal(uriproof_span port)
{
    for (size_t i = 0; i < port.length; i++)
        if (!oracle_is_digit((unsigned char)port.octets[i]))
            return false;
    return port.length > 0;
}

/* Reads the host, and the port "in decimal notation after a colon". Returns the broken clause, or
 * NULL. */
static const char *take_host(uriproof_span section, uriproof_components *parts)
{
    size_t colon = oracle_first(section, ':');
    parts->host = oracle_cut(section, 0, colon);
    if (parts->host.length == 0)
        return "internet.host";
    if (colon == section.length)
        return NULL;
    parts->port = oracle_cut(section, colon + 1, section.length);
    return is_decimal(parts->port) ? NULL : "internet.port-decimal";
}

/* Returns the clause that a broken escape breaks: "A percent sign followed by two hexadecimal
 * digits (0-9, A-F)". The octet at `at` is either a lower-case digit or not a digit. */
static const char *broken_escape(uriproof_span url, size_t at)
{
    bool digit = at < url.length && oracle_is_hex((unsigned char)url.octets[at]);
    return digit ? "encoding.hex-digits" : "encoding.percent-always";
}

/* Splits the URL. Returns the clause that it breaks, or NULL. */
static const char *part(const oracle_url_syntax *page, uriproof_span url,
                        uriproof_components *parts)
{
    memset(parts, 0, sizeof *parts);
    if (!has_prefix(page, url))
        return "prefix.constant";
    size_t broken = oracle_url_syntax_broken_escape(page, url);
    if (broken <= url.length)
        return broken_escape(url, broken);
    uriproof_span rest = oracle_cut(url, 4, url.length);
    size_t colon = oracle_first(rest, ':');
    if (colon == 0)
        return "scheme.first";
    if (colon == rest.length)
        return "scheme.colon";
    parts->scheme = oracle_cut(rest, 0, colon);
    parts->path = rest = oracle_cut(rest, colon + 1, rest.length);
    if (!oracle_has_at(rest, 0, "//"))
        return NULL;
    size_t slash = 2 + oracle_first(oracle_cut(rest, 2, rest.length), '/');
    uriproof_span section = oracle_cut(rest, 2, slash);
    parts->path = oracle_cut(rest, slash, rest.length);
    take_user(page, &section, parts);
    return take_host(section, parts);
}

bool oracle_url_syntax_parse(const oracle_url_syntax *page, uriproof_span url,
                             uriproof_components *parts)
{
    return part(page, url, parts) == NULL;
}

const char *oracle_url_syntax_broken(const oracle_url_syntax *page, uriproof_span url)
{
    uriproof_components parts;
    return part(page, url, &parts);
}

oracle_string oracle_url_syntax_canonical(uriproof_span url)
{
    oracle_string out = {.length = 0};
    for (size_t at = 0; at < url.length; at++) {
        unsigned char octet = (unsigned char)url.octets[at];
        if (!oracle_is_escape(url, at)) {
            oracle_add_octet(&out, octet);
            continue;
        }
        octet = oracle_escaped(url, at);
        at += 2;
        if (oracle_is_letter(octet) || oracle_is_digit(octet))
            oracle_add_octet(&out, octet);
        else
            oracle_add_escape(&out, octet, true);
    }
    return out;
}

/* Returns the next octet of `text`. Sets *escaped to true if it is written as an escape. */
static unsigned char next(uriproof_span text, size_t *at, bool *escaped)
{
    *escaped = oracle_is_escape(text, *at);
    unsigned char octet = *escaped ? oracle_escaped(text, *at) : (unsigned char)text.octets[*at];
    *at += *escaped ? 3 : 1;
    return octet;
}

oracle_comparison oracle_url_syntax_compare(uriproof_span url, uriproof_span other)
{
    oracle_string a = oracle_url_syntax_canonical(url), b = oracle_url_syntax_canonical(other);
    uriproof_span x = oracle_span(&a), y = oracle_span(&b);
    oracle_comparison identity = ORACLE_IDENTICAL;
    size_t i = 0, j = 0;
    while (i < x.length && j < y.length) {
        bool first, second;
        unsigned char octet = next(x, &i, &first);
        if (next(y, &j, &second) != octet || (first != second && (octet == '/' || octet == '%')))
            return ORACLE_DIFFERENT;
        if (first != second)
            identity = ORACLE_UNSAID;
    }
    return i < x.length || j < y.length ? ORACLE_DIFFERENT : identity;
}

oracle_string oracle_url_syntax_encode(uriproof_span data)
{
    oracle_string out = {.length = 0};
    for (size_t at = 0; at < data.length; at++) {
        unsigned char octet = (unsigned char)data.octets[at];
        if (octet != '/' && octet != '%')
            oracle_add_octet(&out, octet);
        else
            oracle_add_escape(&out, octet, true);
    }
    return out;
}
