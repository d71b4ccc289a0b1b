/* SPDX-License-Identifier: MIT */
/* What more than one format says of results. */
#ifndef URIPROOF_REPORTS_SUMMARY_H
#define URIPROOF_REPORTS_SUMMARY_H

#include "escape.h"

#include "results/results.h"

/* A sign for each outcome, indexed by it: no report tells outcomes apart by colour alone. */
extern const char *const report_symbols[URIPROOF_OUTCOME_COUNT];

/* Results of one clause and one adapter. `run` are those with a verdict or a fault: all but
 * unsupported and not-run. */
typedef struct report_tally {
    size_t run;
    size_t bad;
    size_t other_good; /* no failure, and no plain agreement */
    size_t not_run;
} report_tally;

/* Results seen from their clauses. */
typedef struct report_index {
    size_t *start; /* clause i has cases[start[i]] to cases[start[i + 1] - 1] */
    size_t *cases;
    report_tally *tallies; /* clause * adapter_count + adapter */
    bool *shown;           /* case i has a place of its own on a page */
    size_t hidden;         /* how many cases have none; and of these, those that fail */
    size_t hidden_bad;
} report_index;

/* A page shows every case that people wrote. Generated ones are many, and like each other: it shows
 * those of a group that are among the first few that fail with some adapter, and says how many
 * more there are. */
enum { REPORT_SHOWN_OF_GROUP = 3 };

/* The caller frees with report_index_free. */
void report_index_make(const uriproof_results *results, report_index *index);

void report_index_free(report_index *index);

const report_tally *report_tally_of(const uriproof_results *results, const report_index *index,
                                    size_t clause, size_t adapter);

/* Returns true if some adapter has a bad result under the clause. */
bool report_clause_is_bad(const uriproof_results *results, const report_index *index,
                          size_t clause);

/* Returns true if some adapter has a bad result of the case. */
bool report_case_is_bad(const uriproof_results *results, size_t number);

/* A failure: not good, and not merely a case that the run did not come to. */
bool report_is_bad(uriproof_outcome outcome);

/* What the parser answered: what agrees is not kept, and is the expected answer. NULL if it gave
 * none. */
const char *report_given(const uriproof_case *one, const uriproof_result *result);

/* Returns an answer in JSON, or NULL for none, in words for people (uriproof_answer_describe). The
 * caller frees them. */
char *report_describe(const char *answer);

/* An answer that is no failure, and no plain agreement: acceptable, incomplete, ... */
bool report_is_other_good(uriproof_outcome outcome);

/* Writes "3 agree, 1 lenient": how many results of the adapter have each outcome. */
void report_counts(FILE *out, const uriproof_results *results, size_t adapter);

/* Sets seen[outcome] for each outcome that some adapter has; the others are left as they are. */
void report_outcomes_seen(const uriproof_results *results, bool *seen);

/* A sign for each correctness, as for outcomes. */
extern const char *const report_correctness_symbols[URIPROOF_CORRECTNESS_COUNT];

/* What a rejection that is right does not say. Of no special character. */
extern const char report_right_refusals[];

/* A failure with an answer, which every dialect has judged. */
bool report_is_dated(const uriproof_result *result);

/* A failure that is right by a dialect which the adapter says it obeys: it tells where two
 * specifications part, and accuses no one. */
bool report_is_right_as_claimed(const uriproof_results *results,
                                const uriproof_adapter_results *adapter,
                                const uriproof_result *result);

/* A result that fails the gate: a failure, unless there is a baseline; then whatever is not as that
 * says. */
bool report_fails_gate(const uriproof_results *results, const uriproof_result *result);

/* Results of one adapter that its parser gave an answer or a fault for, and how many of them are
 * good. */
typedef struct report_score {
    size_t good;
    size_t asked;
} report_score;

report_score report_score_of(const uriproof_results *results, size_t adapter);

/* Of the dated answers of one adapter, how many are right by each dialect. */
typedef struct report_dates {
    size_t answers;
    size_t *right; /* one for each of the results' dialects */
    size_t nowhere;
} report_dates;

/* The caller frees `right`. */
void report_dates_make(const uriproof_results *results, size_t adapter, report_dates *dates);

/* Where the parser does not claim the dialect that it was asked about, so that a difference is no
 * fault of it: writes `before`, "claims whatwg-url, not rfc3986" and `after`. */
void report_unclaimed(FILE *out, report_style style, const char *before,
                      const uriproof_results *results, size_t adapter, const char *after);

/* Writes `before` and the names of the dialects by which `result` is `correctness`, with commas;
 * or nothing, and false, where there are none. */
bool report_dialects(FILE *out, report_style style, const char *before,
                     const uriproof_results *results, const uriproof_result *result,
                     uriproof_correctness correctness);

/* Returns true if some case was not run: that is no failure, and no success either. */
bool report_ended_early(const uriproof_results *results);

/* The clauses of a case: those that it breaks, then those that it obeys. */
size_t report_clause_count(const uriproof_case *one);
size_t report_clause(const uriproof_case *one, size_t i);

/* A field of a request, and how it stands in the protocol. */
typedef struct report_field {
    const char *name; /* "uri" */
    char key[16];     /* "uri_hex" */
    char *value;      /* "6100" */
} report_field;

/* Reads field `i`, 0 or 1, of the case's request. Returns false if it has no such field; else the
 * caller frees with report_field_free. */
bool report_field_read(const uriproof_case *one, size_t i, report_field *field);

void report_field_free(report_field *field);

/* The octets of field `i`, quoted, as uriproof_answer_describe writes octets: "a\x00". NULL if
 * there is no such field. The caller frees it. */
char *report_field_quoted(const uriproof_case *one, size_t i);

/* Writes the list, with commas, or `none` where it has no entries. */
void report_list(FILE *out, report_style style, const char *const *list, const char *none);

/* Flushes `out`; false if it took an error, now or before. */
bool report_done(FILE *out);

#endif
