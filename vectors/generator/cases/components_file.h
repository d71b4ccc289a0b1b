/* SPDX-License-Identifier: MIT */
/* A file of kind `components` while it is written. */
#ifndef URIPROOF_GENERATOR_CASES_COMPONENTS_H
#define URIPROOF_GENERATOR_CASES_COMPONENTS_H

#include "kinds.h"
#include "under_readings.h"

/* A file that is being written, and its case. */
typedef struct gen_components_file {
    gen_file *file;
    const uriproof_dialect *dialect;
    gen_row row;
    unsigned clauses; /* The clauses of the scheme that the current group obeys, as bits. Every text
                         of the group obeys just these. Only components_url.c uses it. */
} gen_components_file;

/* Writes a case for `text`. The function `answer` tells which parts are expected for the question
 * `self`. */
void gen_components_case(gen_components_file *parts, const oracle_string *text, gen_answer answer,
                         const void *self);

/* Adds `part` to *expect, unless it is absent. */
void gen_components_expect(gen_expect *expect, gen_pool *pool, const char *name,
                           uriproof_span part);

/* Composes texts for the generic grammar of RFC 1630 or its draft (components_generic.c). Returns
 * false and sets *job->error on failure. */
bool gen_components_generic(const gen_job *job, gen_components_file *parts);

/* Compose texts for RFC 3986 and for the page "URL syntax" (components_3986.c). */
void gen_components_3986(gen_components_file *parts);
void gen_components_page(gen_components_file *parts);

/* Composes texts for the specific schemes of RFC 1630 and its draft (components_url.c). */
void gen_components_url(gen_components_file *parts);

#endif
