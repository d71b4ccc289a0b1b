/* SPDX-License-Identifier: MIT */
/* The command line. */
#ifndef URIPROOF_CLI_CLI_H
#define URIPROOF_CLI_CLI_H

#include "results/results.h"

/* Exit statuses. */
enum {
    URIPROOF_EXIT_AGREE = 0,    /* all agree; the text matches the grammar; the two are identical */
    URIPROOF_EXIT_DIFFERS = 1,  /* some case does not; it does not; they are not */
    URIPROOF_EXIT_USAGE = 2,    /* a usage error, or nothing selected */
    URIPROOF_EXIT_NO_START = 3, /* an adapter cannot be started, or its hello fails */
    URIPROOF_EXIT_FAILED = 4,   /* a file cannot be read or written */
    /* URIPROOF_EXIT_MEMORY = 5, in out_of_memory.h: memory ran out */
    URIPROOF_EXIT_STOPPED = 130, /* ended by Ctrl-C, or hung up */
};

/* Runs the program on its arguments with these report formats, and returns its exit status. */
int uriproof_command(int argc, char **argv, const uriproof_report_format *formats,
                     size_t format_count);

#endif
