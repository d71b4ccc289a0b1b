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

enum { GEN_SETTINGS_MAX = 1 << 6, GEN_SET_MAX = 160 };

/* One automaton for each subset of the readings, those in it not being at their defaults:
 * automata[0] is the default, and bit i stands for reading i. */
typedef struct gen_languages {
    const uriproof_grammar_entry *entry;
    size_t reading_count;
    size_t setting_count; /* 1 << reading_count */
    uriproof_automaton automata[GEN_SETTINGS_MAX];
    char sets[GEN_SETTINGS_MAX][GEN_SET_MAX]; /* "xpalphas=printed", as an alternate's key */
} gen_languages;

/* The expectation of a request, or what stands for it, under each setting. */
typedef gen_expect gen_expects[GEN_SETTINGS_MAX];

/* Are these the automata of one language? States and classes are then numbered alike. */
bool gen_same_language(const uriproof_automaton *a, const uriproof_automaton *b);

/* Compiles them all from the grammar of that name. Of those of its readings that have
 * another value than the default, and that alone change the language, each has one. False and
 * *job->error on failure; on true the caller frees with gen_languages_free. */
bool gen_languages_compile(const gen_job *job, const char *grammar, gen_languages *all);

/* The same from another production of the grammar. */
bool gen_languages_compile_from(const gen_job *job, const char *grammar, const char *start,
                                gen_languages *all);

void gen_languages_free(gen_languages *all);

/* Whether `text` matches the grammar under setting `setting`: GEN_ACCEPTED, or GEN_OFFSET. */
gen_expect gen_languages_expect(const gen_languages *all, size_t setting, uriproof_span text);

/* Sets one->expect to expects[0], and one->alternates to those alternates, kept in `room`, that
 * are needed for the other settings. `count` is that of the settings. */
void gen_alternates(const gen_languages *all, const gen_expects expects,
                    gen_alternate room[GEN_SETTINGS_MAX], gen_case *one);

/* The same for whether `text`, which fields[0] must be, matches the grammar. */
void gen_languages_case(const gen_languages *all, uriproof_span text,
                        gen_alternate room[GEN_SETTINGS_MAX], gen_case *one);

#endif
