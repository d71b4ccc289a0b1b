/* SPDX-License-Identifier: MIT */
/* Where two profiles are not the same, row by row. A profile is kept as what it changes of its
 * specification. */
#ifndef URIPROOF_PROFILES_CHANGES_H
#define URIPROOF_PROFILES_CHANGES_H

#include "model/learn.h"

/* A trait with another value, or a set of octets with more and fewer, in some contexts. */
typedef struct profile_change {
    trait_id trait;
    unsigned before, now; /* 0 of a set of octets */
    octet_set also, less;
    uint32_t contexts;
} profile_change;

/* Returns the changes in the order of the traits, then of the first context. The caller frees. */
profile_change *profile_changes(const profile *before, const profile *now, size_t *count);

/* Makes a change to the profile before it. */
void profile_make_change(profile *p, const profile_change *change);

/* Returns what completes "X is the specification, except that it ...". What RFC 3986 does is told
 * after the id of the trait: it is a change of other specifications alone. The caller frees it. */
char *trait_does(trait_id id, unsigned value);

/* Returns true if all octets of `part` are in the set. */
bool octets_are_in(const octet_set *part, const octet_set *set);

bool octets_are_empty(const octet_set *set);

#endif
