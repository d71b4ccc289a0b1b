/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986, "Uniform Resource Identifier (URI): Generic Syntax", January 2005: its Appendix A,
 * the components, reference resolution as section 5.2 has it, and normalization.
 *
 * Where the text admits several outcomes a *reading* chooses; docs/readings.md has them. A NULL
 * `readings` is every default. For the ownership of octets, for threads and for time see
 * uriproof/reference.h.
 */
#ifndef URIPROOF_RFC3986_H
#define URIPROOF_RFC3986_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The readings, in the order of uriproof_rfc3986.readings. */
typedef enum uriproof_rfc3986_reading {
    URIPROOF_RFC3986_RESOLUTION,
    URIPROOF_RFC3986_NORMAL_PORT,
    URIPROOF_RFC3986_NORMAL_PATH,
    URIPROOF_RFC3986_NORMAL_HOST,
    URIPROOF_RFC3986_DOTS_ON_ROOTLESS,
    URIPROOF_RFC3986_SLASHES_MADE,
    URIPROOF_RFC3986_DECODE_NULL,
    URIPROOF_RFC3986_HTTP_HOST,
    URIPROOF_RFC3986_READING_COUNT
} uriproof_rfc3986_reading;

/* The dialect, for those who choose one at run time. */
extern const uriproof_dialect uriproof_rfc3986;

/* Does `uri` match `URI`? True: *components has its parts (`user` and `password` stay absent:
 * RFC 3986 does not cut the userinfo). False: *refusal says where not, and why. Both are
 * optional (NULL). Clauses: rfc3986.bnf.* (Appendix A). It takes no readings: by http-host=scheme
 * the other functions, and the dialect's own parse, have fewer URIs of http. */
bool uriproof_rfc3986_parse(uriproof_span uri, uriproof_components *components,
                            uriproof_refusal *refusal);

/* The same for `URI-reference`: a URI, or a relative reference, which has no scheme
 * (section 4.1). */
bool uriproof_rfc3986_parse_reference(uriproof_span reference, uriproof_components *components,
                                      uriproof_refusal *refusal);

/* The target URI of `reference` with the base URI `base`, whose fragment is ignored
 * (section 5.2). `out` needs room for base.length + reference.length + 2 octets.
 *   URIPROOF_OK       the target is in *out
 *   URIPROOF_INVALID  the target is in *out, but does not match `URI`; or, with out->length 0
 *                     and by reading slashes-made, its path cannot stand in a URI
 *   URIPROOF_SILENT   `base` does not match `URI`, or `reference` not `URI-reference`, which
 *                     sections 5.1 and 5.2.2 take for granted
 *   URIPROOF_NO_ROOM  out->capacity is too small */
uriproof_verdict uriproof_rfc3986_resolve(uriproof_span base, uriproof_span reference,
                                          const uriproof_readings *readings, uriproof_buffer *out,
                                          uriproof_refusal *refusal);

/* The normal form of `uri` (sections 6.2.2 and, by readings, 3.2.2, 3.2.3 and 6.2.3). `out` needs
 * room for 3 * uri.length + 16 octets.
 *   URIPROOF_INVALID  by reading slashes-made: its path cannot stand in a URI
 *   URIPROOF_SILENT   `uri` does not match `URI`, and section 6 is about URIs */
uriproof_verdict uriproof_rfc3986_normalize(uriproof_span uri, const uriproof_readings *readings,
                                            uriproof_buffer *out, uriproof_refusal *refusal);

/* The path of `length` octets without its dot segments, in place, by the routine of section
 * 5.2.4; returns its new length. */
size_t uriproof_rfc3986_remove_dot_segments(char *path, size_t length);

/* Undoes every escape of `text`. `out` needs room for text.length octets. Section 2.1.
 *   URIPROOF_INVALID  by reading decode-null: "%00" is there (section 7.3)
 *   URIPROOF_SILENT   an escape is broken; section 2.4 says nothing of that */
uriproof_verdict uriproof_rfc3986_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal);

/* Writes `text`, any octets, as data in one path segment: all but unreserved characters are
 * escaped. `out` needs room for 3 * text.length octets. Sections 2.1, 2.2, 2.3. */
uriproof_verdict uriproof_rfc3986_encode(uriproof_span text, uriproof_buffer *out);

/* Is `encoded` the `text` made safe as one path segment? It matches `segment` and decodes to the
 * text. It need not escape what a segment takes as data: "/" apart, that is for the scheme to say;
 * nor dots, which escaped are the same. Sections 2.2, 2.3, 2.4 and 3.3. */
bool uriproof_rfc3986_encodes(uriproof_span encoded, uriproof_span text);

#ifdef __cplusplus
}
#endif

#endif
