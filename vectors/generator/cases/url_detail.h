/* SPDX-License-Identifier: MIT */
/*
 * Composes URLs for the specific schemes of RFC 1630 and its draft. The expected detail
 * (docs/schemes.md) follows from their parts. With some readings a URL is divided differently.
 */
#ifndef URIPROOF_GENERATOR_CASES_URL_DETAIL_H
#define URIPROOF_GENERATOR_CASES_URL_DETAIL_H

#include "under_readings.h"

/* The schemes. */
typedef enum gen_url_scheme {
    GEN_HTTP,
    GEN_FTP,
    GEN_GOPHER,
    GEN_MAILTO,
    GEN_NEWS,
    GEN_NNTP,
    GEN_TELNET,
    GEN_RLOGIN,
    GEN_TN3270,
    GEN_WAIS,
    GEN_FILE,
    GEN_MID,
    GEN_CID,
    GEN_PROSPERO,
    GEN_SCHEME_COUNT
} gen_url_scheme;

/* The parts of a URL. A part that is absent is NULL. */
typedef struct gen_url_parts {
    const char *prefix; /* "url:" */
    const char *scheme;
    const char *user, *password, *host, *port;
    const char *path; /* the text after the slash; also a selector or a name */
    const char *search;
    const char *mark;  /* a gopher type, a transfer type, or a version */
    const char *extra; /* attributes, or a wais type */
} gen_url_parts;

/* A question about a URL. */
typedef struct gen_url_question {
    const uriproof_dialect *dialect;
    gen_url_scheme scheme;
    gen_url_parts url;
} gen_url_question;

/* Returns the text of the URL. */
oracle_string gen_url_text(const gen_url_question *question);

/* Gives the answer to a gen_url_question. It is a gen_answer. */
void gen_url_answer(const void *self, const uriproof_readings *readings, gen_pool *pool,
                    gen_expect *expect);

/* Facts about a scheme that its groups need. */
typedef struct gen_url_facts {
    const char *name;
    const char *about;
    const char *clauses[5]; /* without the dialect's name and the full stop; up to a NULL */
} gen_url_facts;

gen_url_facts gen_url_facts_of(gen_url_scheme scheme);

/* Returns the name of the rule for URLs of the scheme, such as "httpaddress". */
const char *gen_url_production_of(gen_url_scheme scheme);

/* Returns true if the dialect is the draft of RFC 1630. */
bool gen_is_draft(const uriproof_dialect *dialect);

#endif
