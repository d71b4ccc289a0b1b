/* SPDX-License-Identifier: MIT */
/* From vectors to results: what is selected, and the results that begin with it. */
#ifndef URIPROOF_RESULTS_SELECTION_H
#define URIPROOF_RESULTS_SELECTION_H

#include "protocol/protocol.h"

#include "corpus/corpus.h"
#include "model.h"

/* The vectors that a run asks, in the corpus's order. */
typedef struct selection {
    const uriproof_vector **vectors;
    size_t count;
} selection;

/* Selects the vectors up to `level` that one of `patterns` (NULL-terminated; none is all) matches,
 * and begins *results with them and their clauses. False where memory is out; both are then void.
 */
bool selection_make(const uriproof_corpus *corpus, uriproof_level level,
                    const char *const *patterns, const uriproof_readings *readings,
                    selection *selected, uriproof_results *results);

void selection_free(selection *selected);

/* Adds what an adapter said of itself, and its results, one for each case; takes over
 * `found`, also on failure. `name` is the name it is known by; NULL for the one it gives. */
bool results_add_adapter(uriproof_results *results, const char *name, const hello *greeting,
                         uriproof_result *found);

#endif
