/* SPDX-License-Identifier: MIT */
/*
 * "URL syntax" and "Internet protocol parts": the prefix, the scheme, and the text between the
 * double slash and the next slash.
 *
 * A refusal points to where no valid text can continue. Before the next slash an at sign may still
 * come, and everything before it is then user name and password. So a fault is reported at its own
 * place only if it is after the at sign that ends them. Otherwise it is reported at the end of the
 * Internet protocol part.
 */
#include "page.h"

#include <string.h>

typedef struct page_reader {
    const char *start;
    const char *at;
    const char *end;
    const uriproof_readings *readings;
    uriproof_refusal *refusal; /* may be NULL */
} page_reader;

/* Fills in the refusal and returns false. */
static bool refuse(const page_reader *r, const char *production, const char *at, const char *clause)
{
    if (r->refusal != NULL)
        *r->refusal = (uriproof_refusal){production, (size_t)(at - r->start), clause};
    return false;
}

static bool is_hex(char digit, const uriproof_readings *readings)
{
    bool either = takes_other(readings, URIPROOF_URL_SYNTAX_HEX_LETTERS);
    return (digit >= '0' && digit <= '9') || (digit >= 'A' && digit <= 'F') ||
           (either && digit >= 'a' && digit <= 'f');
}

const char *broken_at(const char *at, const char *end, const uriproof_readings *readings)
{
    for (int i = 1; i <= 2; i++)
        if (at + i == end || !is_hex(at[i], readings))
            return at + i;
    return NULL;
}

/* Checks all escapes from r->at to `end`, since "a % sign always indicates an encoded character".
 * url-syntax.encoding.percent-always */
static bool escapes_are_whole(const page_reader *r, const char *end)
{
    const char *percent = r->at;
    while (percent != end && (percent = memchr(percent, '%', (size_t)(end - percent))) != NULL) {
        const char *broken = broken_at(percent, end, r->readings);
        if (broken != NULL)
            return refuse(r, "escape", broken, broken_clause(broken, r->end));
        percent += 3;
    }
    return true;
}

static uriproof_span span_to(const char *start, const char *end)
{
    return (uriproof_span){start, (size_t)(end - start)};
}

static const char *find(const char *at, const char *end, char octet)
{
    return at != end ? memchr(at, octet, (size_t)(end - at)) : NULL;
}

/* Reads the prefix: "the whole string must start with a constant prefix "URL:"". The reading
 * url-letters=fold also accepts lower case.
 * Clause: url-syntax.prefix.constant */
static bool prefix(page_reader *r)
{
    bool fold = takes_other(r->readings, URIPROOF_URL_SYNTAX_URL_LETTERS);
    for (const char *letter = "URL:"; *letter != '\0'; letter++, r->at++) {
        bool small = fold && *letter != ':' && r->at != r->end && *r->at == (*letter | 0x20);
        if (r->at == r->end || (*r->at != *letter && !small))
            return refuse(r, "prefix", r->at, "url-syntax.prefix.constant");
    }
    return true;
}

/* Reads the scheme: "the first element is the name of the scheme, separated from the rest of the
 * object by a colon".
 * Clauses: url-syntax.scheme.first, url-syntax.scheme.colon */
static bool scheme(page_reader *r, uriproof_components *parts)
{
    const char *colon = find(r->at, r->end, ':');
    if (colon == r->at)
        return refuse(r, "scheme", r->at, "url-syntax.scheme.first");
    if (!escapes_are_whole(r, colon != NULL ? colon : r->end))
        return false;
    if (colon == NULL)
        return refuse(r, "scheme", r->end, "url-syntax.scheme.colon");
    parts->scheme = span_to(r->at, colon);
    r->at = colon + 1;
    return true;
}

/* Returns the at sign that ends user name and password, or NULL if there is none. It is the first
 * one or, with the reading login-at=last, the last one. */
