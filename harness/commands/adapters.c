/* SPDX-License-Identifier: MIT */
/* uriproof adapters: which adapters there are, and which of them start. */
#include "commands.h"

#include "../manifest.h"
#include "../run.h"

#include <signal.h>

enum { OPTION_NAMES = 512, VERSION_COLUMNS = 13 };

static const struct option long_options[] = {
    {"names", no_argument, NULL, OPTION_NAMES},
    {"dialect", required_argument, NULL, OPTION_DIALECT},
    {NULL, 0, NULL, 0},
};

typedef struct listing {
    const invocation *call;
    dialect_choice choice;
    bool names_only;
    size_t ready;
} listing;

static int take_options(listing *l)
{
    int option;
    while ((option = getopt_long(l->call->argc, l->call->argv, "+:", long_options, NULL)) != -1) {
        int status = 0;
        if (option == OPTION_NAMES)
            l->names_only = true;
        else if (option == OPTION_DIALECT)
            status = take_dialect_option(l->call, option, optarg, &l->choice);
        else
            return option_error(l->call, option);
        if (status != 0)
            return status;
    }
    if (optind != l->call->argc)
        return usage_error(l->call, "takes no argument: %s", l->call->argv[optind]);
    return 0;
}

static void put_ready(const listing *l, const manifest *entry, const hello *greeting)
{
    if (l->names_only) {
        puts(entry->name);
        return;
    }
    printf("%-14s %-8s ", entry->name, entry->language);
    int columns = put_octets(stdout, uriproof_span_of(greeting->version));
    printf("%*s %s\n", columns < VERSION_COLUMNS ? VERSION_COLUMNS - columns : 0, "", entry->about);
}

static void put_missing(const listing *l, const manifest *entry, const uriproof_error *error)
{
    if (l->names_only)
        return;
    printf("%-14s %-8s %-*s ", entry->name, entry->language, VERSION_COLUMNS, "missing");
    put_printable(stdout, error->words);
    putchar('\n');
    printf("%-14s %-8s %-*s to get it: %s\n", "", "", VERSION_COLUMNS, "", entry->get);
}

/* An adapter is ready when it starts and says hello: a run over no vector shows that. */
static int list_one(listing *l, const places *p, const manifest *entry)
{
    uv_loop_t loop;
    hello greeting;
    uriproof_result none[1];
    uriproof_error error;
    run_options options = {
        .dialect = l->choice.dialect, .timeout_ms = 2000, .window = 1, .keeper = p->keeper};
    char **command = manifest_command(entry, p, l->choice.dialect, &l->choice.readings);
    if (command == NULL || uv_loop_init(&loop) != 0)
        return failure(l->call, "out of memory");
    run_end end = run_adapter(&loop, command, NULL, 0, &options, &greeting, none, &error);
    uv_loop_close(&loop);
    command_free(command);
    if (end == RUN_NOT_STARTED) {
        put_missing(l, entry, &error);
        return 0;
    }
    put_ready(l, entry, &greeting);
    hello_free(&greeting);
    l->ready++;
    return 0;
}

int command_adapters(const invocation *call)
{
    listing l = {.call = call, .choice = default_dialect()};
    places p;
    manifests known;
    uriproof_error error;
    int status = take_options(&l);
    if (status == 0)
        status = find_places(call, &p);
    if (status != 0)
        return status;
    if (!manifests_load(&p, &known, &error))
        return failure(call, "%s", error.words);
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; status == 0 && i < known.count; i++)
        status = list_one(&l, &p, &known.entries[i]);
    manifests_free(&known);
    if (status == 0 && l.ready == 0)
        status = URIPROOF_EXIT_NO_START;
    return status;
}
