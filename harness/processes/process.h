/* SPDX-License-Identifier: MIT */
/*
 * An adapter's process: started in a session of its own, spoken to in lines, and ended
 * with all that it started.
 */
#ifndef URIPROOF_PROCESSES_PROCESS_H
#define URIPROOF_PROCESSES_PROCESS_H

#include "base/base.h"

#include <uv.h>

/* The longest line that an adapter may write. */
enum { PROCESS_MOST_LINE = 8 << 20, PROCESS_STDERR_KEPT = 4096 };

/* How a process ended. */
typedef struct process_end {
    bool line_too_long;   /* it wrote a line of over PROCESS_MOST_LINE octets */
    bool killed;          /* it closed its output, or its input ended, and it lived on */
    bool input_ended;     /* by process_end_input */
    bool exited;          /* status and signal are known: so it is when the owner is told */
    uint64_t took_memory; /* 0, or the limit that it and what it started went beyond together, for
                             which they were killed */
    int64_t status;
    int signal;
} process_end;

struct process;

/* What the owner is told. Both are called from the loop alone. */
typedef struct process_owner {
    void *self;
    /* A line, without its end. Lines that came together are followed by one call with NULL. */
    void (*line)(void *self, const char *line, size_t length);
    /* It writes no more. Called once, unless process_close came first. */
    void (*ended)(void *self, const process_end *end);
} process_owner;

typedef struct process_limits {
    /* The program uriproof-reaper, or NULL. With it, whatever the process started ends with it;
     * without it, who leaves its session may stay. */
    const char *reaper;
    uint64_t memory; /* octets that it and what it started may hold together; 0: any */
} process_limits;

/* Starts `command` (NULL-terminated). NULL where it cannot be started, and the reason in *error, a
 * libuv error number. Loops of several threads may each have processes of their own. */
struct process *process_start(uv_loop_t *loop, char *const *command, const process_limits *limits,
                              const process_owner *owner, int *error);

/* Takes the octets to be written, and empties `lines`. What cannot be written is dropped: the
 * process is then about to end. */
void process_write(struct process *process, octet_buffer *lines);

/* The end of what it wrote to standard error, printable or not; *length octets. */
const char *process_stderr(const struct process *process, size_t *length);

/* Ends its input and gives it two seconds to leave. The owner is told how it ended as of any end.
 * `deaf`: what it still writes is not read. */
void process_end_input(struct process *process, bool deaf);

/* Ends it at once, with all that it started, and tells the owner nothing more. The process frees
 * itself, in the loop. */
void process_close(struct process *process);

#endif
