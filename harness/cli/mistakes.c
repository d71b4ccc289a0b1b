/* SPDX-License-Identifier: MIT */
#include "mistakes.h"

#include "commands.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

/* A rejected text, and the place where it is rejected. */
typedef struct place {
    uriproof_span text;
    size_t offset;
    int octet; /* there; -1 at the end */
} place;

enum { END = -1 };

static bool ends_authority(int octet)
{
    return octet == END || octet == '/' || octet == '?' || octet == '#';
}

static bool is_bracket(int octet)
{
    return octet == '[' || octet == ']';
}

/* Returns true if `before`, the octets, of which none is NUL, and `after` together are a URI. */
static bool is_uri(const char *before, uriproof_span octets, const char *after)
{
    char *whole = text_made("%s%.*s%s", before, (int)octets.length, octets.octets, after);
    bool good = uriproof_rfc3986_parse(uriproof_span_of(whole), NULL, NULL);
    free(whole);
    return good;
}

/* Returns where the octet is first, or the length. */
static size_t find(uriproof_span octets, char octet)
{
    size_t i = 0;
    while (i < octets.length && octets.octets[i] != octet)
        i++;
    return i;
}

static bool has(uriproof_span octets, char octet)
{
    return find(octets, octet) < octets.length;
}

/* Returns the octets from `start` up to `end`. */
static uriproof_span between(uriproof_span octets, size_t start, size_t end)
{
    return (uriproof_span){octets.octets + start, end - start};
}

/* Returns true if no octet is NUL: is_uri takes a string. */
static bool has_no_nul(uriproof_span octets)
{
    return !has(octets, '\0');
}

/* Returns true if an octet above 7F is there that begins no character of UTF-8. */
static bool is_no_utf8(const place *at)
{
    uint32_t character;
    return at->octet >= 0x80 && uriproof_utf8_decode(at->text.octets + at->offset,
                                                     at->text.length - at->offset, &character) == 0;
}

/* Returns the octets of the authority from the place on. */
static uriproof_span rest_of_authority(const place *at)
{
    size_t end = at->offset;
    while (end < at->text.length && !ends_authority((unsigned char)at->text.octets[end]))
        end++;
    return between(at->text, at->offset, end);
}

/* Returns true if an escape is accepted at the place: the octets before it and the escape are a
 * URI, or they begin the userinfo before an "@" of the text. */
static bool takes_escape(const place *at)
{
    uriproof_span before = between(at->text, 0, at->offset);
    return has_no_nul(before) && (is_uri("", before, "%20") ||
                                  (has(rest_of_authority(at), '@') && is_uri("", before, "%20@")));
}

/* Says how an octet that no part of a URI can hold is written. */
static bool about_escape(const place *at, char words[MISTAKE_ROOM])
{
    if (at->octet == END || at->octet == '%' || !takes_escape(at))
        return false;
    if (at->octet == '\\')
        snprintf(words, MISTAKE_ROOM, "a backslash is no slash: a delimiter is /, and data %%5C");
    else if (at->octet == ' ')
        snprintf(words, MISTAKE_ROOM, "a space is written %%20");
    else if (at->octet >= 0x80)
        snprintf(words, MISTAKE_ROOM, "a URI is ASCII: this octet is written %%%02X",
                 (unsigned)at->octet);
    else if (at->octet < ' ' || at->octet == 0x7F)
        snprintf(words, MISTAKE_ROOM, "a control character is written %%%02X", (unsigned)at->octet);
    else
        snprintf(words, MISTAKE_ROOM, "as data, %c is written %%%02X", at->octet,
                 (unsigned)at->octet);
    return true;
}

/* The rules "scheme" and "URI" reject where a scheme or its colon is missing. */
static bool about_scheme(const place *at, const char *production, char words[MISTAKE_ROOM])
{
    const char *sentence = "a scheme has only letters, digits, +, - and ., and a colon after it";
    if (at->text.length == 0)
        sentence = "a URI has at least a scheme and its colon";
    else if (uriproof_rfc3986_parse_reference(at->text, NULL, NULL))
        sentence = "no scheme: this is a relative reference, and not a URI";
    else if (strcmp(production, "scheme") == 0)
        sentence = "a URI begins with its scheme, and a scheme with a letter";
    snprintf(words, MISTAKE_ROOM, "%s", sentence);
    return true;
}

/* Is the octet in a port? Without a userinfo, the colon can be that of one that is not written
 * right, or of an IPv6 address without brackets. */
static bool is_in_port(const place *at, uriproof_span host, bool after_userinfo)
{
    return has(host, ':') && (after_userinfo || (!ends_authority(at->octet) &&
                                                 !is_bracket(at->octet) && !takes_escape(at)));
}

