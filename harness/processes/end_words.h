/* SPDX-License-Identifier: MIT */
/* What became of a process, for people. Each writes into `room` octets, cut, and ends with a NUL.
 */
#ifndef URIPROOF_PROCESSES_END_WORDS_H
#define URIPROOF_PROCESSES_END_WORDS_H

#include "session.h"

/* Writes the last line of its standard error that is no frame of a trace, made printable; "" if
 * there is none. */
void last_error_line(const session *s, char *line, size_t room);

/* Writes how it ended: "ended with status 1". `last_line` is what it may itself have said of that,
 * or "". */
void end_words(const session_end *end, const char *last_line, char *words, size_t room);

/* Returns true if it ended by itself with status 0. */
bool ended_well(const session_end *end);

#endif
