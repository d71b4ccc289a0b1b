/* SPDX-License-Identifier: MIT */
/*
 * The oracle for RFC 3986. It follows sections 5.2, 5.3 and 6.2 literally, and rewrites strings
 * step by step. The printed grammar tells what matches.
 */
#ifndef URIPROOF_ORACLE_RFC3986_H
#define URIPROOF_ORACLE_RFC3986_H

#include "production.h"
#include "short_string.h"

typedef struct oracle_rfc3986 {
    const uriproof_dialect *dialect;
    oracle_production uri;
    oracle_production reference;
} oracle_rfc3986;

/* Opens the oracle of `dialect` with the printed grammars in `folder`. Returns false and sets
 * *error on failure. On success the caller frees with oracle_rfc3986_free. */
bool oracle_rfc3986_open(const uriproof_dialect *dialect, const char *folder, oracle_rfc3986 *later,
                         uriproof_error *error);
void oracle_rfc3986_free(oracle_rfc3986 *later);

/* The five parts of a reference. An absent part has no octets. The path is always present. */
typedef struct oracle_rfc3986_parts {
    uriproof_span scheme, authority, path, query, fragment;
} oracle_rfc3986_parts;

/* Splits `text` by the regular expression of Appendix B, even if it does not match the grammar. */
oracle_rfc3986_parts oracle_rfc3986_split(uriproof_span text);

/* The steps that section 5.2 took. */
typedef enum oracle_rfc3986_step {
    ORACLE_BASE_REJECTED = 1 << 0,
    ORACLE_REFERENCE_REJECTED = 1 << 1,
    ORACLE_WITH_SCHEME = 1 << 2, /* the reference has a scheme */
    ORACLE_WITH_AUTHORITY = 1 << 3,
    ORACLE_EMPTY_PATH_QUERY = 1 << 4,
    ORACLE_EMPTY_PATH = 1 << 5,
    ORACLE_ABSOLUTE_PATH = 1 << 6,
    ORACLE_MERGED_EMPTY = 1 << 7, /* merged after an authority and an empty path */
    ORACLE_MERGED_LAST = 1 << 8,  /* merged in place of the last segment */
    ORACLE_DOTS_A = 1 << 9,       /* the steps of 5.2.4; E is not counted */
    ORACLE_DOTS_B = 1 << 10,
    ORACLE_DOTS_C = 1 << 11,
    ORACLE_DOTS_D = 1 << 12,
    ORACLE_TARGET_REJECTED = 1 << 13, /* the text is not the URI that is meant */
    ORACLE_SLASHES_MADE = 1 << 14,    /* a path without authority begins with two slashes */
    ORACLE_SLASHES_REJECTED = 1 << 15 /* and the reading slashes-made rejects it */
} oracle_rfc3986_step;

typedef struct oracle_rfc3986_result {
    unsigned steps;
    oracle_string text; /* empty if there is no result */
} oracle_rfc3986_result;

/* Returns the target of `reference` relative to the base URI `base`. */
oracle_rfc3986_result oracle_rfc3986_resolve(const oracle_rfc3986 *later,
                                             const uriproof_readings *readings, uriproof_span base,
                                             uriproof_span reference);

/* Returns the normal form of `text`, which must match URI. Its scheme must be one for which the RFC
 * has no rules of its own. Of the steps, only those about slashes and a rejected target are set. If
 * the slashes are rejected, there is no text. */
oracle_rfc3986_result oracle_rfc3986_normal(const oracle_rfc3986 *later,
                                            const uriproof_readings *readings, uriproof_span text);

/* Returns `data`, which may hold any octets, encoded as one path segment. Unreserved characters are
 * not escaped. */
oracle_string oracle_rfc3986_encode(uriproof_span data);

#endif
