/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630, "BNF of Generic URI Syntax". Each function reads one rule of the grammar;
 * rfc1630_common/generic_grammar.h has some of them. The comment on a function shows its rule as
 * the RFC prints it, and the id of its clause. Each function reads the longest text that matches
 * its rule, and returns false if there is none. It need not try shorter texts: in this grammar, if
 * a shorter text leads to a match, the longest one does too.
 */
#include "grammar.h"

#include "../rfc1630_common/generic_grammar.h"
#include "../rfc1630_common/refusal.h"
#include "characters.h"

/* xpalpha    xalpha | +                                        rfc1630.bnf.xpalpha
 * xpalphas   xpalpha [ xpalpha ]                               rfc1630.bnf.xpalphas
 * As printed, this rule matches one or two characters. With the default of the reading xpalphas it
 * matches any number, as the rule of the same name in the BNF for URLs does. */
static bool xpalphas(reader *r)
{
    unsigned set = path_set(r->readings);
    if (!takes(r->readings, URIPROOF_RFC1630_XPALPHAS, AS_PRINTED))
        return octets_or_escapes(r, set);
    return octet_or_escape(r, set) && (octet_or_escape(r, set), true);
}

/* scheme   ialpha                                              rfc1630.bnf.scheme */
static bool scheme(reader *r)
{
    return ialpha(r) || refuse(r, "scheme");
}

/* path   void | xpalphas [ / path ]                            rfc1630.bnf.path
 * With the default of the reading void-segment any segment may be empty. */
static void path(reader *r)
{
    bool void_segments = !takes(r->readings, URIPROOF_RFC1630_VOID_SEGMENT, AS_PRINTED);
    if (void_segments && !takes(r->readings, URIPROOF_RFC1630_XPALPHAS, AS_PRINTED)) {
        /* Segments may have any length, so one loop reads characters and slashes alike. */
        octets_or_escapes(r, path_set(r->readings) | SLASH);
        return;
    }
    while ((xpalphas(r) || void_segments) && take(r, '/'))
        continue;
}

/* fragmentid   xalphas                                         rfc1630.bnf.fragmentid
 * With the default of the reading void-fragment it may be empty, as the prose says. */
static bool fragmentid(reader *r)
{
    return xalphas(r) || !takes(r->readings, URIPROOF_RFC1630_VOID_FRAGMENT, AS_PRINTED) ||
           refuse(r, "fragmentid");
}

/* uri   scheme : path [ ? search ]                             rfc1630.bnf.uri */
static bool uri(reader *r, uriproof_generic *generic)
{
    const unsigned char *start = r->at;
    if (!scheme(r))
        return false;
    generic->scheme = span_between(start, r->at);
    if (!take(r, ':'))
        return refuse(r, "uri");
    start = r->at;
    path(r);
    generic->path = span_between(start, r->at);
    if (!take(r, '?'))
        return true;
    start = r->at;
    if (!search(r))
        return false;
    generic->search = span_between(start, r->at);
    return true;
}

/* fragmentaddress   uri [ # fragmentid ]                       rfc1630.bnf.fragmentaddress */
static bool fragmentaddress(reader *r, uriproof_generic *generic)
{
    if (!uri(r, generic))
        return false;
    if (!take(r, '#'))
        return true;
    const unsigned char *start = r->at;
    if (!fragmentid(r))
        return false;
    generic->fragmentid = span_between(start, r->at);
    return true;
}

static const refusal_clauses clauses = {.disallowed = "rfc1630.encoding.disallowed",
                                        .national = "rfc1630.bnf.national",
                                        .punctuation = "rfc1630.bnf.punctuation",
                                        .scheme = "rfc1630.bnf.scheme",
                                        .uri = "rfc1630.syntax.scheme-first",
                                        .path = "rfc1630.bnf.path",
                                        .search = "rfc1630.bnf.search",
                                        .fragmentid = "rfc1630.bnf.fragmentid",
                                        .escape = "rfc1630.encoding.percent-extension"};

unsigned hex_set(const uriproof_readings *readings)
{
    return takes(readings, URIPROOF_RFC1630_HEX_LETTERS, HEX_BY_PROSE) ? UPPER_HEX : HEX;
}

unsigned path_set(const uriproof_readings *readings)
{
    bool printed = takes(readings, URIPROOF_RFC1630_GENERIC_RESERVED, AS_PRINTED);
    return printed ? XPALPHA : XPALPHA | SPECIFIC;
}

bool derives_scheme(uriproof_span text, const uriproof_readings *readings)
{
    reader r = reader_of(text, rfc1630_characters, hex_set(readings), readings);
    return scheme(&r) && r.at == r.end;
}

bool uriproof_rfc1630_parse(uriproof_span text, const uriproof_readings *readings,
                            uriproof_generic *generic, uriproof_refusal *refusal)
{
    uriproof_generic found = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    reader r = reader_of(text, rfc1630_characters, hex_set(readings), readings);
    const unsigned char *start = r.at;
    bool derives = fragmentaddress(&r, &found);
    if (derives && r.at != r.end)
        derives = refuse(&r, last_part_read(&found));
    if (derives && generic != NULL)
        *generic = found;
    if (!derives && refusal != NULL)
        explain_refusal(&r, start, &clauses, refusal);
    return derives;
}
