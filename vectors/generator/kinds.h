/* SPDX-License-Identifier: MIT */
/* The kinds of generated vectors: each writes one or more files of a dialect. */
#ifndef URIPROOF_GENERATOR_KINDS_H
#define URIPROOF_GENERATOR_KINDS_H

#include "writer.h"

/* What a kind is told. */
typedef struct gen_job {
    const char *folder;  /* to write under */
    const char *grammar; /* the folder vectors/grammar */
    const uriproof_dialect *dialect;
    uriproof_error *error;
} gen_job;

typedef struct gen_kind {
    const char *name;                  /* "acceptance" */
    const char *dialect;               /* that it is for, or NULL: all */
    bool (*write)(const gen_job *job); /* false and *job->error on failure */
} gen_kind;

/* The table of kinds; *count receives its size. Static. */
const gen_kind *gen_kinds(size_t *count);

/* acceptance.c: the automaton's state cover, every class, identifiers. */
bool gen_acceptance(const gen_job *job);

/* url_acceptance.c: the same for `url`, scheme by scheme. */
bool gen_url_acceptance(const gen_job *job);

/* size.c: each component as long as buffers are. */
bool gen_sizes(const gen_job *job);

/* components.c: texts put together, and the parts expected of them. */
bool gen_components(const gen_job *job);

/* resolve.c: contexts by partial forms, under every reading. */
bool gen_resolve(const gen_job *job);

/* equivalence.c: every octet, encoded and not, in every component. */
bool gen_equivalence(const gen_job *job);

#endif
