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

/* Finds the words by a splitting tree. A word splits the states into those that accept it and the
 * others; each of the two sets is split in the same way. The first word is empty, so every state
 * has it, and the suite tests whether the state itself accepts. The words consist of
 * representatives of classes. `automaton` must be minimal and have two states or more. The
 * caller frees with hsi_free. */
void hsi_find(const uriproof_automaton *automaton, hsi *found);

void hsi_free(hsi *found);

#endif
