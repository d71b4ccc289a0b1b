/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Specific Schemes": those of mail and news, which have no host to go to. */
#include "url.h"

#include <string.h>

/* True where a hostnumber stands here, up to the end of the text. */
static bool is_number_to_end(const url_reader *u, const unsigned char *at)
{
    url_reader ahead = *u;
    uriproof_span host;
    ahead.r.at = at;
    return at != u->r.end && is_in(*at, DIGIT) && url_host(&ahead, &host) && ahead.r.at == u->r.end;
}

/* The "@" between xalphas and a host that runs to `end`. Both sides can hold an "@": it is the
 * last, or by reading mailto-at the first, behind which the rest is a host. All up to the end is
 * known to be xalphas, so a letter begins a hostname. NULL where there is none. */
static const unsigned char *dividing_at(const url_reader *u, const unsigned char *start,
                                        const unsigned char *end, bool numbers)
{
    const unsigned char *found = NULL, *last = NULL;
    bool first = takes(u->r.readings, URIPROOF_RFC1630_MAILTO_AT, MAILTO_FIRST);
    for (const unsigned char *at = start + 1; at < end; at++) {
        if (*at != '@')
            continue;
        last = at;
        if (at + 1 != end && is_in(at[1], ALPHA) && (found == NULL || !first))
            found = at;
    }
    bool wanted = numbers && last != NULL && (found == NULL || !first);
    return wanted && is_number_to_end(u, last + 1) ? last : found;
}

/* xalphas @ host, up to the end of the text; `numbers`: a hostnumber will do. */
static bool split_at(url_reader *u, bool numbers, uriproof_span *left, uriproof_span *host)
{
    uriproof_span all = {NULL, 0};
    if (!url_xalphas(u, &all) || !url_end(u))
        return false;
    const unsigned char *start = (const unsigned char *)all.octets;
    const unsigned char *at = dividing_at(u, start, u->r.end, numbers);
    if (at == NULL)
        return url_stop(u);
    *left = span_between(start, at);
    *host = span_between(at + 1, u->r.end);
    return true;
}

/* mailtoaddress   m a i l t o : xalphas @ hostname             rfc1630.url.mailtoaddress */
bool url_mailto(url_reader *u)
{
    uriproof_span local = {NULL, 0}, host = {NULL, 0};
    if (!split_at(u, false, &local, &host))
        return false;
    url_tell(u, "local-part", local);
    url_tell(u, "host", host);
    return true;
}

/* group   ialpha [ . group ]                                   rfc1630.url.group
 * An ialpha takes the dots itself. */
static bool group(url_reader *u, uriproof_span *found)
{
    const unsigned char *start = u->r.at;
    if (!url_hostname(u))
        return false;
    *found = span_between(start, u->r.at);
    return true;
}

/* article   xalphas @ host                                     rfc1630.url.article
 * The whole of it is a message identifier. */
static bool article(url_reader *u)
{
    const unsigned char *start = u->r.at;
    uriproof_span left = {NULL, 0}, host = {NULL, 0};
    if (!split_at(u, true, &left, &host))
        return false;
    url_tell(u, "article", span_between(start, u->r.end));
    url_tell(u, "host", host);
    return true;
}

/* newsaddress   n e w s : groupart                             rfc1630.url.newsaddress
 * groupart   * | group | article                               rfc1630.url.groupart
 * A group can hold an "@" too; the prose says that it marks an article: reading news-at. */
bool url_news(url_reader *u)
{
    const unsigned char *start = u->r.at;
    uriproof_span found = {NULL, 0};
    size_t length = (size_t)(u->r.end - start);
    if (length == 1 && *start == '*') {
        u->r.at = u->r.end;
        url_tell(u, "group", span_between(start, u->r.end));
        return true;
    }
    bool has_at = length > 0 && memchr(start, '@', length) != NULL;
    if (!has_at && group(u, &found) && url_end(u)) {
        url_tell(u, "group", found);
        return true;
    }
    u->r.at = start;
    return article(u);
}

/* nntpaddress   n n t p : group / digits                       rfc1630.url.nntpaddress */
bool url_nntp(url_reader *u)
{
    uriproof_span in = {NULL, 0}, number = {NULL, 0};
    if (!group(u, &in) || !url_literal(u, "/") || !url_digits(u, &number) || !url_end(u))
        return false;
    url_tell(u, "group", in);
    url_tell(u, "number", number);
    return true;
}

/* ---- RFC 822, section 6.1: addr-spec, read through the escapes ---- */

/* The octet that stands here, bare or escaped, and how long it is written; -1 where none does. */
static int decoded(url_reader *u, int *length)
{
    const unsigned char *at = u->r.at;
    if (at == u->r.end)
        return -1;
    *length = 1;
    if (is_in(*at, URL_XALPHA))
        return *at;
    reader ahead = u->r;
    if (!escape(&ahead)) {
        u->r.broken_escape = ahead.broken_escape;
        return -1;
    }
    *length = 3;
    return (int)(hex_value(at[1]) << 4 | hex_value(at[2]));
}

static bool take_decoded(url_reader *u, int octet)
{
    int length;
    if (decoded(u, &length) != octet)
        return url_stop(u);
    u->r.at += length;
    return true;
}

/* "any CHAR except specials, SPACE and CTLs" */
static bool is_atom_char(int octet)
{
    return octet > ' ' && octet < 0x7f && strchr("()<>@,;:\\\".[]", octet) == NULL;
}

/* atom = 1*<any CHAR except specials, SPACE and CTLs> */
static bool atom(url_reader *u)
{
    int length;
    const unsigned char *start = u->r.at;
    while (is_atom_char(decoded(u, &length)))
        u->r.at += length;
    return u->r.at != start || url_stop(u);
}

/* quoted-string and domain-literal: any CHAR between `open` and `close`, but for those, a
 * CR, and a backslash, which quotes the CHAR behind it. */
static bool quoted(url_reader *u, char open, char close)
{
    if (!take_decoded(u, open))
        return false;
    for (;;) {
        int length, octet = decoded(u, &length);
        if (octet == close)
            return take_decoded(u, close);
        if (octet < 0 || octet > 0x7f || octet == open || octet == '\r')
            return url_stop(u);
        u->r.at += length;
        if (octet != '\\')
            continue;
        octet = decoded(u, &length);
        if (octet < 0 || octet > 0x7f)
            return url_stop(u);
        u->r.at += length;
    }
}

/* word = atom / quoted-string; sub-domain = atom / domain-literal */
static bool word(url_reader *u, char open, char close)
{
    int length;
    return decoded(u, &length) == open ? quoted(u, open, close) : atom(u);
}

/* 1*(word) with "." between them. */
static bool words(url_reader *u, char open, char close)
{
    int length;
    do {
        if (!word(u, open, close))
            return false;
    } while (decoded(u, &length) == '.' && take_decoded(u, '.'));
    return true;
}

/* midaddress   m i d : addr-spec                               rfc1630.url.midaddress
 * cidaddress   c i d : content-identifier                      rfc1630.url.cidaddress
 * "the RFC822 msg-id with the constant <> wrapper removed" */
bool url_message(url_reader *u)
{
    const unsigned char *start = u->r.at;
    if (!words(u, '"', '"') || !take_decoded(u, '@') || !words(u, '[', ']') || !url_end(u))
        return false;
    url_tell(u, "addr-spec", span_between(start, u->r.at));
    return true;
}
