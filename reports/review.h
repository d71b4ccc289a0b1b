/* SPDX-License-Identifier: MIT */
/*
 * What changed in the answers of the parsers, by cause, for those who review the change. What was
 * before is in a baseline or in another run. Without either, what fails takes the place of what
 * changed.
 */
#ifndef URIPROOF_REPORTS_REVIEW_H
#define URIPROOF_REPORTS_REVIEW_H

#include "differences/differences.h"
#include "results/results.h"

/* How an answer is to the one before; or to the expected one, if there is none before. */
typedef enum review_kind {
    REVIEW_LAXER,    /* accepts what was rejected */
    REVIEW_STRICTER, /* rejects what was accepted */
    REVIEW_OTHER,    /* another answer, or one of which it is not known what was before */
    REVIEW_FAULT,    /* no answer, or no such operation */
    REVIEW_ANSWERS,  /* an answer, where there was none */
    REVIEW_KIND_COUNT
} review_kind;

/* Whether the answer is right. */
typedef enum review_verdict {
    REVIEW_WRONG_NOW,   /* and was not wrong */
    REVIEW_NOT_JUDGED,  /* the parser declares that it does not validate */
    REVIEW_STILL_WRONG, /* and was wrong before; or there is no before */
    REVIEW_NOT_WRONG,   /* and was not wrong */
    REVIEW_FIXED,       /* was wrong, and is not */
    REVIEW_VERDICT_COUNT
} review_verdict;

/* The changes that have one cause: a deviation, or else a class. */
typedef struct review_item {
    review_kind kind;
    review_verdict verdict;
    uriproof_op op;        /* of the example */
    const char *deviation; /* that explains the wrong answers; NULL: none does */
    const char *class_id;  /* of the example's change; NULL if no class says it */
    const class_risk *risk;
    size_t count;
    size_t *counts; /* by adapter */
    size_t adapter; /* whose example is the smallest */
    size_t example; /* number of the case */
} review_item;

/* The changes of one adapter. */
typedef struct review_counts {
    size_t of_kind[REVIEW_KIND_COUNT];
    size_t of_verdict[REVIEW_VERDICT_COUNT];
    size_t worse; /* of all: what review_is_worse says, and what is only counted and worse */
    size_t all;
    bool unlisted; /* the baseline has nothing of the adapter, so it is what fails, and no change */
    size_t counted; /* and changes among cases that are only counted: no item has them */
} review_counts;

typedef struct review {
    const uriproof_results *results;
    const changes *found; /* from another run to this; or NULL */
    bool has_before;
    review_item *items; /* what is worse comes first, then what is fixed; the worst risk first, then
                           the most changes */
    size_t count;
    review_counts *counts; /* by adapter */
    size_t changed;  /* the number of adapters that have changes; or fail, if there is no before */
    size_t unlisted; /* the number of failing adapters of which the baseline has nothing */
    store *memory;
} review;

/* What an adapter gave for a case before. */
typedef struct review_before {
    bool changed;             /* it gives something else now */
    uriproof_outcome outcome; /* not-run: not known */
    const char *given; /* in JSON; or NULL if it is not known, or was no answer. Of a baseline it is
                          what was expected, with which the answer agreed */
} review_before;

/* Finds the changes. `found` is NULL, or the changes from another run to these results. The caller
 * frees with review_free. */
review review_make(const uriproof_results *results, const changes *found);

void review_free(review *r);

/* Returns true if a reviewer has to know of the change as one for the worse: the answer is wrong or
 * not judged, or it has another host or port, even if that is not wrong. */
bool review_is_worse(review_kind kind, review_verdict verdict, const char *class_id);

/* Returns true if what is different is the host or port. `class_id` may be NULL. */
bool review_is_other_host(const char *class_id);

/* Returns what the adapter gave before. */
review_before review_before_of(const review *r, size_t adapter, size_t number);

#endif
