/* SPDX-License-Identifier: MIT */
/* A file of parts that is being written, and who writes what of it. */
#ifndef URIPROOF_GENERATOR_CASES_COMPONENTS_H
#define URIPROOF_GENERATOR_CASES_COMPONENTS_H

#include "kinds.h"
#include "under_readings.h"

/* A file that is being written, and its case. */
typedef struct gen_components_file {
    gen_file *file;
    const uriproof_dialect *dialect;
    gen_row row;
    unsigned clauses; /* components_url.c alone: of those of the scheme, a bit each, the ones that
                         the group has, and so each text of it */
} gen_components_file;

/* Writes the case of `text`, of whose parts `answer` of `self` says what is expected. */
void gen_components_case(gen_components_file *parts, const oracle_string *text, gen_answer answer,
                         const void *self);

/* Adds `part` to *expect, unless it is absent. */
void gen_components_expect(gen_expect *expect, gen_pool *pool, const char *name,
                           uriproof_span part);

#endif
