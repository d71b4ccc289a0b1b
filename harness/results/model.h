/* SPDX-License-Identifier: MIT */
/*
 * What a run found: adapters by vectors. Made by a run or read back from a results file
 * (harness/schema/results.schema.json), and what every report is written from.
 */
#ifndef URIPROOF_RESULTS_MODEL_H
#define URIPROOF_RESULTS_MODEL_H

#include "base/base.h"
#include "protocol/protocol.h"
#include <stdint.h>
#include <stdio.h>

typedef enum uriproof_outcome {
    URIPROOF_AGREE,
    URIPROOF_ACCEPTABLE,
    URIPROOF_INCOMPLETE,  /* normalize: equivalent, and some of it is left undone */
    URIPROOF_UNDEFINED,   /* the specification defines nothing here */
    URIPROOF_UNVALIDATED, /* accepted by a parser that splits and does not validate */
    URIPROOF_SLOW,        /* right, after the time limit */
    URIPROOF_DIFFER,
    URIPROOF_LENIENT,
    URIPROOF_STRICT,
    URIPROOF_CRASH,
    URIPROOF_TIMEOUT,
    URIPROOF_PROTOCOL_ERROR,
    URIPROOF_FLAKY, /* a fault that several cases may have, and that did not come again */
    URIPROOF_UNSUPPORTED,
    URIPROOF_NOT_RUN, /* the run was ended before this case */
    URIPROOF_OUTCOME_COUNT
} uriproof_outcome;

typedef struct uriproof_outcome_facts {
    const char *name;  /* "protocol-error" */
    const char *about; /* one sentence */
    bool good;         /* fails nothing */
    bool answered;     /* there is an answer */
} uriproof_outcome_facts;

/* Static, indexed by uriproof_outcome. */
extern const uriproof_outcome_facts uriproof_outcomes[URIPROOF_OUTCOME_COUNT];

/* Is an answer with this outcome judged by all dialects? */
bool uriproof_is_dated(uriproof_outcome outcome);

/* This says whether an answer is right by a dialect with its default readings, whichever
 * dialect's vectors asked for it. */
typedef enum uriproof_correctness {
    URIPROOF_RIGHT_THERE,
    URIPROOF_ACCEPTABLE_THERE,
    URIPROOF_WRONG_THERE,
    URIPROOF_NOT_ASKED_THERE,
    URIPROOF_CORRECTNESS_COUNT
} uriproof_correctness;

typedef struct uriproof_correctness_facts {
    const char *name;  /* "not-asked" */
    const char *about; /* one sentence */
} uriproof_correctness_facts;

/* Static, indexed by uriproof_correctness. */
extern const uriproof_correctness_facts uriproof_correctnesses[URIPROOF_CORRECTNESS_COUNT];

/* Holds the first letters of their names, in their order. */
extern const char uriproof_correctness_letters[];

/* This is what a baseline says of a result. */
typedef enum uriproof_known {
    URIPROOF_AS_EVER,         /* no failure, and what it was */
    URIPROOF_KNOWN_FAILURE,   /* listed, with this outcome and answer */
    URIPROOF_NEW_FAILURE,     /* a failure that is not listed */
    URIPROOF_OTHER_FAILURE,   /* listed with another outcome */
    URIPROOF_CHANGED_FAILURE, /* listed with this outcome, and another answer */
    URIPROOF_CHANGED_ANSWER,  /* no failure, and another answer than before */
    URIPROOF_NO_FAILURE_NOW,  /* listed as a failure, and none any more */
    URIPROOF_KNOWN_COUNT
} uriproof_known;

typedef struct uriproof_known_facts {
    const char *name;  /* "new-failure" */
    const char *about; /* one sentence */
    bool good;         /* the gate lets it through */
} uriproof_known_facts;

/* Static, indexed by uriproof_known. */
extern const uriproof_known_facts uriproof_knowns[URIPROOF_KNOWN_COUNT];

/* Some case names this clause. */
typedef struct uriproof_results_clause {
    const char *id;
    const char *document;
    const char *section;
    const char *paraphrase;
    const char *rule; /* of the grammar, as printed; or NULL */
    const char *link; /* to the section in the published text; or NULL */
} uriproof_results_clause;

/* What cases share: a group of generated vectors. A vector that people wrote is a group of its own,
 * without an id. Most generated cases say nothing: those in which each parser either agrees or does
 * not have the operation are counted, and not among the cases. */
