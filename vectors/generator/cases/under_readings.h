/* SPDX-License-Identifier: MIT */
/*
 * What a question's answer is under other readings: the defaults, every value of every reading,
 * and every two values of two, each asked of the naive rules. Of these a case lists as few as give
 * the right answer by the rule of docs/vectors.md, "Readings".
 */
#ifndef URIPROOF_GENERATOR_CASES_UNDER_READINGS_H
#define URIPROOF_GENERATOR_CASES_UNDER_READINGS_H

#include "oracle/oracle.h"
#include "writer.h"

enum { GEN_POOL_SIZE = 1 << 17 };

/* Octets that are kept until the pool is emptied. */
typedef struct gen_pool {
    char octets[GEN_POOL_SIZE];
    size_t used;
} gen_pool;

/* A copy of `span` in the pool; an absent span stays absent. */
uriproof_span gen_keep(gen_pool *pool, uriproof_span span);

/* Says in *expect what is expected of the question `self` under `readings`; what it says lives
 * in the pool. */
typedef void (*gen_answer)(const void *self, const uriproof_readings *readings, gen_pool *pool,
                           gen_expect *expect);

enum { GEN_ALTERNATES_MAX = 160, GEN_SET_WORDS_MAX = 96 };

/* A case and what it points to. */
typedef struct gen_row {
    gen_case one;
    gen_alternate alternates[GEN_ALTERNATES_MAX];
    char sets[GEN_ALTERNATES_MAX][GEN_SET_WORDS_MAX];
    gen_pool pool;
} gen_row;

/* Asks `answer` of `self` under the readings of `dialect` and puts what it says into row->one;
 * empties the row's pool first. The fields of the request are the caller's to set. */
void gen_row_expect(gen_row *row, const uriproof_dialect *dialect, gen_answer answer,
                    const void *self);

#endif
