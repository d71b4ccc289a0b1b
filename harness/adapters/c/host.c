/* SPDX-License-Identifier: MIT */
/*
 * uriproof-host NAME: the adapter of the library NAME, over standard input and output. Other
 * languages make programs of other names of it, each with a table of its own.
 */
#include "parsers.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

static void print_names(FILE *out, const char *before, const char *after)
{
    size_t count = 0;
    const uriproof_server *const *servers = uriproof_host_servers(&count);

    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s%s", before, servers[i]->name, after);
}

/* Ends what was printed to standard output; a full disk is a failure like any other. */
static int finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_OK;
    fprintf(stderr, "%s: standard output: %s\n", uriproof_host_program(), strerror(errno));
    return EXIT_FAILED;
}

static int list(void)
{
    print_names(stdout, "", "\n");
    return finish();
}

static int help(void)
{
    const char *program = uriproof_host_program();

    printf("usage: %s NAME\n"
           "       %s --list\n"
           "       %s --help\n",
           program, program, program);
    fputs("\n"
          "Serves the library NAME as an adapter: reads requests from standard input, one\n"
          "JSON object a line, and writes answers to standard output (docs/protocol.md).\n"
          "\n"
          "  --list  print the names of the libraries that were built in, one a line\n"
          "  --help  print this\n"
          "\n"
          "Exit: 0 at the end of input, 1 where reading or writing failed, 2 for wrong use.\n",
          stdout);
    return finish();
}

static int unknown(const char *name)
{
    size_t count = 0;

    fprintf(stderr, "%s: no library '%s' is built in; there are:", uriproof_host_program(), name);
    print_names(stderr, " ", "");
    fputs(*uriproof_host_servers(&count) == NULL ? " none\n" : "\n", stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "%s: want one NAME, --list or --help\n", uriproof_host_program());
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0)
        return help();
    if (strcmp(argv[1], "--list") == 0)
        return list();
    const uriproof_server *server = uriproof_host_server_named(argv[1]);
    if (server == NULL)
        return unknown(argv[1]);
    return uriproof_serve(server, STDIN_FILENO, STDOUT_FILENO);
}
