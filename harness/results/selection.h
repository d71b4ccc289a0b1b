/* SPDX-License-Identifier: MIT */
/* From vectors to results: what is selected, the results that begin with it, and those of several
 * dialects as one. */
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
 * and begins *results with them and their clauses. The results borrow the words of the corpus,
 * which must live longer. */
void selection_make(const uriproof_corpus *corpus, uriproof_level level,
                    const char *const *patterns, const uriproof_readings *readings,
                    selection *selected, uriproof_results *results);

void selection_free(selection *selected);

/* Adds what an adapter said of itself, and its results, one for each case. Takes over `found`, and
 * the store (or NULL) that they are in. `name` is the name that it is known by; NULL for the one
 * that it gives. */
void results_add_adapter(uriproof_results *results, const char *name, const hello *greeting,
                         const uriproof_result **found, store *from);

/* Adds the results of one dialect to *all, which begins as {0} and is called `name`: "all", each
 * adapter by all dialects, or "own", each by its own. Takes over *one; the corpus that it borrows
 * from must live on. A case's id becomes "DIALECT/ID", its group likewise. An adapter that has no
 * results in one of them was not run there. */
void results_join(uriproof_results *all, uriproof_results *one, const char *name);

#endif
