/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630, "Encoding reserved characters": "Before two URIs can be compared, it is therefore
 * necessary to bring them to the same encoding level. However, the reserved characters
 * ... may NEVER be encoded and unencoded in this way."
 *
 * The canonical form is produced octet by octet, so that two URIs can be compared
 * without a buffer.
 */
#include "canonical.h"

#include "characters.h"
#include "grammar.h"

#include <string.h>

static unsigned reserved_set(const uriproof_readings *readings)
{
    if (takes(readings, URIPROOF_RFC1630_RESERVED_SET, RESERVED_BY_PROSE))
        return PROSE_RESERVED;
    if (takes(readings, URIPROOF_RFC1630_RESERVED_SET, RESERVED_BY_BNF))
        return BNF_RESERVED;
    return PROSE_RESERVED | BNF_RESERVED;
}

bool stands_bare(unsigned char octet, unsigned set, const uriproof_readings *readings)
{
    if (octet == '@' && takes(readings, URIPROOF_RFC1630_AT_SIGN, AT_RESERVED))
        return false;
    return is_in(octet, set) && !is_in(octet, reserved_set(readings));
}

char hex_digit(unsigned value)
{
    return "0123456789ABCDEF"[value & 0xFU];
}

/* A place in a URI that derives, and what of its canonical form is already decided. */
typedef struct canonical_reader {
    const unsigned char *at;
    const unsigned char *path;
    const unsigned char *path_end;
    const unsigned char *search_end;
    const unsigned char *end;
    const uriproof_readings *readings;
    bool keep_escapes;              /* of the path segment that `at` is in */
    const unsigned char *void_part; /* where the text leaves out `left_out`; or NULL */
    const char *left_out;
    char pending[2];
    unsigned pending_count;
} canonical_reader;

static const unsigned char *end_of(uriproof_span part, const unsigned char *otherwise)
{
    return uriproof_present(part) ? (const unsigned char *)part.octets + part.length : otherwise;
}

static bool is_scheme(const uriproof_generic *generic, const char *name)
{
    return uriproof_span_equal(generic->scheme, uriproof_span_of(name));
}

/* "A void host field is equivalent to "localhost"."             rfc1630.file.void-host
 * By the printed words of reading xpalphas no path holds so long a host. */
static void put_in_localhost(canonical_reader *r, size_t length)
{
    if (takes(r->readings, URIPROOF_RFC1630_XPALPHAS, AS_PRINTED))
        return;
    bool void_host = length == 2 || (length > 2 && r->path[2] == '/');
    if (length < 2 || memcmp(r->path, "//", 2) != 0 || !void_host)
        return;
    r->void_part = r->path + 2;
    r->left_out = "localhost";
}

/* "If the encoded command string ... would be void then the gopher type character may be omiited
 * and "1" ... is assumed." Its slash may be left out with it.   rfc1630.gopher.void-command */
static void put_in_type(canonical_reader *r, size_t length)
{
    if (length < 3 || memcmp(r->path, "//", 2) != 0 || r->path[2] == '/')
        return;
    const unsigned char *slash = memchr(r->path + 2, '/', length - 2);
    if (slash != NULL && slash + 1 != r->path_end)
        return;
    r->void_part = r->path_end;
    r->left_out = slash != NULL ? "1" : "/1";
}

/* "A void fragment-id with or without the hash sign means that the URL refers to the whole
 * object": the hash of a void one is left out.               rfc1630.fragment.void */
static canonical_reader canonical_reader_of(uriproof_span uri, const uriproof_generic *generic,
                                            const uriproof_readings *readings)
{
    canonical_reader r = {0};
    r.at = (const unsigned char *)uri.octets;
    r.path = (const unsigned char *)generic->path.octets;
    r.path_end = end_of(generic->path, NULL);
    r.search_end = end_of(generic->search, r.path_end);
    r.end = generic->fragmentid.length > 0 ? end_of(generic->fragmentid, NULL) : r.search_end;
    r.readings = readings;
    if (is_scheme(generic, "file"))
        put_in_localhost(&r, generic->path.length);
    if (is_scheme(generic, "gopher"))
        put_in_type(&r, generic->path.length);
    return r;
}

