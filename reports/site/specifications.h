/* SPDX-License-Identifier: MIT */
/* Specifications that parsers claim: what people call them, and their order of age. */
#ifndef URIPROOF_REPORTS_SPECIFICATIONS_H
#define URIPROOF_REPORTS_SPECIFICATIONS_H

#include <stddef.h>

/* Returns how people call the specification: "RFC 2396"; or NULL if it is not known: adapters
 * have words of their own too. */
const char *specification_title(const char *name);

/* Returns when it was published, in words, or "". */
const char *specification_date(const char *name);

/* Returns its place in the order of age; of one that is not known, one after all. */
size_t specification_age(const char *name);

#endif
