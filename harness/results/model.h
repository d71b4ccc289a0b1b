/* SPDX-License-Identifier: MIT */
/*
 * What a run found: adapters by vectors. Made by a run or read back from a results file
 * (harness/schema/results.schema.json), and what every report is written from.
 */
#ifndef URIPROOF_RESULTS_MODEL_H
#define URIPROOF_RESULTS_MODEL_H

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
    URIPROOF_UNSUPPORTED,
    URIPROOF_NOT_RUN, /* the run was ended before this case */
    URIPROOF_OUTCOME_COUNT
} uriproof_outcome;

typedef struct uriproof_outcome_facts {
    const char *name;  /* "protocol-error" */
    const char *about; /* one sentence */
    bool good;         /* fails nothing */
} uriproof_outcome_facts;

/* Static, indexed by uriproof_outcome. */
extern const uriproof_outcome_facts uriproof_outcomes[URIPROOF_OUTCOME_COUNT];

/* Is an answer right by a dialect with its default readings, whichever dialect's vectors asked for
 * it? */
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

/* What a baseline says of a result. */
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

/* A clause that some case names. */
typedef struct uriproof_results_clause {
    char *id;
    char *document;
    char *section;
    char *paraphrase;
    char *rule; /* of the grammar, as printed; or NULL */
    char *link; /* to the section in the published text; or NULL */
} uriproof_results_clause;

/* A vector as it was run. */
typedef struct uriproof_case {
    char *id;
    char *group; /* of derived vectors that this one is of; NULL where people wrote it */
    char *about;
    char *origin;
    size_t *obeys; /* indices into clauses */
    size_t obeys_count;
    size_t *breaks;
    size_t breaks_count;
    cJSON *request;  /* its fields, as in the protocol */
    cJSON *expected; /* the answer, as in the protocol */
    uriproof_op op;
    bool shortened; /* texts of more than 4096 octets are cut to their first 256 */
} uriproof_case;

typedef struct uriproof_result {
    cJSON *given; /* the adapter's answer; NULL where it agrees as written or there is none */
    char *detail; /* the reason, in words, or NULL */
    uriproof_correctness *right_in; /* one for each of the results' dialects; or NULL */
    uint64_t answer; /* hash of what was answered, unless it agrees plainly; 0: not known */
    uriproof_outcome outcome;
    uriproof_known known; /* where there is a baseline */
    bool up_to;           /* agrees only up to the transforms that `detail` names */
    bool shortened;       /* as of a case */
} uriproof_result;

/* A dialect that answers were judged by. */
typedef struct uriproof_results_dialect {
    char *name;     /* "rfc1630" */
    char *document; /* "RFC 1630" */
} uriproof_results_dialect;

typedef struct uriproof_adapter_results {
    char *name;
    char *version;
    char *language;
    char *dialect;            /* by which it was measured; NULL: that of the results */
    char **dialects;          /* that it claims; NULL-terminated */
    char **gives;             /* "host lowercased", ...; NULL-terminated */
    char *splits;             /* where it says that it does not validate; NULL: it does not say */
    uriproof_result *results; /* one for each case, in their order */
    double seconds;           /* that its processes took; 0: read from a file, which has none */
} uriproof_adapter_results;

typedef struct uriproof_results {
    char *uriproof;    /* version of the program that made them */
    char *dialect;     /* "all": each adapter by all; "own": each by one, which it has */
    char *document;    /* "RFC 1630" */
    char **readings;   /* "id=value" of those that are not the default; NULL-terminated */
    bool partial;      /* the run was ended early */
    bool has_baseline; /* `known` of each result says what it says of it */
    uriproof_results_dialect *dialects; /* those of `right_in` of a result; may be none */
    size_t dialect_count;
    uriproof_results_clause *clauses;
    size_t clause_count;
    uriproof_case *cases;
    size_t case_count;
    uriproof_adapter_results *adapters;
    size_t adapter_count;
} uriproof_results;

/* Returns the dialect by which `adapter` was measured. */
const char *uriproof_dialect_of(const uriproof_results *results, size_t adapter);

/* False if the case is of a dialect by which `adapter` was not measured: then its result is
 * not-run, and says nothing. Only so in results of "own" dialects. */
bool uriproof_is_asked(const uriproof_results *results, size_t adapter, size_t number);

/* How many cases `adapter` was to be asked. */
size_t uriproof_count_asked(const uriproof_results *results, size_t adapter);

/* Counts the results of `adapter` by outcome into counts[URIPROOF_OUTCOME_COUNT]: of the cases that
 * it was to be asked. */
void uriproof_count_outcomes(const uriproof_results *results, size_t adapter, size_t *counts);

/* How many answers of `adapter` agree only up to what it declares to give by design. */
size_t uriproof_count_up_to(const uriproof_results *results, size_t adapter);

/* True where every result of every adapter is good, and the run was not ended early. */
bool uriproof_all_agree(const uriproof_results *results);

/* Cuts what is too long for a report, and says so in `shortened`: for after the last judgement. */
void uriproof_results_shorten(uriproof_results *results);

/* Writes the results file: JSON, the same bytes for the same results. */
bool uriproof_results_write(const uriproof_results *results, FILE *out);

/* Reads a results file of `length` octets. False and *error where it is not one. */
bool uriproof_results_read(const char *text, size_t length, uriproof_results *results,
                           uriproof_error *error);

/* Frees what the results point to, and empties them. */
void uriproof_results_free(uriproof_results *results);

#endif
