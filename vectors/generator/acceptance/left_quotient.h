/* SPDX-License-Identifier: MIT */
/* Makes an automaton of what another one accepts after a given beginning. */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_LEFT_QUOTIENT_H
#define URIPROOF_GENERATOR_ACCEPTANCE_LEFT_QUOTIENT_H

#include "grammar/grammar.h"

/* Makes *residual accept the texts that `automaton` accepts after `beginning`. `automaton` must be
 * minimal, and *residual is minimal too. Its classes are made anew, so that two equal languages
 * give two automata that are equal in every number. The caller frees *residual with
 * uriproof_automaton_free. */
void gen_left_quotient(const uriproof_automaton *automaton, uriproof_span beginning,
                       uriproof_automaton *residual);

#endif
