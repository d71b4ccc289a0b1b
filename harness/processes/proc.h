/* SPDX-License-Identifier: MIT */
/* /proc, where the system has one: which processes there are, and what is known of each. For any
 * thread. */
#ifndef URIPROOF_PROCESSES_PROC_H
#define URIPROOF_PROCESSES_PROC_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Calls `visit` with the number of each process but the first, in any order, until it returns
 * false. Where there is no /proc, none is visited. */
void proc_each(bool (*visit)(void *self, pid_t pid), void *self);

/* /proc/PID/FACT, to be read; the caller closes it. NULL where there is none. */
FILE *proc_open(pid_t pid, const char *fact);

/* Takes hold of the process that has this number now, so that proc_kill reaches it and never one
 * that gets the number later. Returns a descriptor, which the caller closes; -1 and errno if there
 * is no such process (ESRCH), or no way to hold it. */
int proc_hold(pid_t pid);

/* Kills the process that is held; nobody if it has ended. */
void proc_kill(int held);

#endif
