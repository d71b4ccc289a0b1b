/* SPDX-License-Identifier: MIT */
#include "mistakes.h"

#include "commands.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

/* A rejected text, the place where it is rejected, and what mends it. */
typedef struct place {
    uriproof_span text;
    size_t offset;
    int octet; /* there; -1 at the end */
    size_t from, to;
    char with[MISTAKE_ROOM]; /* in place of these octets */
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

/* Notes that the octets from `from` up to `to` are to be replaced. */
static void mend(place *at, size_t from, size_t to, const char *with)
{
    at->from = from;
    at->to = to;
    snprintf(at->with, sizeof at->with, "%s", with);
}

/* Notes that the octet at the place is to be escaped. */
static void mend_by_escape(place *at)
{
    char escape[4];
    snprintf(escape, sizeof escape, "%%%02X", (unsigned)(unsigned char)at->octet);
    mend(at, at->offset, at->offset + 1, escape);
}

/* Tries it: is the text then a URI, or rejected only after the place? */
static bool is_mended(const place *at)
{
    const size_t added = strlen(at->with), taken = at->to - at->from;
    const size_t place_now = added < taken ? at->from + added : at->offset + added - taken;
    octet_buffer whole = {NULL, 0, 0};
    uriproof_refusal refusal;
    buffer_add(&whole, at->text.octets, at->from);
    buffer_add(&whole, at->with, added);
    buffer_add(&whole, at->text.octets + at->to, at->text.length - at->to);
    const bool good =
        uriproof_rfc3986_parse((uriproof_span){whole.octets, whole.length}, NULL, &refusal) ||
        refusal.offset > place_now;
    buffer_free(&whole);
    return good;
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
static bool about_escape(place *at, char words[MISTAKE_ROOM])
{
    if (at->octet == END || at->octet == '%' || !takes_escape(at))
        return false;
    mend_by_escape(at);
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
static bool about_scheme(place *at, const char *production, char words[MISTAKE_ROOM])
{
    const char *sentence = "a scheme has only letters, digits, +, - and ., and a colon after it";
    mend(at, at->offset, at->offset + (at->octet != END), at->octet == END ? ":" : "-");
    if (at->text.length == 0) {
        sentence = "a URI has at least a scheme and its colon";
        mend(at, 0, 0, "a:");
    } else if (uriproof_rfc3986_parse_reference(at->text, NULL, NULL)) {
        sentence = "no scheme: this is a relative reference, and not a URI";
        mend(at, 0, 0, "x:");
    } else if (strcmp(production, "scheme") == 0) {
        sentence = "a URI begins with its scheme, and a scheme with a letter";
        mend(at, 0, at->octet != ':', "a");
    }
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
static bool about_authority(place *at, char words[MISTAKE_ROOM])
{
    uriproof_span host = between(at->text, find(at->text, ':') + 3, at->offset);
    bool after_userinfo = has(host, '@');
    if (after_userinfo)
        host = between(host, find(host, '@') + 1, host.length);
    char first = host.length > 0 ? host.octets[0] : '\0', with[MISTAKE_ROOM];
    const char *sentence;
    mend(at, at->offset, at->offset + rest_of_authority(at).length, "");
    if (first == '[' && host.octets[host.length - 1] == ']') {
        sentence = "only a colon and a port, or nothing, can follow the ] of a host";
    } else if (first == '[' || is_in_port(at, host, after_userinfo)) {
        sentence = "a port has only digits";
        const size_t colon = first == '[' ? find(host, ']') + 1 : find(host, ':');
        if (colon < host.length)
            mend(at, at->offset - host.length + colon + 1,
                 at->offset + rest_of_authority(at).length, "");
    } else if (after_userinfo && at->octet == '@') {
        sentence = "a second @: in the userinfo it is written %40";
        mend(at, find(at->text, '@'), find(at->text, '@') + 1, "%40");
    } else if (is_bracket(at->octet)) {
        sentence = "brackets stand only around the IP address of a host";
        mend_by_escape(at);
    } else if (is_no_utf8(at) && !has(rest_of_authority(at), '@')) {
        sentence = "a host is written in UTF-8 first, and then each octet of that as an escape";
        mend(at, at->offset, at->offset + 1, "%C3%A9");
    } else if (!ends_authority(at->octet)) {
        return about_escape(at, words);
    } else if (first != 'v' && first != 'V' && is_uri("x://[", host, "]")) {
        sentence = "as an IPv6 address it wants brackets around it";
        snprintf(with, sizeof with, "[%.*s]", (int)host.length, host.octets);
        mend(at, at->offset - host.length, at->offset, with);
    } else {
        sentence = "no port, since that has only digits; as userinfo it wants an @";
        mend(at, at->offset, at->offset, "@");
    }
    snprintf(words, MISTAKE_ROOM, "%s", sentence);
    return true;
}

/* The rule "IP-literal" rejects between brackets. */
static bool about_literal(place *at, char words[MISTAKE_ROOM])
{
    size_t start = find(at->text, '[') + 1;
    uriproof_span before = between(at->text, start, at->offset);
    uriproof_span inside = between(at->text, start, at->text.length);
    inside.length = find(inside, ']');
    char first = inside.length > 0 ? inside.octets[0] : '\0';
    const char *sentence =
        "an IPv6 address is eight groups of 1 to 4 hexadecimal digits (the last two may be an IPv4 "
        "address); one :: may replace groups";
    const size_t end = start + inside.length;
    char with[MISTAKE_ROOM];
    mend(at, start, end, end < at->text.length ? "::" : "::]");
    if (at->octet == '%') {
        sentence = "between brackets are no escapes, and RFC 3986 has no zones";
        snprintf(with, sizeof with, "%s%s", has(before, '.') && !has(before, ':') ? "a" : "",
                 end < at->text.length ? "" : "]");
        mend(at, at->offset, end, with);
    } else if (ends_authority(at->octet) && is_uri("x://[", before, "]")) {
        sentence = "the bracket is not closed";
        mend(at, at->offset, at->offset, "]");
    } else if (first == 'v' || first == 'V') {
        sentence = "after the v come a hexadecimal version, a full stop and at least one character";
        mend(at, start, end, end < at->text.length ? "v1.a" : "v1.a]");
    } else if (inside.length > 0 && inside.length < sizeof with && !has(inside, ':') &&
               has_no_nul(inside)) {
        sentence = "brackets are for IPv6 and later: a name or an IPv4 address stands without them";
        snprintf(with, sizeof with, "%.*s", (int)inside.length, inside.octets);
        mend(at, start - 1, end + (end < at->text.length), with);
    }
    snprintf(words, MISTAKE_ROOM, "%s", sentence);
    return true;
}

/* The other rules reject an octet that a path, query or fragment cannot hold. */
static bool about_rest(place *at, const char *production, char words[MISTAKE_ROOM])
{
    if (at->octet == '#' || is_bracket(at->octet))
        mend_by_escape(at);
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

/* Writes the sentence about the place, and notes what it advises. */
static bool write_sentence(place *at, const char *production, char words[MISTAKE_ROOM])
{
    if (strcmp(production, "pct-encoded") == 0) {
        size_t percent = at->offset;
        while (percent > 0 && at->text.octets[percent - 1] != '%')
            percent--;
        snprintf(words, MISTAKE_ROOM,
                 "two hexadecimal digits follow a %%; a %% as data is written %%25");
        mend(at, percent, percent, "25");
        at->offset = percent - 1; /* what follows may be another fault */
        return true;
    }
    if (strcmp(production, "scheme") == 0 || strcmp(production, "URI") == 0)
        return about_scheme(at, production, words);
    if (strcmp(production, "authority") == 0)
        return about_authority(at, words);
    if (strcmp(production, "IP-literal") == 0)
        return about_literal(at, words);
    return about_rest(at, production, words);
}

bool mistake_about(const uriproof_dialect *dialect, uriproof_span text,
                   const uriproof_refusal *refusal, char words[MISTAKE_ROOM])
{
    uriproof_refusal own;
    place at = {.text = text, .offset = refusal->offset, .octet = END};
    if (strcmp(dialect->name, "rfc3986") != 0)
        return false;
    /* A reading may reject what the grammar accepts. */
    if (uriproof_rfc3986_parse(text, NULL, &own) || own.offset != refusal->offset)
        return false;
    if (at.offset < text.length)
        at.octet = (unsigned char)text.octets[at.offset];
    return write_sentence(&at, own.production, words) && is_mended(&at);
}
