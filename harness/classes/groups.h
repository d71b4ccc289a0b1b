/* SPDX-License-Identifier: MIT */
/* Replies to one question, as groups of equal ones. */
#ifndef URIPROOF_CLASSES_GROUPS_H
#define URIPROOF_CLASSES_GROUPS_H

#include "reply.h"

/* Puts the `count` replies to a question of operation `op` into groups of equal ones. Sets
 * group_of[i] to the group of replies[i]. Returns the number of groups, which are ordered: those
 * that accept, then those that reject, then those without an answer; of each the biggest first, and
 * of equal ones the one whose first reply comes first. `group_of` has room for `count`. */
size_t group_replies(uriproof_op op, const reply *replies, size_t count, size_t *group_of);

#endif
