/* SPDX-License-Identifier: MIT */
/*
 * Finds in which dialects an answer is right. An answer that is wrong by one specification may be
 * right by another. That shows which specification the parser follows.
 */
#ifndef URIPROOF_JUDGE_BY_DIALECT_H
#define URIPROOF_JUDGE_BY_DIALECT_H

#include "corpus/corpus.h"
#include "judgement.h"

/* Asks the reference of `dialect` the same `request` with the default readings, and judges the
 * answer `given` by the reference's answer, as judge() does. For a rejection, only the octet is
 * compared, since dialects have different names for their productions. If the dialect says at which
 * octet it rejects and `given` does not, a rejection is only acceptable: it may have another cause.
 */
uriproof_correctness right_by_dialect(const uriproof_dialect *dialect,
                                      const uriproof_request *request,
                                      const transform_set *transforms,
                                      const uriproof_answer *given);

/* Returns true if the answer is a failure by the reference of terms->dialect: under the readings of
 * `terms`, and under each other value of one reading. What the adapter declares is judged as
 * judge() does. */
bool is_wrong_by_dialect(const judge_terms *terms, const uriproof_request *request,
                         const uriproof_answer *given);

/* Says for each of uriproof_dialects() whether the answer `given` is right in that dialect. Returns
 * one letter for each dialect, in the store. `own` is the dialect of `vector`, and `outcome` is the
 * outcome in it. Returns NULL if the answer agrees plainly, or if there is no answer. In `own` the
 * answer is compared with the vector. */
const char *right_by_dialects(const uriproof_dialect *own, const uriproof_vector *vector,
                              const transform_set *transforms, const uriproof_answer *given,
                              uriproof_outcome outcome, store *s);

#endif
