/* SPDX-License-Identifier: MIT */
/* By which specification, and at which level, `uriproof test` measures each adapter. */
#ifndef URIPROOF_CLI_CMD_TEST_PLAN_H
#define URIPROOF_CLI_CMD_TEST_PLAN_H

#include "adapters.h"
#include "gate.h"

/* Adapters that are measured by one specification, which stand one after the other. */
typedef struct plan_group {
    const uriproof_dialect *dialect;
    size_t first; /* of the adapters */
    size_t count;
} plan_group;

enum { PLAN_GROUPS_MOST = 16 }; /* more than there are dialects */

/* What is asked, and what comes of it: corpus and results are of the group of the same number. */
typedef struct plan {
    plan_group groups[PLAN_GROUPS_MOST];
    uriproof_corpus corpora[PLAN_GROUPS_MOST];
    uriproof_results results[PLAN_GROUPS_MOST]; /* they borrow from the corpora */
    size_t count;
} plan;

/* Finds the specification of each adapter: all of them by --dialect all; else the one of --dialect,
 * else the one of its baseline, else the first that it claims and that uriproof has, else RFC 3986;
 * and says on standard error which and why. A command is started for that, since only its hello
 * tells what it claims. Sets the level of *t, which the baseline knows too, and takes the wanted
 * readings. Sorts the adapters by group, and loads the vectors of each group. Ends the program if
 * something of this is wrong, or nothing is selected. 0, or the exit status of a command that does
 * not start. The caller frees with plan_free. */
int plan_make(testing *t, const data_paths *p, adapter_list *a, gate *g, plan *made);

void plan_free(plan *made);

#endif
