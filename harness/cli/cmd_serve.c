/* SPDX-License-Identifier: MIT */
/* uriproof serve: lets the reference answer as an adapter does. */
#include "commands.h"

#include "protocol/protocol.h"
#include <string.h>
#include <unistd.h>

/* What is served. The protocol's functions have no argument for it. */
static dialect_choice choice;
static uriproof_scratch scratch;

static void answer(const uriproof_request *request, uriproof_answer *given)
{
    uriproof_ask(choice.dialect, &choice.readings, request, &scratch, given);
}

static int run(invocation *call)
{
    choice = default_dialect();
    options_read(call, &choice);
    settle_readings(call, &choice);
    const char *const dialects[] = {choice.dialect->name, NULL};
    uriproof_server server = {
        .name = "reference",
        .version = uriproof_version,
        .language = "c",
        .dialects = dialects,
    };
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        if (uriproof_has_op(choice.dialect, (uriproof_op)op))
            server.answer[op] = answer;
    int status = uriproof_serve(&server, STDIN_FILENO, STDOUT_FILENO);
    uriproof_scratch_free(&scratch);
    return status == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_FAILED;
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect, 0, .help = dialect_help},
    {"reading", "ID=VALUE", take_reading, 0, .help = reading_help},
    {.name = NULL},
};

const verb command_serve = {
    .name = "serve",
    .run = run,
    .about = "Runs the reference as an adapter. Reads requests of adapter protocol 2 "
             "(docs/protocol.md) from standard input and writes answers to standard output, "
             "until the input ends.",
    .options = options,
    .more = "Exit status: 0, 2 wrong usage, 4 it cannot write.",
};