static const char *login_at(const page_reader *r, const char *end)
{
    const char *found = NULL;
    for (const char *at = r->at; (at = find(at, end, '@')) != NULL; at++) {
        found = at;
        if (!takes_other(r->readings, URIPROOF_URL_SYNTAX_LOGIN_AT))
            break;
    }
    return found;
}

/* Reads user name and password: "The password, is present, follows the user name, separated from it
 * by a colon; the user name and optional password are followed by a commercial at sign".
 * Clauses: url-syntax.internet.user, .password, .at-sign */
static bool user_and_password(page_reader *r, const char *at_sign, uriproof_components *parts)
{
    if (!escapes_are_whole(r, at_sign))
        return false;
    const char *colon = find(r->at, at_sign, ':');
    parts->userinfo = span_to(r->at, at_sign);
    parts->user = span_to(r->at, colon != NULL ? colon : at_sign);
    if (colon != NULL)
        parts->password = span_to(colon + 1, at_sign);
    r->at = at_sign + 1;
    return true;
}

/* Reads the port: "The port number, if it is not the default number for the protocol, is given in
 * decimal notation after a colon." If an at sign may still come, `late` is where to report a fault;
 * otherwise it is NULL.
 * Clauses: url-syntax.internet.port, .port-decimal */
static bool port(page_reader *r, const char *end, const char *late, uriproof_components *parts)
{
    const char *start = ++r->at;
    while (r->at != end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    parts->port = span_to(start, r->at);
    if (r->at == end && r->at != start)
        return true;
    /* A text that is not a port may still become a password, so its escapes must be complete. */
    if (late != NULL && !escapes_are_whole(r, end))
        return false;
    return refuse(r, "port", late != NULL ? late : r->at, "url-syntax.internet.port-decimal");
}

/* Reads the host, "The internet domain name of the host", and the port.
 * Clause: url-syntax.internet.host */
static bool host_and_port(page_reader *r, const char *end, const char *late,
                          uriproof_components *parts)
{
    const char *colon = find(r->at, end, ':');
    const char *host_end = colon != NULL ? colon : end;
    bool is_void = host_end == r->at;
    if (!escapes_are_whole(r, is_void && late != NULL ? end : host_end))
        return false;
    if (is_void)
        return refuse(r, "host", late != NULL ? late : r->at, "url-syntax.internet.host");
    parts->host = span_to(r->at, host_end);
    r->at = host_end;
    return colon == NULL || port(r, end, late, parts);
}

/* Reads the part after the scheme: "This starts with a double slash "//" to indicate its presence,
 * and continues until the following slash".
 * Clauses: url-syntax.internet.double-slash, .next-slash */
static bool internet_protocol_part(page_reader *r, uriproof_components *parts)
{
    if (r->end - r->at < 2 || memcmp(r->at, "//", 2) != 0)
        return true;
    r->at += 2;
    const char *slash = find(r->at, r->end, '/');
    const char *end = slash != NULL ? slash : r->end;
    const char *at_sign = login_at(r, end);
    bool more = at_sign == NULL || takes_other(r->readings, URIPROOF_URL_SYNTAX_LOGIN_AT);
    if (at_sign != NULL && !user_and_password(r, at_sign, parts))
        return false;
    return host_and_port(r, end, more ? end : NULL, parts);
}

bool url_syntax_parse(uriproof_span url, const uriproof_readings *readings,
                      uriproof_components *components, uriproof_refusal *refusal)
{
    const char *start = url.octets != NULL ? url.octets : "";
    page_reader r = {start, start, start + url.length, readings, refusal};
    uriproof_components parts = {0};
    if (!prefix(&r) || !scheme(&r, &parts) || !internet_protocol_part(&r, &parts) ||
        !escapes_are_whole(&r, r.end))
        return false;
    parts.path = span_to(r.at, r.end);
    if (components != NULL)
        *components = parts;
    return true;
}
