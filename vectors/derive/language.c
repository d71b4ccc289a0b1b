/* SPDX-License-Identifier: MIT */
#include "language.h"

#include <string.h>

/* The draft's three departures are RFC 1630's, production for production. */
static const uriproof_grammar_entry draft = {
    .name = "draft-www-uri-00",
    .dialect = "draft-www-uri-00",
    .file = "draft-www-uri-00.bnf",
    .start = "fragmentaddress",
    .patches = {{"xpalphas", "recursive", "rfc1630-generic.xpalphas.bnf"},
                {"void-segment", "allowed", "rfc1630-generic.void-segment.bnf"},
                {"void-fragment", "allowed", "rfc1630-generic.void-fragment.bnf"}}};

static const uriproof_grammar_entry *entry_of(const char *dialect)
{
    if (strcmp(dialect, "rfc1630") == 0)
        return uriproof_grammar_named("rfc1630-generic");
    return strcmp(dialect, "rfc3986") == 0 ? uriproof_grammar_named("rfc3986") : &draft;
}

/* Which readings the patches of `entry` are for. */
static void find_readings(const uriproof_dialect *dialect, const uriproof_grammar_entry *entry,
                          derive_language *language)
{
    language->reading_count = 0;
    for (size_t i = 0; i < URIPROOF_GRAMMAR_PATCHES_MAX && entry->patches[i].reading != NULL; i++)
        for (size_t j = 0; j < dialect->reading_count; j++)
            if (strcmp(dialect->readings[j].id, entry->patches[i].reading) == 0)
                language->reading[language->reading_count++] = j;
}

static bool compile(const derive_job *job, const uriproof_grammar_entry *entry, const char *start,
                    const uriproof_readings *readings, uriproof_automaton *automaton)
{
    uriproof_grammar *grammar = uriproof_grammar_under(job->grammar, entry, readings, job->error);
    bool holds =
        grammar != NULL && uriproof_automaton_compile(grammar, start, automaton, job->error);
    if (grammar != NULL)
        uriproof_grammar_free(grammar);
    return holds;
}

bool derive_language_open(const derive_job *job, const char *start, derive_language *language)
{
    const uriproof_grammar_entry *entry = entry_of(job->dialect->name);
    memset(language, 0, sizeof *language);
    find_readings(job->dialect, entry, language);
    for (size_t setting = 0; setting < (size_t)1 << language->reading_count; setting++) {
        uriproof_readings readings = {{0}};
        for (size_t i = 0; i < language->reading_count; i++)
            readings.value[language->reading[i]] = (setting >> i & 1) != 0 ? 1 : 0;
        if (!compile(job, entry, start, &readings, &language->automata[setting])) {
            derive_language_free(language);
            return false;
        }
    }
    return true;
}

void derive_language_free(derive_language *language)
{
    for (size_t i = 0; i < DERIVE_SETTINGS_MAX; i++)
        uriproof_automaton_free(&language->automata[i]);
    memset(language, 0, sizeof *language);
}

const uriproof_automaton *derive_language_under(const derive_language *language,
                                                const uriproof_readings *readings)
{
    size_t setting = 0;
    for (size_t i = 0; i < language->reading_count; i++)
        if (readings->value[language->reading[i]] != 0)
            setting |= (size_t)1 << i;
    return &language->automata[setting];
}

bool derive_derives(const derive_language *language, const uriproof_readings *readings,
                    uriproof_span text)
{
    return uriproof_automaton_accepts(derive_language_under(language, readings), text);
}
