/* SPDX-License-Identifier: MIT */
/*
 * One talk with an adapter's process, turn by turn: lines are said, and the next line is waited
 * for, so long and no longer. The last lines that went to and fro are kept, for people. For one
 * thread; the loop must have nothing else that keeps it running.
 */
#ifndef URIPROOF_PROCESSES_CONVERSATION_H
#define URIPROOF_PROCESSES_CONVERSATION_H

#include "process.h"

typedef struct conversation conversation;

/* What became of waiting for a line. */
typedef enum heard {
    HEARD_LINE,
    HEARD_NOTHING, /* in time */
    HEARD_END,     /* it writes no more: conversation_how_it_ended says how */
    HEARD_STOP     /* *stop was set */
} heard;

/* Starts `command` (NULL-terminated). While waiting, *stop is looked at whenever the loop did
 * something, so a handler of that loop may set it; it must last as long as the conversation. NULL
 * where it cannot be started: *error is a libuv error number. */
conversation *conversation_begin(uv_loop_t *loop, char *const *command, const bool *stop,
                                 int *error);

/* Says one line, which has no newline. False where memory is out. */
bool conversation_say(conversation *c, const char *line, size_t length);

/* Waits for a line until uv_now(loop) is `until`. A line lasts until the next call. */
heard conversation_hear(conversation *c, uint64_t until, uv_buf_t *line);

/* Ends its input. What it still says can be heard, and its end, which comes within some seconds. */
void conversation_end_input(conversation *c);

/* How it ended, in words such as `ended with status 1`; lasts as long as the conversation. */
const char *conversation_how_it_ended(const conversation *c);

/* True where it ended by itself, with status 0. */
bool conversation_ended_well(const conversation *c);

/* Ends the process, if it lives, with all that it started. The rest below can still be asked. */
void conversation_close(conversation *c);

/* Writes the last lines said (`> `) and heard (`< `), and the last lines of its standard error
 * (`! `), each behind `indent`, cut, and with what is not printable ASCII as \xNN. */
void conversation_put(const conversation *c, FILE *out, const char *indent);

/* True where it wrote to standard error. */
bool conversation_has_errors(const conversation *c);

/* Writes the last lines of its standard error alone. */
void conversation_put_errors(const conversation *c, FILE *out, const char *indent);

/* Closes it and frees it; NULL does nothing. */
void conversation_free(conversation *c);

#endif
