/* SPDX-License-Identifier: MIT */
/*
 * Finds the grammar rule in which a text is rejected. It only looks at the text: the delimiters
 * before the place of the rejection show the rule. If an inner rule would be a guess, it returns an
 * outer one. In an authority, everything that is not in brackets is `authority`.
 */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_REJECTION_RULE_H
#define URIPROOF_GENERATOR_ACCEPTANCE_REJECTION_RULE_H

#include "kinds.h"

#include "grammar/grammar.h"

/* Facts about the grammar of a dialect's `parse`. */
typedef struct gen_source {
    const char *dialect;
    const char *grammar; /* as uriproof_grammar_named knows it */
    const char *origin;  /* of a vector: document and section */
    /* The productions that a rejection can belong to; NULL-terminated. The first is that of the
     * whole text. */
    const char *productions[12];
    /* The productions that an accepted text can belong to; NULL-terminated. */
    const char *inner[20];
    const char *escape; /* the production of an escape, which is in both lists */
    /* Texts that lead to query and fragment, in place of the shortest ones; NULL-terminated. They
     * have a host and a path, so that a parser that requires these can be tested there. */
    const char *through[3];
} gen_source;

/* Returns the source of that dialect, or NULL. It is static. */
const gen_source *gen_source_of(const uriproof_dialect *dialect);

typedef struct rejection_rules {
    const gen_source *source;
    uriproof_automaton scheme; /* automata for these productions */
    uriproof_automaton address;
    uriproof_automaton address4;
} rejection_rules;

/* Returns false and sets *job->error on failure. On success the caller frees with
 * rejection_rules_free. */
bool rejection_rules_prepare(const gen_job *job, rejection_rules *places);

void rejection_rules_free(rejection_rules *places);

/* Returns the production of a rejection, one of source->productions. `beginning` is the text before
 * the place of the rejection. */
const char *rejection_rule(const rejection_rules *places, uriproof_span beginning);

/* Returns the production of the octet at `at` in `text`, which matches the grammar: one of
 * source->inner. If the octet is a delimiter, it is the production of the part that the delimiter
 * opens. But `?` or `#` after an empty path without an authority belongs to the empty path. */
const char *gen_inner(const rejection_rules *places, uriproof_span text, size_t at);

#endif
