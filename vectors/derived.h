/* SPDX-License-Identifier: MIT */
/* Derived vectors, from their own format to that of vectors (docs/vectors.md). */
#ifndef URIPROOF_DERIVED_H
#define URIPROOF_DERIVED_H

#include <stddef.h>
#include <uriproof/answer.h>

/* The vector that the case `item` of `group` stands for, as vectors.schema.json has one. What it
 * takes over from the group it borrows, so it must not outlive it; texts written as pieces are put
 * together. NULL and *error where the case is not as docs/vectors.md says, or memory is out; the
 * caller frees it. */
cJSON *derived_vector(const cJSON *group, const cJSON *item, uriproof_error *error);

/* The id of a case: `group`, a hyphen, and twelve digits of the hash of the request. `id` needs
 * room for strlen(group) + DERIVED_ID_MORE octets. */
enum { DERIVED_ID_MORE = 14 };
void derived_id(const char *group, const uriproof_request *request, char *id);

#endif
