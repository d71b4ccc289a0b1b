/* SPDX-License-Identifier: MIT */
/* The settings that differ in one reading. */
#ifndef URIPROOF_JUDGE_READINGS_H
#define URIPROOF_JUDGE_READINGS_H

#include "protocol/protocol.h"

/* Goes through the settings that differ from `from` in one reading. Leaves out the departures for
 * `op`: by their printed words even examples of the specification fail, so these words excuse no
 * answer. Begin with *step 0; returns false after the last. */
bool next_readings(const uriproof_dialect *dialect, uriproof_op op, const uriproof_readings *from,
                   size_t *step, uriproof_readings *other);

/* Returns the number of the first reading in which the settings differ, or that of all readings. */
size_t changed_reading(const uriproof_dialect *dialect, const uriproof_readings *from,
                       const uriproof_readings *other);

#endif
