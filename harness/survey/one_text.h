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
 * each once; *found is NULL if there are none, and else the caller frees it. Returns how many.
 * *excused has the transforms without which there would be more: some two replies differ only in
 * them. */
size_t classes_of_text(const panel *p, size_t members, const uriproof_request *request,
                       const reply *replies, text_class **found, transform_set *excused);

/* Replies to one question, and the group of each. */
typedef struct grouped_replies {
    const panel *panel;
    size_t members;
    const uriproof_request *request;
    const reply *replies;
    const size_t *group_of;
} grouped_replies;

/* Returns true if no class is between the replies of two groups: they differ only in what parsers
 * declare. Then *needed has these transforms. */
bool groups_differ_by_design(const grouped_replies *all, const size_t groups[2],
                             transform_set *needed);

/* Orders classes, as qsort wants it: the worst risk first, then by id. */
int class_compare(const answer_class *a, const answer_class *b);

#endif
