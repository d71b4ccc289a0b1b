/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986, Appendix A. Each function reads one rule of the grammar. The comment on a function
 * shows its rule and the id of its clause. The text is read from left to right, and most octets are
 * looked at once. An octet of a port is looked at twice, since it may turn out to be in the
 * userinfo.
 */
#include "compose.h"
#include "reader.h"

#include <string.h>

bool pct_encoded(reader *r)
{
    if (!at_octet(r, '%'))
        return false;
    for (int i = 1; i <= 2; i++) {
        if (r->at + i == r->end || !is_in(r->at[i], HEXDIG)) {
            r->broken_escape = r->at + i;
            return false;
        }
    }
    r->at += 3;
    return true;
}

/* Reads any number of octets of `set` or escapes. */
static inline void octets_or_escapes(reader *r, unsigned set)
{
    do {
        const unsigned char *at = r->at;
        while (at != r->end && is_in(*at, set))
            at++;
        r->at = at;
    } while (pct_encoded(r));
}

static uriproof_span span_between(const unsigned char *start, const unsigned char *end)
{
    return (uriproof_span){(const char *)start, (size_t)(end - start)};
}

/* scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )          rfc3986.bnf.scheme */
static bool scheme(reader *r)
{
    if (r->at == r->end || !is_in(*r->at, ALPHA))
        return refuse(r, "scheme");
    while (r->at != r->end && is_in(*r->at, SCHEME_REST))
        r->at++;
    return true;
}

/* port = *DIGIT                                               rfc3986.bnf.port */
static void port(reader *r, uriproof_components *parts)
{
    const unsigned char *start = r->at;
    while (r->at != r->end && is_in(*r->at, DIGIT))
        r->at++;
    parts->port = span_between(start, r->at);
}

/* host = IP-literal / IPv4address / reg-name                  rfc3986.bnf.host
 * Every IPv4address is also a reg-name, so a host without brackets is read as a reg-name. */
static bool host(reader *r, uriproof_components *parts)
{
    const unsigned char *start = r->at;
    if (take(r, '[')) {
        if (!ip_literal(r))
            return refuse(r, "IP-literal");
    } else {
        octets_or_escapes(r, REG_NAME);
    }
    parts->host = span_between(start, r->at);
    return true;
}

/* host [ ":" port ] */
static bool host_and_port(reader *r, uriproof_components *parts)
{
    if (!host(r, parts))
        return false;
    if (take(r, ':'))
        port(r, parts);
    return true;
}

/* Returns true if an authority can end here (section 3.2). */
static bool authority_ends(const reader *r)
{
    return r->at == r->end || *r->at == '/' || *r->at == '?' || *r->at == '#';
}

/* authority = [ userinfo "@" ] host [ ":" port ]              rfc3986.bnf.authority
 * userinfo = *( unreserved / pct-encoded / sub-delims / ":" ) rfc3986.bnf.userinfo
 * The text is first read as host and port. If an "@" follows, all text before it is the
 * userinfo. */
static bool authority(reader *r, uriproof_components *parts)
{
    const unsigned char *start = r->at;
    if (!host_and_port(r, parts))
        return false;
    if (authority_ends(r))
        return true;
    if (*start == '[')
        return refuse(r, "authority");
    octets_or_escapes(r, REG_NAME | COLON);
    if (!take(r, '@'))
        return refuse(r, "authority");
    parts->userinfo = span_between(start, r->at - 1);
    parts->port = (uriproof_span){NULL, 0};
    if (!host_and_port(r, parts))
        return false;
    return authority_ends(r) || refuse(r, "authority");
}

/* hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
 *                                                             rfc3986.bnf.hier-part
 * path-abempty = *( "/" segment )                             rfc3986.bnf.path-abempty
 * One loop reads every kind of path. After an authority the path can only be empty or begin with a
 * slash, since an authority ends nowhere else. Without an authority it cannot begin with "//",
 * since that begins an authority. */
static bool hier_part(reader *r, uriproof_components *parts)
{
    if (r->end - r->at >= 2 && r->at[0] == '/' && r->at[1] == '/') {
        r->at += 2;
        if (!authority(r, parts))
            return false;
    }
    const unsigned char *start = r->at;
    octets_or_escapes(r, PCHAR | SLASH);
    parts->path = span_between(start, r->at);
    return true;
}

/* query    = *( pchar / "/" / "?" )                           rfc3986.bnf.query
 * fragment = *( pchar / "/" / "?" )                           rfc3986.bnf.fragment */
static void query_and_fragment(reader *r, uriproof_components *parts)
{
    const unsigned char *start;
    if (take(r, '?')) {
        start = r->at;
        octets_or_escapes(r, QUERY);
        parts->query = span_between(start, r->at);
    }
    if (take(r, '#')) {
        start = r->at;
        octets_or_escapes(r, QUERY);
        parts->fragment = span_between(start, r->at);
    }
}

/* Returns the rule of the last part. More text follows than this rule can match. */
static const char *last_part(const uriproof_components *parts)
{
    if (uriproof_present(parts->fragment))
        return "fragment";
    return uriproof_present(parts->query) ? "query" : "path";
}

