/* SPDX-License-Identifier: MIT */
#include "oracle_url_syntax.h"

#include "under_readings.h"

#include <string.h>

static bool reads(const gen_url_syntax *page, const char *id, const char *value)
{
    return gen_reads(page->dialect, page->readings, id, value);
}

/* "Two hexadecimal digits (0-9, A-F)." */
static bool is_digit(const gen_url_syntax *page, unsigned char octet)
{
    bool small = octet >= 'a' && octet <= 'f';
    return gen_is_hex(octet) && (!small || reads(page, "hex-letters", "either"));
}

size_t gen_url_syntax_broken_escape(const gen_url_syntax *page, uriproof_span text)
{
    for (size_t at = 0; at < text.length; at++)
        for (size_t i = 1; text.octets[at] == '%' && i <= 2; i++)
            if (at + i >= text.length || !is_digit(page, (unsigned char)text.octets[at + i]))
                return at + i;
    return text.length + 1;
}

/* "The whole string must start with a constant prefix "URL:"." */
static bool has_prefix(const gen_url_syntax *page, uriproof_span url)
{
    static const char prefix[] = "URL:";
    for (size_t i = 0; i < sizeof prefix - 1; i++) {
        if (i >= url.length)
            return false;
        bool folded = reads(page, "url-letters", "fold") &&
                      gen_is_letter((unsigned char)prefix[i]) &&
                      url.octets[i] == (prefix[i] | 0x20);
        if (url.octets[i] != prefix[i] && !folded)
            return false;
    }
    return true;
}

/* "The user name and optional password are followed by a commercial at sign": takes them from the
 * front of *section, where they are there. */
static void take_user(const gen_url_syntax *page, uriproof_span *section,
                      uriproof_components *parts)
{
    bool last = reads(page, "login-at", "last");
    size_t at = last ? gen_last(*section, '@') : gen_first(*section, '@');
    if (at == section->length)
        return;
    parts->userinfo = gen_cut(*section, 0, at);
    size_t colon = gen_first(parts->userinfo, ':');
    parts->user = gen_cut(parts->userinfo, 0, colon);
    if (colon < at)
        parts->password = gen_cut(parts->userinfo, colon + 1, at);
    *section = gen_cut(*section, at + 1, section->length);
}

static bool is_decimal(uriproof_span port)
{
    for (size_t i = 0; i < port.length; i++)
        if (!gen_is_digit((unsigned char)port.octets[i]))
            return false;
    return port.length > 0;
}

/* The host, and the port "in decimal notation after a colon"; what is broken, or NULL. */
static const char *take_host(uriproof_span section, uriproof_components *parts)
{
    size_t colon = gen_first(section, ':');
    parts->host = gen_cut(section, 0, colon);
    if (parts->host.length == 0)
        return "internet.host";
    if (colon == section.length)
        return NULL;
    parts->port = gen_cut(section, colon + 1, section.length);
    return is_decimal(parts->port) ? NULL : "internet.port-decimal";
}

/* "A percent sign followed by two hexadecimal digits (0-9, A-F)", where the first that is not so
 * stands at `at` - 1 or - 2: digits that are no capitals, or none at all. */
static const char *broken_escape(uriproof_span url, size_t at)
{
    bool digit = at < url.length && gen_is_hex((unsigned char)url.octets[at]);
    return digit ? "encoding.hex-digits" : "encoding.percent-always";
}

/* Parts the URL; the clause that it breaks, or NULL. */
static const char *part(const gen_url_syntax *page, uriproof_span url, uriproof_components *parts)
{
    memset(parts, 0, sizeof *parts);
    if (!has_prefix(page, url))
        return "prefix.constant";
    size_t broken = gen_url_syntax_broken_escape(page, url);
    if (broken <= url.length)
        return broken_escape(url, broken);
    uriproof_span rest = gen_cut(url, 4, url.length);
    size_t colon = gen_first(rest, ':');
    if (colon == 0)
        return "scheme.first";
    if (colon == rest.length)
        return "scheme.colon";
    parts->scheme = gen_cut(rest, 0, colon);
    parts->path = rest = gen_cut(rest, colon + 1, rest.length);
    if (!gen_has_at(rest, 0, "//"))
        return NULL;
    size_t slash = 2 + gen_first(gen_cut(rest, 2, rest.length), '/');
    uriproof_span section = gen_cut(rest, 2, slash);
    parts->path = gen_cut(rest, slash, rest.length);
    take_user(page, &section, parts);
    return take_host(section, parts);
}

bool gen_url_syntax_parse(const gen_url_syntax *page, uriproof_span url, uriproof_components *parts)
{
    return part(page, url, parts) == NULL;
}

const char *gen_url_syntax_broken(const gen_url_syntax *page, uriproof_span url)
{
    uriproof_components parts;
    return part(page, url, &parts);
}

gen_string gen_url_syntax_canonical(uriproof_span url)
{
    gen_string out = {.length = 0};
    for (size_t at = 0; at < url.length; at++) {
        unsigned char octet = (unsigned char)url.octets[at];
        if (!gen_is_escape(url, at)) {
            gen_add_octet(&out, octet);
            continue;
        }
        octet = gen_escaped(url, at);
        at += 2;
        if (gen_is_letter(octet) || gen_is_digit(octet))
            gen_add_octet(&out, octet);
        else
            gen_add_escape(&out, octet, true);
    }
    return out;
}

/* The next octet of `text`, and whether it is written as an escape. */
static unsigned char next(uriproof_span text, size_t *at, bool *escaped)
{
    *escaped = gen_is_escape(text, *at);
    unsigned char octet = *escaped ? gen_escaped(text, *at) : (unsigned char)text.octets[*at];
    *at += *escaped ? 3 : 1;
    return octet;
}

gen_comparison gen_url_syntax_compare(uriproof_span url, uriproof_span other)
{
    gen_string a = gen_url_syntax_canonical(url), b = gen_url_syntax_canonical(other);
    uriproof_span x = gen_span(&a), y = gen_span(&b);
    gen_comparison identity = GEN_IDENTICAL;
    size_t i = 0, j = 0;
    while (i < x.length && j < y.length) {
        bool first, second;
        unsigned char octet = next(x, &i, &first);
        if (next(y, &j, &second) != octet || (first != second && (octet == '/' || octet == '%')))
            return GEN_DIFFERENT;
        if (first != second)
            identity = GEN_UNSAID;
    }
    return i < x.length || j < y.length ? GEN_DIFFERENT : identity;
}
