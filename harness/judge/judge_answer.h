/* SPDX-License-Identifier: MIT */
/* The judgement: what was expected, what was given, and what the adapter said that it gives. */
#ifndef URIPROOF_JUDGE_JUDGE_ANSWER_H
#define URIPROOF_JUDGE_JUDGE_ANSWER_H

#include "judgement.h"

#include "corpus/corpus.h"

/* Judges the answer `given` to `vector`. */
judgement judge(const judge_terms *terms, const uriproof_vector *vector,
                const uriproof_answer *given);

#endif
