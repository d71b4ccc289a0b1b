/* SPDX-License-Identifier: MIT */
/* RFC 3986, section 6.2: normalization, syntax-based and scheme-based. */
#include "../percent.h"
#include "characters.h"
#include "compose.h"

#include <string.h>

/* 6.2.2.1: "the hexadecimal digits within a percent-encoding triplet ... should be normalized to
 * use uppercase letters"; 6.2.2.2: escapes of unreserved characters are undone. `fold`: the
 * part is case-insensitive, and its letters go to lower case. */
static void put_normal(uriproof_buffer *out, uriproof_span part, bool fold)
{
    const unsigned char *at = (const unsigned char *)part.octets, *end = at + part.length;
    while (at != end) {
        size_t length;
        unsigned char octet = (unsigned char)percent_octet_at(at, end, &length);
        if (*at == '%' && !is_in(octet, UNRESERVED)) {
            char escape[3];
            percent_escape(octet, escape);
            put(out, escape, sizeof escape);
        } else {
            char bare = fold ? lower_case(octet) : (char)octet;
            put(out, &bare, 1);
        }
        at += length;
    }
}

static void put_normal_part(uriproof_buffer *out, const char *delimiter, uriproof_span part)
{
    if (!uriproof_present(part))
        return;
    put(out, delimiter, strlen(delimiter));
    put_normal(out, part, false);
}

static bool written_is(const uriproof_buffer *out, const char *text)
{
    return uriproof_span_equal((uriproof_span){out->octets, out->length}, uriproof_span_of(text));
}

/* 6.2.3: "the port ... is empty or the default for the scheme"; the text names that of http. */
static bool port_goes(uriproof_span port, bool is_http)
{
    return port.length == 0 || (is_http && port.length == 2 && memcmp(port.octets, "80", 2) == 0);
}

/* 3.2.2: for file "no authority, an empty host, and "localhost" all mean the end-user's
 * machine". Only a host alone is meant. What is absent has no length either. */
static bool is_local(const uriproof_components *parts)
{
    static const char localhost[] = "localhost";
    if (uriproof_present(parts->userinfo) || uriproof_present(parts->port))
        return false;
    if (parts->host.length == 0)
        return true;
    if (parts->host.length != sizeof localhost - 1)
        return false;
    for (size_t i = 0; i < parts->host.length; i++)
        if (lower_case((unsigned char)parts->host.octets[i]) != localhost[i])
            return false;
    return true;
}

static void put_authority(uriproof_buffer *out, const uriproof_components *parts, bool by_scheme,
                          bool is_http)
{
    if (!uriproof_present(parts->host))
        return;
    put(out, "//", 2);
    put_normal_part(out, "", parts->userinfo);
    if (uriproof_present(parts->userinfo))
        put(out, "@", 1);
    put_normal(out, parts->host, true);
    if (!(by_scheme && port_goes(parts->port, is_http)))
        put_part(out, ":", parts->port);
}

/* 6.2.2.3: dots go from the path, once its escapes are undone. Reading dots-on-rootless:
 * printed, or a path without a slash at its front keeps them. */
static void put_dotless(uriproof_buffer *out, uriproof_span path, const uriproof_readings *readings)
{
    size_t start = out->length;
    bool rootless = path.length > 0 && path.octets[0] != '/';
    put_normal(out, path, false);
    if (!rootless || !takes(readings, URIPROOF_RFC3986_DOTS_ON_ROOTLESS, ROOTLESS_KEPT))
        out->length =
            start + uriproof_rfc3986_remove_dot_segments(out->octets + start, out->length - start);
}

/* A path behind an authority begins with a slash, or is void: is this one so without its dots?
 * It is written to see, and taken back. */
static bool can_have_authority(uriproof_buffer *out, uriproof_span path,
                               const uriproof_readings *readings)
{
    size_t start = out->length;
    put_dotless(out, path, readings);
    bool can = out->length == start || out->octets[start] == '/';
    out->length = start;
    return can;
}

static void put_path(uriproof_buffer *out, uriproof_span path, bool has_authority, bool by_scheme,
                     const uriproof_readings *readings)
{
    size_t start = out->length;
    put_dotless(out, path, readings);
    guard_slashes(out, start, has_authority, readings);
    if (by_scheme && has_authority && out->length == start)
        put(out, "/", 1);
}

uriproof_verdict uriproof_rfc3986_normalize(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal)
{
    uriproof_components parts;
    bool by_scheme = takes(readings, URIPROOF_RFC3986_NORMAL_FORM, SCHEME_BASED);
    out->length = 0;
    if (out->capacity < 16 || (out->capacity - 16) / 3 < uri.length)
        return URIPROOF_NO_ROOM;
    if (!uriproof_rfc3986_parse(uri, &parts, refusal))
        return URIPROOF_INVALID;
    put_normal(out, parts.scheme, true);
    bool is_http = written_is(out, "http"), is_file = written_is(out, "file");
    put(out, ":", 1);
    if (by_scheme && is_file && is_local(&parts) && can_have_authority(out, parts.path, readings))
        parts.host = (uriproof_span){"", 0};
    put_authority(out, &parts, by_scheme, is_http);
    put_path(out, parts.path, uriproof_present(parts.host), by_scheme, readings);
    put_normal_part(out, "?", parts.query);
    put_normal_part(out, "#", parts.fragment);
    return URIPROOF_OK;
}
