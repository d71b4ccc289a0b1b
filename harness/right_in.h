/* SPDX-License-Identifier: MIT */
/*
 * In which dialects is an answer right? An answer that differs from one specification may be what
 * another says, and that dates the difference: right in RFC 1630, wrong in RFC 3986.
 */
#ifndef URIPROOF_RIGHT_IN_H
#define URIPROOF_RIGHT_IN_H

#include "compare.h"

/* Asks the reference of `dialect` the same `request`, and judges the answer `given` by what it
 * says with the default readings, in the way of judge(). */
uriproof_correctness right_in(const uriproof_dialect *dialect, const uriproof_request *request,
                              const gives_set *gives, const uriproof_answer *given);

/* Fills in `right_in` of each of the `count` results that is no plain agreement, for all of
 * uriproof_dialects(). In `own`, the dialect of `vectors`, the vector is what is expected. False
 * where memory is out. */
bool right_in_dialects(const uriproof_dialect *own, const uriproof_vector *const *vectors,
                       size_t count, const gives_set *gives, uriproof_result *results);

#endif
