/* SPDX-License-Identifier: MIT */
/* Finds answers that the specification permits besides the expected one (docs/vectors.md, "What is
 * not counted as a fault"). Only the question and the answer count, never which parser answered. */
#ifndef URIPROOF_JUDGE_TOLERANCE_H
#define URIPROOF_JUDGE_TOLERANCE_H

#include "judgement.h"
#include "readings.h"

#include "corpus/corpus.h"

/* An answer that is not the expected one under any reading that the vector lists. Borrowed. */
typedef struct tolerance_case {
    const judge_terms *terms;
    const uriproof_vector *vector;
    const uriproof_answer *expected; /* under the readings in force */
    const uriproof_answer *given;
} tolerance_case;

/* Goes through the alternates of the vector that set no departure. Begin with *alternate NULL;
 * returns false after the last. */
bool next_alternate(const uriproof_dialect *dialect, const uriproof_vector *vector,
                    const uriproof_alternate **alternate);

/* Returns true if any answer is acceptable to a request for which the specification defines nothing
 * under `readings`: its texts match the grammar. If they do not, only a rejection is. */
bool is_silent_for_all(const uriproof_dialect *dialect, const uriproof_readings *readings,
                       const uriproof_request *request);

/* Returns acceptable, incomplete or undefined if the specification permits the answer, and adds the
 * reason to j->detail; else returns URIPROOF_OUTCOME_COUNT. */
uriproof_outcome tolerance_of(const tolerance_case *c, judgement *j);

#endif
