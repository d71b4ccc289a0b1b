/* SPDX-License-Identifier: MIT */
/* The readings of RFC 3986 (docs/readings.md), and its table of operations. */
#include "compose.h"
#include "normalize.h"

#include <uriproof/rfc3986.h>

_Static_assert((int)URIPROOF_RFC3986_READING_COUNT <= (int)URIPROOF_READINGS_MAX,
               "uriproof_readings has room for each reading");

static const uriproof_reading readings_table[URIPROOF_RFC3986_READING_COUNT] = {
    [URIPROOF_RFC3986_RESOLUTION] = {"resolution",
                                     {"strict", "loose"},
                                     "whether a reference's scheme counts that is the base's own",
                                     URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_NORMAL_PORT] = {"normal-port",
                                      {"syntax", "scheme"},
                                      "whether a normal form omits an empty port, and the default "
                                      "one of the scheme",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_NORMAL_PATH] = {"normal-path",
                                      {"syntax", "scheme"},
                                      "whether a normal form has `/` for an empty path after an "
                                      "authority",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_NORMAL_HOST] = {"normal-host",
                                      {"syntax", "scheme"},
                                      "whether a normal form has an empty host for the default one "
                                      "of the scheme",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_DOTS_ON_ROOTLESS] = {"dots-on-rootless",
                                           {"printed", "kept"},
                                           "whether dots go from a path without a root",
                                           URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_SLASHES_MADE] = {"slashes-made",
                                       {"printed", "guarded", "rejected"},
                                       "whether a path that has become `//` is told from an "
                                       "authority",
                                       URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_DECODE_NULL] = {"decode-null",
                                      {"decoded", "rejected"},
                                      "whether the escape of the octet 00 is decoded",
                                      URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_HTTP_HOST] = {"http-host",
                                    {"grammar", "scheme"},
                                    "whether a URI of http, https, ws, wss or ftp may be without a "
                                    "host, or have an empty one",
                                    URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_HTTP_PORT] = {"http-port",
                                    {"grammar", "scheme"},
                                    "whether their port may be above 65535",
                                    URIPROOF_DEPARTS_NOWHERE},
    [URIPROOF_RFC3986_ZONE] = {"zone",
                               {"rejected", "accepted", "bare"},
                               "whether an IPv6 address may have a zone, as in RFC 6874, and also "
                               "after a bare `%`",
                               URIPROOF_DEPARTS_NOWHERE},
};

static bool parse(uriproof_span uri, const uriproof_readings *readings, uriproof_parts *parts,
                  uriproof_refusal *refusal)
{
    if (!rfc3986_parse_by(uri, readings, &parts->components, refusal))
        return false;
    parts->has_components = true;
    parts->has_generic = false;
    return true;
}

/* Returns `readings` with a path that looks like an authority told from one. A comparison strictly
 * avoids false positives (6.1), so it compares the parts, and not what a parser would take for
 * them. */
static uriproof_readings told_apart(const uriproof_readings *readings)
{
    uriproof_readings told = readings != NULL ? *readings : (uriproof_readings){{0}};
    if (takes(readings, URIPROOF_RFC3986_SLASHES_MADE, SLASHES_PRINTED))
        told.value[URIPROOF_RFC3986_SLASHES_MADE] = SLASHES_GUARDED;
    return told;
}

/* Compares the normal forms of both URIs octet by octet (6.1). A text that is not a URI has no
 * normal form, so nothing is said of it. */
static uriproof_verdict equivalent(uriproof_span uri, uriproof_span other,
                                   const uriproof_readings *readings, uriproof_buffer *scratch,
                                   bool *equal, uriproof_refusal *refusal)
{
    size_t half = 3 * uri.length + 16;
    if (scratch->capacity < half || scratch->capacity - half < 3 * other.length + 16)
        return URIPROOF_NO_ROOM;
    uriproof_buffer one = {scratch->octets, half, 0};
    uriproof_buffer two = {scratch->octets + half, scratch->capacity - half, 0};
    *equal = false;
    uriproof_components parts;
    if (!rfc3986_parse_by(uri, readings, &parts, refusal) ||
        !rfc3986_parse_by(other, readings, &parts, refusal))
        return URIPROOF_SILENT;
    uriproof_readings told = told_apart(readings);
    uriproof_verdict verdict = uriproof_rfc3986_normalize(uri, &told, &one, refusal);
    if (verdict == URIPROOF_OK)
        verdict = uriproof_rfc3986_normalize(other, &told, &two, refusal);
    *equal = verdict == URIPROOF_OK && uriproof_span_equal((uriproof_span){one.octets, one.length},
                                                           (uriproof_span){two.octets, two.length});
    return verdict;
}

static uriproof_verdict decode(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal)
{
    return uriproof_rfc3986_decode(text, readings, out, refusal);
}

static bool encodes(uriproof_span encoded, uriproof_span text, const uriproof_readings *readings)
{
    (void)readings;
    return uriproof_rfc3986_encodes(encoded, text);
}

static uriproof_verdict encode(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal)
{
    (void)readings;
    (void)refusal;
    return uriproof_rfc3986_encode(text, out);
}

/* The techniques, in the order of their bits. Sections 6.2.2.1, 6.2.2.2 and 6.2.3 speak of any URI,
 * so a parser may also apply them to the result of a resolution. The dots are different: 5.2.4 says
 * what to remove there. No section adds an authority to a result. */
static const uriproof_technique techniques[] = {
    {"rfc3986.normal.hex-case", .of_results = true},
    {"rfc3986.normal.scheme-host-case", .of_results = true},
    {"rfc3986.normal.scheme-host-case", .of_results = true},
    {"rfc3986.normal.unreserved", .of_results = true},
    {"rfc3986.normal.dots", .of_results = false},
    {"rfc3986.normal.dots", .of_results = false},
    {"rfc3986.normal.scheme-based", .of_results = true, .removes_port = true},
    {"rfc3986.normal.scheme-based", .of_results = true},
    {"rfc3986.normal.scheme-based", .of_results = false},
};

_Static_assert(1U << sizeof techniques / sizeof techniques[0] == NORMAL_ALL + 1U,
               "each technique has its bit");

const uriproof_dialect uriproof_rfc3986 = {
    .name = "rfc3986",
    .document = "RFC 3986",
    .production = "rfc3986.bnf.URI-reference",
    .readings = readings_table,
    .base_may_be_normalized = true,
    .unreserved_may_be_decoded = true,
    .comparison_may_miss = true,
    .reading_count = URIPROOF_RFC3986_READING_COUNT,
    .parse = parse,
    .resolve = uriproof_rfc3986_resolve,
    .normalize = uriproof_rfc3986_normalize,
    .techniques = techniques,
    .technique_count = sizeof techniques / sizeof techniques[0],
    .normalize_by = rfc3986_normalize_by,
    .equivalent = equivalent,
    .decode = decode,
    .encode = encode,
    .encodes = encodes,
};
