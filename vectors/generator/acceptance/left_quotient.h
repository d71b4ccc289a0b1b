/* SPDX-License-Identifier: MIT */
/* What an automaton accepts after a beginning, as an automaton. */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_LEFT_QUOTIENT_H
#define URIPROOF_GENERATOR_ACCEPTANCE_LEFT_QUOTIENT_H

#include "grammar/grammar.h"

/* The automaton of the texts that `automaton`, which is minimal, accepts after `beginning`; it is
 * minimal too, its classes are those that its own states tell apart, and the automata of one
 * language are the same, number for number. Returns false if memory is out; on true the caller
 * frees *residual with uriproof_automaton_free. */
bool gen_left_quotient(const uriproof_automaton *automaton, uriproof_span beginning,
                       uriproof_automaton *residual);

#endif
