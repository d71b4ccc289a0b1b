/* SPDX-License-Identifier: MIT */
/* How many classes there were after so many executions. */
#ifndef URIPROOF_CAMPAIGN_CURVE_H
#define URIPROOF_CAMPAIGN_CURVE_H

#include <stddef.h>
#include <stdint.h>

typedef struct curve_point {
    uint64_t ms; /* since the begin of the run */
    uint64_t executions;
    uint64_t classes;
} curve_point;

/* Zero-initialise; free with curve_free. */
typedef struct curve {
    curve_point *points;
    size_t count;
} curve;

/* Adds the state of now. A point stays if the number of classes changed there, so that a curve has
 * few points; the last is the state that was added last. A number that is lower than before counts
 * as the one before: what engines say of themselves may come late. */
void curve_add(curve *c, curve_point now);

/* Returns what the curve gained in its last part, `part` of its executions: so many executions, and
 * the classes that were new in them. */
curve_point curve_end(const curve *c, double part);

void curve_free(curve *c);

#endif
