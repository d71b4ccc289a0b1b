/* SPDX-License-Identifier: MIT */
/*
 * URLs put together for the grammars of the specific schemes of RFC 1630 and its draft, and the
 * detail that docs/schemes.md has for each: it follows from the parts, and the readings say which
 * are parted otherwise.
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

/* The parts of a URL; NULL is one that is absent. */
typedef struct gen_url_parts {
    const char *prefix; /* "url:" */
    const char *scheme;
    const char *user, *password, *host, *port;
    const char *path; /* after the slash, also a selector or a name */
    const char *search;
    const char *mark;  /* a gopher type, a transfer type, a version */
    const char *extra; /* attributes, a wais type */
} gen_url_parts;

/* A URL that is asked about. */
typedef struct gen_url_question {
    const uriproof_dialect *dialect;
    gen_url_scheme scheme;
    gen_url_parts url;
} gen_url_question;

/* The text of the URL. */
oracle_string gen_url_text(const gen_url_question *question);

/* What is expected of a gen_url_question: a gen_answer. */
void gen_url_answer(const void *self, const uriproof_readings *readings, gen_pool *pool,
                    gen_expect *expect);

/* Of each scheme what a group says of it. */
typedef struct gen_url_facts {
    const char *name;
    const char *about;
    const char *clauses[5]; /* after the dialect's name and a full stop; up to a NULL */
} gen_url_facts;

gen_url_facts gen_url_facts_of(gen_url_scheme scheme);

/* The production of the scheme's URLs: "httpaddress". */
const char *gen_url_production_of(gen_url_scheme scheme);

/* Is it the draft? */
bool gen_is_draft(const uriproof_dialect *dialect);

#endif
