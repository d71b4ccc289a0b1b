/* SPDX-License-Identifier: MIT */
/* Finds answers other than the expected one that the specification permits (docs/vectors.md, "What
 * is not counted as a fault"). Only question and answer count, never which parser answered. */
#ifndef URIPROOF_JUDGE_TOLERANCE_H
#define URIPROOF_JUDGE_TOLERANCE_H

#include "judgement.h"

#include "corpus/corpus.h"

/* An answer that is not the expected one under any reading that the vector lists. Borrowed. */
typedef struct tolerance_case {
    const judge_terms *terms;
    const uriproof_vector *vector;
    const uriproof_answer *expected; /* under the readings in force */
    const uriproof_answer *given;
} tolerance_case;

/* Goes through the settings that differ from `from` in one reading. Departures for `op` are left
 * out: by their printed words even examples of the specification fail, so no answer is right by
 * them. Begin with *step 0; returns false after the last. */
bool next_readings(const uriproof_dialect *dialect, uriproof_op op, const uriproof_readings *from,
                   size_t *step, uriproof_readings *other);

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
