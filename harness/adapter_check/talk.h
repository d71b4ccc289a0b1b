/* SPDX-License-Identifier: MIT */
/* A session with an adapter that is checked: the last lines that went to and fro are kept, for
 * people. For one thread. */
#ifndef URIPROOF_ADAPTER_CHECK_TALK_H
#define URIPROOF_ADAPTER_CHECK_TALK_H

#include "processes/processes.h"

typedef struct talk talk;

/* Starts `command`, as session_start does. */
talk *talk_start(char *const *command, const session_options *options, uriproof_error *error);

/* Sends one line, which has no newline. */
void talk_send(talk *t, const char *line, size_t length);

/* Waits for a line until session_clock() is `until`. A line lasts until the next call. */
session_event talk_receive(talk *t, uint64_t until, session_line *line);

/* Ends its input. What it still writes can be received, and its end. */
void talk_end_input(talk *t);

/* Ends the process. The rest below can still be asked. */
void talk_kill(talk *t);

/* Ends it and frees it; NULL does nothing. */
void talk_free(talk *t);

const session *talk_session(const talk *t);

/* Returns how it ended, in words such as `ended with status 1`; lasts as long as the talk. */
const char *talk_how_it_ended(talk *t);

/* Writes the last lines sent (`> `) and received (`< `), and the last lines of its standard error
 * (`! `), each after `indent`, cut, and with what is not printable ASCII as \xNN. */
void talk_put(const talk *t, FILE *out, const char *indent);

/* Returns true if it wrote to standard error. */
bool talk_has_errors(const talk *t);

/* Writes the last lines of its standard error alone. */
void talk_put_errors(const talk *t, FILE *out, const char *indent);

#endif
