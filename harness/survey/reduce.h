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

#endif