typedef struct uriproof_results_group {
    const char *id; /* the ids of its cases begin with it and a hyphen; NULL: people wrote it */
    const char *about;
    const char *origin;
    const size_t *clauses; /* indices: those that it breaks, then those that it obeys */
    size_t clause_count;
    size_t breaks_count;
    uriproof_op op;
    size_t number;      /* among the results' groups, from 0 */
    size_t counted;     /* cases that were asked and are not among the cases */
    uint64_t questions; /* hash of what all of its cases ask and expect, in any order */
} uriproof_results_group;

/* A case is a vector as it was run. */
typedef struct uriproof_case {
    const char *id;
    const uriproof_results_group *group;
    uriproof_op op;
    bool shortened; /* texts of more than 4096 octets are cut to their first 256 */
    bool accepted;  /* the text asked is valid by what is expected */
    uriproof_request request;
    const char *expected; /* the answer, in JSON */
} uriproof_case;

/* A result is what came of one case. It never changes: many cases share the one of plain
 * agreement. */
typedef struct uriproof_result {
    const char *given; /* the adapter's answer in JSON; NULL if it agrees as written, or there is no
                          answer */
    const char *detail;   /* the reason, in words, or NULL */
    const char *right_in; /* a letter for each of the results' dialects (below); or NULL */
    const char *class_id; /* of the difference between what is expected and what was given
                             (harness/classes/class.h); or NULL */
    uint64_t answer;      /* hash of what was answered, unless it agrees plainly; 0: not known */
    uriproof_outcome outcome;
    uriproof_known known; /* what the baseline says, if there is one */
    bool up_to;           /* agrees only up to the transforms that `detail` names */
    bool shortened;       /* as of a case */
} uriproof_result;

/* Returns how right a result is by the results' dialect of that number; it has `right_in`. */
uriproof_correctness uriproof_right_in(const uriproof_result *result, size_t dialect);

/* This is the detail of a result of an operation that the adapter does not have at all. */
extern const char uriproof_no_such_operation[];

/* These are the results of plain agreement, of an operation that the adapter does not have, and
 * of a case that was not run. */
extern const uriproof_result uriproof_plain_agreement, uriproof_no_operation, uriproof_not_run;

/* Answers were judged by this dialect. */
typedef struct uriproof_results_dialect {
    const char *name;     /* "rfc1630" */
    const char *document; /* "RFC 1630" */
} uriproof_results_dialect;

/* The failures of an adapter speak against this clause (localise.h). */
typedef struct uriproof_suspect {
    size_t clause;     /* index into the results' clauses */
    size_t failed;     /* cases that name it and differ, are lenient or strict */
    size_t asked;      /* cases that name it and have an answer */
    double suspicion;  /* 0 to 1 */
    bool hand_written; /* only hand-written cases count, since some of them failed */
} uriproof_suspect;

/* At most so many are told on standard error after a run. A results file has none. */
enum { URIPROOF_SUSPECTS_MOST = 5 };

typedef struct uriproof_adapter_results {
    const char *name;
    const char *version;
    const char *language;
    const char *dialect;     /* by which it was measured; NULL: that of the results */
    const char **dialects;   /* that it claims; NULL-terminated */
    const char **transforms; /* "host lowercased", ...; NULL-terminated */
    const char *splits;      /* where it says that it does not validate; NULL: it does not say */
    bool has_op[URIPROOF_OP_COUNT];
    const uriproof_result **results; /* one for each case, in their order */
    /* Of each group the hash of its answers that agree and could be others; 0: there are none. */
    uint64_t *agreed;
    uriproof_suspect suspects[URIPROOF_SUSPECTS_MOST]; /* the most suspect first */
    size_t suspect_count;
    double seconds; /* that its processes took; 0: read from a file, which has none */
} uriproof_adapter_results;

typedef struct uriproof_results {
    const char *uriproof;  /* version of the program that made them */
    const char *dialect;   /* "all": each adapter by all; "own": each by one, which it has */
    const char *document;  /* "RFC 1630" */
    const char **readings; /* "id=value" of those that are not the default; NULL-terminated */
    bool partial;          /* the run was ended early */
    bool exact;            /* the answers were judged without tolerance */
    bool has_baseline;     /* `known` of each result says what it says of it */
    uriproof_results_dialect *dialects; /* those of `right_in` of a result; may be none */
    size_t dialect_count;
    uriproof_results_clause *clauses;
    size_t clause_count;
    uriproof_results_group **groups; /* of generated vectors */
    size_t group_count;
    uriproof_case *cases;
    size_t case_count;
    uriproof_adapter_results *adapters;
    size_t adapter_count;
    store *store; /* of all that the others point to; or it is the corpus's, */
    cJSON *tree;  /* or of this; NULL if they were read from no file */
} uriproof_results;

