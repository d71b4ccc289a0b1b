/* SPDX-License-Identifier: MIT */
/* By which specification, and at which level, `uriproof test` measures each adapter. */
#ifndef URIPROOF_CLI_CMD_TEST_PLAN_H
#define URIPROOF_CLI_CMD_TEST_PLAN_H

#include "adapters.h"
#include "gate.h"

/* The adapters that are measured by the same specification stand one after the other. */
typedef struct plan_group {
    const uriproof_dialect *dialect;
    size_t first; /* of the adapters */
    size_t count;
} plan_group;

enum { PLAN_GROUPS_MOST = 16 }; /* more than there are dialects */

typedef struct plan {
    plan_group groups[PLAN_GROUPS_MOST];
    size_t count;
} plan;

/* Finds the specification of each adapter: the one of --dialect, else the one of its baseline, else
 * the first that it claims and that uriproof has, else RFC 3986; and says on standard error which
 * and why. A command is started for that, since only its hello tells what it claims. Sets the level
 * of *t, which the baseline knows too, and takes the wanted readings. Sorts the adapters by group.
 * 0, or an exit status after saying what is wrong. */
int plan_make(testing *t, const data_paths *p, adapter_list *a, gate *g, plan *made);

#endif