/* The rule "authority" rejects after what was read as userinfo, host and port. */
static bool about_authority(const place *at, char words[MISTAKE_ROOM])
{
    uriproof_span host = between(at->text, find(at->text, ':') + 3, at->offset);
    bool after_userinfo = has(host, '@');
    if (after_userinfo)
        host = between(host, find(host, '@') + 1, host.length);
    char first = host.length > 0 ? host.octets[0] : '\0';
    if (first == '[' && host.octets[host.length - 1] == ']')
        snprintf(words, MISTAKE_ROOM,
                 "only a colon and a port, or nothing, can follow the ] of a host");
    else if (first == '[' || is_in_port(at, host, after_userinfo))
        snprintf(words, MISTAKE_ROOM, "a port has only digits");
    else if (after_userinfo && at->octet == '@')
        snprintf(words, MISTAKE_ROOM, "a second @: in the userinfo it is written %%40");
    else if (is_bracket(at->octet))
        snprintf(words, MISTAKE_ROOM, "brackets stand only around the IP address of a host");
    else if (is_no_utf8(at) && !has(rest_of_authority(at), '@'))
        snprintf(words, MISTAKE_ROOM,
                 "a host is written in UTF-8 first, and then each octet of that as an escape");
    else if (!ends_authority(at->octet))
        return about_escape(at, words);
    else if (first != 'v' && first != 'V' && is_uri("x://[", host, "]"))
        snprintf(words, MISTAKE_ROOM, "as an IPv6 address it wants brackets around it");
    else
        snprintf(words, MISTAKE_ROOM,
                 "no port, since that has only digits; as userinfo it wants an @");
    return true;
}

/* The rule "IP-literal" rejects between brackets. */
static bool about_literal(const place *at, char words[MISTAKE_ROOM])
{
    size_t start = find(at->text, '[') + 1;
    uriproof_span before = between(at->text, start, at->offset);
    uriproof_span inside = between(at->text, start, at->text.length);
    inside.length = find(inside, ']');
    char first = inside.length > 0 ? inside.octets[0] : '\0';
    const char *sentence =
        "an IPv6 address is eight groups of 1 to 4 hexadecimal digits (the last two may be an IPv4 "
        "address); one :: may replace groups";
    if (at->octet == '%')
        sentence = "between brackets are no escapes, and RFC 3986 has no zones";
    else if (ends_authority(at->octet) && is_uri("x://[", before, "]"))
        sentence = "the bracket is not closed";
    else if (first == 'v' || first == 'V')
        sentence = "after the v come a hexadecimal version, a full stop and at least one character";
    else if (inside.length > 0 && !has(inside, ':'))
        sentence = "brackets are for IPv6 and later: a name or an IPv4 address stands without them";
    snprintf(words, MISTAKE_ROOM, "%s", sentence);
    return true;
}

/* The other rules reject an octet that a path, query or fragment cannot hold. */
static bool about_rest(const place *at, const char *production, char words[MISTAKE_ROOM])
{
    if (at->octet == '#' && strcmp(production, "fragment") == 0)
        snprintf(words, MISTAKE_ROOM, "a second #: in the fragment it is written %%23");
    else if (is_bracket(at->octet))
        snprintf(words, MISTAKE_ROOM,
                 "brackets stand only around the IP address of a host: here %c is written %%%02X",
                 at->octet, (unsigned)at->octet);
    else
        return about_escape(at, words);
    return true;
}

bool mistake_about(const uriproof_dialect *dialect, uriproof_span text,
                   const uriproof_refusal *refusal, char words[MISTAKE_ROOM])
{
    uriproof_refusal own;
    place at = {text, refusal->offset, END};
    if (strcmp(dialect->name, "rfc3986") != 0)
        return false;
    /* A reading may reject what the grammar accepts. */
    if (uriproof_rfc3986_parse(text, NULL, &own) || own.offset != refusal->offset)
        return false;
    const char *production = own.production;
    if (at.offset < text.length)
        at.octet = (unsigned char)text.octets[at.offset];
    if (strcmp(production, "pct-encoded") == 0) {
        snprintf(words, MISTAKE_ROOM,
                 "two hexadecimal digits follow a %%; a %% as data is written %%25");
        return true;
    }
    if (strcmp(production, "scheme") == 0 || strcmp(production, "URI") == 0)
        return about_scheme(&at, production, words);
    if (strcmp(production, "authority") == 0)
        return about_authority(&at, words);
    if (strcmp(production, "IP-literal") == 0)
        return about_literal(&at, words);
    return about_rest(&at, production, words);
}
