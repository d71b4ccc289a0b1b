/* SPDX-License-Identifier: MIT */
/* Cases that a generator wrote, in their own format (docs/vectors.md). */
#ifndef URIPROOF_CORPUS_GENERATED_H
#define URIPROOF_CORPUS_GENERATED_H

#include "corpus_read.h"

/* How many octets of text are built of one file, at most. */
enum { GENERATED_MOST = 256 << 20 };

/* Reads the case `value` into *vector: the texts of its request, whose operation is there, and what
 * is expected. The octets that are built are taken from reading->budget. */
bool generated_case(corpus_reading *reading, const json_value *value, uriproof_vector *vector);

/* Writes the id of a case: `group`, a hyphen, and twelve digits of the hash of the request. `id`
 * needs room for strlen(group) + GENERATED_ID_MORE octets. */
enum { GENERATED_ID_MORE = 14 };
void generated_id(const char *group, const uriproof_request *request, char *id);

#endif
