/* SPDX-License-Identifier: MIT */
/* The validation errors that a vector expects. */
#ifndef URIPROOF_CORPUS_ERRORS_H
#define URIPROOF_CORPUS_ERRORS_H

#include "vector.h"

/* Asks the dialect the question of the vector, by the defaults. Returns true if it tells exactly
 * the validation errors that the vector expects, in their order, or if the vector expects nothing
 * about them. */
bool uriproof_errors_hold(const uriproof_dialect *dialect, const uriproof_vector *vector);

#endif
