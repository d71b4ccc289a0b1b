/* SPDX-License-Identifier: MIT */
#include "production.h"

#include <string.h>

static const uriproof_grammar_entry *entry_of(const char *dialect)
{
    return uriproof_grammar_named(strcmp(dialect, "rfc1630") == 0 ? "rfc1630-generic" : dialect);
}

/* Finds the readings that the patches of `entry` are for. */
static void find_readings(const uriproof_dialect *dialect, const uriproof_grammar_entry *entry,
                          oracle_production *production)
{
    production->reading_count = 0;
    for (size_t i = 0; i < URIPROOF_GRAMMAR_PATCHES_MAX && entry->patches[i].reading != NULL; i++)
        for (size_t j = 0; j < dialect->reading_count; j++)
            if (strcmp(dialect->readings[j].id, entry->patches[i].reading) == 0)
                production->reading[production->reading_count++] = j;
}

static bool compile(const char *folder, const uriproof_grammar_entry *entry, const char *start,
                    const uriproof_readings *readings, uriproof_automaton *automaton,
                    uriproof_error *error)
{
    uriproof_grammar *grammar = uriproof_grammar_under(folder, entry, readings, error);
    bool holds = grammar != NULL && uriproof_automaton_compile(grammar, start, automaton, error);
    if (grammar != NULL)
        uriproof_grammar_free(grammar);
    return holds;
}

bool oracle_production_open(const uriproof_dialect *dialect, const char *folder, const char *start,
                            oracle_production *production, uriproof_error *error)
{
    const uriproof_grammar_entry *entry = entry_of(dialect->name);
    memset(production, 0, sizeof *production);
    find_readings(dialect, entry, production);
    for (size_t setting = 0; setting < (size_t)1 << production->reading_count; setting++) {
        uriproof_readings readings = {{0}};
        for (size_t i = 0; i < production->reading_count; i++)
            readings.value[production->reading[i]] = (setting >> i & 1) != 0 ? 1 : 0;
        if (!compile(folder, entry, start, &readings, &production->automata[setting], error)) {
            oracle_production_free(production);
            return false;
        }
    }
    return true;
}

void oracle_production_free(oracle_production *production)
{
    for (size_t i = 0; i < ORACLE_PRODUCTION_SETTINGS; i++)
        uriproof_automaton_free(&production->automata[i]);
    memset(production, 0, sizeof *production);
}

const uriproof_automaton *oracle_production_under(const oracle_production *production,
                                                  const uriproof_readings *readings)
{
    size_t setting = 0;
    for (size_t i = 0; i < production->reading_count; i++)
        if (readings->value[production->reading[i]] != 0)
            setting |= (size_t)1 << i;
    return &production->automata[setting];
}

bool oracle_matches(const oracle_production *production, const uriproof_readings *readings,
                    uriproof_span text)
{
    return uriproof_automaton_accepts(oracle_production_under(production, readings), text);
}

size_t oracle_reading(const uriproof_dialect *dialect, const char *id)
{
    size_t at = 0;
    while (at < dialect->reading_count && strcmp(dialect->readings[at].id, id) != 0)
        at++;
    return at;
}

bool oracle_reads(const uriproof_dialect *dialect, const uriproof_readings *readings,
                  const char *id, const char *value)
{
    size_t at = oracle_reading(dialect, id);
    return at < dialect->reading_count &&
           strcmp(dialect->readings[at].values[readings->value[at]], value) == 0;
}
