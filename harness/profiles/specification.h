/* SPDX-License-Identifier: MIT */
/*
 * A specification as a profile, by which parsers are measured. That of RFC 3986 is the table of
 * traits itself. Of another one the literal reference was measured as parsers are; its record says
 * how much of the specification the traits reach.
 */
#ifndef URIPROOF_PROFILES_SPECIFICATION_H
#define URIPROOF_PROFILES_SPECIFICATION_H

#include "model/learn.h"

typedef struct specification {
    const uriproof_dialect *dialect;
    profile profile;
    allowed_values *allows; /* of RFC 3986; NULL: nothing but the profile */
} specification;

/* Returns true if there is a profile of the dialect, in the folder `data`. */
bool specification_is_measured(const uriproof_dialect *dialect, const char *data);

/* Reads the profile of a dialect. That of RFC 3986 is under these readings (NULL: the defaults);
 * others were measured under their defaults, and are in the folder `data`, which has
 * harness/adapters/. Returns false and sets *error if there is none, or it cannot be read. */
bool specification_read(specification *to, const uriproof_dialect *dialect,
                        const uriproof_readings *readings, const char *data, uriproof_error *error);

#endif
