/* SPDX-License-Identifier: MIT */
/* The lint of what is the user's own. */
#ifndef URIPROOF_CORPUS_LINT_H
#define URIPROOF_CORPUS_LINT_H

#include "vector.h"

/* Checks the user's clauses and vectors, as uriproof_corpus_lint does all, except that a clause
 * needs no vectors. Writes a line for each fault, and returns their number. */
size_t lint_own(const uriproof_corpus *corpus, FILE *out);

#endif
