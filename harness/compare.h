/* SPDX-License-Identifier: MIT */
/* The judgement: what was expected, what was given, and what the adapter said that it gives. */
#ifndef URIPROOF_COMPARE_H
#define URIPROOF_COMPARE_H

#include "judgement.h"

#include <uriproof/corpus.h>

/* Judges the answer `given` to `vector`. */
judgement judge(const judge_terms *terms, const uriproof_vector *vector,
                const uriproof_answer *given);

#endif
