/* SPDX-License-Identifier: MIT */
/* What the specifications say of a question, in the words of each. */
#ifndef URIPROOF_CLI_STATEMENTS_H
#define URIPROOF_CLI_STATEMENTS_H

#include "commands.h"

/* What is at fault if a specification accepts nothing, beside the fields of the request. */
enum { FAULT_OF_RESULT = 2, FAULT_OF_NO_TEXT };

/* What a specification says of a question. */
typedef struct statement {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings; /* borrowed */
    uriproof_request request;          /* its octets are borrowed */
    uriproof_answer answer;
    uriproof_refusal refusal; /* why nothing is accepted; its clause is NULL if something is */
    unsigned fault;           /* the number of the field that is at fault, or one of the above */
    uriproof_scratch scratch;
} statement;

/* Asks the reference of a dialect. The caller frees the statement. */
statement statement_make(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         const uriproof_request *request);

void statement_free(statement *s);

/* Returns the table of dialects by the dates of their specifications, and its length. The caller
 * frees the list. */
const uriproof_dialect **dialects_newest_first(size_t *count);

/* Lists the readings of which another value changes whether the answer is accepted, with commas:
 * with the values in force (`slashes-made=printed`), or with `changed` those that change it. NULL
 * if there are none. The caller frees the list. */
char *statement_readings(const statement *s, bool changed);

/* Writes the statement in one line, without its end: `accepted  scheme=http  path=a`, or what is
 * rejected where. */
void statement_put(FILE *out, const statement *s);

/* Writes `answer` as the protocol has it, and `fault` if nothing is accepted, into the object that
 * is open. */
void statement_write(json_writer *w, const statement *s);

/* All specifications asked the same. */
typedef struct statements {
    statement *list; /* the newest specification first */
    size_t count;
} statements;

/* Asks the reference of each dialect, by its default readings. The caller frees the statements. */
statements statements_make(const uriproof_request *request);

void statements_free(statements *all);

/* Prints a line for each group of equal statements: the specifications, and what they say. If one
 * of a group says it in other words, these have a line below that begins with "=". If there is one
 * group, it is one line. With `clauses`, the clauses that reject follow. */
void statements_put(const statements *all, bool clauses);

/* Prints the groups as JSON (harness/schema/statements.schema.json). */
void statements_put_json(const statements *all);

/* Returns the exit status: 0 if all that define an answer accept, 1 if any rejects, 2 if none
 * defines an answer. */
int statements_status(const statements *all);

#endif
