/* SPDX-License-Identifier: MIT */
/*
 * URLs put together for the grammars of the specific schemes of RFC 1630 and its draft, and the
 * detail that docs/schemes.md has for each: it follows from the parts, and the readings say which
 * are parted otherwise.
 */
#ifndef URIPROOF_GENERATOR_CASES_URL_DETAIL_H
#define URIPROOF_GENERATOR_CASES_URL_DETAIL_H

#include "oracle/under_readings.h"

/* The schemes. */
typedef enum derive_url_scheme {
    DERIVE_HTTP,
    DERIVE_FTP,
    DERIVE_GOPHER,
    DERIVE_MAILTO,
    DERIVE_NEWS,
    DERIVE_NNTP,
    DERIVE_TELNET,
    DERIVE_RLOGIN,
    DERIVE_TN3270,
    DERIVE_WAIS,
    DERIVE_FILE,
    DERIVE_MID,
    DERIVE_CID,
    DERIVE_PROSPERO,
    DERIVE_SCHEME_COUNT
} derive_url_scheme;

/* The parts of a URL; NULL is one that is absent. */
typedef struct derive_url_parts {
    const char *prefix; /* "url:" */
    const char *scheme;
    const char *user, *password, *host, *port;
    const char *path; /* after the slash, also a selector or a name */
    const char *search;
    const char *mark;  /* a gopher type, a transfer type, a version */
    const char *extra; /* attributes, a wais type */
} derive_url_parts;

/* A URL that is asked about. */
typedef struct derive_url_question {
    const uriproof_dialect *dialect;
    derive_url_scheme scheme;
    derive_url_parts url;
} derive_url_question;

/* The text of the URL. */
derive_string derive_url_text(const derive_url_question *question);

/* What is expected of a derive_url_question: a derive_answer. */
void derive_url_answer(const void *self, const uriproof_readings *readings, derive_pool *pool,
                       derive_expect *expect);

/* Of each scheme what a group says of it. */
typedef struct derive_url_facts {
    const char *name;
    const char *about;
    const char *clauses[5]; /* after the dialect's name and a full stop; up to a NULL */
} derive_url_facts;

derive_url_facts derive_url_facts_of(derive_url_scheme scheme);

/* The production of the scheme's URLs: "httpaddress". */
const char *derive_url_production_of(derive_url_scheme scheme);

/* Is it the draft? */
bool derive_is_draft(const uriproof_dialect *dialect);

#endif
