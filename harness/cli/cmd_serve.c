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

static const struct option long_options[] = {
    {"dialect", required_argument, NULL, OPTION_DIALECT},
    {"reading", required_argument, NULL, OPTION_READING},
    {NULL, 0, NULL, 0},
};

static int take_options(const invocation *call, dialect_choice *choice)
{
    int option;
    while ((option = getopt_long(call->argc, call->argv, "+:", long_options, NULL)) != -1) {
        if (option != OPTION_DIALECT && option != OPTION_READING)
            return option_error(call, option);
        int status = take_dialect_option(call, option, optarg, choice);
        if (status != 0)
            return status;
    }
    if (optind != call->argc)
        return usage_error(call, "takes no argument: %s", call->argv[optind]);
    return settle_readings(call, choice);
}

static void answer(void *state, const uriproof_request *request, uriproof_answer *given)
{
    serving_reference *s = state;
    uriproof_ask(s->choice.dialect, &s->choice.readings, request, &s->scratch, given);
}

int command_serve(const invocation *call)
{
    serving_reference s = {.choice = default_dialect()};
    int status = take_options(call, &s.choice);
    if (status != 0)
        return status;
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
    status = uriproof_serve(&server, STDIN_FILENO, STDOUT_FILENO);
    uriproof_scratch_free(&s.scratch);
    return status == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_FAILED;
}
