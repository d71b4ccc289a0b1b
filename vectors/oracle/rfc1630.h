/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630 and its draft, read a second time and literally: each step of their words rewrites a
 * string. Slow, and good for short texts alone. What matches is asked of the printed grammar;
 * the readings are those of docs/readings.md.
 */
#ifndef URIPROOF_ORACLE_RFC1630_H
#define URIPROOF_ORACLE_RFC1630_H

#include "production.h"
#include "short_string.h"

typedef struct oracle_rfc1630 {
    const uriproof_dialect *dialect;
    oracle_production fragmentaddress;
    oracle_production uri;
    oracle_production scheme;
    oracle_production path;
    oracle_production search;
} oracle_rfc1630;

/* Opens the oracle of `dialect` with the printed grammars in `folder`. False and *error on failure;
 * on true the caller frees with oracle_rfc1630_free. */
bool oracle_rfc1630_open(const uriproof_dialect *dialect, const char *folder, oracle_rfc1630 *early,
                         uriproof_error *error);
void oracle_rfc1630_free(oracle_rfc1630 *early);

/* ---- The parts ---- */

typedef struct oracle_rfc1630_parts {
    uriproof_span scheme, path, search, fragmentid;
} oracle_rfc1630_parts;

/* The parts of `text`, which matches fragmentaddress under `readings`. */
oracle_rfc1630_parts oracle_rfc1630_split(const oracle_rfc1630 *early,
                                          const uriproof_readings *readings, uriproof_span text);

/* ---- Partial form ---- */

/* What the rules came by. */
typedef enum oracle_rfc1630_step {
    ORACLE_CONTEXT_REJECTED = 1 << 0, /* it does not match the grammar, so nothing was resolved */
    ORACLE_ABSOLUTE = 1 << 1,         /* the form has a colon before any slash */
    ORACLE_SAME_DOCUMENT = 1 << 2,    /* the form is empty */
    ORACLE_SLASHES = 1 << 3,          /* it starts with slashes, as many as some run */
    ORACLE_NO_RUN = 1 << 4,           /* with as many as no run: nothing is defined */
    ORACLE_LAST_PART = 1 << 5,        /* the last part went */
    ORACLE_TRAILING_SLASH = 1 << 6,   /* and was empty */
    ORACLE_PARENT = 1 << 7,           /* an xxx/../ was removed */
    ORACLE_SELF = 1 << 8,             /* a /. was removed */
    ORACLE_DOTS_LEFT = 1 << 9,        /* elements . or .. are left in the path of the result */
    ORACLE_NOT_MATCHING = 1 << 10,    /* the result does not match the grammar */
    ORACLE_FRAGMENT = 1 << 11         /* the form had a fragment-id, which was put back */
} oracle_rfc1630_step;

typedef struct oracle_rfc1630_result {
    unsigned steps;
    oracle_string text; /* empty where there is none */
} oracle_rfc1630_result;

/* The full form of `form` in the context `context`. */
oracle_rfc1630_result oracle_rfc1630_resolve(const oracle_rfc1630 *early,
                                             const uriproof_readings *readings,
                                             uriproof_span context, uriproof_span form);

/* ---- Canonical form ---- */

/* The canonical form of `text`, which matches fragmentaddress under `readings` and is of a scheme
 * of which the text knows nothing. */
oracle_string oracle_rfc1630_canonical(const oracle_rfc1630 *early,
                                       const uriproof_readings *readings, uriproof_span text);

/* `data`, any octets, as one path segment. */
oracle_string oracle_rfc1630_encode(const oracle_rfc1630 *early, const uriproof_readings *readings,
                                    uriproof_span data);

#endif
