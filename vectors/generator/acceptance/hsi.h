/* SPDX-License-Identifier: MIT */
/*
 * Harmonised state identifiers: a set of words for each state of a minimal automaton, such that
 * any two states have a word in common after which one accepts and the other does not.
 */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_HSI_H
#define URIPROOF_GENERATOR_ACCEPTANCE_HSI_H

#include "grammar/grammar.h"

typedef struct hsi {
    uriproof_span *words;
    size_t word_count;
    /* The words of state s are words[of[s][0]], words[of[s][1]]..., count[s] of them. */
    uint32_t **of;
    uint32_t *count;
    char *octets;
} hsi;

/* Finds them by a splitting tree: a word parts the states into those after which it is accepted
 * and the others, and so on with each of the two. The first word is the empty one, so that every
 * state has it: what a state itself accepts is always looked at. The words are in representatives.
 * `automaton` is minimal and has two states or more. Returns false if memory is out; on true the
 * caller frees with hsi_free. */
bool hsi_find(const uriproof_automaton *automaton, hsi *found);

void hsi_free(hsi *found);

#endif
