/* SPDX-License-Identifier: MIT */
/* Who writes which texts that are put together. */
#ifndef URIPROOF_GENERATOR_CASES_COMPONENTS_WRITERS_H
#define URIPROOF_GENERATOR_CASES_COMPONENTS_WRITERS_H

#include "components_file.h"

/* components_generic.c: the generic grammar of RFC 1630 or its draft; false and *job->error on
 * failure. */
bool gen_components_generic(const gen_job *job, gen_components_file *parts);

/* components_3986.c: RFC 3986, and the page. */
void gen_components_3986(gen_components_file *parts);
void gen_components_page(gen_components_file *parts);

/* components_url.c: the grammars of the specific schemes of RFC 1630 and its draft. */
void gen_components_url(gen_components_file *parts);

#endif
