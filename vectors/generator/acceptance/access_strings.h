/* SPDX-License-Identifier: MIT */
/* Of each state of an automaton: a short text to it, and the shortest from it to acceptance. */
#ifndef URIPROOF_GENERATOR_ACCEPTANCE_ACCESS_STRINGS_H
#define URIPROOF_GENERATOR_ACCEPTANCE_ACCESS_STRINGS_H

#include "grammar/grammar.h"

/* How long a text to go through may be. */
enum { ACCESS_THROUGH_MAX = 32 };

typedef struct access_strings {
    uriproof_span *access;     /* from the start to each state */
    uriproof_span *completion; /* from each state to acceptance; absent where there is none */
    char *octets;
} access_strings;

/* Finds all of it, in representatives of the classes. To the states that the texts `through` lead
 * to (up to a NULL; or NULL for none), these go themselves; to the others a shortest text, or one
 * after these. `through` outlives *paths. False if memory is out; on true the caller frees with
 * access_strings_free. */
bool access_strings_find(const uriproof_automaton *automaton, const char *const *through,
                         access_strings *paths);

void access_strings_free(access_strings *paths);

#endif
