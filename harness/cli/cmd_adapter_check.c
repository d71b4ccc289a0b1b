/* SPDX-License-Identifier: MIT */
/* uriproof adapter check: is an adapter well? */
#include "commands.h"
#include "stop.h"

#include "adapter_check/adapter_check.h"
#include "runner/runner.h"

#include <string.h>

enum { OPTION_TIMEOUT = 512 };

static const struct option long_options[] = {
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"dialect", required_argument, NULL, OPTION_DIALECT},
    {NULL, 0, NULL, 0},
};

typedef struct checking {
    const invocation *call;
    dialect_choice choice;
    uint64_t timeout_ms;
    const char *name;
    char **command; /* after `--`, or NULL */
    size_t counts[VERDICT_COUNT];
} checking;

static int take_options(checking *c)
{
    int option, end = end_of_options(c->call);
    while ((option = getopt_long(end, c->call->argv, ":", long_options, NULL)) != -1) {
        int status = 0;
        if (option == OPTION_TIMEOUT)
            status = take_duration(c->call, optarg, &c->timeout_ms);
        else if (option == OPTION_DIALECT)
            status = take_dialect_option(c->call, option, optarg, &c->choice);
        else
            return option_error(c->call, option);
        if (status != 0)
            return status;
    }
    int names = end - optind;
    if (end < c->call->argc)
        c->command = c->call->argv + end + 1;
    if (names == 1 && c->command == NULL)
        c->name = c->call->argv[optind];
    else if (names != 0 || c->command == NULL || c->command[0] == NULL)
        return usage_error(c->call,
                           "wants the name of one adapter (see '%s adapters'), or -- "
                           "and a command",
                           c->call->program);
    return 0;
}

static void put_finding(void *self, const finding *found)
{
    checking *c = self;
    c->counts[found->verdict]++;
    printf("%-4s  ", verdict_names[found->verdict]);
    put_printable(stdout, found->what);
    if (found->words[0] != '\0') {
        fputs(found->what[0] != '\0' ? ": " : "", stdout);
        put_printable(stdout, found->words);
    }
    putchar('\n');
    if (found->remedy[0] != '\0')
        printf("      to do: %s\n", found->remedy);
    if (found->verdict == VERDICT_FAIL && found->with != NULL)
        talk_put(found->with, stdout, "      ");
    if (found->of_errors)
        talk_put_errors(found->with, stdout, "      ");
    fflush(stdout);
}

static int put_summary(const checking *c)
{
    size_t failed = c->counts[VERDICT_FAIL], warned = c->counts[VERDICT_WARN];
    printf("%zu ok, %zu warning%s, %zu failure%s\n", c->counts[VERDICT_OK], warned,
           warned == 1 ? "" : "s", failed, failed == 1 ? "" : "s");
    return failed > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static int check_command(checking *c, const data_paths *p, char *const *command, const char *get)
{
    uriproof_error error;
    adapter_check_options options = {c->timeout_ms, p->reaper, is_stopped, put_finding, c};
    stop_catch();
    adapter_check_end end = adapter_check(command, &options, &error);
    if (end == CHECK_STOPPED)
        return URIPROOF_EXIT_STOPPED;
    if (end == CHECK_DONE)
        return put_summary(c);
    failure(c->call, "%s", error.words);
    if (get != NULL)
        fprintf(stderr, "To get it: %s.\n", get);
    return URIPROOF_EXIT_NO_START;
}

static int check_known(checking *c, const data_paths *p)
{
    manifests known;
    uriproof_error error;
    int status;
    if (!manifests_load(p, &known, &error))
        return failure(c->call, "%s", error.words);
    const manifest *entry = manifest_named(&known, c->name);
    if (entry == NULL) {
        status =
            usage_error(c->call,
                        "no adapter \"%s\"; '%s adapters' lists them, and '%s adapter check -- "
                        "COMMAND' checks any program",
                        c->name, c->call->program, c->call->program);
    } else {
        char **command = manifest_command(entry, p, c->choice.dialect, &c->choice.readings);
        status = check_command(c, p, command, entry->get);
        command_free(command);
    }
    manifests_free(&known);
    return status;
}

int command_adapter_check(const invocation *call)
{
    checking c = {.call = call, .choice = default_dialect(), .timeout_ms = 5000};
    data_paths p;
    int status = take_options(&c);
    if (status == 0)
        status = find_paths(call, &p);
    if (status != 0)
        return status;
    return c.command != NULL ? check_command(&c, &p, c.command, NULL) : check_known(&c, &p);
}
