/* SPDX-License-Identifier: MIT */
/* uriproof serve: the reference as an adapter. */
#include "commands.h"

#include "protocol/protocol.h"
#include <string.h>
#include <unistd.h>

typedef struct serving_reference {
    dialect_choice choice;
    uriproof_scratch scratch;
} serving_reference;

static void answer(void *state, const uriproof_request *request, uriproof_answer *given)
{
    serving_reference *s = state;
    uriproof_ask(s->choice.dialect, &s->choice.readings, request, &s->scratch, given);
}

static int run(invocation *call)
{
    serving_reference s = {.choice = default_dialect()};
    options_read(call, &s);
    settle_readings(call, &s.choice);
    const char *const dialects[] = {s.choice.dialect->name, NULL};
    uriproof_server server = {
        .name = "reference",
        .version = uriproof_version,
        .language = "c",
        .dialects = dialects,
        .state = &s,
        .answer = answer,
    };
    for (size_t op = 0; op < URIPROOF_OP_COUNT; op++)
        server.ops[op] = uriproof_has_op(s.choice.dialect, (uriproof_op)op);
    int status = uriproof_serve(&server, STDIN_FILENO, STDOUT_FILENO);
    uriproof_scratch_free(&s.scratch);
    return status == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_FAILED;
}

static const cli_option options[] = {
    {"dialect", "NAME", take_dialect, offsetof(serving_reference, choice), .help = dialect_help},
    {"reading", "ID=VALUE", take_reading, offsetof(serving_reference, choice),
     .help = reading_help},
    {.name = NULL},
};

const verb command_serve = {
    .name = "serve",
    .run = run,
    .about = "Is the reference as an adapter. It answers requests of adapter protocol 1 "
             "(docs/protocol.md) from standard input on standard output, until the input ends.",
    .options = options,
    .more = "Exit status: 0, 2 usage, 4 it cannot write.",
};
