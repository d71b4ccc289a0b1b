/* SPDX-License-Identifier: MIT */
/*
 * All ways in which two parsers are known to see another host, scheme, port or path: for each trait
 * in which their profiles differ and that decides the part, the shortest text that the model finds.
 * The model only proposes: a way is one if new processes of both have shown it.
 */
#ifndef URIPROOF_PAIR_WAYS_H
#define URIPROOF_PAIR_WAYS_H

#include "pair_search.h"

#include "model/model.h"

typedef struct ways_terms {
    const profile *of[PAIR_MEMBERS];
    bool wanted[PAIR_PARTS]; /* of those that are sought */
    uint64_t seed;
    transform_set allowed; /* what may differ (pair_allowed) */
    panel *fresh;          /* of both; each time that it is asked, its processes are new */
    void *self;
    bool (*should_stop)(void *self);
} ways_terms;

typedef struct way_by_trait {
    trait_id trait;
    unsigned values[PAIR_MEMBERS]; /* of the trait; 0 of a set of octets */
    const pair_part *part;
    bool is_odd;        /* one of two hosts is one that no program connects to, or none */
    uriproof_span text; /* in the store */
    bool is_shown;      /* new processes have shown it; else they did not, or were not asked */
    reply replies[PAIR_MEMBERS]; /* of these, in the store */
} way_by_trait;

/* Some ways; the parts in their order, of each the worst risk first. Zero-initialise; the caller
 * frees with ways_free. */
typedef struct ways {
    way_by_trait *items;
    size_t count;
    bool asked; /* new processes were asked about all */
    store *memory;
} ways;

/* Finds them, and lets new processes show them. */
ways ways_find(const ways_terms *terms);

/* Returns how many were shown. */
size_t ways_shown(const ways *w);

void ways_free(ways *w);

#endif
