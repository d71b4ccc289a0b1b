/* SPDX-License-Identifier: MIT */
/* Explains the failures of a run. */
#ifndef URIPROOF_DIFFERENCES_EXPLAIN_FAILURES_H
#define URIPROOF_DIFFERENCES_EXPLAIN_FAILURES_H

#include "explanation.h"

#include "profiles/profiles.h"
#include "results/results.h"

/* Sets `deviations` of each failure of `adapter`, number of the results, which are by this
 * specification, and are not concluded yet. `own` is the profile of the parser; NULL: by RFC
 * 3986 the one that fits best to the answers of the run to what people wrote, and by another
 * specification, which the traits reach in part, nothing is explained. Texts that were cut are not
 * explained, nor anything after should_stop, which may be NULL, returns true. */
void explain_failures(uriproof_results *results, size_t adapter, const profile *own,
                      const specification *by, bool (*should_stop)(void *self));

/* Judges the results of `adapter` by what is accepted of it, which may be NULL: a failure is known
 * if the accepted deviations give just this answer, a fault if one of its kind is there, and any
 * other is new. The results then have a baseline. */
void accept_failures(uriproof_results *results, size_t adapter, const profile_record *accepted,
                     const specification *by);

#endif
