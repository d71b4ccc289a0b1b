/* SPDX-License-Identifier: MIT */
/* The kinds of generated vectors. Each kind writes one or more files of a dialect. */
#ifndef URIPROOF_GENERATOR_KINDS_H
#define URIPROOF_GENERATOR_KINDS_H

#include "writer.h"

/* What the writer of a kind needs to know. */
typedef struct gen_job {
    const char *folder;  /* the folder to write to */
    const char *grammar; /* the folder vectors/grammar */
    const uriproof_dialect *dialect;
    uriproof_error *error;
} gen_job;

/* Writes a complete test suite for the automaton of the grammar (acceptance.c). */
bool gen_acceptance(const gen_job *job);

/* Writes such a suite for each scheme of `url` (url_acceptance.c). */
bool gen_url_acceptance(const gen_job *job);

/* Writes texts in which each component is as long as common buffers (size.c). */
bool gen_sizes(const gen_job *job);

/* Writes composed texts, with the parts that they were composed of (components.c). */
bool gen_components(const gen_job *job);

/* Writes partial forms in contexts, with the answers with every reading (resolve.c). */
bool gen_resolve(const gen_job *job);

/* Writes every octet, escaped and not, in every component (equivalence.c). */
bool gen_equivalence(const gen_job *job);

#endif
