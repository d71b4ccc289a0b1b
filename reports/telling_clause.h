/* SPDX-License-Identifier: MIT */
/* Chooses the clause that a report quotes for a difference. */
#ifndef URIPROOF_REPORTS_TELLING_CLAUSE_H
#define URIPROOF_REPORTS_TELLING_CLAUSE_H

#include "summary.h"

#include "differences/differences.h"

/* Returns the clause of the trait of the first deviation, which `deviations` has. If this is NULL
 * or no case names the clause, it is the one that says what is right in the case: that of the
 * class, if it says so and is of the case's dialect; else one that the case names and that is about
 * the part that differs, or about no part. Of a valid text it is one that the text obeys, if there
 * is one. Returns SIZE_MAX if there is none. `class_id` may be NULL. */
size_t report_telling_clause(const uriproof_results *results, const char *deviations,
                             const char *class_id, const uriproof_case *one);

#endif
