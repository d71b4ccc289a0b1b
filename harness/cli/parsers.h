/* SPDX-License-Identifier: MIT */
/* The parsers that a command asks: those of its arguments and of --adapter, or all. */
#ifndef URIPROOF_CLI_PARSERS_H
#define URIPROOF_CLI_PARSERS_H

#include "commands.h"

enum { PARSERS_MOST = 256 };

/* The name of uriproof's own reference. */
extern const char own_reference[];

typedef struct parsers {
    const char *wanted[PARSERS_MOST]; /* NAME, or NAME=COMMAND */
    size_t wanted_count;
    bool none_known;    /* if none are wanted, parsers_find finds none */
    const char *folder; /* of manifests of the user's, or NULL */
    /* After parsers_find. */
    manifests known;
    const manifest **entries; /* of each member; NULL: a command of the user's */
    panel_member *members;
    size_t count;
    size_t added; /* the last of them: those of parsers_add */
    char ***commands;
    char *own[PARSERS_MOST]; /* names of commands of the user's, and of those added */
    size_t own_count;
    /* After parsers_tell_silent. */
    bool silent[PARSERS_MOST]; /* it does not start, or answers no more */
    size_t silent_count;
} parsers;

/* Takes NAME or NAME=COMMAND: `to` is a parsers. */
option_taker take_adapter;

/* Takes an operation that several parsers can be asked: `to` is a uriproof_op. */
option_taker take_panel_op;
option_values panel_op_names;

/* Adds a NAME or NAME=COMMAND to those that are wanted. Ends the program if there are too many. */
void parsers_want(const invocation *call, parsers *found, const char *value);

/* The help of that option. */
extern const char adapter_help[];

/* Finds them: all that are known but uriproof's own reference, if none are wanted. The command of
 * one that has a manifest is for RFC 3986, by which the differences are judged. Ends the program if
 * there is none of a name, a name is there twice, or there are too many. */
void parsers_find(const invocation *call, const data_paths *p, parsers *found);

/* Adds a parser with its own command (NULL-terminated) to those found, and ends the program as
 * parsers_find does. Takes the name and the command over. */
void parsers_add(const invocation *call, parsers *found, char *name, char **command);

/* Returns the options of a panel that is asked `window` questions ahead. */
asker_options panel_options(const data_paths *p, uint64_t timeout_ms, size_t window);

/* Raises the limit of open files to what so many processes at the same time need, if it is lower.
 * Ends the program if it may not be raised so far: some parsers would seem not to start. */
void parsers_allow_files(const invocation *call, size_t processes);

/* Says on standard error, once for each, which parsers of the panel answer no more, and why; and of
 * those that --adapter names, which do not start. Counts them in found->silent_count. `first` is
 * the panel that was asked first, and says which parsers have started; it may be the same. */
void parsers_tell_silent(const invocation *call, parsers *found, const panel *first,
                         const panel *p);

/* Is the word NAME=COMMAND, of a parser of that name? */
bool is_own_parser(const char *word, const char *name);

/* Returns how many parsers of the panel have started and can be asked the operation. */
size_t parsers_count_able(const parsers *found, const panel *p, uriproof_op op);

void parsers_free(parsers *found);

#endif
