/* SPDX-License-Identifier: MIT */
/*
 * The URL Standard of the WHATWG (commit 6ae8486, 2 July 2026): the basic URL parser as a state
 * machine, host parsing, serializing, equivalence and origin. A clause id names a state or an
 * algorithm of the standard, and the step of it: `whatwg-url.host.missing`.
 *
 * A text is octets that are read as UTF-8. The standard parses scalar values, so it says nothing of
 * a text that is not UTF-8, and the verdict is URIPROOF_SILENT. The encoding is always UTF-8. There
 * is no state override, so there are no setters. A blob URL has no blob URL entry.
 *
 * Every function is pure, allocates no memory and does not recurse. Any number of threads may call
 * it at once, if the services allow that. Its time is linear in its input, if that of the services
 * is.
 */
#ifndef URIPROOF_WHATWG_URL_H
#define URIPROOF_WHATWG_URL_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Section "Host representation". */
typedef enum uriproof_whatwg_url_host_kind {
    URIPROOF_WHATWG_URL_NULL_HOST, /* the span of the host is absent */
    URIPROOF_WHATWG_URL_DOMAIN,
    URIPROOF_WHATWG_URL_IPV4,
    URIPROOF_WHATWG_URL_IPV6, /* the span has the brackets */
    URIPROOF_WHATWG_URL_OPAQUE_HOST,
    URIPROOF_WHATWG_URL_EMPTY_HOST
} uriproof_whatwg_url_host_kind;

/* A URL record (section "URL representation"). The spans are parts of the serialized URL `href`,
 * which is in the caller's buffer, and are valid as long as it is. If the host, port, query or
 * fragment is null, its span is absent. No part includes its delimiter, but the path of a list
 * includes its slashes. */
typedef struct uriproof_whatwg_url_record {
    uriproof_span href; /* the result of the URL serializer */
    uriproof_span scheme;
    uriproof_span username;
    uriproof_span password;
    uriproof_span host; /* serialized */
    uriproof_whatwg_url_host_kind host_kind;
    uriproof_span port;
    uriproof_span path; /* serialized */
    bool has_opaque_path;
    size_t path_size; /* the number of segments, if the path is a list */
    uriproof_span query;
    uriproof_span fragment;
    /* True if a label begins with `xn--` and to_ascii is missing. The validation error
     * domain-to-ASCII may then be missing from those that were reported. */
    bool domain_error_unknown;
} uriproof_whatwg_url_record;

/* Tells why a text is rejected or undefined. The strings are static. */
typedef struct uriproof_whatwg_url_rejection {
    const char *state; /* the state that the parser is in: `host state`; or NULL before the first */
    const char *clause; /* the step that returns failure: `whatwg-url.ipv6.eight-pieces` */
    const char *error;  /* the validation error of this step, or NULL if it has none */
    size_t offset;      /* as in uriproof_validation_error; of the base if in_base is true */
    bool in_base;
} uriproof_whatwg_url_rejection;

/* Returns how many octets of buffer are enough to parse a text of `text` octets against a base of
 * `base` octets; 0 if there is no base. With g = the growth of `services`, but at least 3, that is
 *     g * (text + 2 * base) + the longer of both + 192
 * or SIZE_MAX if a size_t cannot hold that. `services` may be NULL. */
size_t uriproof_whatwg_url_room(size_t text, size_t base, const uriproof_services *services);

/* Runs the basic URL parser on `text` (section "URL parsing"). If `base` is present, it is parsed
 * first, without a base, and is then the base URL. `services` and `rejection` may be NULL.
 *   URIPROOF_OK       *url is the URL, with spans into out->octets; out->length is how much of the
 *                     buffer must be kept for them
 *   URIPROOF_INVALID  the parser returns failure for the text or for the base; see *rejection
 *   URIPROOF_SILENT   the text or the base is not UTF-8, or a service is missing that the result
 *                     depends on; see *rejection
 *   URIPROOF_NO_ROOM  out->capacity is less than uriproof_whatwg_url_room says; nothing is written
 * The caller owns everything it passes. The buffer must not overlap with the texts. *url is only
 * set if the verdict is URIPROOF_OK, and *rejection only if it is INVALID or SILENT. */
uriproof_verdict uriproof_whatwg_url_parse(uriproof_span text, uriproof_span base,
                                           const uriproof_services *services, uriproof_buffer *out,
                                           uriproof_whatwg_url_record *url,
                                           uriproof_whatwg_url_rejection *rejection);

/* Returns the serialized URL, with or without its fragment (section "URL serializing"). The span is
 * a part of url->href. */
uriproof_span uriproof_whatwg_url_serialize(const uriproof_whatwg_url_record *url,
                                            bool exclude_fragment);

/* Returns true if the URLs are equal (section "URL equivalence"). */
bool uriproof_whatwg_url_equals(const uriproof_whatwg_url_record *a,
                                const uriproof_whatwg_url_record *b, bool exclude_fragments);

/* An origin (section "Origin"): opaque, or a tuple. `port` is absent if it is null. The domain of a
 * tuple is always null. */
typedef struct uriproof_whatwg_url_origin {
    bool is_opaque;
    uriproof_span scheme;
    uriproof_span host;
    uriproof_span port;
} uriproof_whatwg_url_origin;

/* Sets *origin to the origin of `url`. For a blob URL, its path is parsed into *out, which needs
 * room for uriproof_whatwg_url_room(url->path.length, 0, services); the spans are then in *out, and
 * else in url->href. The origin of a file URL is opaque, as the standard advises. `services` may be
 * NULL.
 *   URIPROOF_OK       *origin is set
 *   URIPROOF_SILENT   the path of a blob URL is undefined
 *   URIPROOF_NO_ROOM  out->capacity is too small */
uriproof_verdict uriproof_whatwg_url_origin_of(const uriproof_whatwg_url_record *url,
                                               const uriproof_services *services,
                                               uriproof_buffer *out,
                                               uriproof_whatwg_url_origin *origin);

#ifdef __cplusplus
}
#endif

#endif
