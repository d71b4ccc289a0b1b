/* SPDX-License-Identifier: MIT */
/* What people think of classes: of each two parsers that stand apart in one. */
#ifndef URIPROOF_FINDINGS_OPINIONS_H
#define URIPROOF_FINDINGS_OPINIONS_H

#include "database.h"

/* Reads what people think of `count` pairs of one class, which are sorted, and of each of them
 * whether somebody looked at it. Returns the state of all together. Sets *note, which the caller
 * frees, unless `note` is NULL or there is none. */
finding_state opinion_read(findings *f, finding_pair *pairs, size_t count, char **note);

/* Checks that all opinions in the store are as they must be. */
void opinions_check(findings *f);

#endif
