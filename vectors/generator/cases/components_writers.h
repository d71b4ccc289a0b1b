/* SPDX-License-Identifier: MIT */
/* The functions that compose texts, one for each kind of grammar. */
#ifndef URIPROOF_GENERATOR_CASES_COMPONENTS_WRITERS_H
#define URIPROOF_GENERATOR_CASES_COMPONENTS_WRITERS_H

#include "components_file.h"

/* Composes texts for the generic grammar of RFC 1630 or its draft (components_generic.c). Returns
 * false and sets *job->error on failure. */
bool gen_components_generic(const gen_job *job, gen_components_file *parts);

/* Compose texts for RFC 3986 and for the page "URL syntax" (components_3986.c). */
void gen_components_3986(gen_components_file *parts);
void gen_components_page(gen_components_file *parts);

/* Composes texts for the specific schemes of RFC 1630 and its draft (components_url.c). */
void gen_components_url(gen_components_file *parts);

#endif
