/* SPDX-License-Identifier: MIT */
/* The reading http-host. Section 3.2.2 says that "the "http" scheme considers a missing authority
 * or empty host invalid". */
#include "characters.h"
#include "compose.h"

#include <string.h>

/* Returns the length of "http:" if the text begins with it in either case of letters, and 0
 * otherwise. */
static size_t http_length(uriproof_span text)
{
    static const char http[] = "http:";
    size_t length = sizeof http - 1;
    if (text.length < length)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (lower_case((unsigned char)text.octets[i]) != http[i])
            return 0;
    return length;
}

/* Returns true at the end of an authority, or at the colon of a port. */
static bool host_ends(const char *at, const char *end)
{
    return at == end || *at == ':';
}

/* Returns true if this is a URI of http without a host. It then sets *offset to the length of the
 * longest prefix that some URI with a host has too. Text up to the end of the authority can still
 * become a userinfo, if an "@" follows. */
static bool lacks_host(uriproof_span text, size_t *offset)
{
    size_t start = http_length(text);
    if (start == 0)
        return false;
    *offset = start;
    for (int slashes = 0; slashes < 2; slashes++) {
        if (*offset == text.length || text.octets[*offset] != '/')
            return true;
        ++*offset;
    }
    const char *authority = text.octets + *offset;
    const char *end = authority;
    while (end != text.octets + text.length && *end != '/' && *end != '?' && *end != '#')
        end++;
    const char *at = memchr(authority, '@', (size_t)(end - authority));
    const char *host = at != NULL ? at + 1 : authority;
    *offset = (size_t)((at != NULL ? host : end) - text.octets);
    return host_ends(host, end);
}

/* Returns the rule in which the text fails at `offset`. The two slashes before an authority belong
 * to the rule URI, not to the authority. */
static const char *production_at(size_t offset)
{
    return offset < sizeof "http://" - 1 ? "URI" : "authority";
}

bool rfc3986_parse_by(uriproof_span uri, const uriproof_readings *readings,
                      uriproof_components *parts, uriproof_refusal *refusal)
{
    size_t offset = 0;
    uriproof_refusal own = {NULL, 0, NULL};
    bool derives = uriproof_rfc3986_parse(uri, parts, &own);
    bool lacks = takes(readings, URIPROOF_RFC3986_HTTP_HOST, BY_SCHEME) && lacks_host(uri, &offset);
    /* If the text has both faults, the one that comes first is reported. */
    if (lacks && (derives || offset < own.offset))
        own = (uriproof_refusal){production_at(offset), offset, "rfc3986.host.empty"};
    if (refusal != NULL && !(derives && !lacks))
        *refusal = own;
    return derives && !lacks;
}
