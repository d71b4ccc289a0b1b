/* SPDX-License-Identifier: MIT */
/* How a process ended, in words for people. Each function writes into `room` octets, cuts what does
 * not fit, and ends with a NUL. */
#ifndef URIPROOF_PROCESSES_END_WORDS_H
#define URIPROOF_PROCESSES_END_WORDS_H

#include "session.h"

/* Writes, in printable form, the line of its standard error that most likely says what went wrong:
 * the last line that is not part of a trace. Writes "" if there is no such line. */
void last_error_line(const session *s, char *line, size_t room);

/* Writes how it ended: "ended with status 1: no licence". `last_line` is what the process itself
 * said about the end, or "". */
void end_words(const session_end *end, const char *last_line, char *words, size_t room);

/* Returns true if it ended by itself with status 0. */
bool ended_well(const session_end *end);

#endif
