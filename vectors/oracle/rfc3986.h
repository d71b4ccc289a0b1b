/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986 read a second time and literally: sections 5.2 and 5.3, and 6.2, on strings that are
 * rewritten step by step. What matches is asked of the printed grammar.
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

/* Opens the oracle of `dialect` with the printed grammars in `folder`. False and *error on failure;
 * on true the caller frees with oracle_rfc3986_free. */
bool oracle_rfc3986_open(const uriproof_dialect *dialect, const char *folder, oracle_rfc3986 *later,
                         uriproof_error *error);
void oracle_rfc3986_free(oracle_rfc3986 *later);

/* The five parts of a reference; one that is absent has no octets. The path is always there. */
typedef struct oracle_rfc3986_parts {
    uriproof_span scheme, authority, path, query, fragment;
} oracle_rfc3986_parts;

/* The parts of `text` by the regular expression of Appendix B, whether it matches the grammar or
 * not. */
oracle_rfc3986_parts oracle_rfc3986_split(uriproof_span text);

/* What section 5.2 came by. */
typedef enum oracle_rfc3986_step {
    ORACLE_BASE_REJECTED = 1 << 0,
    ORACLE_REFERENCE_REJECTED = 1 << 1,
    ORACLE_WITH_SCHEME = 1 << 2, /* the reference has one */
    ORACLE_WITH_AUTHORITY = 1 << 3,
    ORACLE_EMPTY_PATH_QUERY = 1 << 4,
    ORACLE_EMPTY_PATH = 1 << 5,
    ORACLE_ABSOLUTE_PATH = 1 << 6,
    ORACLE_MERGED_EMPTY = 1 << 7, /* after an authority and an empty path */
    ORACLE_MERGED_LAST = 1 << 8,  /* for the last segment */
    ORACLE_DOTS_A = 1 << 9,       /* the steps of 5.2.4; E is not counted */
    ORACLE_DOTS_B = 1 << 10,
    ORACLE_DOTS_C = 1 << 11,
    ORACLE_DOTS_D = 1 << 12,
    ORACLE_TARGET_REJECTED = 1 << 13, /* the target does not match the grammar */
    ORACLE_SLASHES_MADE = 1 << 14,    /* a path without authority begins with two slashes */
    ORACLE_SLASHES_REJECTED = 1 << 15 /* and by reading slashes-made it is rejected */
} oracle_rfc3986_step;

typedef struct oracle_rfc3986_result {
    unsigned steps;
    oracle_string text; /* empty where there is none */
} oracle_rfc3986_result;

/* The target of `reference` with the base URI `base`. */
oracle_rfc3986_result oracle_rfc3986_resolve(const oracle_rfc3986 *later,
                                             const uriproof_readings *readings, uriproof_span base,
                                             uriproof_span reference);

/* The normal form of `text`, which matches URI and is of a scheme of which the RFC says nothing. Of
 * the steps it tells those of slashes; where they are rejected there is no text. */
oracle_rfc3986_result oracle_rfc3986_normal(const oracle_rfc3986 *later,
                                            const uriproof_readings *readings, uriproof_span text);

/* `data`, any octets, as one path segment: what is unreserved stays. */
oracle_string oracle_rfc3986_encode(uriproof_span data);

#endif
