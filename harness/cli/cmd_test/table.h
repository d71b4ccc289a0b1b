/* SPDX-License-Identifier: MIT */
/* What uriproof test prints to a terminal: counts, causes, and the next command, on one screen. */
#ifndef URIPROOF_CLI_CMD_TEST_TABLE_H
#define URIPROOF_CLI_CMD_TEST_TABLE_H

#include "differences/differences.h"
#include "testing.h"

/* Prints the table to standard output. What comes next is not there if there is a baseline. */
void table_put(const testing *t, const uriproof_results *results);

/* Prints the first causes of an adapter, each in a line that begins with two blanks. */
void table_put_causes(FILE *out, const uriproof_results *results, const causes *found,
                      size_t adapter);

/* Writes the command that shows a case, its clauses, and the links to them. */
void table_put_show(FILE *out, const testing *t, const uriproof_results *results,
                    const uriproof_case *one);

#endif
