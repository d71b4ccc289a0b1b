/* SPDX-License-Identifier: MIT */
/*
 * The processes that an adapter's process started, found in /proc. Where there is no /proc (another
 * system than Linux) none is found.
 */
#ifndef URIPROOF_PROCESSES_PROCESS_TREE_H
#define URIPROOF_PROCESSES_PROCESS_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Who belongs to `head`, a process that leads a session. */
typedef enum process_tree_tie {
    PROCESS_TREE_DESCENDANTS, /* whoever descends from it, and whoever is in its session */
    PROCESS_TREE_SESSION      /* the latter alone: it has ended, and has no children any more */
} process_tree_tie;

/* Kills them all, but not `head` itself. Those that they start meanwhile, too. `head` is this
 * process, or a child that was not waited for: else its number may be another's. */
void process_tree_kill(pid_t head, process_tree_tie tie);

/* Do `head` and its descendants hold more than `limit` octets of memory (resident or swapped out)?
 * Pages that several of them share count once. */
bool process_tree_exceeds(pid_t head, uint64_t limit);

#endif
