/* SPDX-License-Identifier: MIT */
/* uriproof serve: the reference as an adapter. */
#include "commands.h"

#include "protocol/protocol.h"
#include <string.h>
#include <unistd.h>

/* What is served. */
static dialect_choice choice;
static uriproof_scratch scratch;

static const struct option long_options[] = {
    {"dialect", required_argument, NULL, OPTION_DIALECT},
    {"reading", required_argument, NULL, OPTION_READING},
    {NULL, 0, NULL, 0},
};

static int take_options(const invocation *call)
{
    int option;
    while ((option = getopt_long(call->argc, call->argv, "+:", long_options, NULL)) != -1) {
        if (option != OPTION_DIALECT && option != OPTION_READING)
            return option_error(call, option);
        int status = take_dialect_option(call, option, optarg, &choice);
        if (status != 0)
            return status;
    }
    if (optind != call->argc)
        return usage_error(call, "takes no argument: %s", call->argv[optind]);
    return settle_readings(call, &choice);
}

static void answer(const uriproof_request *request, uriproof_answer *given)
{
    uriproof_ask(choice.dialect, &choice.readings, request, &scratch, given);
}

int command_serve(const invocation *call)
{
    choice = default_dialect();
    int status = take_options(call);
    if (status != 0)
        return status;
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
    status = uriproof_serve(&server, STDIN_FILENO, STDOUT_FILENO);
    uriproof_scratch_free(&scratch);
    return status == 0 ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_FAILED;
}