/* Reads the text after the scheme, up to the end. */
static bool rest(reader *r, uriproof_components *parts)
{
    if (!hier_part(r, parts))
        return false;
    query_and_fragment(r, parts);
    return r->at == r->end || refuse(r, last_part(parts));
}

/* URI = scheme ":" hier-part [ "?" query ] [ "#" fragment ]   rfc3986.bnf.URI */
static bool uri(reader *r, uriproof_components *parts)
{
    const unsigned char *start = r->at;
    if (!scheme(r))
        return false;
    parts->scheme = span_between(start, r->at);
    if (!take(r, ':'))
        return refuse(r, "URI");
    return rest(r, parts);
}

/* Returns the first colon in the first segment, or NULL if there is none. Such a colon must end a
 * scheme. */
static const unsigned char *colon_in_first_segment(const reader *r)
{
    const unsigned char *at = r->at;
    while (at != r->end && *at != '/' && *at != '?' && *at != '#') {
        if (*at == ':')
            return at;
        at++;
    }
    return NULL;
}

/* path-noscheme = segment-nz-nc *( "/" segment )              rfc3986.bnf.path-noscheme
 * segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
 * Rejects a first segment with a colon but without a scheme before it. The text is rejected at the
 * colon, or earlier if an octet before it cannot be in a segment. */
static bool segment_with_colon(reader *r)
{
    octets_or_escapes(r, UNRESERVED | SUB_DELIMS | AT);
    return refuse(r, "path");
}

/* URI-reference = URI / relative-ref                          rfc3986.bnf.URI-reference
 * relative-ref = relative-part [ "?" query ] [ "#" fragment ] rfc3986.bnf.relative-ref */
static bool uri_reference(reader *r, uriproof_components *parts)
{
    const unsigned char *colon = colon_in_first_segment(r);
    reader before = {.at = r->at, .end = colon};
    if (colon != NULL && scheme(&before) && before.at == colon)
        return uri(r, parts);
    return colon != NULL ? segment_with_colon(r) : rest(r, parts);
}

/* The clause of each rule that can reject, except the rule URI. */
static const struct {
    const char *production;
    const char *clause;
} production_clauses[] = {
    {"scheme", "rfc3986.bnf.scheme"},
    {"authority", "rfc3986.bnf.authority"},
    {"IP-literal", "rfc3986.bnf.IP-literal"},
    {"path", "rfc3986.bnf.path"},
    {"query", "rfc3986.bnf.query"},
    {"fragment", "rfc3986.bnf.fragment"},
    {"pct-encoded", "rfc3986.bnf.pct-encoded"},
};

static const char *clause_of(const char *production)
{
    for (size_t i = 0; i < sizeof production_clauses / sizeof production_clauses[0]; i++)
        if (strcmp(production_clauses[i].production, production) == 0)
            return production_clauses[i].clause;
    return "rfc3986.bnf.URI";
}

/* Fills in the refusal. A broken escape is reported where a digit is missing, since every valid
 * text that begins like this one has a digit there. */
static void explain(const reader *r, const unsigned char *start, uriproof_refusal *refusal)
{
    const unsigned char *at = r->broken_escape != NULL ? r->broken_escape : r->at;
    const char *production = r->broken_escape != NULL ? "pct-encoded" : r->production;
    const char *clause = clause_of(production);
    /* Text that a colon ends is meant to be a scheme, whichever of its octets cannot be in one. */
    if (strcmp(production, "URI") == 0 && colon_in_first_segment(r) != NULL)
        clause = "rfc3986.bnf.scheme";
    *refusal = (uriproof_refusal){production, (size_t)(at - start), clause};
}

/* Parses a text by the rule that `start_production` reads. Fills in the parts or the refusal. */
static bool derive(uriproof_span text, bool (*start_production)(reader *, uriproof_components *),
                   const uriproof_readings *readings, uriproof_components *components,
                   uriproof_refusal *refusal)
{
    const unsigned char *start = (const unsigned char *)(text.octets != NULL ? text.octets : "");
    reader r = {.at = start,
                .end = start + text.length,
                .zone = readings != NULL ? readings->value[URIPROOF_RFC3986_ZONE] : 0};
    uriproof_components found = {0};
    bool derives = start_production(&r, &found);
    if (derives && components != NULL)
        *components = found;
    if (!derives && refusal != NULL)
        explain(&r, start, refusal);
    return derives;
}

bool rfc3986_matches_uri(uriproof_span text, const uriproof_readings *readings,
                         uriproof_components *parts, uriproof_refusal *refusal)
{
    return derive(text, uri, readings, parts, refusal);
}

bool rfc3986_matches_reference(uriproof_span text, const uriproof_readings *readings,
                               uriproof_components *parts, uriproof_refusal *refusal)
{
    return derive(text, uri_reference, readings, parts, refusal);
}

bool uriproof_rfc3986_parse(uriproof_span text, uriproof_components *components,
                            uriproof_refusal *refusal)
{
    return rfc3986_matches_uri(text, NULL, components, refusal);
}

bool uriproof_rfc3986_parse_reference(uriproof_span text, uriproof_components *components,
                                      uriproof_refusal *refusal)
{
    return rfc3986_matches_reference(text, NULL, components, refusal);
}
