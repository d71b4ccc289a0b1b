/* SPDX-License-Identifier: MIT */
/* What mutation testing found of the clauses (docs/mutation.md). For any number of threads. */
#ifndef URIPROOF_CORPUS_NEEDS_H
#define URIPROOF_CORPUS_NEEDS_H

#include "protocol/protocol.h"

/* Reads the file `path`, which scripts/mutate wrote: how many mutants of the reference need each
 * clause, which is that only vectors that name it kill them. The caller frees *needs by
 * cJSON_Delete; it is NULL if there is no such file. False and *error where it cannot be read or
 * is not such a file. */
bool uriproof_needs_read(const char *path, cJSON **needs, uriproof_error *error);

/* How many need the clause `id`; 0 where the file does not name it. */
size_t uriproof_needs_of(const cJSON *needs, const char *id);

#endif
