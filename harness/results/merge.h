/* SPDX-License-Identifier: MIT */
/* Joins the adapters of several runs over the same vectors into one results. */
#ifndef URIPROOF_RESULTS_MERGE_H
#define URIPROOF_RESULTS_MERGE_H

#include "model.h"

/* Adds the adapters of the other results to those of results[0], as if one run had asked them all;
 * the cases of a group are then in the order of their ids. All must be of the same dialect,
 * readings, judgement and vectors, and no adapter may be in two of them. Returns false and sets
 * *error if that is not so; it then has the `names` of two that do not fit. results[0] borrows from
 * the others, which must live as long; each may list more cases than before. */
bool results_merge(uriproof_results *results, char *const *names, size_t count,
                   uriproof_error *error);

#endif
