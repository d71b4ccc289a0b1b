/* SPDX-License-Identifier: MIT */
/* The table of commands, and the program's own words. */
#include "commands.h"

#include "base/base.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const verb command_table[] = {
    {"parse", command_ask, "the parts of a URI", help_parse},
    {"resolve", command_ask, "the full form of a partial form in a context", help_resolve},
    {"normalize", command_ask, "the canonical form", help_normalize},
    {"equivalent", command_ask, "whether two URIs are identical", help_equivalent},
    {"decode", command_ask, "a text with its escapes undone", help_decode},
    {"encode", command_ask, "a text made safe as one path segment", help_encode},
    {"url", command_ask, "what the grammar of a URL's own scheme says of it", help_url},
    {"explain", command_explain, "why a URI is rejected: octet and clause, with a link",
     help_explain},
    {"test", command_test, "run parsers over the vectors, and judge them", help_test},
    {"report", command_report, "make pages for people from a results file", help_report},
    {"compare", command_compare, "what changed from one results file to another", help_compare},
    {"adapters", command_adapters, "the parsers that can be tested by name", help_adapters},
    {"adapter", command_adapter, "begin a new adapter, and check one", help_adapter},
    {"vectors", command_vectors, "check, list and show the vectors", help_vectors},
    {"serve", command_serve, "be an adapter: the reference, on standard input", help_serve},
    {NULL, NULL, NULL, NULL},
};

static void put_help(FILE *out)
{
    fputs("usage: uriproof COMMAND ...\n\n"
          "Tells, for any URI parser, which clauses of a specification it obeys.\n\n",
          out);
    for (const verb *c = command_table; c->name != NULL; c++)
        fprintf(out, "  %-11s %s\n", c->name, c->summary);
    fputs("\n'uriproof COMMAND --help' has the options of each. 'uriproof --version' is the "
          "version.\n",
          out);
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static const verb *command_named(const char *name)
{
    for (const verb *c = command_table; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int no_command(const char *name)
{
    fputs("uriproof: no command \"", stderr);
    put_printable(stderr, name);
    fputs("\"\n\n", stderr);
    put_help(stderr);
    return URIPROOF_EXIT_USAGE;
}

static void put_command_help(const verb *c, const uriproof_report_format *formats,
                             size_t format_count)
{
    fputs(c->help, stdout);
    if (c->run != command_test && c->run != command_report)
        return;
    fputs("\nReport formats:\n", stdout);
    for (size_t i = 0; i < format_count; i++)
        printf("  %-10s %s\n", formats[i].name, formats[i].about);
}

/* `uriproof help`, or of one command. */
static int help_on(const char *name, const uriproof_report_format *formats, size_t format_count)
{
    const verb *about = name != NULL ? command_named(name) : NULL;
    if (about != NULL) {
        put_command_help(about, formats, format_count);
        return URIPROOF_EXIT_AGREE;
    }
    if (name != NULL)
        return no_command(name);
    put_help(stdout);
    return URIPROOF_EXIT_AGREE;
}

static int own_words(int argc, char **argv, const uriproof_report_format *formats,
                     size_t format_count)
{
    const char *word = argc >= 2 ? argv[1] : "";
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        return help_on(argc > 2 ? argv[2] : NULL, formats, format_count);
    if (strcmp(word, "--version") == 0) {
        printf("uriproof %s\n", uriproof_version());
        return URIPROOF_EXIT_AGREE;
    }
    if (argc >= 2)
        return no_command(word);
    put_help(stderr);
    return URIPROOF_EXIT_USAGE;
}

/* Where someone closed a standard descriptor, what is opened next would be taken for it, and handed
 * to adapters. What is there instead ends at once, or cannot be written. */
static bool open_standard_descriptors(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != i)
            return false;
    return true;
}

/* A path that the program was called by leads to it again; else the shell finds it. One that a
 * shell would not take as it stands is not printed. */
static const char *program_name(int argc, char **argv)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "/._+-";
    const char *typed = argc > 0 ? argv[0] : "";
    bool is_path = strchr(typed, '/') != NULL && typed[strspn(typed, plain)] == '\0';
    return is_path ? typed : "uriproof";
}

int uriproof_command(int argc, char **argv, const uriproof_report_format *formats,
                     size_t format_count)
{
    if (!open_standard_descriptors())
        return URIPROOF_EXIT_FAILED;
    uriproof_memory_guard();
    const verb *c = argc >= 2 ? command_named(argv[1]) : NULL;
    if (c == NULL)
        return own_words(argc, argv, formats, format_count);
    invocation call = {
        program_name(argc, argv), c->name, argc - 1, argv + 1, formats, format_count};
    int status = URIPROOF_EXIT_AGREE;
    opterr = 0;
    if (wants_help(call.argc, call.argv))
        put_command_help(c, formats, format_count);
    else
        status = c->run(&call);
    bool answered = status == URIPROOF_EXIT_AGREE || status == URIPROOF_EXIT_DIFFERS;
    if ((fflush(stdout) != 0 || ferror(stdout)) && answered)
        status = failure(&call, "cannot write to standard output");
    return status;
}
