/* SPDX-License-Identifier: MIT */
/*
 * The languages of a dialect under every setting of the readings that its grammar depends on. For a
 * text they give the default answer, and the fewest alternates that give the right answer under
 * every setting by the rule of docs/vectors.md, "Readings".
 */
#ifndef URIPROOF_GENERATOR_LANGUAGES_H
#define URIPROOF_GENERATOR_LANGUAGES_H

#include "kinds.h"

#include "grammar/grammar.h"

enum { GEN_SETTINGS_MAX = 1 << 6, GEN_SET_MAX = 160 };

/* One automaton for each set of readings that are not at their default. automata[0] is the default,
 * and bit i of the index stands for change i: another value of a reading. A setting with two
 * values of one reading cannot be, and its name is empty. */
typedef struct gen_languages {
    const uriproof_grammar_entry *entry;
    size_t change_count;
    size_t setting_count; /* 1 << change_count */
    uriproof_automaton automata[GEN_SETTINGS_MAX];
    char sets[GEN_SETTINGS_MAX][GEN_SET_MAX]; /* "xpalphas=printed", the key of an alternate */
} gen_languages;

/* The expected answers to one request, one for each setting. */
typedef gen_expect gen_expects[GEN_SETTINGS_MAX];

/* Returns true if both automata have the same language. States and classes of a minimal automaton
 * are numbered in a fixed way, so the automata are compared number by number. */
bool gen_same_language(const uriproof_automaton *a, const uriproof_automaton *b);

/* Compiles the automata of the rule `start` of the grammar with this name; NULL is the rule that
 * the grammar begins with. Only values that change the language by themselves are used. Returns
 * false and sets *job->error on failure. On success the caller frees with gen_languages_free. */
bool gen_languages_compile(const gen_job *job, const char *grammar, const char *start,
                           gen_languages *all);

void gen_languages_free(gen_languages *all);

/* Returns GEN_ACCEPTED if `text` matches the grammar under this setting, and GEN_OFFSET if not. */
gen_expect gen_languages_expect(const gen_languages *all, size_t setting, uriproof_span text);

/* Sets one->expect to expects[0], and one->alternates to the fewest alternates that give the other
 * settings their answers. The alternates are stored in `room`. */
void gen_alternates(const gen_languages *all, const gen_expects expects,
                    gen_alternate room[GEN_SETTINGS_MAX], gen_case *one);

/* Sets the fields of *one for the question whether `text` matches the grammar. */
void gen_languages_case(const gen_languages *all, uriproof_span text,
                        gen_alternate room[GEN_SETTINGS_MAX], gen_case *one);

#endif
