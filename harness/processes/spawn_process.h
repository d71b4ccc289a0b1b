/* SPDX-License-Identifier: MIT */
/* Starting a process, at a cost that does not grow with the memory of whoever starts it: a fork
 * copies the tables of all its pages, which for a harness full of vectors takes longer than the
 * rest. */
#ifndef URIPROOF_PROCESSES_SPAWN_PROCESS_H
#define URIPROOF_PROCESSES_SPAWN_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/* Starts `command` (NULL-terminated) as execvp(3) would, in a session of its own, with no signal
 * blocked or ignored, and with files[i] as its descriptor i, `count` of them, none of which is
 * below
 * 3. 0 and *pid, or the number of the error. For several threads at a time. */
int spawn_process(char *const *command, const int *files, size_t count, pid_t *pid);

#endif
