/* SPDX-License-Identifier: MIT */
/* What the commands share. One file a command; the table of them is in cli.c. */
#ifndef URIPROOF_CLI_COMMANDS_H
#define URIPROOF_CLI_COMMANDS_H

#include "runner/runner.h"

#include "cli.h"
#include "corpus/corpus.h"
#include <getopt.h>

/* What a command is called with. */
typedef struct invocation {
    const char *program; /* as it is to be typed again */
    const char *name;    /* of the command */
    int argc;            /* argv[0] is the command's name */
    char **argv;
    const uriproof_report_format *formats;
    size_t format_count;
} invocation;

typedef struct verb {
    const char *name;
    int (*run)(const invocation *call);
    const char *summary; /* one line */
    const char *help;    /* the whole text */
} verb;

/* The table; ends with a NULL name. */
extern const verb command_table[];

int command_ask(const invocation *call); /* parse, resolve, ... decode, encode */
int command_explain(const invocation *call);
int command_serve(const invocation *call);
int command_test(const invocation *call);
int command_adapters(const invocation *call);
int command_adapter(const invocation *call);
int command_vectors(const invocation *call);
int command_report(const invocation *call);
int command_compare(const invocation *call);

/* The verbs of `uriproof adapter`: argv[0] of their invocation is the verb. */
int command_adapter_new(const invocation *call);
int command_adapter_check(const invocation *call);

/* The texts of --help, all in help.c. */
extern const char help_parse[], help_resolve[], help_normalize[], help_equivalent[], help_decode[],
    help_encode[], help_url[], help_explain[], help_serve[], help_test[], help_adapters[],
    help_adapter[], help_vectors[], help_report[], help_compare[];

/* Says "uriproof NAME: WORDS" and where help is, and returns URIPROOF_EXIT_USAGE. */
int usage_error(const invocation *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says "uriproof NAME: WORDS" and returns URIPROOF_EXIT_FAILED. */
int failure(const invocation *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The dialect and readings of --dialect and --reading. */
typedef struct dialect_choice {
    const uriproof_dialect *dialect;
    uriproof_readings readings;
    const char *wanted[URIPROOF_READINGS_MAX]; /* --reading, until the dialect is known */
    size_t wanted_count;
} dialect_choice;

/* Options that several commands have, as getopt_long numbers them. */
enum { OPTION_DIALECT = 256, OPTION_READING, OPTION_HEX, OPTION_JSON };

/* The default: RFC 1630 as docs/readings.md reads it. */
dialect_choice default_dialect(void);

/* Takes --dialect or --reading. 0, or an exit status after saying what is wrong. */
int take_dialect_option(const invocation *call, int option, const char *value,
                        dialect_choice *choice);

/* The level of that name (docs/vectors.md, "Levels"); a usage error where there is none. */
int take_level(const invocation *call, const char *name, uriproof_level *level);

/* Once all options are read: takes the wanted readings. 0, or an exit status. */
int settle_readings(const invocation *call, dialect_choice *choice);

/* An argument as octets: itself, or what it stands for in hexadecimal, in place. False where it
 * is not hexadecimal. */
bool argument_octets(char *argument, bool hexadecimal, uriproof_span *octets);

/* Takes --timeout: "2s", "500ms" or "2" (seconds). 0, or an exit status after saying what is wrong.
 */
int take_duration(const invocation *call, const char *words, uint64_t *ms);

/* Where `--` stands among the arguments, or argc. */
int end_of_options(const invocation *call);

/* Finds vectors and adapters. 0, or an exit status after saying what is wrong. */
int find_paths(const invocation *call, data_paths *p);

/* Loads the vectors of `dialect` up to `level`. 0, or an exit status after saying what is wrong. */
int load_corpus(const invocation *call, const data_paths *p, const uriproof_dialect *dialect,
                uriproof_level level, uriproof_corpus *corpus);

/* Writes words from outside, which are UTF-8 or just octets: what a reader
 * would not see, and what could steer a terminal, is written \xNN. */
void put_printable(FILE *out, const char *words);

/* Says which option is wrong, and returns URIPROOF_EXIT_USAGE. `option` is what getopt_long
 * returned: ':' or '?', with ':' first in its option string. */
int option_error(const invocation *call, int option);

/* True where `out` is a terminal that wants colours (NO_COLOR is respected). */
bool wants_colour(FILE *out);

#endif
