/* SPDX-License-Identifier: MIT */
/*
 * In which production the place of a rejection lies, told from the text alone by the delimiters
 * that stand before that place. The production is a coarse one where a finer one would be a guess:
 * all of an authority but what is in brackets is `authority`.
 */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_REJECTION_RULE_H
#define URIPROOF_GENERATOR_ACCEPTANCE_REJECTION_RULE_H

#include "kinds.h"

#include "grammar/grammar.h"

/* What is known of the grammar that a dialect's `parse` goes by. */
typedef struct gen_source {
    const char *dialect;
    const char *grammar; /* as uriproof_grammar_named knows it */
    const char *origin;  /* of a vector: document and section */
    /* The productions that rejections are put down to, up to a NULL; the first is that of the
     * whole. */
    const char *productions[12];
    /* The productions that acceptances are put down to, up to a NULL. */
    const char *inner[20];
    const char *escape; /* that of an escape: one of both */
    /* Texts that go to their states in place of a shortest one, up to a NULL: a parser that wants a
     * host or a path is not to fail in query and fragment for that. */
    const char *through[3];
} gen_source;

/* The source of that dialect, or NULL. Static. */
const gen_source *gen_source_of(const uriproof_dialect *dialect);

typedef struct rejection_rules {
    const gen_source *source;
    uriproof_automaton scheme; /* what matches these productions */
    uriproof_automaton address;
    uriproof_automaton address4;
} rejection_rules;

/* False and *job->error on failure; on true the caller frees with rejection_rules_free. */
bool rejection_rules_prepare(const gen_job *job, rejection_rules *places);

void rejection_rules_free(rejection_rules *places);

/* The production of the rejection of a text whose beginning up to that place is `beginning`: one of
 * those of the source. */
const char *rejection_rule(const rejection_rules *places, uriproof_span beginning);

/* The production on which it turns that `text`, which matches the grammar, may go on at `at` as it
 * does: that of the octet there; of a delimiter that of the part which it opens, but for `?` and
 * `#` after a path that is empty and has no authority before it: that path. One of source->inner.
 */
const char *gen_inner(const rejection_rules *places, uriproof_span text, size_t at);

#endif
