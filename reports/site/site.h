/* SPDX-License-Identifier: MIT */
/*
 * The site: a folder of static pages about results, for people. Each file writes one kind of page.
 * All facts that several kinds need are found once, in site.c.
 */
#ifndef URIPROOF_REPORTS_SITE_H
#define URIPROOF_REPORTS_SITE_H

#include "../summary.h"

#include "classes/classes.h"

/* The file of the site that has the results of which it is made. */
extern const char site_data[];

/* A dialect that cases of the results are of. */
typedef struct site_dialect {
    const char *name;     /* "rfc3986" */
    const char *document; /* "RFC 3986" */
} site_dialect;

/* How an adapter does by a dialect. */
typedef struct site_score {
    size_t rules;   /* clauses of which at least one vector was run, neither undefined nor
                       unvalidated: who only gave such answers was not asked to keep the rule */
    size_t kept;    /* those of them of which no vector fails */
    size_t vectors; /* that were run */
    size_t bad;     /* vectors that fail */
    size_t outcomes[URIPROOF_OUTCOME_COUNT];
    size_t causes;     /* classes of failures */
    size_t other_host; /* those of them that lead to another host */
} site_score;

typedef struct site {
    const uriproof_results *results;
    new_folder *folder;
    report_index index;
    site_dialect *dialects; /* in the order of uriproof_dialects, then those that are not known */
    size_t dialect_count;
    size_t *dialect_of_case;
    size_t *dialect_of_clause;
    site_score *scores;      /* at [adapter * dialect_count + dialect] */
    causes *causes;          /* by dialect */
    size_t *home;            /* of each case: the clause on whose page it is; SIZE_MAX if on none */
    size_t *part;            /* of each case that has a home: the part of that page, from 0 */
    transform_set *declared; /* of each adapter: what it declares to change by design */
    char date[11];           /* "2026-11-23" */
    bool early;              /* the run was ended early */
    bool failed;             /* a page could not be written; `reason` is why */
    int reason;
} site;

/* Returns the number of the dialect by which the adapter is to be looked at first: the first one
 * that it claims, else the one by which it was measured, else the last. */
size_t site_first_dialect(const site *s, size_t adapter);

/* Returns true if the adapter claims the dialect. */
bool site_claims(const site *s, size_t adapter, size_t dialect);

/* Returns the id of a case without the name of its dialect. */
const char *site_own_id(const site *s, size_t number);

const site_score *site_score_of(const site *s, size_t adapter, size_t dialect);

/* Opens a new file of the site. Never returns NULL: what is written after a failure is lost. */
FILE *site_open(site *s, const char *path);

/* Closes it. If it could not be written, the site has failed. */
void site_close(site *s, FILE *out);

/* The kinds of pages, one function each; see their files. */
void site_write_index(site *s);
void site_write_search(site *s); /* search.js: what script.js looks through */
void site_write_parsers(site *s);
void site_write_clauses(site *s);

/* Divides the pages of clauses into parts: sets s->part. Comes before all that links to cases. */
void site_divide_clauses(site *s);

void site_write_pairs(site *s);
void site_write_lineage(site *s);
void site_write_badges(site *s);

#endif
