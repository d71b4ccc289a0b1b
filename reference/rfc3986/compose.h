/* SPDX-License-Identifier: MIT */
/* Functions that put a URI together from its parts, and the values of the readings. */
#ifndef URIPROOF_RFC3986_COMPOSE_H
#define URIPROOF_RFC3986_COMPOSE_H

#include <uriproof/rfc3986.h>

/* The numbers of values of readings. */
enum {
    LOOSE = 1,
    BY_SCHEME = 1, /* normal-port, normal-path, normal-host, http-host and http-port */
    ROOTLESS_KEPT = 1,
    SLASHES_PRINTED = 0,
    SLASHES_GUARDED = 1,
    SLASHES_REJECTED = 2,
    NULL_REJECTED = 1,
    ZONE_REJECTED = 0,
    ZONE_BARE = 2
};

static inline bool takes(const uriproof_readings *readings, uriproof_rfc3986_reading reading,
                         unsigned char value)
{
    return (readings != NULL ? readings->value[reading] : 0) == value;
}

/* Does the same as uriproof_rfc3986_parse, but follows the readings. `parts` may not be NULL, and
 * its content is undefined if the function returns false. */
bool rfc3986_parse_by(uriproof_span uri, const uriproof_readings *readings,
                      uriproof_components *parts, uriproof_refusal *refusal);

/* Parse by the grammar that the reading zone chooses. No other reading changes the grammar. */
bool rfc3986_matches_uri(uriproof_span text, const uriproof_readings *readings,
                         uriproof_components *parts, uriproof_refusal *refusal);
bool rfc3986_matches_reference(uriproof_span text, const uriproof_readings *readings,
                               uriproof_components *parts, uriproof_refusal *refusal);

/* Appends octets to *out, which must have room for them. */
void put(uriproof_buffer *out, const char *octets, size_t length);

/* Appends `delimiter` and `part`, if the part is present. */
void put_part(uriproof_buffer *out, const char *delimiter, uriproof_span part);

/* Checks the path that dot removal has left at the end of *out, from `start` on. If it begins with
 * "//" and `has_authority` is false, a parser would take it for an authority. With the reading
 * slashes-made=guarded the function inserts "/." before it. Else it returns false: the text is not
 * the URI that is meant. The caller writes the rest, and then calls reject_slashes. */
bool guard_slashes(uriproof_buffer *out, size_t start, bool has_authority,
                   const uriproof_readings *readings);

/* Rejects the result in *out: fills in the refusal and returns URIPROOF_INVALID. With the reading
 * slashes-made=rejected it empties *out. */
uriproof_verdict reject_slashes(uriproof_buffer *out, const uriproof_readings *readings,
                                uriproof_refusal *refusal);

#endif
