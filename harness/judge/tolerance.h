/* SPDX-License-Identifier: MIT */
/* Answers other than the expected one that the text does not speak against (docs/vectors.md, "What
 * nobody is accused of"). What they are depends on question and answer alone, never on who gave it.
 */
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

/* Goes through the readings that have one value other than `from` has. A departure excuses no one,
 * so those that are departures for `op` are left out. Begin with *step 0; returns false after the
 * last. The number of the reading that is changed is (*step - 1) / URIPROOF_READING_VALUES. */
enum { URIPROOF_READING_VALUES = 4 };
bool next_readings(const uriproof_dialect *dialect, uriproof_op op, const uriproof_readings *from,
                   size_t *step, uriproof_readings *other);

/* Goes through the alternates of the vector that excuse an answer, which are those that are no
 * departure. Begin with *alternate NULL; returns false after the last. */
bool next_alternate(const uriproof_dialect *dialect, const uriproof_vector *vector,
                    const uriproof_alternate **alternate);

/* Of a request of which the specification is silent under `readings`: do its texts match the
 * grammar? Then any answer takes that reading. If they do not, a rejection takes it, and no other
 * answer. */
bool is_silent_for_all(const uriproof_dialect *dialect, const uriproof_readings *readings,
                       const uriproof_request *request);

/* Returns acceptable, incomplete or undefined where no one can say that the answer is wrong, and
 * adds to j->detail why; else URIPROOF_OUTCOME_COUNT. */
uriproof_outcome tolerance_of(const tolerance_case *c, judgement *j);

#endif
