/* SPDX-License-Identifier: MIT */
/* The classes of the differences between the replies to one text. */
#ifndef URIPROOF_SURVEY_ONE_TEXT_H
#define URIPROOF_SURVEY_ONE_TEXT_H

#include "runner/runner.h"

typedef struct text_class {
    answer_class class;
    size_t sides[2]; /* the first two members between whom it is */
} text_class;

/* Lists the classes of the differences between the replies of the panel's `members` to `request`,
 * each once; *found is NULL if there are none, and else the caller frees it. Returns how many. */
size_t classes_of_text(const panel *p, size_t members, const uriproof_request *request,
                       const reply *replies, text_class **found);

/* Orders classes, as qsort wants it: the worst risk first, then by id. */
int class_compare(const answer_class *a, const answer_class *b);

#endif
