/* SPDX-License-Identifier: MIT */
/* Of each state of an automaton: the shortest text to it, and from it to acceptance. */
#ifndef URIPROOF_DERIVE_PATHS_H
#define URIPROOF_DERIVE_PATHS_H

#include <uriproof/automaton.h>

typedef struct derive_paths {
    uriproof_span *access;     /* from the start to each state */
    uriproof_span *completion; /* from each state to acceptance; absent where there is none */
    /* The state before the last octet of the shortest text to each state, and the class of that
     * octet; of the start they mean nothing. */
    uint32_t *before;
    uint32_t *last;
    char *octets;
} derive_paths;

/* All of it, in representatives of the classes. False where memory is out; on true the caller
 * frees with derive_paths_free. */
bool derive_paths_find(const uriproof_automaton *automaton, derive_paths *paths);

void derive_paths_free(derive_paths *paths);

#endif
