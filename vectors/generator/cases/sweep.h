/* SPDX-License-Identifier: MIT */
/*
 * The pairs of a context and a partial form that resolve.c asks about: every sequence of
 * kinds of path elements up to a depth, in the form and in the context.
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

/* The contexts that the forms are tried in. */
typedef struct gen_contexts {
    const char *deep;          /* with enough elements for every form */
    const char *runs;          /* for forms that begin with slashes: with runs of 1 to 3 */
    const char *const *narrow; /* for forms up to a depth of 3; up to a NULL */
} gen_contexts;

/* Fills *sweep with the pairs of all sweeps. */
void gen_sweep_fill(gen_sweep *sweep, const gen_contexts *contexts);

/* Adds pairs of words, up to a NULL. */
void gen_sweep_add(gen_sweep *sweep, const char *const (*pairs)[2]);

#endif
