/* SPDX-License-Identifier: MIT */
/* Declares what the commands share. Each command has a file; main.c has the table of them. */
#ifndef URIPROOF_CLI_COMMANDS_H
#define URIPROOF_CLI_COMMANDS_H

#include "runner/runner.h"

#include "base/base.h"

#include "corpus/corpus.h"
#include "protocol/protocol.h"
#include "results/results.h"

/* Exit statuses. */
enum {
    URIPROOF_EXIT_AGREE =
        0, /* all cases agree; the text matches the grammar; the two texts are identical */
    URIPROOF_EXIT_DIFFERS =
        1, /* some case does not agree; the text does not match; the texts are not identical */
    URIPROOF_EXIT_USAGE = 2,     /* a usage error, or nothing selected */
    URIPROOF_EXIT_UNDEFINED = 2, /* no specification defines an answer */
    URIPROOF_EXIT_NO_START = 3,  /* an adapter cannot be started, or its hello fails */
    URIPROOF_EXIT_FAILED = 4,    /* a file cannot be read or written */
    /* URIPROOF_EXIT_MEMORY = 5, in out_of_memory.h: memory ran out */
    URIPROOF_EXIT_STOPPED = 130, /* ended by Ctrl-C, or hung up */
};

typedef struct verb verb;

/* An invocation is what a command is called with. */
typedef struct invocation {
    const char *program; /* the name by which the user can call the program again */
    const verb *command;
    int argc; /* argv[0] is the command's name, until options_read */
    char **argv;
    char **run; /* the command after `--`, if this command takes one; else NULL */
} invocation;

/* ---- Errors ---- */

/* Flushes standard output. Returns 0, or the number of the first error that it had in such a call.
 * What is lost is told at the end of the program (main.c). */
int flush_output(void);

