/* SPDX-License-Identifier: MIT */
/* The results of several dialects as one. */
#ifndef URIPROOF_RESULTS_RESULTS_JOIN_H
#define URIPROOF_RESULTS_RESULTS_JOIN_H

#include "model.h"

/* Adds the results of one dialect to *all, which begins as {0} and is called `name`: "all", each
 * adapter by all dialects, or "own", each by its own. Takes over *one; the corpus that it borrows
 * from must live on. A case's id becomes "DIALECT/ID", its group likewise. An adapter that has no
 * results in one of them was not run there. */
void results_join(uriproof_results *all, uriproof_results *one, const char *name);

#endif
