/* SPDX-License-Identifier: MIT */
/* The end of a run: what of its results says something. */
#ifndef URIPROOF_RESULTS_CONCLUDE_H
#define URIPROOF_RESULTS_CONCLUDE_H

#include "model.h"

/* Ends a run, after the last judgement: finds the suspects of each adapter, and leaves only the
 * cases that people wrote, and those in which some result is not plain; the others are counted. */
void uriproof_results_conclude(uriproof_results *results);

#endif
