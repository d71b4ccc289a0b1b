/* SPDX-License-Identifier: MIT */
/* Processes that an adapter started and that outlive it. Found by a word in their environment;
 * where there is no /proc, none is found. */
#ifndef URIPROOF_PROCESSES_LEFT_OVER_H
#define URIPROOF_PROCESSES_LEFT_OVER_H

#include <stdbool.h>

/* Marks all processes that this one starts from now on. For one thread, since it changes the
 * environment. */
void left_over_mark(void);

/* Finds one that bears the mark, is not this process and lives: its number, and its command line in
 * `words`, as it is, cut. 0 where there is none. */
long left_over_find(char *words, unsigned room);

#endif
