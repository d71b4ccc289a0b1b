/* SPDX-License-Identifier: MIT */
/* Who stands apart in a class: each two parsers that it divides. */
#ifndef URIPROOF_FINDINGS_PAIRS_H
#define URIPROOF_FINDINGS_PAIRS_H

#include "findings.h"

/* Adds the pairs of a confirmed class, as its example has them. An example can show several
 * classes: two parsers that another one of them divides are no pair of this class. */
void pairs_add(finding_pairs *to, const export_class *class);

/* Has the class so many parsers that pairs_add adds none? */
bool pairs_are_too_many(const export_class *class);

/* Does a pair have the parser, and the other one too, unless that is NULL? */
bool pair_is_of(const finding_pair *pair, const char *parser, const char *other);

/* Sorts the pairs by class and name, each once. */
void pairs_sort(finding_pairs *list);

/* Orders pairs, as qsort wants it: by class and names. */
int pairs_compare(const void *a, const void *b);

/* Returns the first pair of a class in the sorted list, and sets *count to how many there are. */
finding_pair *pairs_of_class(const finding_pairs *list, const char *class, size_t *count);

void pairs_free(finding_pairs *list);

#endif
