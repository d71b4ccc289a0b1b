/* SPDX-License-Identifier: MIT */
/* Judges an answer by what its vector expects. */
#ifndef URIPROOF_JUDGE_JUDGE_ANSWER_H
#define URIPROOF_JUDGE_JUDGE_ANSWER_H

#include "judgement.h"

#include "corpus/corpus.h"

/* Judges the answer `given` to `vector`. */
judgement judge(const judge_terms *terms, const uriproof_vector *vector,
                const uriproof_answer *given);

#endif
