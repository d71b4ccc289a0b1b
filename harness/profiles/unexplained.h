/* SPDX-License-Identifier: MIT */
/* Answers that a profile does not predict: made smaller, and put into groups. */
#ifndef URIPROOF_PROFILES_UNEXPLAINED_H
#define URIPROOF_PROFILES_UNEXPLAINED_H

#include "record.h"

typedef struct unexplained_terms {
    store *store; /* what the groups point into */
    void *self;
    /* Asks the parser, as learn_terms has it. What the answers point to is in the store that is
     * given. */
    void (*ask)(void *self, store *s, observation *items, size_t count);
    bool (*should_stop)(void *self);
} unexplained_terms;

/* Finds in each of `count` lists of answers what the profile of the record does not predict, and
 * sets the record's groups and how many answers these are. The shortest texts of each kind are made
 * smaller as long as the parser's answer stays unpredicted in the same way, by asking it again. */
void unexplained_find(const unexplained_terms *terms, const observations *lists, size_t count,
                      profile_record *record);

#endif
