/* SPDX-License-Identifier: MIT */
/* The kinds of generated vectors: each writes one or more files of a dialect. */
#ifndef URIPROOF_GENERATOR_KINDS_H
#define URIPROOF_GENERATOR_KINDS_H

#include "writer.h"

/* What a kind is told. */
typedef struct derive_job {
    const char *folder;  /* to write under */
    const char *grammar; /* the folder vectors/grammar */
    const uriproof_dialect *dialect;
    uriproof_error *error;
} derive_job;

typedef struct derive_kind {
    const char *name;                     /* "acceptance" */
    const char *dialect;                  /* that it is for, or NULL: all */
    bool (*write)(const derive_job *job); /* false and *job->error on failure */
} derive_kind;

/* The table of kinds; *count receives its size. Static. */
const derive_kind *derive_kinds(size_t *count);

/* acceptance.c: the automaton's state cover, every class, identifiers. */
bool derive_acceptance(const derive_job *job);

/* url_acceptance.c: the same for `url`, scheme by scheme. */
bool derive_url_acceptance(const derive_job *job);

/* near_miss.c: texts that match the grammar but for one octet. */
bool derive_near_misses(const derive_job *job);

/* size.c: each component as long as buffers are. */
bool derive_sizes(const derive_job *job);

/* components.c: texts put together, and the parts expected of them. */
bool derive_components(const derive_job *job);

/* resolve.c: contexts by partial forms, under every reading. */
bool derive_resolve(const derive_job *job);

/* equivalence.c: every octet, encoded and not, in every component. */
bool derive_equivalence(const derive_job *job);

#endif