static bool in_path(const canonical_reader *r)
{
    return r->at >= r->path && r->at < r->path_end;
}

static bool in_search(const canonical_reader *r)
{
    return r->at >= r->path_end && r->at < r->search_end;
}

static unsigned octet_of_escape(const unsigned char *percent)
{
    return hex_value(percent[1]) << 4 | hex_value(percent[2]);
}

/* True where the segment at `at` is one or two dots once its escapes are undone. */
static bool becomes_dots(const unsigned char *at, const unsigned char *end)
{
    unsigned dots = 0;
    while (at != end && *at != '/') {
        bool escaped = *at == '%';
        if (++dots > 2 || (escaped ? octet_of_escape(at) : *at) != '.')
            return false;
        at += escaped ? 3 : 1;
    }
    return dots > 0;
}

static char escape_again(canonical_reader *r, unsigned octet)
{
    r->pending[0] = hex_digit(octet);
    r->pending[1] = hex_digit(octet >> 4);
    r->pending_count = 2;
    return '%';
}

static char next_of_escape(canonical_reader *r)
{
    unsigned octet = octet_of_escape(r->at);
    unsigned set = in_path(r) ? path_set(r->readings) : XALPHA;
    bool keep = in_path(r) && r->keep_escapes;
    r->at += 3;
    if (!keep && stands_bare((unsigned char)octet, set, r->readings))
        return (char)octet;
    return escape_again(r, octet);
}

/* The next octet of the canonical form into *octet; false at its end. */
static bool next_octet(canonical_reader *r, char *octet)
{
    if (r->pending_count > 0) {
        *octet = r->pending[--r->pending_count];
        return true;
    }
    if (r->left_out != NULL && r->at == r->void_part && *r->left_out != '\0') {
        *octet = *r->left_out++;
        return true;
    }
    if (r->at == r->end)
        return false;
    if (in_path(r) && (r->at == r->path || r->at[-1] == '/'))
        r->keep_escapes = becomes_dots(r->at, r->path_end);
    if (*r->at == '%') {
        *octet = next_of_escape(r);
    } else if (*r->at == '+' && in_search(r) &&
               takes(r->readings, URIPROOF_RFC1630_PLUS_IN_SEARCH, PLUS_IS_SPACE)) {
        r->at++;
        *octet = escape_again(r, ' ');
    } else {
        *octet = (char)*r->at++;
    }
    return true;
}

uriproof_verdict uriproof_rfc1630_canonical(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal)
{
    uriproof_generic generic;
    out->length = 0;
    if (out->capacity < 16 || (out->capacity - 16) / 3 < uri.length)
        return URIPROOF_NO_ROOM;
    if (!uriproof_rfc1630_parse(uri, readings, &generic, refusal))
        return URIPROOF_INVALID;
    canonical_reader r = canonical_reader_of(uri, &generic, readings);
    while (next_octet(&r, &out->octets[out->length]))
        out->length++;
    return URIPROOF_OK;
}

uriproof_verdict uriproof_rfc1630_identical(uriproof_span uri, uriproof_span other,
                                            const uriproof_readings *readings, bool *identical,
                                            uriproof_refusal *refusal)
{
    uriproof_generic one, two;
    if (!uriproof_rfc1630_parse(uri, readings, &one, refusal) ||
        !uriproof_rfc1630_parse(other, readings, &two, refusal))
        return URIPROOF_INVALID;
    canonical_reader a = canonical_reader_of(uri, &one, readings);
    canonical_reader b = canonical_reader_of(other, &two, readings);
    char x = 0, y = 0;
    bool more_x, more_y;
    do {
        more_x = next_octet(&a, &x);
        more_y = next_octet(&b, &y);
    } while (more_x && more_y && x == y);
    *identical = !more_x && !more_y;
    return URIPROOF_OK;
}
