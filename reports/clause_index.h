/* SPDX-License-Identifier: MIT */
/* Finds the results of each clause: the cases that name it, and who fails by it. */
#ifndef URIPROOF_REPORTS_CLAUSE_INDEX_H
#define URIPROOF_REPORTS_CLAUSE_INDEX_H

#include "summary.h"

/* The results of one clause and one adapter. */
typedef struct report_tally {
    size_t run; /* cases that name the clause, except unsupported and not-run */
    size_t bad; /* failures of which the clause says what is right (telling_clause.h); a failure is
                   counted for one clause at most */
    size_t apart; /* those of `run` that say nothing of the clause: undefined, unvalidated */
} report_tally;

/* The results by clause. */
typedef struct report_index {
    size_t *start; /* the cases of clause i are cases[start[i]] to cases[start[i + 1] - 1] */
    size_t *cases;
    report_tally *tallies; /* the index is clause * adapter_count + adapter */
    bool *shown;           /* case i is shown on a page */
} report_index;

/* How many cases of a group a page shows. A page shows every vector that people wrote. Generated
 * vectors are many and similar, so it shows the first few of a group that fail with some adapter,
 * and says how many more there are. */
enum { REPORT_SHOWN_OF_GROUP = 3 };

/* Makes the index. The caller frees with report_index_free. */
void report_index_make(const uriproof_results *results, report_index *index);

void report_index_free(report_index *index);

const report_tally *report_tally_of(const uriproof_results *results, const report_index *index,
                                    size_t clause, size_t adapter);

/* Returns true if some answer says whether the parser keeps the clause. */
bool report_tally_is_asked(const report_tally *tally);

#endif
