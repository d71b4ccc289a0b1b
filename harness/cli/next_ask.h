/* SPDX-License-Identifier: MIT */
/* The command by which a user goes on from a difference. */
#ifndef URIPROOF_CLI_NEXT_ASK_H
#define URIPROOF_CLI_NEXT_ASK_H

#include "parsers.h"

#include "reports.h"

/* Prints "Next: " and the command that asks the same parsers, on a line of its own. Returns false
 * and prints nothing if there is none (ask_command_write). */
bool put_next_ask(const invocation *call, const parsers *from, ask_question asked);

#endif
