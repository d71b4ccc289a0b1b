/* SPDX-License-Identifier: MIT */
/*
 * RFC 3986 read a second time and literally: sections 5.2 and 5.3, and 6.2, on strings that are
 * rewritten step by step. What matches is asked of the printed grammar.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_ORACLE_RFC3986_H
#define URIPROOF_GENERATOR_ORACLE_ORACLE_RFC3986_H

#include "production.h"
#include "short_string.h"

typedef struct gen_later {
    const uriproof_dialect *dialect;
    gen_production uri;
    gen_production reference;
} gen_later;

/* False and *job->error on failure; on true the caller frees with gen_rfc3986_free. */
bool gen_rfc3986_open(const gen_job *job, gen_later *later);
void gen_rfc3986_free(gen_later *later);

/* What section 5.2 came by. */
typedef enum gen_rfc3986_step {
    GEN_BASE_REJECTED = 1 << 0,
    GEN_REFERENCE_REJECTED = 1 << 1,
    GEN_WITH_SCHEME = 1 << 2, /* the reference has one */
    GEN_WITH_AUTHORITY = 1 << 3,
    GEN_EMPTY_PATH_QUERY = 1 << 4,
    GEN_EMPTY_PATH = 1 << 5,
    GEN_ABSOLUTE_PATH = 1 << 6,
    GEN_MERGED_EMPTY = 1 << 7, /* after an authority and an empty path */
    GEN_MERGED_LAST = 1 << 8,  /* for the last segment */
    GEN_DOTS_A = 1 << 9,       /* the steps of 5.2.4; E is not counted */
    GEN_DOTS_B = 1 << 10,
    GEN_DOTS_C = 1 << 11,
    GEN_DOTS_D = 1 << 12,
    GEN_TARGET_REJECTED = 1 << 13, /* the target does not match the grammar */
    GEN_SLASHES_MADE = 1 << 14,    /* a path without authority begins with two slashes */
    GEN_SLASHES_REJECTED = 1 << 15 /* and by reading slashes-made it is rejected */
} gen_rfc3986_step;

typedef struct gen_rfc3986_result {
    unsigned steps;
    gen_string text; /* empty where there is none */
} gen_rfc3986_result;

/* The target of `reference` with the base URI `base`. */
gen_rfc3986_result gen_rfc3986_resolve(const gen_later *later, const uriproof_readings *readings,
                                       uriproof_span base, uriproof_span reference);

/* The normal form of `text`, which matches URI and is of a scheme of which the RFC says nothing. Of
 * the steps it tells those of slashes; where they are rejected there is no text. */
gen_rfc3986_result gen_rfc3986_normal(const gen_later *later, const uriproof_readings *readings,
                                      uriproof_span text);

#endif
