/* SPDX-License-Identifier: MIT */
/* Facts about results that several formats report. */
#ifndef URIPROOF_REPORTS_SUMMARY_H
#define URIPROOF_REPORTS_SUMMARY_H

#include "escape.h"

#include "results/results.h"

/* A sign for each outcome, so that no report distinguishes outcomes by colour alone. */
extern const char *const report_symbols[URIPROOF_OUTCOME_COUNT];

/* Returns true if some adapter has a bad result with this case. */
bool report_case_is_bad(const uriproof_results *results, size_t number);

/* Returns true for a failure. A case that was not run is not a failure. */
bool report_is_bad(uriproof_outcome outcome);

/* Returns the parser's answer, or NULL if it gave none. An answer that agrees is not stored, so the
 * expected answer is returned for it. */
const char *report_given(const uriproof_case *one, const uriproof_result *result);

/* Returns a readable description of a JSON answer (uriproof_answer_describe), or of NULL for no
 * answer. The caller frees it. */
char *report_describe(const char *answer);

/* Writes how many results of the adapter have each outcome: "3 agree, 1 lenient". */
void report_counts(FILE *out, const uriproof_results *results, size_t adapter);

/* Sets seen[outcome] to true for each outcome that some adapter has. The others are not changed. */
void report_outcomes_seen(const uriproof_results *results, bool *seen);

/* Explains when a rejection counts as right. It has no characters that need an escape. */
extern const char report_right_refusals[];

/* Returns true for a failure with an answer that every dialect has judged. */
bool report_is_dated(const uriproof_result *result);

/* Returns true for a failure that is right by a dialect which the adapter claims to follow. It
 * shows where two specifications differ, and is not a fault of the parser. */
bool report_is_right_as_claimed(const uriproof_results *results,
                                const uriproof_adapter_results *adapter,
                                const uriproof_result *result);

/* Returns true if a result fails the gate. Without a baseline every failure does. With a baseline
 * every result does that differs from it. */
bool report_fails_gate(const uriproof_results *results, const uriproof_result *result);

/* The number of one adapter's results with an answer or a fault, and how many of them are good. */
typedef struct report_score {
    size_t good;
    size_t asked;
} report_score;

report_score report_score_of(const uriproof_results *results, size_t adapter);

/* How many of one adapter's differing answers are right by each dialect. */
typedef struct report_dates {
    size_t answers;
    size_t *right; /* an entry for each dialect of the results */
    size_t nowhere;
} report_dates;

/* Counts the answers. The caller frees `right`. */
void report_dates_make(const uriproof_results *results, size_t adapter, report_dates *dates);

/* Writes `before`, a text such as "claims whatwg-url, not rfc3986", and `after`, if the parser does
 * not claim the dialect that it was asked about. A difference is then not its fault. */
void report_unclaimed(FILE *out, report_style style, const char *before,
                      const uriproof_results *results, size_t adapter, const char *after);

/* Writes `before` and the names of the dialects by which `result` has this correctness, with commas
 * between them. If there are none, it writes nothing and returns false. */
bool report_dialects(FILE *out, report_style style, const char *before,
                     const uriproof_results *results, const uriproof_result *result,
                     uriproof_correctness correctness);

/* Returns true if some case was not run. That is neither a failure nor a success. */
bool report_ended_early(const uriproof_results *results);

/* report_clause_count returns how many clauses a case has. report_clause returns one of them: first
 * come those that the case breaks, then those that it obeys. */
size_t report_clause_count(const uriproof_case *one);
size_t report_clause(const uriproof_case *one, size_t i);

/* A field of a request, and its form in the protocol. */
typedef struct report_field {
    const char *name; /* "uri" */
    char key[16];     /* "uri_hex" */
    char *value;      /* "6100" */
} report_field;

/* Reads field `i`, 0 or 1, of the case's request. Returns false if there is no such field. On
 * success the caller frees with report_field_free. */
bool report_field_read(const uriproof_case *one, size_t i, report_field *field);

void report_field_free(report_field *field);

/* Writes the list with commas, or `none` if it is empty. */
void report_list(FILE *out, report_style style, const char *const *list, const char *none);

/* Flushes `out`. Returns false if writing has failed now or before. */
bool report_done(FILE *out);

#endif
