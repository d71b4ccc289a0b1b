/* SPDX-License-Identifier: MIT */
/*
 * One talk with an adapter's process, turn by turn: lines are said, and the next line is waited
 * for, so long and no longer. The last lines that went to and fro are kept, for people. For one
 * thread; the loop must have nothing else that keeps it running.
 */
#ifndef URIPROOF_PROCESSES_SESSION_H
#define URIPROOF_PROCESSES_SESSION_H

#include "process.h"

typedef struct session session;

/* What became of waiting for a line. */
typedef enum received {
    RECEIVED_LINE,
    RECEIVED_NOTHING, /* in time */
    RECEIVED_END,     /* it writes no more: session_how_it_ended says how */
    RECEIVED_STOP     /* *stop was set */
} received;

/* Starts `command` (NULL-terminated). While waiting, *stop is looked at whenever the loop did
 * something, so a handler of that loop may set it; it must last as long as the conversation. NULL
 * where it cannot be started: *error is a libuv error number. */
session *session_start(uv_loop_t *loop, char *const *command, const bool *stop, int *error);

/* Says one line, which has no newline. */
void session_send(session *c, const char *line, size_t length);

/* Waits for a line until uv_now(loop) is `until`. A line lasts until the next call. */
received session_receive(session *c, uint64_t until, uv_buf_t *line);

/* Ends its input. What it still says can be heard, and its end, which comes within some seconds. */
void session_end_input(session *c);

/* How it ended, in words such as `ended with status 1`; lasts as long as the conversation. */
const char *session_how_it_ended(const session *c);

/* True where it ended by itself, with status 0. */
bool session_ended_well(const session *c);

/* Ends the process, if it lives, with all that it started. The rest below can still be asked. */
void session_close(session *c);

/* Writes the last lines said (`> `) and heard (`< `), and the last lines of its standard error
 * (`! `), each after `indent`, cut, and with what is not printable ASCII as \xNN. */
void session_put(const session *c, FILE *out, const char *indent);

/* True where it wrote to standard error. */
bool session_has_errors(const session *c);

/* Writes the last lines of its standard error alone. */
void session_put_errors(const session *c, FILE *out, const char *indent);

/* Closes it and frees it; NULL does nothing. */
void session_free(session *c);

#endif
