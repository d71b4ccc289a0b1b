/* SPDX-License-Identifier: MIT */
/*
 * The language of a dialect under each setting of the readings that its grammar depends on, and
 * what that means for a text: the outcome by default, and the fewest alternates that give the
 * outcome under every setting by the rule of docs/vectors.md, "Readings".
 */
#ifndef URIPROOF_GENERATOR_LANGUAGES_H
#define URIPROOF_GENERATOR_LANGUAGES_H

#include "kinds.h"

#include "grammar/grammar.h"

enum { DERIVE_SETTINGS_MAX = 1 << 6, DERIVE_SET_MAX = 160 };

/* One automaton for each subset of the readings, those in it not being at their defaults:
 * automata[0] is the default, and bit i stands for reading i. */
typedef struct derive_languages {
    const uriproof_grammar_entry *entry;
    size_t reading_count;
    size_t setting_count; /* 1 << reading_count */
    uriproof_automaton automata[DERIVE_SETTINGS_MAX];
    char sets[DERIVE_SETTINGS_MAX][DERIVE_SET_MAX]; /* "xpalphas=printed", as an alternate's key */
} derive_languages;

/* The expectation of a request, or what stands for it, under each setting. */
typedef derive_expect derive_expects[DERIVE_SETTINGS_MAX];

/* Are these the automata of one language? States and classes are then numbered alike. */
bool derive_same_language(const uriproof_automaton *a, const uriproof_automaton *b);

/* Compiles them all from the grammar of that name. Of those of its readings that have
 * another value than the default, and that alone change the language, each has one. False and
 * *job->error on failure; on true the caller frees with derive_languages_free. */
bool derive_languages_compile(const derive_job *job, const char *grammar, derive_languages *all);

/* The same from another production of the grammar. */
bool derive_languages_compile_from(const derive_job *job, const char *grammar, const char *start,
                                   derive_languages *all);

void derive_languages_free(derive_languages *all);

/* Whether `text` matches the grammar under setting `setting`: DERIVE_ACCEPTED, or DERIVE_OFFSET. */
derive_expect derive_languages_expect(const derive_languages *all, size_t setting,
                                      uriproof_span text);

/* Sets one->expect to expects[0], and one->alternates to those alternates, kept in `room`, that
 * are needed for the other settings. `count` is that of the settings. */
void derive_alternates(const derive_languages *all, const derive_expects expects,
                       derive_alternate room[DERIVE_SETTINGS_MAX], derive_case *one);

/* The same for whether `text`, which fields[0] must be, matches the grammar. */
void derive_languages_case(const derive_languages *all, uriproof_span text,
                           derive_alternate room[DERIVE_SETTINGS_MAX], derive_case *one);

#endif
