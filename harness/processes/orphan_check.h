/* SPDX-License-Identifier: MIT */
/* Processes that an adapter started and that outlive it. Found by a word in their environment;
 * where there is no /proc, none is found. */
#ifndef URIPROOF_PROCESSES_ORPHAN_CHECK_H
#define URIPROOF_PROCESSES_ORPHAN_CHECK_H

#include <stdbool.h>

/* Marks all processes that this one starts from now on. For one thread, since it changes the
 * environment. */
void orphan_check_mark(void);

/* Finds one that bears the mark, is not this process and lives: its number, and its command line in
 * `words`, as it is, cut. 0 where there is none. */
long orphan_check_find(char *words, unsigned room);

#endif
