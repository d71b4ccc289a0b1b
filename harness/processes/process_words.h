/* SPDX-License-Identifier: MIT */
/* What became of a process, for people. Each writes into `room` octets, cut, and ends with a NUL.
 */
#ifndef URIPROOF_PROCESSES_PROCESS_WORDS_H
#define URIPROOF_PROCESSES_PROCESS_WORDS_H

#include "process.h"

/* The last line that it wrote to standard error and that is no frame of a trace, made printable; ""
 * where there is none. */
void process_last_error_line(const struct process *process, char *line, size_t room);

/* How it ended: "ended with status 1". Where it may itself have said why, `last_line` stands after
 * that; "" for none. */
void process_end_words(const process_end *end, const char *last_line, char *words, size_t room);

#endif
