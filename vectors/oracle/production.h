/* SPDX-License-Identifier: MIT */
/*
 * Tells which texts match a grammar rule under each setting of the readings. It uses automata that
 * are compiled from the printed grammars (docs/grammars.md), and never the reference.
 */
#ifndef URIPROOF_ORACLE_PRODUCTION_H
#define URIPROOF_ORACLE_PRODUCTION_H

#include "grammar/grammar.h"

enum {
    ORACLE_PRODUCTION_READINGS = 6,
    ORACLE_PRODUCTION_SETTINGS = 1 << ORACLE_PRODUCTION_READINGS
};

typedef struct oracle_production {
    size_t reading[ORACLE_PRODUCTION_READINGS]; /* the readings that the grammar depends on */
    size_t reading_count;
    uriproof_automaton automata[ORACLE_PRODUCTION_SETTINGS]; /* bit i of the index is set if reading
                                                                i is not at its default */
} oracle_production;

/* Compiles the rule `start` of the dialect's generic grammar under each setting. The grammars are
 * in `folder`. On success the caller frees *production with oracle_production_free. On failure it
 * returns false and sets *error, and there is nothing to free. */
bool oracle_production_open(const uriproof_dialect *dialect, const char *folder, const char *start,
                            oracle_production *production, uriproof_error *error);

/* Frees what *production owns. A zeroed one owns nothing. */
void oracle_production_free(oracle_production *production);

/* Returns the automaton for these readings. */
const uriproof_automaton *oracle_production_under(const oracle_production *production,
                                                  const uriproof_readings *readings);

/* Returns true if `text` matches with `readings`. */
bool oracle_matches(const oracle_production *production, const uriproof_readings *readings,
                    uriproof_span text);

/* Returns the index of the reading `id` in the table of `dialect`, or the length of the table if
 * there is no such reading. */
size_t oracle_reading(const uriproof_dialect *dialect, const char *id);

/* Returns true if the reading `id` has the value `value`. Returns false if there is no such
 * reading. */
bool oracle_reads(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  const char *id, const char *value);

#endif
