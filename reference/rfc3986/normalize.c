/* SPDX-License-Identifier: MIT */
/* RFC 3986, section 6.2: normalization by syntax and by scheme. */
#include "normalize.h"

#include "../percent.h"
#include "characters.h"
#include "compose.h"

#include <string.h>

/* Writes an escape. Its digits become upper case if the techniques say so (6.2.2.1). */
static void put_escape(uriproof_buffer *out, const unsigned char *at, unsigned char octet,
                       unsigned techniques)
{
    char escape[3];
    memcpy(escape, at, sizeof escape);
    if ((techniques & NORMAL_HEX_CASE) != 0)
        percent_escape(octet, escape);
    put(out, escape, sizeof escape);
}

/* Writes a part, and decodes the escapes of unreserved characters if the techniques say so
 * (6.2.2.2). If `fold` is true, the part ignores case, and its letters become lower case (6.2.2.1).
 */
static void put_normal(uriproof_buffer *out, uriproof_span part, unsigned techniques, bool fold)
{
    const unsigned char *at = (const unsigned char *)part.octets, *end = at + part.length;
    while (at != end) {
        size_t length;
        const unsigned char octet = (unsigned char)percent_octet_at(at, end, &length);
        bool undone = (techniques & NORMAL_ESCAPES) != 0 && is_in(octet, UNRESERVED);
        if (length == 3 && !undone) {
            put_escape(out, at, octet, techniques);
        } else {
            char bare = fold ? lower_case(octet) : (char)octet;
            put(out, &bare, 1);
        }
        at += length;
    }
}

/* Writes the host. Its zone, if the reading zone permits one, keeps its case: RFC 4007, 11.2, has
 * it as a string that the system gives a meaning, and 6.1 wants no equal form of two hosts. After a
 * bare percent sign (zone=bare) its escapes stay too, since a digit could make an escape of it. */
static void put_host(uriproof_buffer *out, uriproof_span host, unsigned techniques)
{
    const bool fold = (techniques & NORMAL_HOST_CASE) != 0;
    const char *percent = memchr(host.octets, '%', host.length);
    const bool has_zone = percent != NULL && host.octets[0] == '[';
    const size_t length = has_zone ? (size_t)(percent - host.octets) : host.length;
    const uriproof_span zone = {host.octets + length, host.length - length};
    put_normal(out, (uriproof_span){host.octets, length}, techniques, fold);
    if (has_zone && memcmp(percent, "%25", 3) == 0)
        put_normal(out, zone, techniques, false);
    else
        put_part(out, "", zone);
}

static void put_normal_part(uriproof_buffer *out, const char *delimiter, uriproof_span part,
                            unsigned techniques)
{
    if (!uriproof_present(part))
        return;
    put(out, delimiter, strlen(delimiter));
    put_normal(out, part, techniques, false);
}

/* Returns true if a normal form omits the port. 3.2.3: "if port is empty or if its value would be
 * the same as that of the scheme's default". The RFC only tells the default of http, 80. The value
 * counts, so 080 is omitted too. */
static bool port_goes(uriproof_span port, bool is_http)
{
    size_t zeros = 0;
    if (port.length == 0)
        return true;
    while (zeros < port.length && port.octets[zeros] == '0')
        zeros++;
    uriproof_span value = {port.octets + zeros, port.length - zeros};
    return is_http && is_word(value, "80");
}

/* Returns true if the normal form of the host is "localhost". The form is written to the buffer for
 * the comparison, and then removed. */
static bool is_localhost(uriproof_buffer *out, uriproof_span host, unsigned techniques)
{
    size_t start = out->length;
    put_host(out, host, techniques);
    bool is = is_word((uriproof_span){out->octets + start, out->length - start}, "localhost");
    out->length = start;
    return is;
}

/* Returns true if the authority is the local machine. 3.2.2: for file "no authority, an empty host,
 * and "localhost" all mean the end-user's machine". The RFC says this of a host alone, so a
 * userinfo or a port makes a difference, but for a port that is left out. An absent host has length
 * 0 too. */
static bool is_local(uriproof_buffer *out, const uriproof_components *parts, unsigned techniques)
{
    const bool port_stays = uriproof_present(parts->port) &&
                            ((techniques & NORMAL_PORT) == 0 || !port_goes(parts->port, false));
    if (uriproof_present(parts->userinfo) || port_stays)
        return false;
    return parts->host.length == 0 || is_localhost(out, parts->host, techniques);
}

