/* SPDX-License-Identifier: MIT */
/*
 * The oracle for RFC 1630 and its draft. Each step of their words rewrites a string, so it is slow
 * and only made for short texts. The printed grammar tells what matches. docs/readings.md describes
 * the readings.
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

/* Opens the oracle of `dialect` with the printed grammars in `folder`. Returns false and sets
 * *error on failure. On success the caller frees with oracle_rfc1630_free. */
bool oracle_rfc1630_open(const uriproof_dialect *dialect, const char *folder, oracle_rfc1630 *early,
                         uriproof_error *error);
void oracle_rfc1630_free(oracle_rfc1630 *early);

/* ---- The parts ---- */

typedef struct oracle_rfc1630_parts {
    uriproof_span scheme, path, search, fragmentid;
} oracle_rfc1630_parts;

/* Returns the parts of `text`, which must match fragmentaddress with `readings`. */
oracle_rfc1630_parts oracle_rfc1630_split(const oracle_rfc1630 *early,
                                          const uriproof_readings *readings, uriproof_span text);

/* ---- Partial form ---- */

/* The steps that the oracle took. */
typedef enum oracle_rfc1630_step {
    ORACLE_CONTEXT_REJECTED =
        1 << 0,               /* the context does not match the grammar, so nothing was resolved */
    ORACLE_ABSOLUTE = 1 << 1, /* the form has a colon before any slash */
    ORACLE_SAME_DOCUMENT = 1 << 2, /* the form is empty */
    ORACLE_SLASHES = 1 << 3,   /* the form begins with as many slashes as some run of the context */
    ORACLE_NO_RUN = 1 << 4,    /* no run has as many slashes, so nothing is defined */
    ORACLE_LAST_PART = 1 << 5, /* the last part of the context was removed */
    ORACLE_TRAILING_SLASH = 1 << 6, /* the removed last part was empty */
    ORACLE_PARENT = 1 << 7,         /* an xxx/../ was removed */
    ORACLE_SELF = 1 << 8,           /* a /. was removed */
    ORACLE_DOTS_LEFT = 1 << 9,      /* the path of the result still has elements . or .. */
    ORACLE_NOT_MATCHING = 1 << 10,  /* the result does not match the grammar */
    ORACLE_FRAGMENT = 1 << 11       /* the form had a fragment-id, which was put back */
} oracle_rfc1630_step;

typedef struct oracle_rfc1630_result {
    unsigned steps;
    oracle_string text; /* empty if there is no result */
} oracle_rfc1630_result;

/* Returns the full form of `form` in the context `context`. */
oracle_rfc1630_result oracle_rfc1630_resolve(const oracle_rfc1630 *early,
                                             const uriproof_readings *readings,
                                             uriproof_span context, uriproof_span form);

/* ---- Canonical form ---- */

/* Returns the canonical form of `text`, which must match fragmentaddress with `readings`. Its
 * scheme must be one for which the specification has no rules of its own. */
oracle_string oracle_rfc1630_canonical(const oracle_rfc1630 *early,
                                       const uriproof_readings *readings, uriproof_span text);

/* Returns `data`, which may hold any octets, encoded as one path segment. */
oracle_string oracle_rfc1630_encode(const oracle_rfc1630 *early, const uriproof_readings *readings,
                                    uriproof_span data);

#endif
