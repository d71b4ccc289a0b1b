/* SPDX-License-Identifier: MIT */
/*
 * The main program of an adapter for one library, on standard input and output. Each library of C
 * and C++ has a program of its own, named after it. A program with all libraries would take longer
 * to load than thousands of cases take to answer.
 */
#include "hosted.h"

#include "base/base.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* Flushes standard output. If this fails, for example on a full disk, the program fails. */
static int finish(const char *name)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_OK;
    fprintf(stderr, "%s: standard output: %s\n", name, error_reason(errno));
    return EXIT_FAILED;
}

static int help(const uriproof_server *server)
{
    printf("usage: %s\n"
           "       %s --help\n"
           "\n"
           "Serves the library %s %s as an adapter: reads requests from standard input, one\n"
           "JSON object a line, and writes answers to standard output (docs/protocol.md).\n"
           "\n"
           "Exit: 0 at the end of input, 1 where reading or writing failed, 2 for wrong use.\n",
           server->name, server->name, server->name, server->version());
    return finish(server->name);
}

int main(int argc, char **argv)
{
    const uriproof_server *server = uriproof_hosted();

    if (argc == 1)
        return uriproof_serve(server, STDIN_FILENO, STDOUT_FILENO);
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return help(server);
    fprintf(stderr, "%s: want no argument, or --help\n", server->name);
    return EXIT_USAGE;
}
