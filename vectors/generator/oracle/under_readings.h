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
typedef void (*derive_answer)(const void *self, const uriproof_readings *readings,
                              derive_pool *pool, derive_expect *expect);

enum { DERIVE_ALTERNATES_MAX = 160, DERIVE_SET_WORDS_MAX = 96 };

/* A case and what it points to. */
typedef struct derive_row {
    derive_case one;
    derive_alternate alternates[DERIVE_ALTERNATES_MAX];
    char sets[DERIVE_ALTERNATES_MAX][DERIVE_SET_WORDS_MAX];
    derive_pool pool;
} derive_row;

/* Asks `answer` of `self` under the readings of `dialect` and puts what it says into row->one;
 * empties the row's pool first. The fields of the request are the caller's to set. */
void derive_row_expect(derive_row *row, const uriproof_dialect *dialect, derive_answer answer,
                       const void *self);

/* The place of the reading `id` among those of `dialect`; its count where there is none. */
size_t derive_reading(const uriproof_dialect *dialect, const char *id);

/* Has the reading `id` the value `value` under `readings`? False where there is no such reading. */
bool derive_reads(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  const char *id, const char *value);

#endif
