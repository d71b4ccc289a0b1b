/* SPDX-License-Identifier: MIT */
/*
 * The pairs of a context and a partial form that resolve.c asks about. Forms and contexts have
 * every sequence of kinds of path elements up to a depth.
 */
#ifndef URIPROOF_GENERATOR_CASES_SWEEP_H
#define URIPROOF_GENERATOR_CASES_SWEEP_H

#include "oracle/oracle.h"

typedef struct gen_pair {
    oracle_string base;
    oracle_string ref;
} gen_pair;

enum { GEN_PAIRS_MAX = 4096 };

typedef struct gen_sweep {
    gen_pair pairs[GEN_PAIRS_MAX];
    size_t count;
} gen_sweep;

/* The contexts that the forms are combined with. */
typedef struct gen_contexts {
    const char *deep;          /* has enough elements for every form */
    const char *runs;          /* has runs of 1 to 3 slashes, for forms that begin with slashes */
    const char *const *narrow; /* for forms with a depth up to 3; up to a NULL */
} gen_contexts;

/* Adds a pair. More than GEN_PAIRS_MAX end the program (room.h). */
void gen_sweep_add(gen_sweep *sweep, const oracle_string *base, const oracle_string *ref);

/* Fills *sweep with all pairs of forms and contexts, and with those of tables/pairs.tsv for the
 * dialect. */
void gen_sweep_fill(gen_sweep *sweep, const gen_contexts *contexts, const char *dialect);

#endif
