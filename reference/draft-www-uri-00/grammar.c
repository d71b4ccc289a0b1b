/* SPDX-License-Identifier: MIT */
/*
 * draft-www-uri-00, section 6, "BNF of generic URI syntax". Each function reads one rule of the
 * grammar; rfc1630_common/generic_grammar.h has some of them. The comment on a function shows its
 * rule as the draft prints it, and the id of its clause (draft-www-uri-00.bnf.*). Each function
 * reads the longest text that matches its rule. The scheme is an exception: its characters include
 * the colon, and a colon ends it.
 */
#include "../rfc1630_common/generic_grammar.h"
#include "../rfc1630_common/refusal.h"
#include "draft.h"

#include <string.h>

/* xpalpha    xalpha | +                                        bnf.xpalpha
 * xpalphas   xpalpha [ xpalpha ]                               bnf.xpalphas
 * As printed, this rule matches one or two characters. With the default of the reading xpalphas it
 * matches any number. */
static bool xpalphas(reader *r)
{
    if (!draft_takes(r->readings, URIPROOF_DRAFT_XPALPHAS, AS_PRINTED))
        return octets_or_escapes(r, XPALPHA);
    return octet_or_escape(r, XPALPHA) && (octet_or_escape(r, XPALPHA), true);
}

/* Returns true if the reading void-segment allows empty segments. */
static bool void_segments(const reader *r)
{
    return !draft_takes(r->readings, URIPROOF_DRAFT_VOID_SEGMENT, AS_PRINTED);
}

/* path   void | xpalphas [ / path ]                            bnf.path
 * With the default of the reading void-segment any segment may be empty. */
static void path(reader *r)
{
    while ((xpalphas(r) || void_segments(r)) && take(r, '/'))
        continue;
}

/* Returns true if the text between the colon and `end` can be the first segment of a path. */
static bool begins_path(const reader *r, const unsigned char *colon, const unsigned char *end)
{
    reader segment = *r;
    segment.at = colon + 1;
    if (segment.at == end)
        return void_segments(r) || end == r->end || *end != '/';
    return xpalphas(&segment) && segment.at == end;
}

/* Returns the first or the last colon from `start` to `end`, or NULL if there is none. */
static const unsigned char *find_colon(const unsigned char *start, const unsigned char *end,
                                       bool wants_last)
{
    if (!wants_last)
        return memchr(start, ':', (size_t)(end - start));
    while (end != start)
        if (*--end == ':')
            return end;
    return NULL;
}

/* Returns the colon that ends the scheme, or NULL if there is no colon. The text from `start` to
 * r->at is an ialpha, and may hold several colons. A colon is suitable if the text after it can
 * begin a path. The reading scheme-colon decides whether the first or the last suitable colon ends
 * the scheme. If no colon is suitable, the last colon is returned, since the path after it is the
 * shortest. The search begins at the end where the wanted colon is expected, and stops at the first
 * suitable one. A test of every colon would take quadratic time. */
static const unsigned char *scheme_colon(const reader *r, const unsigned char *start)
{
    bool wants_last = draft_takes(r->readings, URIPROOF_DRAFT_SCHEME_COLON, LAST_COLON);
    const unsigned char *from = start, *to = r->at, *colon = NULL;
    reader segment = *r;
    octets_or_escapes(&segment, XPALPHA);
    if (segment.broken_escape != NULL)
        return find_colon(start, r->at, true);
    while ((colon = find_colon(from, to, wants_last)) != NULL &&
           !begins_path(r, colon, segment.at)) {
        from = wants_last ? from : colon + 1;
        to = wants_last ? colon : to;
    }
    return colon != NULL ? colon : find_colon(start, r->at, true);
}

/* fragmentid   xalphas                                         bnf.fragmentid
 * With the default of the reading void-fragment it may be empty, as the prose says. */
static bool fragmentid(reader *r)
{
    return xalphas(r) || !draft_takes(r->readings, URIPROOF_DRAFT_VOID_FRAGMENT, AS_PRINTED) ||
           refuse(r, "fragmentid");
}

/* Returns the furthest position that the reader has reached. */
static const unsigned char *reach(const reader *r)
{
    return r->broken_escape != NULL ? r->broken_escape : r->at;
}

/* scheme : path                                                bnf.scheme, bnf.path
 * If the path stops early, the text may get further as a scheme that still needs a colon. It is
 * then rejected there. This can even be inside an escape, if a path as printed is too short for
 * it. */
static bool scheme_and_path(reader *r, uriproof_generic *generic)
{
    const unsigned char *start = r->at;
    if (!ialpha(r))
        return refuse(r, "scheme");
    const reader as_scheme = *r;
    const unsigned char *colon = scheme_colon(r, start);
    if (colon == NULL)
        return refuse(r, "uri");
    r->broken_escape = NULL;
    r->at = colon + 1;
    generic->scheme = span_between(start, colon);
    path(r);
    generic->path = span_between(colon + 1, r->at);
    if (reach(r) >= reach(&as_scheme))
        return true;
    *r = as_scheme;
    return refuse(r, "uri");
}

/* uri   scheme : path [ ? search ]                             bnf.uri */
static bool uri(reader *r, uriproof_generic *generic)
{
    if (!scheme_and_path(r, generic))
        return false;
    if (!take(r, '?'))
        return true;
    const unsigned char *start = r->at;
    if (!search(r))
        return false;
    generic->search = span_between(start, r->at);
    return true;
}

/* fragmentaddress   uri [ # fragmentid ]                       bnf.fragmentaddress */
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

static const refusal_clauses clauses = {
    .disallowed = "draft-www-uri-00.encoding.disallowed",
    .national = "draft-www-uri-00.bnf.national",
    .punctuation = "draft-www-uri-00.bnf.punctuation",
    .scheme = "draft-www-uri-00.bnf.scheme",
    .uri = "draft-www-uri-00.syntax.scheme-first",
    .path = "draft-www-uri-00.bnf.path",
    .search = "draft-www-uri-00.bnf.search",
    .fragmentid = "draft-www-uri-00.bnf.fragmentid",
    .escape = "draft-www-uri-00.encoding.percent-extension",
};

unsigned draft_hex_set(const uriproof_readings *readings)
{
    return draft_takes(readings, URIPROOF_DRAFT_HEX_LETTERS, HEX_BY_PROSE) ? UPPER_HEX : HEX;
}

bool draft_derives_scheme(uriproof_span text, const uriproof_readings *readings)
{
    reader r = reader_of(text, draft_characters, draft_hex_set(readings), readings);
    return ialpha(&r) && r.at == r.end;
}

bool draft_parse(uriproof_span text, const uriproof_readings *readings, uriproof_generic *generic,
                 uriproof_refusal *refusal)
{
    uriproof_generic found = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    reader r = reader_of(text, draft_characters, draft_hex_set(readings), readings);
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
