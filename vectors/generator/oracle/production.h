/* SPDX-License-Identifier: MIT */
/*
 * The texts that match one production under each setting of the readings, by the compiled
 * printed grammars (docs/grammars.md) and never by the reference.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_PRODUCTION_H
#define URIPROOF_GENERATOR_ORACLE_PRODUCTION_H

#include "grammar/grammar.h"
#include "kinds.h"

enum {
    DERIVE_PRODUCTION_READINGS = 6,
    DERIVE_PRODUCTION_SETTINGS = 1 << DERIVE_PRODUCTION_READINGS
};

typedef struct derive_production {
    size_t reading[DERIVE_PRODUCTION_READINGS]; /* those that the grammar depends on */
    size_t reading_count;
    uriproof_automaton automata[DERIVE_PRODUCTION_SETTINGS]; /* bit i is set where reading i is not
                                                         at its default */
} derive_production;

/* Compiles `start` of the generic grammar of the job's dialect under each setting. True: the
 * caller frees *production with derive_production_free. False and *job->error on failure; then
 * there is nothing to free. */
bool derive_production_open(const derive_job *job, const char *start,
                            derive_production *production);

/* Frees what *production owns; a zeroed one owns nothing. */
void derive_production_free(derive_production *production);

/* The automaton under `readings`. */
const uriproof_automaton *derive_production_under(const derive_production *production,
                                                  const uriproof_readings *readings);

/* Does `text` match under `readings`? */
bool derive_derives(const derive_production *production, const uriproof_readings *readings,
                    uriproof_span text);

#endif
