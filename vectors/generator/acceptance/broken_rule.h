/* SPDX-License-Identifier: MIT */
/*
 * Which production a text breaks that matches up to some place and cannot go on there: told by the
 * grammar, from what could have stood at that place.
 */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_BROKEN_RULE_H
#define URIPROOF_GENERATOR_ACCEPTANCE_BROKEN_RULE_H

#include "derivation.h"
#include "rejection_rule.h"

typedef struct gen_broken {
    rejection_rules places;
    const uriproof_grammar *grammar; /* the caller's: with every reading at its default */
    const uriproof_grammar *printed; /* the caller's: without patches */
    uriproof_automaton *automata;    /* of each production of `grammar` that has a clause */
    uriproof_automaton whole;
} gen_broken;

/* The grammars are those of the job's dialect and outlive *broken. False and *job->error on
 * failure; on true the caller frees with gen_broken_free. */
bool gen_broken_prepare(const gen_job *job, const uriproof_grammar *grammar,
                        const uriproof_grammar *printed, gen_broken *broken);

void gen_broken_free(gen_broken *broken);

/* Is the production, of that index in the grammar, printed in the document itself? Only such a one
 * has a clause. */
bool gen_is_printed(const gen_broken *broken, uint32_t production);

/* The production, by its index in the grammar, of a rejection at `at` of a text that is *made up to
 * that place: that in which the delimiters put it (rejection_rule), or the innermost one within it
 * that is printed in the document and holds the place in *made, if each octet that can stand there
 * can stand there in it. */
uint32_t gen_broken_production(const gen_broken *broken, const derivation *made, size_t at);

#endif
