/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986, "Uniform Resource Identifier (URI): Generic Syntax", January 2005: the grammar of its
 * Appendix A, the components, reference resolution by section 5.2, and normalization.
 *
 * If the text allows several outcomes, a *reading* chooses one; docs/readings.md lists them. If
 * `readings` is NULL, every reading has its default value. uriproof/reference.h has the rules on
 * ownership of octets, on threads and on time.
 */
#ifndef URIPROOF_RFC3986_H
#define URIPROOF_RFC3986_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers the readings in the order of uriproof_rfc3986.readings. */
typedef enum uriproof_rfc3986_reading {
    URIPROOF_RFC3986_RESOLUTION,
    URIPROOF_RFC3986_NORMAL_PORT,
    URIPROOF_RFC3986_NORMAL_PATH,
    URIPROOF_RFC3986_NORMAL_HOST,
    URIPROOF_RFC3986_DOTS_ON_ROOTLESS,
    URIPROOF_RFC3986_SLASHES_MADE,
    URIPROOF_RFC3986_DECODE_NULL,
    URIPROOF_RFC3986_HTTP_HOST,
    URIPROOF_RFC3986_HTTP_PORT,
    URIPROOF_RFC3986_ZONE,
    URIPROOF_RFC3986_READING_COUNT
} uriproof_rfc3986_reading;

/* The table of operations of this dialect, for programs that choose a dialect at run time. */
extern const uriproof_dialect uriproof_rfc3986;

/* Returns true if `uri` matches `URI`. It then fills in *components. `user` and `password` stay
 * absent, since RFC 3986 does not split the userinfo. If it returns false, *refusal says where the
 * text does not match, and why. The caller may pass NULL for either. Clauses: rfc3986.bnf.*
 * (Appendix A).
 *
 * This function takes no readings. The dialect's own parse and all other functions do: with
 * http-host=scheme and http-port=scheme they reject more texts, and with zone=accepted and
 * zone=bare fewer. */
bool uriproof_rfc3986_parse(uriproof_span uri, uriproof_components *components,
                            uriproof_refusal *refusal);

/* Does the same for `URI-reference`: either a URI, or a relative reference, which has no scheme
 * (section 4.1). */
bool uriproof_rfc3986_parse_reference(uriproof_span reference, uriproof_components *components,
                                      uriproof_refusal *refusal);

/* Writes the target URI of `reference` relative to the URI `base`. The fragment of `base` is
 * ignored (section 5.2). `out` needs room for base.length + reference.length + 2 octets.
 *   URIPROOF_OK       the target is in *out
 *   URIPROOF_INVALID  the target is in *out, but does not match `URI`, or matches it with other
 *                     parts: without an authority, its path begins with "//" (3.3). With the
 *                     reading slashes-made=rejected, out->length is then 0.
 *   URIPROOF_SILENT   `base` does not match `URI`, or `reference` does not match `URI-reference`;
 *                     sections 5.1 and 5.2.2 assume that both do
 *   URIPROOF_NO_ROOM  out->capacity is too small */
uriproof_verdict uriproof_rfc3986_resolve(uriproof_span base, uriproof_span reference,
                                          const uriproof_readings *readings, uriproof_buffer *out,
                                          uriproof_refusal *refusal);

/* Writes the normal form of `uri` (sections 6.2.2 and, if readings say so, 3.2.2, 3.2.3 and 6.2.3).
 * `out` needs room for 3 * uri.length + 16 octets.
 *   URIPROOF_INVALID  without an authority, the path of the result begins with "//" (3.3). The
 *                     result is in *out, or with the reading slashes-made=rejected out->length is 0
 *   URIPROOF_SILENT   `uri` does not match `URI`, and section 6 only speaks of URIs */
uriproof_verdict uriproof_rfc3986_normalize(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal);

/* Removes the dot segments of the path of `length` octets by the routine of section 5.2.4. It works
 * in place and returns the new length. */
size_t uriproof_rfc3986_remove_dot_segments(char *path, size_t length);

/* Decodes every escape of `text`. `out` needs room for text.length octets. Section 2.1.
 *   URIPROOF_INVALID  the text has a "%00", and the reading decode-null rejects it (section 7.3)
 *   URIPROOF_SILENT   an escape is broken; section 2.4 does not say what to do then */
uriproof_verdict uriproof_rfc3986_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal);

/* Writes `text`, which may hold any octets, as data in one path segment. It escapes all characters
 * that are not unreserved. `out` needs room for 3 * text.length octets. Sections 2.1, 2.2, 2.3. */
uriproof_verdict uriproof_rfc3986_encode(uriproof_span text, uriproof_buffer *out);

/* Returns true if `encoded` is `text` encoded as one path segment: it matches `segment` and decodes
 * to `text`. A character that a segment allows need not be escaped, except "/", since the scheme
 * decides which of them are delimiters. Dots need not be escaped, since an escaped dot is
 * equivalent to a dot. Sections 2.2, 2.3, 2.4 and 3.3. */
bool uriproof_rfc3986_encodes(uriproof_span encoded, uriproof_span text);

#ifdef __cplusplus
}
#endif

#endif
