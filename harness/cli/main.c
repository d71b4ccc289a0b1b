/* SPDX-License-Identifier: MIT */
/* The main program: finds the command in the table, and answers calls without a command. */
#include "commands.h"

#include "base/base.h"
#include "commit.h" /* made by the build */
#include "protocol/protocol.h"
#include "unicode/icu.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const verb *called; /* the command that runs; NULL: none */

static void put_help(FILE *out)
{
    fputs("usage: uriproof COMMAND ...\n"
          "\n"
          "Tests URI parsers: tells which clauses of a specification a parser obeys.\n"
          "\n",
          out);
    for (const command_group *group = command_groups; group->title != NULL; group++) {
        fprintf(out, "%s:\n", group->title);
        for (const verb *const *c = group->commands; *c != NULL; c++)
            fprintf(out, "  %-16s  %.*s\n", (*c)->name, sentence_length((*c)->about), (*c)->about);
        fputc('\n', out);
    }
    fputs("'uriproof COMMAND --help' shows the options of a command.\n"
          "'uriproof --version' shows the version.\n",
          out);
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* Returns true if `word` is the name, or its first word. */
static bool begins_with_word(const char *name, const char *word)
{
    size_t length = strlen(word);
    return strncmp(name, word, length) == 0 && (name[length] == '\0' || name[length] == ' ');
}

/* Returns the command with which the arguments begin, or NULL: the one with the most words in its
 * name. Sets *words to their number. */
static const verb *command_of(int argc, char **argv, int *words)
{
    const verb *found = NULL, *c;
    *words = 0;
    for (size_t i = 0; argc > 0 && (c = command_at(i)) != NULL; i++) {
        const char *second = strchr(c->name, ' ');
        const int length = second != NULL ? 2 : 1;
        if (begins_with_word(c->name, argv[0]) &&
            (second == NULL || (argc > 1 && strcmp(argv[1], second + 1) == 0)) && length > *words) {
            found = c;
            *words = length;
        }
    }
    return found;
}

/* Prints the help of the program; or of the command that the words name; or of those that begin
 * with the first word. Returns false if no command does. */
static bool put_help_on(int argc, char **argv)
{
    int words;
    size_t found = 0;
    const verb *named = command_of(argc, argv, &words), *c;
    if (argc == 0)
        put_help(stdout);
    if (named != NULL)
        put_command_help(named);
    for (size_t i = 0; argc > 0 && named == NULL && (c = command_at(i)) != NULL; i++) {
        if (!begins_with_word(c->name, argv[0]))
            continue;
        fputs(found++ > 0 ? "\n" : "", stdout);
        put_command_help(c);
    }
    return argc == 0 || named != NULL || found > 0;
}

/* Reports words that are not a command, or only the beginning of some. */
static void reject_words(int argc, char **argv)
{
    char known[200] = "";
    const verb *c;
    const bool has_second = argc > 1 && argv[1][0] != '-';
    char *words = text_made("%s%s%s", argv[0], has_second ? " " : "", has_second ? argv[1] : "");
    for (size_t i = 0; (c = command_at(i)) != NULL; i++)
        if (begins_with_word(c->name, argv[0]))
            add_word(known, sizeof known, c->name);
    const near_advice advice = command_advice(words);
    if (known[0] != '\0' && !has_second)
        put_line(stderr, "uriproof: \"%s\" wants a second word; there are: %s", words, known);
    else if (known[0] != '\0')
        put_line(stderr, "uriproof: no command \"%s\"%s; there are: %s", words, advice.words,
                 known);
    else
        put_line(stderr, "uriproof: no command \"%s\"%s; see 'uriproof --help'", argv[0],
                 advice.words);
    free(words);
}

/* Answers a call that begins with no command: --version, help, or a mistake. */
static int own_words(int argc, char **argv)
{
    const char *word = argc > 0 ? argv[0] : "";
    bool help = strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
    if (strcmp(word, "--version") == 0) {
        printf("uriproof %s (%s)\n", uriproof_version(), commit);
        return URIPROOF_EXIT_AGREE;
    }
    if ((help || wants_help(argc, argv)) && put_help_on(argc - help, argv + help))
        return URIPROOF_EXIT_AGREE;
    const int from = help && argc > 1;
    if (argc > 0)
        reject_words(argc - from, argv + from);
    else
        put_help(stderr);
    return URIPROOF_EXIT_USAGE;
}

/* Opens the standard descriptors that are closed. Otherwise the next file that is opened would get
 * such a number, and adapters would inherit it. A descriptor that is opened here gives no input, or
 * cannot be written. */
static bool open_standard_descriptors(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != i)
            return false;
    return true;
}

/* Returns how to call the program again: the path by which it was called, or its name if the shell
 * finds it. A path that would need quotes in a shell is not printed. */
static const char *program_name(const char *typed)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "/._+-";
    bool is_path = strchr(typed, '/') != NULL && typed[strspn(typed, plain)] == '\0';
    return is_path ? typed : "uriproof";
}

/* Returns true if standard output is a pipe that is read no more. */
static bool reader_is_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

/* Returns why standard output takes nothing, if the writer of a report lost the reason; 0 if it
 * does now. The output is broken already, so a newline more does no harm. */
static int reason_again(void)
{
    return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : 0;
}

/* Writes what is left of standard output, at every end of the program. If some of the output is
 * lost, says so and ends with a status of its own. A reader that wants no more, as `head`, ends the
 * program quietly, in the way in which a pipe ends other tools. */
static void end_output(void)
{
    int reason = flush_output();
    if (reason == 0 && !ferror(stdout))
        return;
    if (reader_is_gone()) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (reason == 0)
        reason = reason_again();
    fprintf(stderr, "uriproof%s%s: cannot write to standard output%s%s\n",
            called != NULL ? " " : "", called != NULL ? called->name : "", reason != 0 ? ": " : "",
            reason == 0       ? ""
            : reason == EBADF ? "it is closed"
                              : error_reason(reason));
    _exit(URIPROOF_EXIT_FAILED);
}

static int run(const verb *c, int words, int argc, char **argv)
{
    invocation call = {program_name(argv[0]), c, argc - words, argv + words, NULL};
    called = c;
    int status = URIPROOF_EXIT_AGREE;
    if (wants_help(call.argc, call.argv))
        put_command_help(c);
    else
        status = c->run(&call);
    return status;
}

/* Returns true if SOURCE_DATE_EPOCH is not set, or a date. Says what is wrong with it. */
static bool check_date(void)
{
    int64_t seconds;
    uriproof_error error;
    const bool good = date_now(&seconds, &error);
    if (!good)
        put_line(stderr, "uriproof: %s", error.words);
    return good;
}

static uriproof_services services;

static void close_services(void)
{
    icu_services_close(&services);
}

int main(int argc, char **argv)
{
    if (argc < 1 || !open_standard_descriptors())
        return URIPROOF_EXIT_FAILED;
    uriproof_memory_guard();
    signal(SIGXFSZ, SIG_IGN); /* a file that grows beyond the limit is an error that is told */
    if (atexit(end_output) != 0 || !check_date())
        return URIPROOF_EXIT_USAGE;
    services = icu_services_open();
    uriproof_use_services(&services);
    if (atexit(close_services) != 0)
        return URIPROOF_EXIT_FAILED;
    int words;
    const verb *c = command_of(argc - 1, argv + 1, &words);
    return c != NULL ? run(c, words, argc, argv) : own_words(argc - 1, argv + 1);
}
