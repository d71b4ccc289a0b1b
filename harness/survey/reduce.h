/* SPDX-License-Identifier: MIT */
/* Makes a text smaller as long as it still shows something. */
#ifndef URIPROOF_SURVEY_REDUCE_H
#define URIPROOF_SURVEY_REDUCE_H

#include "protocol/protocol.h"

enum { REDUCE_MOST_TRIES = 600, REDUCE_MOST_OCTETS = 1 << 28 };

/* Finds a request as small as possible that `shows`: pieces of its texts are left out, the largest
 * first, then letters become `a` and digits `1`. *smaller is the outcome; of `request` it borrows
 * nothing. Calls `shows` at most REDUCE_MOST_TRIES times, and with so many octets altogether that a
 * long text does not take long either. Returns the memory of *smaller, which the caller frees. */
char *reduce(const uriproof_request *request,
             bool (*shows)(void *self, const uriproof_request *request), void *self,
             uriproof_request *smaller);

/* The same step by step, so that many requests can be made smaller at the same time. */
typedef struct reduction {
    uriproof_request best;   /* the smallest that shows it so far; its texts are in `octets` */
    char *octets, *shorter;  /* of the best; of the one that is tried */
    size_t tries, in_octets; /* how many were tried, and how many octets these had */
    bool makes_plain;        /* all is left out that can be */
    size_t field, at;        /* what is tried now: in this text, from here */
    size_t length;           /* how many octets are left out; 0: the text is done */
    size_t before;           /* how long the text was when it was begun */
    bool any, any_shorter;   /* something was left out: of this length; of some text */
    char kept;               /* the octet that was made plain */
} reduction;

/* Begins with a request, of which nothing is borrowed. The caller frees with reduction_free. */
reduction reduction_begin(const uriproof_request *request);

/* Sets *tried to the next request to be asked, whose texts last until reduction_tell. Returns false
 * if there is no other: r->best is then the outcome. */
bool reduction_next(reduction *r, uriproof_request *tried);

/* Says whether the request that was tried shows it too. */
void reduction_tell(reduction *r, bool shows);

void reduction_free(reduction *r);

#endif
