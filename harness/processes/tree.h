/* SPDX-License-Identifier: MIT */
/* Ends the processes below this one. On a system without /proc there are none. One thread at a
 * time may call these. */
#ifndef URIPROOF_PROCESSES_TREE_H
#define URIPROOF_PROCESSES_TREE_H

#include "proc.h"

enum { TREE_MOST = 4096 /* so many processes are listed at once */ };

/* Returns true if a child stays as it is, with all below it. NULL in place of it: none does. */
typedef bool tree_spares(pid_t child);

/* Returns the time in milliseconds of a clock that only goes forward. */
uint64_t tree_clock(void);

/* Lists the children of this process, or with `deep` all below it, but those that are spared: at
 * most `room` in `list`. Returns their number. */
size_t tree_list(tree_spares *spares, bool deep, pid_t *list, size_t room);

/* Stops all processes below this one until none runs, and kills them. Processes that fork without
 * end would use the place of each that is killed; one that is stopped keeps its place and starts
 * nothing. The caller waits for its children, and calls this again until none is left. */
void tree_kill(tree_spares *spares);

/* Returns how many are left, and writes the number and the command of one into `room` octets. */
size_t tree_rest(tree_spares *spares, char *words, size_t room);

#endif
