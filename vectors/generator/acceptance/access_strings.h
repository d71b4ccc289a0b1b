/* SPDX-License-Identifier: MIT */
/* Finds two texts for each state of an automaton: a short one that leads to the state, and the
 * shortest one that leads from it to acceptance. */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_ACCESS_STRINGS_H
#define URIPROOF_GENERATOR_ACCEPTANCE_ACCESS_STRINGS_H

#include "grammar/grammar.h"

/* The greatest length of a text in `through`. */
enum { ACCESS_THROUGH_MAX = 32 };

typedef struct access_strings {
    uriproof_span *access;     /* from the start to each state */
    uriproof_span *completion; /* from each state to acceptance; absent if there is no such text */
    char *octets;
} access_strings;

/* Finds all texts. They consist of representatives of the classes of octets. The texts `through`
 * (up to a NULL; or NULL for no texts) are used for the states that they lead to. Any other state
 * gets a shortest text, or a text that continues one of these. `through` must outlive *paths.
 * The caller frees with access_strings_free. */
void access_strings_find(const uriproof_automaton *automaton, const char *const *through,
                         access_strings *paths);

void access_strings_free(access_strings *paths);

#endif
