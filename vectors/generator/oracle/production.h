/* SPDX-License-Identifier: MIT */
/*
 * The texts that match one production under each setting of the readings, by the compiled
 * printed grammars (docs/grammars.md) and never by the reference.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_PRODUCTION_H
#define URIPROOF_GENERATOR_ORACLE_PRODUCTION_H

#include "grammar/grammar.h"
#include "kinds.h"

enum { GEN_PRODUCTION_READINGS = 6, GEN_PRODUCTION_SETTINGS = 1 << GEN_PRODUCTION_READINGS };

typedef struct gen_production {
    size_t reading[GEN_PRODUCTION_READINGS]; /* those that the grammar depends on */
    size_t reading_count;
    uriproof_automaton automata[GEN_PRODUCTION_SETTINGS]; /* bit i is set where reading i is not
                                                         at its default */
} gen_production;

/* Compiles `start` of the generic grammar of the job's dialect under each setting. True: the
 * caller frees *production with gen_production_free. False and *job->error on failure; then
 * there is nothing to free. */
bool gen_production_open(const gen_job *job, const char *start, gen_production *production);

/* Frees what *production owns; a zeroed one owns nothing. */
void gen_production_free(gen_production *production);

/* The automaton under `readings`. */
const uriproof_automaton *gen_production_under(const gen_production *production,
                                               const uriproof_readings *readings);

/* Does `text` match under `readings`? */
bool gen_matches(const gen_production *production, const uriproof_readings *readings,
                 uriproof_span text);

#endif
