/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986 read a second time and literally: sections 5.2 and 5.3, and 6.2, on strings that are
 * rewritten step by step. What matches is asked of the printed grammar.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_ORACLE_RFC3986_H
#define URIPROOF_GENERATOR_ORACLE_ORACLE_RFC3986_H

#include "production.h"
#include "short_string.h"

typedef struct derive_later {
    const uriproof_dialect *dialect;
    derive_production uri;
    derive_production reference;
} derive_later;

/* False and *job->error on failure; on true the caller frees with derive_later_free. */
bool derive_later_open(const derive_job *job, derive_later *later);
void derive_later_free(derive_later *later);

/* What section 5.2 came by. */
typedef enum derive_later_step {
    DERIVE_BASE_REFUSED = 1 << 0,
    DERIVE_REFERENCE_REFUSED = 1 << 1,
    DERIVE_WITH_SCHEME = 1 << 2, /* the reference has one */
    DERIVE_WITH_AUTHORITY = 1 << 3,
    DERIVE_EMPTY_PATH_QUERY = 1 << 4,
    DERIVE_EMPTY_PATH = 1 << 5,
    DERIVE_ABSOLUTE_PATH = 1 << 6,
    DERIVE_MERGED_EMPTY = 1 << 7, /* after an authority and an empty path */
    DERIVE_MERGED_LAST = 1 << 8,  /* for the last segment */
    DERIVE_DOTS_A = 1 << 9,       /* the steps of 5.2.4; E is not counted */
    DERIVE_DOTS_B = 1 << 10,
    DERIVE_DOTS_C = 1 << 11,
    DERIVE_DOTS_D = 1 << 12,
    DERIVE_TARGET_REFUSED = 1 << 13,  /* the target does not match the grammar */
    DERIVE_SLASHES_MADE = 1 << 14,    /* a path without authority begins with two slashes */
    DERIVE_SLASHES_REJECTED = 1 << 15 /* and by reading slashes-made it is rejected */
} derive_later_step;

typedef struct derive_later_result {
    unsigned steps;
    derive_string text; /* empty where there is none */
} derive_later_result;

/* The target of `reference` with the base URI `base`. */
derive_later_result derive_later_resolve(const derive_later *later,
                                         const uriproof_readings *readings, uriproof_span base,
                                         uriproof_span reference);

/* The normal form of `text`, which matches URI and is of a scheme of which the RFC says nothing. Of
 * the steps it tells those of slashes; where they are rejected there is no text. */
derive_later_result derive_later_normal(const derive_later *later,
                                        const uriproof_readings *readings, uriproof_span text);

#endif