/* Returns the dialect by which `adapter` was measured. */
const char *uriproof_dialect_of(const uriproof_results *results, size_t adapter);

/* Returns false if the case or group of that id is of a dialect by which `adapter` was not
 * measured: then its result is not-run, and says nothing. Only so in results of "own" dialects. */
bool uriproof_is_asked(const uriproof_results *results, size_t adapter, const char *id);

/* Returns the result that says nothing: plain agreement, or that of an operation which the adapter
 * does not have, or of what it was not asked. `id` is that of the case or group. */
const uriproof_result *uriproof_plain_result(const uriproof_results *results, size_t adapter,
                                             uriproof_op op, const char *id);

/* Returns that of the cases of the group that are counted, and not among the cases. */
const uriproof_result *uriproof_counted_result(const uriproof_results *results, size_t adapter,
                                               const uriproof_results_group *group);

/* Returns how many cases were asked in all. */
size_t uriproof_count_cases(const uriproof_results *results);

/* Returns how many cases `adapter` was to be asked. */
size_t uriproof_count_asked(const uriproof_results *results, size_t adapter);

/* Counts the results of `adapter` by outcome into counts[URIPROOF_OUTCOME_COUNT]: of the cases that
 * it was to be asked. */
void uriproof_count_outcomes(const uriproof_results *results, size_t adapter, size_t *counts);

/* Returns how many answers of `adapter` agree only up to the transforms that it declares. */
size_t uriproof_count_up_to(const uriproof_results *results, size_t adapter);

/* Returns true if every result of every adapter is good, and the run was not ended early. */
bool uriproof_all_agree(const uriproof_results *results);

/* ---- Results while they are made ---- */

/* Returns the adapter of that name, or NULL. */
uriproof_adapter_results *results_adapter_named(const uriproof_results *results, const char *name);

/* Adds room for an adapter, all zero. What was returned before is elsewhere then. */
uriproof_adapter_results *results_new_adapter(uriproof_results *results);

/* Adds a group after the others. */
void results_add_group(uriproof_results *results, uriproof_results_group *group);

/* Returns a hash of what is asked and expected, and of the id of the case: octets that reports cut
 * count too. */
uint64_t results_question_hash(const char *id, const uriproof_request *request,
                               const uriproof_answer *expected);

/* Gives case `number` of the adapter another result; equal results are kept once. */
void results_set(uriproof_results *results, size_t adapter, size_t number,
                 const uriproof_result *result);

/* Ends a run, after the last judgement and after uriproof_localise_all: leaves only the cases that
 * people wrote, and those in which some result is not plain; the others are counted. */
void uriproof_results_conclude(uriproof_results *results);

/* ---- The results file ---- */

/* Writes the results file: JSON, the same bytes for the same results. */
bool uriproof_results_write(const uriproof_results *results, FILE *out);

/* Reads the results file `path`. Returns false and *error (file, line, path, culprit) if it is not
 * one. The caller frees with uriproof_results_free. */
bool uriproof_results_open(const char *path, uriproof_results *results, uriproof_error *error);

/* Does the same with `length` octets in memory, which go by `name`. */
bool uriproof_results_read(const char *name, const char *text, size_t length,
                           uriproof_results *results, uriproof_error *error);

/* Frees what the results point to, and empties them. */
void uriproof_results_free(uriproof_results *results);

/* ---- Reports ---- */

/* A way to write results. `write` writes the same octets for the same results: no dates, no times,
 * no addresses. What comes from outside (a URI, an adapter's name, its words) is data to it: it is
 * escaped for the format, and what does not print is written \xHH. It flushes `out`, and returns
 * false if `out` has an error. It does not close `out`, and keeps no state. */
typedef struct uriproof_report_format {
    const char *name;   /* "markdown" */
    const char *suffix; /* "md" */
    const char *about;  /* one line for --help */
    bool (*write)(const uriproof_results *results, FILE *out);
} uriproof_report_format;

/* The formats, in the order of --help, and NULL. A program that is linked with reports/ has it. */
extern const uriproof_report_format *const uriproof_report_formats[];

#endif
