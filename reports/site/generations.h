/* SPDX-License-Identifier: MIT */
/*
 * The generations of the specifications, and which of them an answer follows: the answers that are
 * wrong by the specification asked and right by another. That is known of failures alone, since
 * only their answers are judged by every dialect (`right_in` of a result).
 */
#ifndef URIPROOF_REPORTS_GENERATIONS_H
#define URIPROOF_REPORTS_GENERATIONS_H

#include "site.h"

/* Who follows another dialect than the one asked where a clause is the question. */
typedef struct following {
    size_t clause;    /* the first of the case: one that it breaks, else one that it obeys */
    size_t dialect;   /* that is followed; a number of the results' dialects */
    size_t parsers;   /* that do so */
    size_t answers;   /* of all of them */
    size_t *by;       /* their numbers, by adapter */
    size_t example;   /* the case with the smallest of the texts, */
    size_t answering; /* and an adapter that follows the other dialect there */
} following;

/* What one parser did with the questions of a dialect in which the generations part. */
typedef struct parted_answers {
    size_t answered;
    size_t right_here;    /* by the dialect asked */
    size_t right_nowhere; /* failures that are right by no dialect */
    size_t not_judged;    /* answers to what is undefined, or of who only splits */
    size_t *right;        /* failures that are right by each of the results' dialects */
} parted_answers;

typedef struct generations {
    const site *site;
    size_t *order;         /* the results' dialects, the oldest first */
    following *list;       /* by dialect of the clause, then those of the most parsers first */
    size_t count;          /* of them */
    size_t *parted;        /* by dialect of the site: questions that some parser answers so */
    parted_answers *tally; /* at [dialect of the site * adapters + adapter] */
    store *memory;
} generations;

generations generations_find(const site *s);
void generations_free(generations *found);

const parted_answers *parted_of(const generations *found, size_t dialect, size_t adapter);

/* Returns true if the site's dialect is the results' dialect of that number. */
bool is_same_dialect(const site *s, size_t dialect, size_t of_results);

#endif
