/* SPDX-License-Identifier: MIT */
/* The readings http-host and http-port: what the schemes of HTTP, WebSocket and FTP restrict. By
 * section 3.1 "each scheme's specification may further restrict the syntax". An authority is
 * required by RFC 9110 (4.2.1, 4.2.2), RFC 6455 (3) and RFC 1738 (5); RFC 9110 has an empty host
 * rejected, and RFC 1738 knows none. RFC 3986 says of `http` that it "considers a missing
 * authority or empty host invalid" (3.2.2), and of empty hosts "For many scheme specifications, an
 * empty authority or host is considered an error" (6.2.3). */
#include "characters.h"
#include "compose.h"

#include <stdint.h>
#include <string.h>

static const char *const schemes[] = {"http", "https", "ws", "wss", "ftp"};

/* Returns the length of the scheme and its colon if it is one of these, and 0 otherwise. */
static size_t scheme_length(uriproof_span text)
{
    const char *colon = text.length > 0 ? memchr(text.octets, ':', text.length) : NULL;
    uriproof_span scheme = {text.octets, colon != NULL ? (size_t)(colon - text.octets) : 0};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
        if (is_word(scheme, schemes[i]))
            return scheme.length + 1;
    return 0;
}

/* Returns the authority after the scheme and its colon, which are `start` octets. It is empty if
 * there is none. */
static uriproof_span authority_of(uriproof_span text, size_t start)
{
    if (text.length - start < 2 || memcmp(text.octets + start, "//", 2) != 0)
        return (uriproof_span){"", 0};
    uriproof_span authority = {text.octets + start + 2, 0};
    const char *end = text.octets + text.length, *at = authority.octets;
    while (at != end && *at != '/' && *at != '?' && *at != '#')
        at++;
    authority.length = (size_t)(at - authority.octets);
    return authority;
}

/* Returns true at the end of an authority, or at the colon of a port. */
static bool host_ends(const char *at, const char *end)
{
    return at == end || *at == ':';
}

/* Returns true if this is a URI of these schemes without a host. It then sets *offset to the length
 * of the longest prefix that some URI with a host has too. Text up to the end of the authority can
 * still become a userinfo, if an "@" follows. */
static bool lacks_host(uriproof_span text, size_t start, size_t *offset)
{
    *offset = start;
    for (int slashes = 0; slashes < 2; slashes++) {
        if (*offset == text.length || text.octets[*offset] != '/')
            return true;
        ++*offset;
    }
    const char *authority = text.octets + *offset;
    const char *end = authority + authority_of(text, start).length;
    const char *at = memchr(authority, '@', (size_t)(end - authority));
    const char *host = at != NULL ? at + 1 : authority;
    *offset = (size_t)((at != NULL ? host : end) - text.octets);
    return host_ends(host, end);
}

/* Returns the rule in which the text fails at `offset`. The two slashes before an authority belong
 * to the rule URI, not to the authority. */
static const char *production_at(size_t start, size_t offset)
{
    return offset < start + 2 ? "URI" : "authority";
}

/* Returns true if the port is above 65535. 3.2.3: "the "http" scheme defines a default port of
 * "80", corresponding to its reserved TCP port number", and a TCP port number has 16 bits. All of
 * these schemes use TCP. */
static bool exceeds_tcp(uriproof_span port)
{
    unsigned long value = 0;
    for (size_t i = 0; i < port.length && value <= 65535; i++)
        value = value * 10 + (unsigned long)(port.octets[i] - '0');
    return value > 65535;
}

/* Returns the port with its first digits alone: up to the digit that makes it too great, or all. */
static uriproof_span port_that_fits(uriproof_span port)
{
    while (exceeds_tcp(port))
        port.length--;
    return port;
}

/* Returns the digits after the colon of the host that ends at `end`, which may have a port. */
static uriproof_span port_digits(const char *host, const char *end)
{
    const char *bracket = memchr(host, ']', (size_t)(end - host));
    const char *from = bracket != NULL ? bracket : host;
    const char *colon = memchr(from, ':', (size_t)(end - from));
    uriproof_span port = {colon != NULL ? colon + 1 : end, 0};
    while (port.octets + port.length != end &&
           is_in((unsigned char)port.octets[port.length], DIGIT))
        port.length++;
    return port;
}

/* Returns true if this is a URI of these schemes whose port is no port of TCP. It then sets *offset
 * to the length of the longest prefix that some URI with a right port has too. A host without
 * brackets and its port can still become a userinfo, if there is none before it and an "@" follows.
 */
static bool has_wrong_port(uriproof_span text, size_t start, size_t *offset)
{
    uriproof_span authority = authority_of(text, start);
    const char *end = authority.octets + authority.length;
    const char *at = memchr(authority.octets, '@', authority.length);
    uriproof_span port = port_digits(at != NULL ? at + 1 : authority.octets, end);
    if (!exceeds_tcp(port))
        return false;
    const bool may_be_userinfo = at == NULL && authority.octets[0] != '[';
    if (may_be_userinfo && port.octets + port.length != end)
        return false;
    if (!may_be_userinfo)
        port = port_that_fits(port);
    *offset = (size_t)(port.octets + port.length - text.octets);
    return true;
}

bool rfc3986_parse_by(uriproof_span uri, const uriproof_readings *readings,
                      uriproof_components *parts, uriproof_refusal *refusal)
{
    const size_t start = scheme_length(uri);
    size_t host = 0, port = 0;
    uriproof_refusal own = {NULL, SIZE_MAX, NULL};
    bool derives = rfc3986_matches_uri(uri, readings, parts, &own);
    bool lacks = start > 0 && takes(readings, URIPROOF_RFC3986_HTTP_HOST, BY_SCHEME) &&
                 lacks_host(uri, start, &host);
    bool wrong = start > 0 && takes(readings, URIPROOF_RFC3986_HTTP_PORT, BY_SCHEME) &&
                 has_wrong_port(uri, start, &port);
    /* If the text has several faults, the one that comes first is reported. */
    if (lacks && host < own.offset)
        own = (uriproof_refusal){production_at(start, host), host, "rfc3986.host.empty"};
    if (wrong && port < own.offset)
        own = (uriproof_refusal){"authority", port, "rfc3986.bnf.port"};
    bool holds = derives && !lacks && !wrong;
    if (refusal != NULL && !holds)
        *refusal = own;
    return holds;
}
