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
    bool wanted[PAIR_PARTS];
    uint64_t seed;
    transform_set allowed; /* what may differ (pair_allowed) */
    panel *asked;          /* of both */
    panel *fresh;          /* the same; each time that it is asked, its processes are new */
    void *self;
    bool (*should_stop)(void *self);
    bool (*is_judged)(void *self, const answer_class *class); /* NULL: none is */
} ways_terms;

typedef struct way_by_trait {
    trait_id trait;
    unsigned values[PAIR_MEMBERS]; /* of the trait; 0 of a set of octets */
    pair_finding shown;            /* again by new processes */
} way_by_trait;

/* Some ways; the parts in their order, of each the worst risk first. Zero-initialise; the caller
 * frees with ways_free. */
typedef struct ways {
    way_by_trait *items;
    size_t count;
    size_t not_shown; /* ways of the model that new processes did not show */
    bool asked;       /* they were asked about all */
    store *memory;
} ways;

/* Finds them, and lets new processes show them. */
ways ways_find(const ways_terms *terms);

/* Returns true if there is a way of that class. */
bool ways_have(const ways *w, const answer_class *class);

/* Returns finding number `i`, which may be one that was not shown: first the ways, then those of
 * the search. NULL after the last. */
const pair_finding *pair_finding_at(const ways *w, const pair *found, size_t i);

void ways_free(ways *w);

#endif
