/* SPDX-License-Identifier: MIT */
/* The readings of RFC 3986 (docs/readings.md), and the dialect's entry in the table. */
#include "compose.h"

#include <uriproof/rfc3986.h>

_Static_assert((int)URIPROOF_RFC3986_READING_COUNT <= (int)URIPROOF_READINGS_MAX,
               "uriproof_readings has room for each reading");

static const uriproof_reading readings_table[URIPROOF_RFC3986_READING_COUNT] = {
    [URIPROOF_RFC3986_RESOLUTION] = {"resolution",
                                     {"strict", "loose"},
                                     "whether a reference's scheme counts that is the base's own",
                                     false},
    [URIPROOF_RFC3986_NORMAL_FORM] = {"normal-form",
                                      {"syntax", "scheme"},
                                      "whether what the text says of a scheme is applied too",
                                      false},
    [URIPROOF_RFC3986_DOTS_ON_ROOTLESS] = {"dots-on-rootless",
                                           {"printed", "kept"},
                                           "whether dots go from a path without a root",
                                           false},
    [URIPROOF_RFC3986_SLASHES_MADE] = {"slashes-made",
                                       {"printed", "guarded"},
                                       "whether a path that has become `//` is told from an "
                                       "authority",
                                       false},
};

static bool parse(uriproof_span uri, const uriproof_readings *readings, uriproof_parts *parts,
                  uriproof_refusal *refusal)
{
    (void)readings;
    if (!uriproof_rfc3986_parse(uri, &parts->components, refusal))
        return false;
    parts->has_components = true;
    parts->has_generic = false;
    return true;
}

/* 6.1: URIs are equivalent where they are the same octets, once normalized. */
static uriproof_verdict equivalent(uriproof_span uri, uriproof_span other,
                                   const uriproof_readings *readings, uriproof_buffer *scratch,
                                   bool *equal, uriproof_refusal *refusal)
{
    size_t half = 3 * uri.length + 16;
    if (scratch->capacity < half || scratch->capacity - half < 3 * other.length + 16)
        return URIPROOF_NO_ROOM;
    uriproof_buffer one = {scratch->octets, half, 0};
    uriproof_buffer two = {scratch->octets + half, scratch->capacity - half, 0};
    uriproof_verdict verdict = uriproof_rfc3986_normalize(uri, readings, &one, refusal);
    if (verdict == URIPROOF_OK)
        verdict = uriproof_rfc3986_normalize(other, readings, &two, refusal);
    *equal = verdict == URIPROOF_OK && uriproof_span_equal((uriproof_span){one.octets, one.length},
                                                           (uriproof_span){two.octets, two.length});
    return verdict;
}

static uriproof_verdict decode(uriproof_span text, const uriproof_readings *readings,
                               uriproof_buffer *out, uriproof_refusal *refusal)
{
    (void)readings;
    return uriproof_rfc3986_decode(text, out, refusal);
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

const uriproof_dialect uriproof_rfc3986 = {
    .name = "rfc3986",
    .document = "RFC 3986",
    .readings = readings_table,
    .base_may_be_normalized = true,
    .unreserved_may_be_decoded = true,
    .comparison_may_miss = true,
    .reading_count = URIPROOF_RFC3986_READING_COUNT,
    .parse = parse,
    .resolve = uriproof_rfc3986_resolve,
    .normalize = uriproof_rfc3986_normalize,
    .equivalent = equivalent,
    .decode = decode,
    .encode = encode,
    .encodes = encodes,
};
