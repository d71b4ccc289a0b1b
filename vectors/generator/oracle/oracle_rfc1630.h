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

typedef struct gen_rfc1630 {
    const uriproof_dialect *dialect;
    gen_production fragmentaddress;
    gen_production uri;
    gen_production scheme;
    gen_production path;
    gen_production search;
} gen_rfc1630;

/* False and *job->error on failure; on true the caller frees with gen_rfc1630_free. */
bool gen_rfc1630_open(const gen_job *job, gen_rfc1630 *early);
void gen_rfc1630_free(gen_rfc1630 *early);

/* ---- The parts ---- */

typedef struct gen_rfc1630_parts {
    uriproof_span scheme, path, search, fragmentid;
} gen_rfc1630_parts;

/* The parts of `text`, which matches fragmentaddress under `readings`. */
gen_rfc1630_parts gen_rfc1630_split(const gen_rfc1630 *early, const uriproof_readings *readings,
                                    uriproof_span text);

/* ---- Partial form ---- */

/* What the rules came by. */
typedef enum gen_rfc1630_step {
    GEN_CONTEXT_REJECTED = 1 << 0, /* it does not match the grammar, so nothing was resolved */
    GEN_ABSOLUTE = 1 << 1,         /* the form has a colon before any slash */
    GEN_SAME_DOCUMENT = 1 << 2,    /* the form is empty */
    GEN_SLASHES = 1 << 3,          /* it starts with slashes, as many as some run */
    GEN_NO_RUN = 1 << 4,           /* with as many as no run: nothing is defined */
    GEN_LAST_PART = 1 << 5,        /* the last part went */
    GEN_TRAILING_SLASH = 1 << 6,   /* and was empty */
    GEN_PARENT = 1 << 7,           /* an xxx/../ was removed */
    GEN_SELF = 1 << 8,             /* a /. was removed */
    GEN_DOTS_LEFT = 1 << 9,        /* elements . or .. are left in the path of the result */
    GEN_NOT_MATCHING = 1 << 10,    /* the result does not match the grammar */
    GEN_FRAGMENT = 1 << 11         /* the form had a fragment-id, which was put back */
} gen_rfc1630_step;

typedef struct gen_rfc1630_result {
    unsigned steps;
    gen_string text; /* empty where there is none */
} gen_rfc1630_result;

/* The full form of `form` in the context `context`. */
gen_rfc1630_result gen_rfc1630_resolve(const gen_rfc1630 *early, const uriproof_readings *readings,
                                       uriproof_span context, uriproof_span form);

/* ---- Canonical form ---- */

/* The canonical form of `text`, which matches fragmentaddress under `readings` and is of a scheme
 * of which the text knows nothing. */
gen_string gen_rfc1630_canonical(const gen_rfc1630 *early, const uriproof_readings *readings,
                                 uriproof_span text);

/* `data`, any octets, as one path segment. */
gen_string gen_rfc1630_encode(const gen_rfc1630 *early, const uriproof_readings *readings,
                              uriproof_span data);

#endif
