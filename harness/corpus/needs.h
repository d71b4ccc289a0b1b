/* SPDX-License-Identifier: MIT */
/* Says how many mutants need each clause (docs/mutation.md). Thread-safe. */
#ifndef URIPROOF_CORPUS_NEEDS_H
#define URIPROOF_CORPUS_NEEDS_H

#include "protocol/protocol.h"

/* Reads the file `path`, which scripts/mutate wrote. A mutant needs a clause if only vectors that
 * name the clause kill it. The caller frees *needs with cJSON_Delete; it is NULL if there is no
 * file. Returns false and sets *error if the file cannot be read or is malformed. */
bool uriproof_needs_read(const char *path, cJSON **needs, uriproof_error *error);

/* Returns how many mutants need the clause `id`; 0 if the file does not name it. */
size_t uriproof_needs_of(const cJSON *needs, const char *id);

#endif
