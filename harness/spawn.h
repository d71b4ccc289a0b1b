/* SPDX-License-Identifier: MIT */
/* Starting a process, at a cost that does not grow with the memory of whoever starts it: a fork
 * copies the tables of all its pages, which for a harness full of vectors takes longer than the
 * rest. */
#ifndef URIPROOF_SPAWN_H
#define URIPROOF_SPAWN_H

#include <stddef.h>
#include <sys/types.h>

/* Starts `command` (NULL-terminated, looked for in PATH) in a session of its own, with signals as
 * they are by default, and with files[i], which are over `count`, as its descriptor i. 0 and *pid,
 * or the number of the error. For several threads at a time. */
int spawn(char *const *command, const int *files, size_t count, pid_t *pid);

#endif
