/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630 and its draft, read a second time and literally: each step of their words rewrites a
 * string. Slow, and good for short texts alone. What matches is asked of the printed grammar;
 * the readings are those of docs/readings.md.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_ORACLE_RFC1630_H
#define URIPROOF_GENERATOR_ORACLE_ORACLE_RFC1630_H

#include "production.h"
#include "short_string.h"

typedef struct derive_early {
    const uriproof_dialect *dialect;
    derive_production fragmentaddress;
    derive_production uri;
    derive_production scheme;
    derive_production path;
    derive_production search;
} derive_early;

/* False and *job->error on failure; on true the caller frees with derive_early_free. */
bool derive_early_open(const derive_job *job, derive_early *early);
void derive_early_free(derive_early *early);

/* ---- The parts ---- */

typedef struct derive_early_parts {
    uriproof_span scheme, path, search, fragmentid;
} derive_early_parts;

/* The parts of `text`, which matches fragmentaddress under `readings`. */
derive_early_parts derive_early_split(const derive_early *early, const uriproof_readings *readings,
                                      uriproof_span text);

/* ---- Partial form ---- */

/* What the rules came by. */
typedef enum derive_early_step {
    DERIVE_CONTEXT_REFUSED = 1 << 0, /* it does not match the grammar, so nothing was resolved */
    DERIVE_ABSOLUTE = 1 << 1,        /* the form has a colon before any slash */
    DERIVE_SAME_DOCUMENT = 1 << 2,   /* the form is empty */
    DERIVE_SLASHES = 1 << 3,         /* it starts with slashes, as many as some run */
    DERIVE_NO_RUN = 1 << 4,          /* with as many as no run: nothing is defined */
    DERIVE_LAST_PART = 1 << 5,       /* the last part went */
    DERIVE_TRAILING_SLASH = 1 << 6,  /* and was empty */
    DERIVE_PARENT = 1 << 7,          /* an xxx/../ was removed */
    DERIVE_SELF = 1 << 8,            /* a /. was removed */
    DERIVE_DOTS_LEFT = 1 << 9,       /* elements . or .. are left in the path of the result */
    DERIVE_NOT_MATCHING = 1 << 10,   /* the result does not match the grammar */
    DERIVE_FRAGMENT = 1 << 11        /* the form had a fragment-id, which was put back */
} derive_early_step;

typedef struct derive_early_result {
    unsigned steps;
    derive_string text; /* empty where there is none */
} derive_early_result;

/* The full form of `form` in the context `context`. */
derive_early_result derive_early_resolve(const derive_early *early,
                                         const uriproof_readings *readings, uriproof_span context,
                                         uriproof_span form);

/* ---- Canonical form ---- */

/* The canonical form of `text`, which matches fragmentaddress under `readings` and is of a scheme
 * of which the text knows nothing. */
derive_string derive_early_canonical(const derive_early *early, const uriproof_readings *readings,
                                     uriproof_span text);

/* `data`, any octets, as one path segment. */
derive_string derive_early_encode(const derive_early *early, const uriproof_readings *readings,
                                  uriproof_span data);

#endif
