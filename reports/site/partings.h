/* SPDX-License-Identifier: MIT */
/*
 * Where pairs of parsers part: the classes of the differences between their answers. Only the
 * vectors that people wrote count, each text once, whatever the dialects that ask it. Nothing here
 * says which of two parsers is right.
 */
#ifndef URIPROOF_REPORTS_PARTINGS_H
#define URIPROOF_REPORTS_PARTINGS_H

#include "classes/classes.h"

/* A class in which two parsers part. */
typedef struct parting {
    const char *id;
    const class_risk *risk;
    size_t texts;      /* that show it */
    size_t example;    /* the number of the case with the smallest of them, */
    const char *one;   /* and what the first parser answered to it, as JSON; NULL if it did not */
    const char *other; /* and the second */
    uriproof_outcome faults[2]; /* what they did instead, if they did not answer */
} parting;

typedef struct parser_pair {
    parting *partings; /* the worst risk first */
    size_t count;
    size_t other_host; /* those of them in which the two see different hosts */
    size_t texts;      /* that both were asked */
    size_t apart;      /* those of them on which they part */
} parser_pair;

typedef struct partings {
    parser_pair *pairs; /* that of the adapters a and b, a < b, at [a * adapters + b] */
    size_t adapters;
    size_t texts; /* in all */
    store *memory;
} partings;

/* Finds where all pairs part. declared[i] is what adapter i changes by design, which is no
 * difference. Adapter `reference` is compared with no other: it answers each text by the
 * specification of the vector. SIZE_MAX: there is no reference. The caller frees with
 * partings_free. */
partings partings_find(const uriproof_results *results, const transform_set *declared,
                       size_t reference);

/* Returns the pair of two adapters that are not the same, in any order. */
const parser_pair *partings_of(const partings *found, size_t a, size_t b);

void partings_free(partings *found);

#endif
