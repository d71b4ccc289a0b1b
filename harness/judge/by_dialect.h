/* SPDX-License-Identifier: MIT */
/*
 * Finds in which dialects an answer is right. An answer that one specification does not allow may
 * be what another says. That shows which of them the parser follows.
 */
#ifndef URIPROOF_JUDGE_BY_DIALECT_H
#define URIPROOF_JUDGE_BY_DIALECT_H

#include "corpus/corpus.h"
#include "judgement.h"

/* Asks the reference of `dialect` the same `request`, and judges the answer `given` by its answer
 * with the default readings, as judge() does. Of a rejection only the octet counts, since dialects
 * have different names for their productions. If the dialect says at which octet it rejects and
 * `given` does not, a rejection is only acceptable: it may have another cause. */
uriproof_correctness right_by_dialect(const uriproof_dialect *dialect,
                                      const uriproof_request *request,
                                      const transform_set *transforms,
                                      const uriproof_answer *given);

/* Returns for each of uriproof_dialects() whether the answer `given`, which has the outcome
 * `outcome` in the dialect `own` of `vector`, is right there: letters in the store. Returns NULL
 * if the answer agrees plainly, or there is no answer. In `own` the answer is compared with the
 * vector. */
const char *right_by_dialects(const uriproof_dialect *own, const uriproof_vector *vector,
                              const transform_set *transforms, const uriproof_answer *given,
                              uriproof_outcome outcome, store *s);

#endif
