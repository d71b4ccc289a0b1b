/* SPDX-License-Identifier: MIT */
/* The classes of the differences between the replies of several parsers to one question. */
#ifndef URIPROOF_CLASSES_TEXT_CLASSES_H
#define URIPROOF_CLASSES_TEXT_CLASSES_H

#include "class.h"

struct text_replies;

/* What names a difference in the place of the text where two parsers part. */
typedef struct class_namer {
    void *self;
    /* Other replies come from now on. */
    void (*begin)(void *self, const struct text_replies *all);
    /* Returns true if it is known why the member answers so. */
    bool (*is_known)(void *self, size_t member);
    /* Returns true if it answers as the specification does. */
    bool (*is_right)(void *self, size_t member);
    /* Returns false if it is known of both members why they answer so, and it is not the same. */
    bool (*is_alike)(void *self, size_t one, size_t other);
    /* Sets *found, which has the class by the text, to the class of the difference between two
     * members of which it is known. Returns false if they do not differ in what is known. */
    bool (*name)(void *self, size_t one, size_t other, answer_class *found);
    /* Sets *found to the class of the difference between the reply that is expected of the member
     * and its own. Returns false if none is expected, or they do not differ in what counts. */
    bool (*is_unexpected)(void *self, size_t member, answer_class *found);
    /* Sets *worst to the class of the worst deviation that the member's reply in `all` is made of,
     * if that is worse than the deviation in *worst, which can be what makes the difference `plain`
     * of the text. Returns false if it is not known why it answers so. Replies come from elsewhere
     * after it: begin() is called before the others. */
    bool (*name_reply)(void *self, const struct text_replies *all, size_t member,
                       const answer_class *plain, answer_class *worst);
    /* Returns true if two members are expected to differ so in the question of `all`, to which
     * there are no replies yet. */
    bool (*foresees)(void *self, const struct text_replies *all, size_t one, size_t other,
                     const answer_class *wanted);
} class_namer;

/* The replies of some parsers to one question. */
typedef struct text_replies {
    const uriproof_request *request;
    const reply *replies; /* one for each member */
    size_t members;
    const void *parsers; /* what `declared` is called with */
    const transform_set *(*declared)(const void *parsers, size_t member);
    const class_namer *namer; /* or NULL */
} text_replies;

typedef struct text_class {
    answer_class class;
    size_t sides[2]; /* two members between whom it is; equal if all have the fault, or if it is
                        between the reply of one and that which is expected of it */
} text_class;

/* Sets *found to the class of the difference between the replies of two members; of one and the
 * same, between its reply and that which is expected of it. Returns false if there is none that
 * counts (class_between). namer->begin was called with these replies. */
bool class_of_members(const text_replies *all, size_t one, size_t other, answer_class *found);

/* Lists the classes of the differences between the replies and of the faults, each once; *found is
 * NULL if there are none, and else the caller frees it. Returns how many. *excused has the
 * transforms without which there would be more: some two replies differ only in them. */
size_t classes_of_text(const text_replies *all, text_class **found, transform_set *excused);

/* Returns true if no class is between the replies of two groups: they differ only in what parsers
 * declare. Then *needed has these transforms. group_of[i] is the group of reply i. */
bool groups_differ_by_design(const text_replies *all, const size_t *group_of,
                             const size_t groups[2], transform_set *needed);

/* Orders classes, as qsort wants it: the worst risk first, then by id. */
int class_compare(const answer_class *a, const answer_class *b);

#endif
