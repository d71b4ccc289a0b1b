/* SPDX-License-Identifier: MIT */
/*
 * The texts that derive from one production under each setting of the readings, by the compiled
 * printed grammars (docs/grammars.md) and never by the reference.
 */
#ifndef URIPROOF_DERIVE_LANGUAGE_H
#define URIPROOF_DERIVE_LANGUAGE_H

#include "kinds.h"
#include <uriproof/automaton.h>

enum { DERIVE_SETTINGS_MAX = 1 << URIPROOF_GRAMMAR_PATCHES_MAX };

typedef struct derive_language {
    size_t reading[URIPROOF_GRAMMAR_PATCHES_MAX]; /* those that the grammar depends on */
    size_t reading_count;
    uriproof_automaton automata[DERIVE_SETTINGS_MAX]; /* bit i is set where reading i is not at
                                                         its default */
} derive_language;

/* Compiles `start` of the generic grammar of the job's dialect under each setting. True: the
 * caller frees *language with derive_language_free. False and *job->error on failure; then
 * there is nothing to free. */
bool derive_language_open(const derive_job *job, const char *start, derive_language *language);

/* Frees what *language owns; a zeroed one owns nothing. */
void derive_language_free(derive_language *language);

/* The automaton under `readings`. */
const uriproof_automaton *derive_language_under(const derive_language *language,
                                                const uriproof_readings *readings);

/* Does `text` derive under `readings`? */
bool derive_derives(const derive_language *language, const uriproof_readings *readings,
                    uriproof_span text);

#endif
