/* SPDX-License-Identifier: MIT */
/*
 * Finds the answers to a question with other readings. It asks the oracle with the defaults, with
 * every single value, and with every two values of different readings. The case then lists as few
 * answers as possible. The others follow by the rule of docs/vectors.md, "Readings".
 */
#ifndef URIPROOF_GENERATOR_CASES_UNDER_READINGS_H
#define URIPROOF_GENERATOR_CASES_UNDER_READINGS_H

#include "oracle/oracle.h"
#include "writer.h"

enum { GEN_POOL_SIZE = 1 << 17 };

/* Memory for octets, which are kept until the pool is emptied. */
typedef struct gen_pool {
    char octets[GEN_POOL_SIZE];
    size_t used;
} gen_pool;

/* Returns a copy of `span` in the pool. An absent span stays absent. */
uriproof_span gen_keep(gen_pool *pool, uriproof_span span);

/* Sets *expect to the answer to the question `self` with `readings`. Its texts are kept in the
 * pool. */
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

/* Asks `answer` about `self` with the readings of `dialect`, and stores the answers in row->one. It
 * empties the row's pool first. The caller sets the fields of the request. */
void gen_row_expect(gen_row *row, const uriproof_dialect *dialect, gen_answer answer,
                    const void *self);

#endif
