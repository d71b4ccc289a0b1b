/* SPDX-License-Identifier: MIT */
/*
 * In which dialects is an answer right? An answer that differs from one specification may be what
 * another says, and that dates the difference: right in RFC 1630, wrong in RFC 3986.
 */
#ifndef URIPROOF_JUDGE_BY_DIALECT_H
#define URIPROOF_JUDGE_BY_DIALECT_H

#include "corpus/corpus.h"
#include "judgement.h"

/* Asks the reference of `dialect` the same `request`, and judges the answer `given` by what it
 * says with the default readings, in the way of judge(); but dialects name their productions
 * each in its own way, so of a rejection the octet counts, and the production does not. A rejection
 * without an octet, where the dialect has one, is no more than acceptable. */
uriproof_correctness right_by_dialect(const uriproof_dialect *dialect,
                                      const uriproof_request *request,
                                      const transform_set *transforms,
                                      const uriproof_answer *given);

/* Returns for each of uriproof_dialects() whether the answer `given`, which has the outcome
 * `outcome` in the dialect `own` of `vector`, is right there: letters in the store. Returns NULL
 * for plain agreement, or no answer. In `own` the vector is what is expected. */
const char *right_by_dialects(const uriproof_dialect *own, const uriproof_vector *vector,
                              const transform_set *transforms, const uriproof_answer *given,
                              uriproof_outcome outcome, store *s);

#endif
