/* SPDX-License-Identifier: MIT */
/* A file of parts that is being written, and who writes what of it. */
#ifndef URIPROOF_GENERATOR_PARTS_H
#define URIPROOF_GENERATOR_PARTS_H

#include "kinds.h"
#include "under.h"

/* A file that is being written, and its case. */
typedef struct derive_parts_file {
    derive_file *file;
    const uriproof_dialect *dialect;
    derive_row row;
    unsigned clauses; /* parts_url.c alone: of those of the scheme, a bit each, the ones that the
                         group has, and so each text of it */
} derive_parts_file;

/* Writes the case of `text`, of whose parts `answer` of `self` says what is expected. */
void derive_parts_case(derive_parts_file *parts, const derive_string *text, derive_answer answer,
                       const void *self);

/* Adds `part` to *expect, unless it is absent. */
void derive_parts_expect(derive_expect *expect, derive_pool *pool, const char *name,
                         uriproof_span part);

/* parts_generic.c: the generic grammar of RFC 1630 or its draft; false and *job->error on
 * failure. */
bool derive_parts_generic(const derive_job *job, derive_parts_file *parts);

/* parts_components.c: RFC 3986, and the page. */
void derive_parts_3986(derive_parts_file *parts);
void derive_parts_page(derive_parts_file *parts);

/* parts_url.c: the grammars of the specific schemes of RFC 1630 and its draft. */
void derive_parts_url(derive_parts_file *parts);

#endif
