/* SPDX-License-Identifier: MIT */
/* "BNF for specific URL schemes": the rules that several schemes use. The comment on each function
 * shows its rule as the specifications print it. */
#include "url_reader.h"

#include <string.h>

bool url_stop(url_reader *u)
{
    const unsigned char *at = u->r.broken_escape != NULL ? u->r.broken_escape : u->r.at;
    u->r.broken_escape = NULL;
    if (at > u->furthest)
        u->furthest = at;
    return false;
}

static unsigned char folded(unsigned char octet)
{
    return octet >= 'A' && octet <= 'Z' ? octet | 0x20 : octet;
}

/* Reads the octets of `literal`. If `fold` is true, a letter of the text may be in upper case. */
static bool literal_here(url_reader *u, const char *literal, bool fold)
{
    for (; *literal != '\0'; literal++, u->r.at++) {
        if (u->r.at == u->r.end)
            return url_stop(u);
        unsigned char octet = fold ? folded(*u->r.at) : *u->r.at;
        if (octet != (unsigned char)*literal)
            return url_stop(u);
    }
    return true;
}

bool url_literal(url_reader *u, const char *literal)
{
    return literal_here(u, literal, false);
}

bool url_letters(url_reader *u, const char *letters)
{
    return literal_here(u, letters, u->rules->letters_fold);
}

bool url_end(url_reader *u)
{
    return u->r.at == u->r.end || url_stop(u);
}

bool url_xalphas(url_reader *u, uriproof_span *found)
{
    const unsigned char *start = u->r.at;
    if (!octets_or_escapes(&u->r, URL_XALPHA))
        return url_stop(u);
    *found = span_between(start, u->r.at);
    return true;
}

bool url_digits(url_reader *u, uriproof_span *found)
{
    const unsigned char *start = u->r.at;
    while (at_one_of(&u->r, DIGIT))
        u->r.at++;
    if (u->r.at == start)
        return url_stop(u);
    *found = span_between(start, u->r.at);
    return true;
}

/* segment   xpalphas                                           url.segment */
static bool segment(url_reader *u)
{
    if (!u->rules->short_segments)
        return octets_or_escapes(&u->r, URL_XALPHA);
    return octet_or_escape(&u->r, URL_XALPHA) && (octet_or_escape(&u->r, URL_XALPHA), true);
}

void url_path(url_reader *u, uriproof_span *found)
{
    const unsigned char *start = u->r.at;
    while ((segment(u) || u->rules->void_segments) && take(&u->r, '/'))
        continue;
    *found = span_between(start, u->r.at);
}

bool url_search(url_reader *u, uriproof_span *found)
{
    /* In this BNF xalpha includes the plus, so words and pluses are one run. The prose says that
     * "real plus signs must be encoded"; with that reading a plus always separates two words. */
    const unsigned char *start = u->r.at;
    if (!u->rules->plus_encoded)
        return url_xalphas(u, found);
    do {
        if (!octets_or_escapes(&u->r, XALPHA))
            return url_stop(u);
    } while (take(&u->r, '+'));
    *found = span_between(start, u->r.at);
    return true;
}

/* hostname   ialpha [ . hostname ]                             url.hostname
 * An ialpha also matches dots, so one ialpha is the whole hostname. */
bool url_hostname(url_reader *u)
{
    if (!at_one_of(&u->r, ALPHA))
        return url_stop(u);
    octets_or_escapes(&u->r, URL_XALPHA);
    return true;
}

/* hostnumber   digits . digits . digits . digits               url.hostnumber */
static bool hostnumber(url_reader *u)
{
    uriproof_span number;
    if (!url_digits(u, &number))
        return false;
    for (int i = 0; i < 3; i++)
        if (!url_literal(u, ".") || !url_digits(u, &number))
            return false;
    return true;
}

bool url_host(url_reader *u, uriproof_span *host)
{
    const unsigned char *start = u->r.at;
    bool number = at_one_of(&u->r, DIGIT);
    if (!(number ? hostnumber(u) : url_hostname(u)))
        return false;
    *host = span_between(start, u->r.at);
    return true;
}

void url_tell(url_reader *u, const char *name, uriproof_span value)
{
    if (uriproof_present(value) && u->tell != NULL)
        u->tell(u->self, name, value);
}

void url_tell_login(url_reader *u, const url_login *login)
{
    url_tell(u, "user", login->user);
    url_tell(u, "password", login->password);
    url_tell(u, "host", login->host);
    url_tell(u, "port", login->port);
}

void url_tell_segments(url_reader *u, uriproof_span path, const char *each, const char *last)
{
    const char *slash;
    while (path.length > 0 && (slash = memchr(path.octets, '/', path.length)) != NULL) {
        size_t length = (size_t)(slash - path.octets);
        url_tell(u, each, (uriproof_span){path.octets, length});
        path = (uriproof_span){slash + 1, path.length - length - 1};
    }
    url_tell(u, last, path);
}
