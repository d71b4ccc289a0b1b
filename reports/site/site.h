/* SPDX-License-Identifier: MIT */
/*
 * The site: a folder of static pages about results, for people. The facts that several kinds of
 * pages need are found once, here.
 */
#ifndef URIPROOF_REPORTS_SITE_H
#define URIPROOF_REPORTS_SITE_H

#include "../clause_index.h"

#include "partings.h"

#include "differences/differences.h"

/* A dialect that cases of the results are of. */
typedef struct site_dialect {
    const char *name;     /* "rfc3986" */
    const char *document; /* "RFC 3986" */
    size_t rules;         /* clauses about which at least one adapter was asked */
    size_t vectors;       /* in the results */
} site_dialect;

/* How an adapter does by a dialect. */
typedef struct site_score {
    size_t rules;   /* clauses of which at least one vector was run, neither undefined nor
                       unvalidated: who only gave such answers was not asked to keep the rule */
    size_t kept;    /* those of them of which no vector fails */
    size_t vectors; /* that were run */
    size_t parsed;  /* those of them that ask to parse */
    size_t bad;     /* vectors that fail */
    size_t outcomes[URIPROOF_OUTCOME_COUNT];
    size_t causes;     /* classes of failures */
    size_t other_host; /* those of them that lead to another host */
} site_score;

typedef struct site {
    const uriproof_results *results;
    new_folder *folder;
    report_index index;
    site_dialect *dialects; /* the oldest first, then those that are not known */
    size_t dialect_count;
    size_t *dialect_of_case;
    size_t *dialect_of_clause;
    size_t *dialect_of_group;
    site_score *scores;      /* at [adapter * dialect_count + dialect] */
    causes *causes;          /* by dialect */
    size_t *home;            /* of each case: the clause on whose page it is; SIZE_MAX if on none */
    size_t *part;            /* of each case that has a home: the part of that page, from 0 */
    size_t *finding_part;    /* of each finding: the part of its page; NULL if there are none */
    transform_set *declared; /* of each adapter: what it declares to change by design */
    partings partings;       /* where all pairs of adapters part */
    /* What stands in names of files for each of them. */
    const char **adapter_stems, **clause_stems, **dialect_stems;
    store *memory;
    char date[11]; /* "2026-11-23" */
    bool early;    /* the run was ended early */
} site;

/* Finds the facts of results. Free it with site_free. Its pages are not divided yet (pages.h). */
site site_find(const uriproof_results *results, new_folder *folder);
void site_free(site *s);

/* Returns the number of the dialect by which the adapter is to be looked at first: the newest one
 * that it claims, else the one by which it was measured, else the last. */
size_t site_first_dialect(const site *s, size_t adapter);

/* Returns true if the adapter claims the dialect. */
bool site_claims(const site *s, size_t adapter, size_t dialect);

/* Returns true if the adapter is uriproof's own reference, which is the measure and is compared
 * with no one. */
bool site_is_own_reference(const site *s, size_t adapter);

/* Returns the id of a case without the name of its dialect. */
const char *site_own_id(const site *s, size_t number);

const site_score *site_score_of(const site *s, size_t adapter, size_t dialect);

/* Returns true if the adapter was asked at least nine in ten rules of the dialect and half of its
 * vectors. Who was asked less could break less, and has no place in an order. */
bool site_is_asked_most(const site *s, size_t adapter, size_t dialect);

#endif
