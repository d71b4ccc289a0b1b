/* SPDX-License-Identifier: MIT */
/*
 * The causes of failures: the failing cases of a run by the first deviation that explains them, and
 * those that are not explained by the class of the difference. Thousands of failures are often one
 * missing check.
 */
#ifndef URIPROOF_DIFFERENCES_CAUSES_H
#define URIPROOF_DIFFERENCES_CAUSES_H

#include "explanation.h"

#include "classes/classes.h"
#include "results/results.h"

/* Which results count. */
typedef struct cause_filter {
    uriproof_op op;           /* URIPROOF_OP_COUNT: any */
    uriproof_outcome outcome; /* URIPROOF_OUTCOME_COUNT: any */
    const char *part;         /* of the class: "host"; NULL: any */
    const char *dialect;      /* of the case, in results of several: "rfc3986"; NULL: any */
} cause_filter;

/* Lets everything through. */
extern const cause_filter cause_any;

/* How many examples of a cause and an adapter are kept at most. */
enum { CAUSE_EXAMPLES = 10 };

/* What one adapter has of a cause. */
typedef struct cause_sighting {
    size_t count;                       /* of its failures */
    size_t strict;                      /* of these, rejections of what is valid */
    size_t known[URIPROOF_KNOWN_COUNT]; /* of these, by what the baseline has of them */
    size_t example;   /* the number of the case with the smallest input; if count is not 0 */
    size_t *examples; /* the first CAUSE_EXAMPLES of them, or as many as there are: first those that
                         people wrote, then those with the smallest inputs */
} cause_sighting;

typedef struct cause {
    const char *key;           /* that no other has: the deviation, or outcome and class */
    const char *deviation;     /* its id; NULL: the failures are not explained */
    const char *class_id;      /* that of the example; NULL if no class says the difference */
    const class_risk *risk;    /* the worst of its failures */
    uriproof_outcome outcome;  /* of the example */
    size_t count;              /* of the failures of all adapters */
    size_t adapter;            /* whose example is the smallest */
    cause_sighting *sightings; /* by adapter */
} cause;

typedef struct causes {
    cause *list; /* deviations and faults, then what is not explained; of each the worst risk
                    first, then the most failures */
    size_t count;
    store *memory;
} causes;

/* Returns true if case `a` is a smaller example than case `b`. One of which the text was cut is
 * bigger than it looks. */
bool cause_example_is_smaller(const uriproof_case *a, const uriproof_case *b);

/* Returns true if the result is a failure, which a case that was not run is not. */
bool cause_has_failed(const uriproof_result *result);

/* Finds the causes of all adapters. The ids of classes are those of the results. The caller frees
 * with causes_free. */
causes causes_find(const uriproof_results *results, const cause_filter *filter);

void causes_free(causes *found);

/* Sets first[0] and so on to the causes of one adapter: the worst risk first, then the most of its
 * failures. Returns their number, of at most `most`. */
size_t causes_of_adapter(const causes *found, size_t adapter, const cause **first, size_t most);

/* Counts the results of `adapter` that the filter lets through, by outcome, into
 * counts[URIPROOF_OUTCOME_COUNT]. */
void causes_count_outcomes(const uriproof_results *results, size_t adapter,
                           const cause_filter *filter, size_t *counts);

#endif