/* Says "uriproof NAME: WORDS" on standard error. Returns URIPROOF_EXIT_FAILED. */
int failure(const invocation *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says the same, and ends the program with URIPROOF_EXIT_FAILED. It is for faults that are found
 * before a run. */
void fail(const invocation *call, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* Says the same and how to get help, and ends the program with URIPROOF_EXIT_USAGE. */
void usage_error(const invocation *call, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* ---- Options ---- */

typedef struct cli_option cli_option;

/* Puts the value of an option at `to`, or ends the program with a usage error. */
typedef void option_taker(const invocation *call, const cli_option *option, const char *value,
                          void *to);

/* Returns value number `i` of those that an option can have, or NULL after the last. */
typedef const char *option_values(size_t i);

/* An option: as it is read, and as --help, the manual and the completions of shells have it. */
struct cli_option {
    const char *name;     /* without its dashes */
    const char *argument; /* its name in the help; NULL if the option has none */
    option_taker *take;   /* one of those below, or one of the command's own */
    size_t to;            /* offset in the struct that options_read is given */
    const char *help;
    uint64_t least, most;  /* of take_number */
    option_values *values; /* those that it can have; NULL: those of its taker, or any */
};

option_taker take_flag;                                       /* to a bool */
option_taker take_word;                                       /* to a const char * */
option_taker take_number, take_size, take_duration;           /* to a uint64_t: octets, ms */
option_taker take_level;                                      /* to a uriproof_level */
option_taker take_dialect, take_dialect_or_all, take_reading; /* to a dialect_choice */

/* Returns the values that the option can have, or NULL if it can have any. options_read rejects all
 * others, before it calls the taker. */
option_values *values_of(const cli_option *option);
option_values dialect_names, report_names;

/* The help texts of options that several commands have. */
extern const char dialect_help[], every_dialect_help[], reading_help[], adapter_dir_help[];

typedef enum argument_order {
    OPTIONS_ANYWHERE,
    OPTIONS_FIRST, /* all words after the first argument are arguments, even if they begin with "-"
                    */
    COMMAND_LAST   /* what follows "--" is a command to be run */
} argument_order;

/* A command: the function that main.c calls, and its help. */
struct verb {
    const char *name;             /* it may have two words, such as `adapter new` */
    int (*run)(invocation *call); /* returns the exit status */
    const char *usage; /* what follows the options: a line for each form of the call; or NULL */
    const char *about; /* its first sentence is in the list of commands too */
    const cli_option *options; /* ends with a NULL name; those that most people want come first */
    const char *more;          /* the end of the help */
    int arguments;             /* their number, or ANY_ARGUMENTS */
    argument_order order;
    size_t common; /* how many of the options most people want; 0: all of them */
};

enum { ANY_ARGUMENTS = -1 };

extern const verb reference_verbs[URIPROOF_OP_COUNT]; /* parse, resolve and so on */
extern const verb findings_verbs[6];                  /* findings list, show and so on */
extern const verb command_explain, command_ask, command_diff, command_pair, command_profile,
    command_fuzz, command_fuzz_new, command_fuzz_mutate, command_test, command_report,
    command_compare, command_adapters, command_adapter_new, command_adapter_check, command_vectors,
    command_serve, command_history, command_manual, command_completions;

enum { GROUP_MOST = 12 }; /* commands */

/* The commands that are for one thing, as the help lists them. */
typedef struct command_group {
    const char *title;
    const verb *commands[GROUP_MOST + 1]; /* ends with NULL */
} command_group;

/* All commands, in groups; ends with a NULL title. */
extern const command_group command_groups[];

/* Returns command number `i` of all groups, or NULL after the last. */
const verb *command_at(size_t i);

/* Returns the end of a message about words that are no command: the command that may be meant. Of a
 * first word that is right, the words are compared as a whole. */
near_advice command_advice(const char *words);

/* Returns how many octets of `words` its first sentence has, without the full stop. */
int sentence_length(const char *words);

/* Reads the options of call->argv into `values`, a struct of the command. Then call->argv has only
 * the arguments, and call->argc is their number, which is the one that the command requires. Ends
 * the program if something is wrong. */
void options_read(invocation *call, void *values);

/* Prints the whole help of a command. */
void put_command_help(const verb *c);

/* The dialect and the readings that --dialect and --reading choose. */
typedef struct dialect_choice {
    const uriproof_dialect *dialect;
    bool said; /* --dialect was given */
    bool all;  /* every dialect: --dialect all, or the default of every_dialect */
    uriproof_readings readings;
    const char *wanted[URIPROOF_READINGS_MAX]; /* --reading, until the dialect is known */
    size_t wanted_count;
} dialect_choice;

/* Returns the default: RFC 1630 as docs/readings.md reads it. */
dialect_choice default_dialect(void);

/* Returns the choice of every dialect, for commands that ask one only if --dialect names it. */
dialect_choice every_dialect(void);

/* Ends the program if a reading is wanted, since every dialect is asked: names those that have it.
 */
void refuse_readings(const invocation *call, const dialect_choice *choice);

/* Sets the wanted readings, after the dialect is known. Ends the program if the dialect does not
 * have one of them. */
void settle_readings(const invocation *call, dialect_choice *choice);

/* Returns the dialect that the first word of an id names, or NULL: of rfc3986.bnf.path or
 * rfc3986/path-space. */
const uriproof_dialect *dialect_of_id(const char *id);

/* Finds the dialect that the first word of an id names: "rfc3986.bnf.path" of a clause, or
 * "rfc3986/path-space" of a vector, as results of several dialects have it. Chooses it, unless
 * --dialect was there. Returns the id as its dialect has it, without "rfc3986/". */
const char *choose_by_id(dialect_choice *choice, const char *id);

/* Returns the octets of an argument. If the argument is hexadecimal, decodes it in place. Ends the
 * program if it is not hexadecimal. */
uriproof_span argument_octets(const invocation *call, char *argument, bool hexadecimal);

/* ---- Data ---- */

/* Finds vectors and adapters, or ends the program. */
void find_paths(const invocation *call, data_paths *p);

/* Loads the vectors of `dialect` up to `level`, or ends the program. The caller frees *corpus. */
void load_corpus(const invocation *call, const data_paths *p, const uriproof_dialect *dialect,
                 uriproof_level level, uriproof_corpus *corpus);

/* Reads the manifests, and beside them those of a folder of the user's, unless that is NULL. Ends
 * the program if it cannot. The caller frees *m. */
void load_manifests(const invocation *call, const data_paths *p, const char *folder, manifests *m);

/* Returns the adapter of that name, or ends the program. */
const manifest *named_manifest(const invocation *call, const manifests *m, const char *name);

/* Reads the results file at `path`, or ends the program. The caller frees *results. */
void read_results(const invocation *call, const char *path, uriproof_results *results);

/* Returns true if the pattern matches a vector up to `level`. NULL matches any. */
bool selects_some(const uriproof_corpus *corpus, uriproof_level level, const char *pattern);

/* Says that no vector is selected, and ends the program. */
_Noreturn void nothing_selected(const invocation *call, const char *dialect, uriproof_level level,
                                const char *pattern);

/* Prints a clause: `before` and its id, its paraphrase, its rule, and its link. */
void put_clause(const char *before, const uriproof_corpus *corpus, const char *id);

/* ---- Words ---- */

/* Writes a line of words from outside, made as printf does. */
void put_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says on standard error how to get a parser that does not start. Says nothing if the reason `why`
 * is a limit, or if `get` is NULL. */
void tell_how_to_get(const char *get, const char *why);

/* Writes words in lines of at most `width` columns, and a line feed at the end. Each line begins
 * with `indent` blanks, except the first: for it, the caller has written that number of columns
 * already. "\n" begins a new line. */
void put_wrapped(FILE *out, const char *words, int indent, int width);

/* Writes a name into a list with commas, of which *told were written before. */
void put_listed(FILE *out, size_t *told, const char *name);

/* A part of a text, with its name. */
typedef struct named_part {
    const char *name;
    uriproof_span octets;
} named_part;

enum { PARTS_MOST = URIPROOF_GENERIC_COUNT + URIPROOF_COMPONENT_COUNT };

/* Lists the parts that are present. Returns their number. */
size_t list_parts(const uriproof_parts *parts, named_part list[PARTS_MOST]);

/* Returns true if `out` is a terminal that wants colours (NO_COLOR is respected). */
bool wants_colour(FILE *out);

#endif
