/* SPDX-License-Identifier: MIT */
/* Derived vectors, from their own format to that of vectors (docs/vectors.md). */
#ifndef URIPROOF_CORPUS_DERIVED_H
#define URIPROOF_CORPUS_DERIVED_H

#include "protocol/protocol.h"
#include <stddef.h>

/* How many octets of text are built of one file, at most. */
enum { DERIVED_MOST = 256 << 20 };

/* The vector that the case `item` of `group` stands for, as vectors.schema.json has one. What it
 * takes over from the group it borrows, so it must not outlive it; texts written as pieces are put
 * together, and their octets taken from *budget, which is DERIVED_MOST for a new file. NULL and
 * *error where the case is not as docs/vectors.md says, or the budget is spent, or memory is out;
 * the caller frees it. */
cJSON *derived_vector(const cJSON *group, const cJSON *item, size_t *budget, uriproof_error *error);

/* The id of a case: `group`, a hyphen, and twelve digits of the hash of the request. `id` needs
 * room for strlen(group) + DERIVED_ID_MORE octets. */
enum { DERIVED_ID_MORE = 14 };
void derived_id(const char *group, const uriproof_request *request, char *id);

#endif
