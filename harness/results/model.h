/* SPDX-License-Identifier: MIT */
/*
 * What a run found: the result of each adapter for each vector. A run makes the results, or they
 * are read from a results file (harness/schema/results.schema.json). Every report is written from
 * them.
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
    URIPROOF_INCOMPLETE,  /* normalize: equivalent, but a part of the work was left undone */
    URIPROOF_UNDEFINED,   /* the specification defines nothing here */
    URIPROOF_UNVALIDATED, /* accepted by a parser that splits and does not validate */
    URIPROOF_SLOW,        /* right, after the time limit */
    URIPROOF_DIFFER,
    URIPROOF_LENIENT,
    URIPROOF_STRICT,
    URIPROOF_CRASH,
    URIPROOF_TIMEOUT,
    URIPROOF_PROTOCOL_ERROR,
    URIPROOF_FLAKY, /* a fault that any of several cases may have caused, and that did not occur
                       again */
    URIPROOF_UNSUPPORTED,
    URIPROOF_NOT_RUN, /* the run was ended before this case */
    URIPROOF_OUTCOME_COUNT
} uriproof_outcome;

typedef struct uriproof_outcome_facts {
    const char *name;  /* "protocol-error" */
    const char *about; /* one sentence */
    bool good;         /* does not make a run fail */
    bool answered;     /* there is an answer */
} uriproof_outcome_facts;

/* Static, indexed by uriproof_outcome. */
extern const uriproof_outcome_facts uriproof_outcomes[URIPROOF_OUTCOME_COUNT];

/* Returns true if an answer with this outcome is judged by all dialects. */
bool uriproof_is_dated(uriproof_outcome outcome);

/* Says whether an answer is right by a dialect with its default readings. The question may come
 * from a vector of another dialect. */
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
    URIPROOF_AS_EVER,         /* no failure, and the same as before */
    URIPROOF_KNOWN_FAILURE,   /* listed, with this outcome and answer */
    URIPROOF_NEW_FAILURE,     /* a failure that is not listed */
    URIPROOF_OTHER_FAILURE,   /* listed with another outcome */
    URIPROOF_CHANGED_FAILURE, /* listed with this outcome, and another answer */
    URIPROOF_CHANGED_ANSWER,  /* no failure, and another answer than before */
    URIPROOF_NO_FAILURE_NOW,  /* listed as a failure, and not a failure any more */
    URIPROOF_KNOWN_COUNT
} uriproof_known;

typedef struct uriproof_known_facts {
    const char *name;  /* "new-failure" */
    const char *about; /* one sentence */
    bool good;         /* does not make a run with a baseline fail */
} uriproof_known_facts;

/* Static, indexed by uriproof_known. */
extern const uriproof_known_facts uriproof_knowns[URIPROOF_KNOWN_COUNT];

/* A clause that some case names. */
typedef struct uriproof_results_clause {
    const char *id;
    const char *document;
    const char *section;
    const char *paraphrase;
    const char *rule; /* of the grammar, as printed; or NULL */
    const char *link; /* to the section in the published text; or NULL */
} uriproof_results_clause;

/* What cases share: a group of generated vectors. A vector that people wrote is a group of its own,
 * without an id. Most generated cases show nothing, since each parser either agrees or does not
 * have the operation. Such cases are only counted, and are not in the list of cases. */
typedef struct uriproof_results_group {
    const char *id; /* the ids of its cases begin with it and a hyphen; NULL: people wrote it */
    const char *about;
    const char *origin;
    const size_t *clauses; /* indices: the clauses that it breaks, then the clauses that it obeys */
    size_t clause_count;
    size_t breaks_count;
    uriproof_op op;
    size_t number;      /* among the results' groups, from 0 */
    size_t counted;     /* the number of cases that were asked and are not in the list of cases */
    uint64_t questions; /* hash of what all of its cases ask and expect, in any order */
} uriproof_results_group;

/* A case is a vector as it was run. */
typedef struct uriproof_case {
    const char *id;
    const uriproof_results_group *group;
    uriproof_op op;
    bool shortened; /* texts of more than 4096 octets are cut to their first 256 */
    bool accepted;  /* what is expected says that the text is valid */
    uriproof_request request;
    const char *expected; /* the answer, in JSON */
} uriproof_case;

/* The result of one case. It never changes, since many cases share the result of plain agreement.
 */
typedef struct uriproof_result {
    const char *given; /* the adapter's answer in JSON; NULL if it agrees as written, or there is no
                          answer */
    const char *detail;     /* the reason, in words, or NULL */
    const char *right_in;   /* a letter for each of the results' dialects (below); or NULL */
    const char *class_id;   /* of the difference between what is expected and what was given
                               (harness/classes/class.h); or NULL */
    const char *deviations; /* that explain it, by their ids (harness/differences/explanation.h);
                               NULL: it is not explained */
    uint64_t answer;        /* hash of the answer, unless it agrees plainly; 0: not known */
    uriproof_outcome outcome;
    uriproof_known known; /* what the baseline says, if there is one */
    uriproof_outcome was; /* the outcome in the baseline, if `known` is not good; not-run: it is not
                             known */
    bool up_to;           /* agrees only up to the transforms that `detail` names */
    bool shortened;       /* as for a case */
} uriproof_result;

/* Returns true if both lists, NULL-terminated, have the same names, in any order. */
bool results_same_names(const char *const *a, const char *const *b);

/* Returns how right a result is by dialect number `dialect` of the results. The result must have
 * `right_in`. */
uriproof_correctness uriproof_right_in(const uriproof_result *result, size_t dialect);

/* The detail of a result if the adapter does not have the operation at all. */
extern const char uriproof_no_such_operation[];

