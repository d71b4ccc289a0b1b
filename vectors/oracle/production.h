/* SPDX-License-Identifier: MIT */
/*
 * The texts that match one production under each setting of the readings, by the compiled
 * printed grammars (docs/grammars.md) and never by the reference.
 */
#ifndef URIPROOF_ORACLE_PRODUCTION_H
#define URIPROOF_ORACLE_PRODUCTION_H

#include "grammar/grammar.h"

enum {
    ORACLE_PRODUCTION_READINGS = 6,
    ORACLE_PRODUCTION_SETTINGS = 1 << ORACLE_PRODUCTION_READINGS
};

typedef struct oracle_production {
    size_t reading[ORACLE_PRODUCTION_READINGS]; /* those that the grammar depends on */
    size_t reading_count;
    uriproof_automaton automata[ORACLE_PRODUCTION_SETTINGS]; /* bit i is set where reading i is not
                                                         at its default */
} oracle_production;

/* Compiles `start` of the generic grammar of `dialect`, of those in `folder`, under each setting.
 * True: the caller frees *production with oracle_production_free. False and *error on failure;
 * then there is nothing to free. */
bool oracle_production_open(const uriproof_dialect *dialect, const char *folder, const char *start,
                            oracle_production *production, uriproof_error *error);

/* Frees what *production owns; a zeroed one owns nothing. */
void oracle_production_free(oracle_production *production);

/* The automaton under `readings`. */
const uriproof_automaton *oracle_production_under(const oracle_production *production,
                                                  const uriproof_readings *readings);

/* Does `text` match under `readings`? */
bool oracle_matches(const oracle_production *production, const uriproof_readings *readings,
                    uriproof_span text);

/* The place of the reading `id` among those of `dialect`; its count where there is none. */
size_t oracle_reading(const uriproof_dialect *dialect, const char *id);

/* Has the reading `id` the value `value` under `readings`? Returns false if there is no such
 * reading. */
bool oracle_reads(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  const char *id, const char *value);

#endif