/* Writes the authority, if there is one. Each part is normalized on its own, since only the host
 * ignores case. */
static void put_authority(uriproof_buffer *out, const uriproof_components *parts,
                          unsigned techniques)
{
    if (!uriproof_present(parts->host))
        return;
    put(out, "//", 2);
    put_normal_part(out, "", parts->userinfo, techniques);
    if (uriproof_present(parts->userinfo))
        put(out, "@", 1);
    put_host(out, parts->host, techniques);
    if ((techniques & NORMAL_PORT) == 0 || !port_goes(parts->port, is_word(parts->scheme, "http")))
        put_part(out, ":", parts->port);
}

/* Writes the path without dot segments, after its escapes are decoded (6.2.2.3). */
static void put_dotless(uriproof_buffer *out, uriproof_span path, unsigned techniques)
{
    size_t start = out->length;
    bool rootless = path.length > 0 && path.octets[0] != '/';
    put_normal(out, path, techniques, false);
    if ((techniques & (rootless ? NORMAL_ROOTLESS_DOTS : NORMAL_DOTS)) != 0)
        out->length =
            start + uriproof_rfc3986_remove_dot_segments(out->octets + start, out->length - start);
}

/* Returns true if the path can follow an authority: without its dots it is empty or begins with a
 * slash. The path is written to the buffer for this test, and then removed. */
static bool can_have_authority(uriproof_buffer *out, uriproof_span path, unsigned techniques)
{
    size_t start = out->length;
    put_dotless(out, path, techniques);
    bool can = out->length == start || out->octets[start] == '/';
    out->length = start;
    return can;
}

/* Writes the path. Returns false if it looks like an authority. */
static bool put_path(uriproof_buffer *out, uriproof_span path, bool has_authority,
                     unsigned techniques, const uriproof_readings *readings)
{
    size_t start = out->length;
    put_dotless(out, path, techniques);
    if (!guard_slashes(out, start, has_authority, readings))
        return false;
    if ((techniques & NORMAL_PATH) != 0 && has_authority && out->length == start)
        put(out, "/", 1);
    return true;
}

unsigned rfc3986_techniques(const uriproof_readings *readings)
{
    unsigned techniques = NORMAL_BY_SYNTAX;
    if (takes(readings, URIPROOF_RFC3986_DOTS_ON_ROOTLESS, ROOTLESS_KEPT))
        techniques &= ~(unsigned)NORMAL_ROOTLESS_DOTS;
    if (takes(readings, URIPROOF_RFC3986_NORMAL_PORT, BY_SCHEME))
        techniques |= NORMAL_PORT;
    if (takes(readings, URIPROOF_RFC3986_NORMAL_PATH, BY_SCHEME))
        techniques |= NORMAL_PATH;
    if (takes(readings, URIPROOF_RFC3986_NORMAL_HOST, BY_SCHEME))
        techniques |= NORMAL_HOST;
    return techniques;
}

uriproof_verdict rfc3986_normalize_by(uriproof_span uri, unsigned techniques,
                                      const uriproof_readings *readings, uriproof_buffer *out,
                                      uriproof_refusal *refusal)
{
    uriproof_components parts;
    out->length = 0;
    if (out->capacity < 16 || (out->capacity - 16) / 3 < uri.length)
        return URIPROOF_NO_ROOM;
    if (!rfc3986_parse_by(uri, readings, &parts, refusal))
        return URIPROOF_SILENT;
    put_normal(out, parts.scheme, techniques, (techniques & NORMAL_SCHEME_CASE) != 0);
    put(out, ":", 1);
    if ((techniques & NORMAL_HOST) != 0 && is_word(parts.scheme, "file") &&
        is_local(out, &parts, techniques) && can_have_authority(out, parts.path, techniques))
        parts.host = (uriproof_span){"", 0};
    put_authority(out, &parts, techniques);
    bool stands = put_path(out, parts.path, uriproof_present(parts.host), techniques, readings);
    put_normal_part(out, "?", parts.query, techniques);
    put_normal_part(out, "#", parts.fragment, techniques);
    return stands ? URIPROOF_OK : reject_slashes(out, readings, refusal);
}

uriproof_verdict uriproof_rfc3986_normalize(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal)
{
    return rfc3986_normalize_by(uri, rfc3986_techniques(readings), readings, out, refusal);
}
