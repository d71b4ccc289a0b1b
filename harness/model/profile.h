/* SPDX-License-Identifier: MIT */
/*
 * A profile is a value for each trait: of a specification, or measured of a parser. It is data.
 *
 * A value is that of an operation and a kind of scheme, since some parsers know schemes. Nearly
 * always one value stands for all of these.
 */
#ifndef URIPROOF_MODEL_PROFILE_H
#define URIPROOF_MODEL_PROFILE_H

#include "traits.h"

#include <uriproof/reference.h>

/* Kinds of scheme that parsers treat differently. */
typedef enum scheme_kind {
    KIND_HTTP,    /* https, ws, wss, too */
    KIND_SPECIAL, /* ftp */
    KIND_FILE,
    KIND_OTHER,
    KIND_NONE, /* a relative reference; and of what is done before the scheme is known */
    SCHEME_KINDS
} scheme_kind;

extern const char *const scheme_kinds[SCHEME_KINDS];

/* An operation and a kind of scheme. */
enum { PROFILE_CONTEXTS = MODEL_OPS * SCHEME_KINDS };

static inline unsigned profile_context(model_op op, scheme_kind kind)
{
    return (unsigned)op * SCHEME_KINDS + (unsigned)kind;
}

typedef struct octet_set {
    uint64_t bits[4];
} octet_set;

static inline bool octet_in(const octet_set *set, unsigned char octet)
{
    return (set->bits[octet / 64] >> octet % 64 & 1) != 0;
}

static inline void octet_put(octet_set *set, unsigned char octet, bool in)
{
    const uint64_t bit = UINT64_C(1) << octet % 64;
    set->bits[octet / 64] = in ? set->bits[octet / 64] | bit : set->bits[octet / 64] & ~bit;
}

typedef struct profile {
    unsigned char value[PROFILE_CONTEXTS][TRAIT_COUNT]; /* those of sets are 0 */
    octet_set takes[PROFILE_CONTEXTS][OCTET_PARTS];     /* of octets that end no part, but `%` */
} profile;

/* Returns the profile of RFC 3986 under these readings; NULL: its defaults. Readings of operations
 * that the model does not answer change nothing. */
profile profile_of_rfc3986(const uriproof_readings *readings);

/* Sets a trait to a value in each context of `contexts`, which are bits. */
void profile_set(profile *p, uint32_t contexts, trait_id id, unsigned value);

/* Makes a trait in these contexts as it is in another profile. */
void profile_copy(profile *p, const profile *from, uint32_t contexts, trait_id id);

/* All contexts; those of an operation. */
enum { PROFILE_EVERYWHERE = (1U << PROFILE_CONTEXTS) - 1 };
uint32_t profile_contexts_of(model_op op);

/* The contexts of kinds of scheme, which are bits, in each operation. */
uint32_t profile_contexts_of_kinds(unsigned kinds);

/* The octets that RFC 3986 takes in a part. Static. */
extern const octet_set octets_of_rfc3986[OCTET_PARTS];

#endif
