/* SPDX-License-Identifier: MIT */
/* What /proc tells about processes. On a system without /proc every list is empty. */
#ifndef URIPROOF_PROCESSES_PROC_H
#define URIPROOF_PROCESSES_PROC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Lists the children of process `head`: at most `room` in `list`. Returns their number. */
size_t proc_children(pid_t head, pid_t *list, size_t room);

typedef struct proc_facts {
    pid_t parent; /* 0 if there is no such process */
    bool runs;    /* it is not stopped, and has not ended */
} proc_facts;

/* Looks at one process. */
proc_facts proc_look(pid_t pid);

/* Returns true if the processes hold more than `limit` octets together. Memory counts if it is
 * resident or swapped out. A page that several processes share counts once. */
bool proc_exceed(const pid_t *list, size_t count, uint64_t limit);

/* Writes the command line of a process into `room` octets of `line`; "" if it has none. */
void proc_command_line(pid_t pid, char *line, size_t room);

#endif
