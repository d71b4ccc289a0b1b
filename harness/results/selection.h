/* SPDX-License-Identifier: MIT */
/* Selects vectors, begins the results with them, and joins the results of several dialects. */
#ifndef URIPROOF_RESULTS_SELECTION_H
#define URIPROOF_RESULTS_SELECTION_H

#include "protocol/protocol.h"

#include "corpus/corpus.h"
#include "model.h"

/* A selection is the vectors that a run asks, in the corpus's order. */
typedef struct selection {
    const uriproof_vector **vectors;
    size_t count;
} selection;

/* Selects the vectors up to `level` that match one of `patterns` (NULL-terminated; an empty list
 * selects all). `own` are the paths of the user's own. Begins *results with these vectors and their
 * clauses. The results use the strings of the corpus, which must live longer. */
void selection_make(const uriproof_corpus *corpus, uriproof_level level,
                    const char *const *patterns, const char *const *own,
                    const uriproof_readings *readings, selection *selected,
                    uriproof_results *results);

void selection_free(selection *selected);

/* Adds an adapter: its hello, and its results, one for each case. Takes over `found`, and the store
 * (or NULL) that holds the results. `name` is the name of the adapter; if NULL, it is the name in
 * the hello. */
void results_add_adapter(uriproof_results *results, const char *name, const hello *greeting,
                         const uriproof_result **found, store *from);

/* Adds the results of one dialect to *all, which begins as {0}. Its `name` is "all" if each adapter
 * is measured by all dialects, or "own" if by its own. Takes over *one, whose corpus must live on.
 * The ids of cases and groups become "DIALECT/ID". An adapter without results in a dialect was not
 * run there. */
void results_join(uriproof_results *all, uriproof_results *one, const char *name);

#endif
