/* SPDX-License-Identifier: MIT */
/* Chooses the clause that a report quotes for a difference. */
#ifndef URIPROOF_REPORTS_TELLING_CLAUSE_H
#define URIPROOF_REPORTS_TELLING_CLAUSE_H

#include "summary.h"

#include "differences/differences.h"

/* Returns the clause of the trait of the first deviation, which `deviations` has. If this is NULL
 * or no case names the clause, it is the first that says what is right in the case: of a valid text
 * one that the text obeys, if there is one. Returns SIZE_MAX if there is none. */
size_t report_telling_clause(const uriproof_results *results, const char *deviations,
                             const uriproof_case *one);

#endif
