/* SPDX-License-Identifier: MIT */
/* Putting a URI together, and the readings. */
#ifndef URIPROOF_RFC3986_COMPOSE_H
#define URIPROOF_RFC3986_COMPOSE_H

#include <uriproof/rfc3986.h>

/* The values that are not the default, by number. */
enum {
    LOOSE = 1,
    BY_SCHEME = 1, /* of normal-port, normal-path, normal-host and http-host */
    ROOTLESS_KEPT = 1,
    SLASHES_GUARDED = 1,
    SLASHES_REJECTED = 2,
    NULL_REJECTED = 1
};

static inline bool takes(const uriproof_readings *readings, uriproof_rfc3986_reading reading,
                         unsigned char value)
{
    return (readings != NULL ? readings->value[reading] : 0) == value;
}

/* uriproof_rfc3986_parse by reading http-host. `parts` is not optional, and not to be read where
 * false is returned. */
bool rfc3986_parse_by(uriproof_span uri, const uriproof_readings *readings,
                      uriproof_components *parts, uriproof_refusal *refusal);

/* Adds octets after those in *out, which has room for them. */
void put(uriproof_buffer *out, const char *octets, size_t length);

/* Adds `part` after `delimiter`, where it is present. */
void put_part(uriproof_buffer *out, const char *delimiter, uriproof_span part);

/* Looks at the path, the last put in *out from `start`, that dot removal made: if it begins with
 * "//" and `has_authority` is false, it reads as an authority. Reading slashes-made: printed; or a
 * "/." goes before it; or it is rejected: then *out is empty, the refusal says why, and false is
 * returned. */
bool guard_slashes(uriproof_buffer *out, size_t start, bool has_authority,
                   const uriproof_readings *readings, uriproof_refusal *refusal);

#endif
