/* SPDX-License-Identifier: MIT */
/*
 * The causes of failures: the failing cases of a run, grouped by the class of the difference.
 * Thousands of failures are often one missing check. If a text is accepted that should be rejected,
 * or the other way round, the clause alone makes the cause, and not the character at which the text
 * goes wrong: a parser that does not check a rule fails at each character.
 */
#ifndef URIPROOF_CLASSES_CAUSES_H
#define URIPROOF_CLASSES_CAUSES_H

#include "class.h"

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
    size_t count;     /* of its failures */
    size_t example;   /* the number of the case with the smallest input; if count is not 0 */
    size_t *examples; /* the first CAUSE_EXAMPLES of them, or as many as there are: first those that
                         people wrote, then those with the smallest inputs */
} cause_sighting;

typedef struct cause {
    const char *class_id; /* that of the example; NULL if no class says the difference */
    const class_risk *risk;
    uriproof_outcome outcome;
    size_t count;              /* of the failures of all adapters */
    size_t adapter;            /* whose example is the smallest */
    cause_sighting *sightings; /* by adapter */
} cause;

typedef struct causes {
    cause *list; /* the worst risk first, then the most failures */
    size_t count;
    store *memory;
} causes;

/* Returns how many octets of the id of a class make a cause: all, except the character of a text
 * that is accepted or rejected. */
size_t cause_length(const char *class_id);

/* Returns true if case `a` is a smaller example than case `b`. One of which the text was cut is
 * bigger than it looks. */
bool cause_example_is_smaller(const uriproof_case *a, const uriproof_case *b);

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
