/* SPDX-License-Identifier: MIT */
/*
 * What a question's answer is under other readings: the defaults, every value of every reading,
 * and every two values of two, each asked of the naive rules. Of these a case lists as few as give
 * the right answer by the rule of docs/vectors.md, "Readings".
 */
#ifndef URIPROOF_GENERATOR_ORACLE_UNDER_READINGS_H
#define URIPROOF_GENERATOR_ORACLE_UNDER_READINGS_H

#include "short_string.h"
#include "writer.h"

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

/* The place of the reading `id` among those of `dialect`; its count where there is none. */
size_t gen_reading(const uriproof_dialect *dialect, const char *id);

/* Has the reading `id` the value `value` under `readings`? False where there is no such reading. */
bool gen_reads(const uriproof_dialect *dialect, const uriproof_readings *readings, const char *id,
               const char *value);

#endif