/* The results for plain agreement, for an operation that the adapter does not have, and for a case
 * that was not run. */
extern const uriproof_result uriproof_plain_agreement, uriproof_no_operation, uriproof_not_run;

/* A dialect by which answers were judged. */
typedef struct uriproof_results_dialect {
    const char *name;     /* "rfc1630" */
    const char *document; /* "RFC 1630" */
} uriproof_results_dialect;

typedef struct uriproof_adapter_results {
    const char *name;
    const char *version;
    const char *language;
    const char *dialect;     /* by which it was measured; NULL: the dialect of the results */
    const char **dialects;   /* that it claims; NULL-terminated */
    const char **transforms; /* "host lowercased", ...; NULL-terminated */
    const char *splits;      /* where it says that it does not validate; NULL: it does not say */
    const char *home;        /* a link to the parser's home page; NULL: not known */
    const char *tracker;     /* a link to where its bugs are reported; NULL: not known */
    const char *asked_as;    /* what a shell gives `test` for it, if that is more than its name: the
                                command, or a folder of manifests too; else NULL */
    bool has_op[URIPROOF_OP_COUNT];
    const uriproof_result **results; /* one for each case, in their order */
    /* For each group: the hash of those agreeing answers for which other answers would agree too;
     * 0: there are no such answers. */
    uint64_t *agreed;
    double seconds; /* that its processes took; 0: read from a file, which has none */
} uriproof_adapter_results;

typedef struct uriproof_results {
    const char *uriproof;  /* version of the program that made them */
    const char *dialect;   /* "all": each adapter was measured by all dialects; "own": each by one,
                              which it names */
    const char *document;  /* "RFC 1630" */
    const char **readings; /* "id=value" of those that are not the default; NULL-terminated */
    const char *level;     /* up to which vectors were asked; NULL: a file does not say it */
    const char **select;   /* patterns of which a vector had to match any; NULL-terminated; empty:
                              all were asked; NULL if `level` is NULL */
    const char **own;      /* paths of the user's own vectors; NULL if `level` is NULL */
    bool only_own;         /* those alone were asked */
    size_t own_cases;      /* how many of the cases are the user's own, the last of all; 0 if the
                              results were read from a file */
    bool partial;          /* the run was ended early */
    bool exact;            /* the answers were judged without tolerance */
    bool has_baseline;     /* `known` of each result says what the baseline says of it */
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
    const struct findings_file *findings;  /* for a page of the site (reports/findings_file.h); or
                                              NULL. The caller's */
    const struct campaign_file *campaigns; /* for a page of the site (reports/campaign_file.h). The
                                              caller's */
    size_t campaign_count;
} uriproof_results;

/* Returns the dialect by which `adapter` was measured. */
const char *uriproof_dialect_of(const uriproof_results *results, size_t adapter);

/* Returns the id of a case or group without its dialect, which it has only among those of several.
 * Sets *dialect to the dialect, of *length octets. */
const char *uriproof_own_id(const uriproof_results *results, const char *id, const char **dialect,
                            size_t *length);

/* Returns false if the case or group of that id is of a dialect by which `adapter` was not
 * measured. Then its result is not-run, and says nothing. This happens only in results of "own"
 * dialects. */
bool uriproof_is_asked(const uriproof_results *results, size_t adapter, const char *id);

/* Returns the result that shows nothing. It is that of plain agreement, of an operation that the
 * adapter does not have, or of a case that was not asked. `id` is the id of the case or group. */
const uriproof_result *uriproof_plain_result(const uriproof_results *results, size_t adapter,
                                             uriproof_op op, const char *id);

/* Returns the result of those cases of the group that are only counted. */
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

/* Adds an adapter, all zero, and returns it. Pointers that were returned before become invalid. */
uriproof_adapter_results *results_new_adapter(uriproof_results *results);

/* Adds a group after the others. */
void results_add_group(uriproof_results *results, uriproof_results_group *group);

/* Returns a hash of the case's id and of what is asked and expected. It covers the whole texts,
 * including what reports cut off. */
uint64_t results_question_hash(const char *id, const uriproof_request *request,
                               const uriproof_answer *expected);

/* Gives case `number` of the adapter another result; equal results are kept once. */
void results_set(uriproof_results *results, size_t adapter, size_t number,
                 const uriproof_result *result);

/* Ends a run. Call it after the last judgement. Keeps only the cases that people wrote, and those
 * in which some result is not plain. The others are only counted. */
void uriproof_results_conclude(uriproof_results *results);

/* ---- The results file ---- */

/* Writes the results file, which is JSON. The same results always give the same octets. */
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
 * no addresses. It escapes text that comes from outside (a URI, an adapter's name and words) for
 * the format, and writes octets that do not print as \xHH. It flushes `out`, and returns false if
 * `out` has an error. It does not close `out`, and keeps no state. */
struct changes; /* diff.h */

typedef struct uriproof_report_format {
    const char *name;   /* "markdown" */
    const char *suffix; /* "md" */
    const char *about;  /* one line for --help */
    bool (*write)(const uriproof_results *results, FILE *out);
    /* Does the same with what changed from another run; NULL if the format does not say it. */
    bool (*write_changes)(const struct changes *found, FILE *out);
    /* Instead of `write`: writes a folder of files, whose first is index.html. The folder knows if
     * that failed. */
    void (*write_folder)(const uriproof_results *results, new_folder *folder);
    /* Words near the beginning of the page by which the program knows its own; NULL if it need
     * not. */
    const char *mark;
} uriproof_report_format;

/* The formats, in the order of --help, and NULL. A program that is linked with reports/ has it. */
extern const uriproof_report_format *const uriproof_report_formats[];

#endif
