/* SPDX-License-Identifier: MIT */
/* uriproof adapter check: is an adapter well? */
#include "commands.h"

#include "adapter_check/adapter_check.h"
#include "runner/runner.h"

#include <signal.h>
#include <string.h>

enum { SIGNAL_COUNT = 4 };

typedef struct checking {
    const invocation *call;
    dialect_choice choice;
    uint64_t timeout_ms;
    size_t counts[VERDICT_COUNT];
    bool stop;
} checking;

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
        session_put(found->with, stdout, "      ");
    if (found->of_errors)
        session_put_errors(found->with, stdout, "      ");
    fflush(stdout);
}

static void on_signal(uv_signal_t *handle, int number)
{
    checking *c = handle->data;
    (void)number;
    c->stop = true;
}

/* They do not keep the loop running. */
static void watch_signals(uv_loop_t *loop, checking *c, uv_signal_t handles[SIGNAL_COUNT])
{
    static const int numbers[SIGNAL_COUNT] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        uv_signal_init(loop, &handles[i]);
        handles[i].data = c;
        uv_signal_start(&handles[i], on_signal, numbers[i]);
        uv_unref((uv_handle_t *)&handles[i]);
    }
}

static int put_summary(const checking *c)
{
    size_t failed = c->counts[VERDICT_FAIL], warned = c->counts[VERDICT_WARN];
    printf("%zu ok, %zu warning%s, %zu failure%s\n", c->counts[VERDICT_OK], warned,
           warned == 1 ? "" : "s", failed, failed == 1 ? "" : "s");
    return failed > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static int check_command(checking *c, char *const *command, const char *get)
{
    uv_loop_t loop;
    uv_signal_t handles[SIGNAL_COUNT];
    uriproof_error error;
    adapter_check_options options = {c->timeout_ms, &c->stop, put_finding, c};
    uriproof_end_if_memory(-uv_loop_init(&loop));
    signal(SIGPIPE, SIG_IGN);
    watch_signals(&loop, c, handles);
    adapter_check_end end = adapter_check(&loop, command, &options, &error);
    for (size_t i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&handles[i], NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    if (end == CHECK_STOPPED)
        return URIPROOF_EXIT_STOPPED;
    if (end == CHECK_DONE)
        return put_summary(c);
    failure(c->call, "%s", error.words);
    if (get != NULL)
        fprintf(stderr, "To get it: %s.\n", get);
    return URIPROOF_EXIT_NO_START;
}

static int check_known(checking *c, const char *name)
{
    data_paths p;
    manifests known;
    find_paths(c->call, &p);
    load_manifests(c->call, &p, &known);
    const manifest *entry = named_manifest(c->call, &known, name);
    char **command = manifest_command(entry, &p, c->choice.dialect, &c->choice.readings);
    int status = check_command(c, command, entry->get);
    command_free(command);
    manifests_free(&known);
    return status;
}

static int run(invocation *call)
{
    checking c = {.call = call, .choice = default_dialect(), .timeout_ms = 5000};
    options_read(call, &c);
    bool has_command = call->run != NULL && call->run[0] != NULL;
    if (call->run != NULL ? call->argc != 0 || !has_command : call->argc != 1)
        usage_error(call, "wants the name of one adapter (see '%s adapters'), or -- and a command",
                    call->program);
    return has_command ? check_command(&c, call->run, NULL) : check_known(&c, call->argv[0]);
}

static const cli_option options[] = {
    {"timeout", "TIME", take_duration, offsetof(checking, timeout_ms),
     .help = "for each step: 5s (default), 500ms"},
    {"dialect", "NAME", take_dialect, offsetof(checking, choice),
     .help = "for adapters that are told one: rfc1630 (default), draft-www-uri-00, url-syntax or "
             "rfc3986"},
    {.name = NULL},
};

const verb command_adapter_check = {
    .name = "adapter check",
    .run = run,
    .usage = "ADAPTER\n-- COMMAND [ARGUMENT...]",
    .about =
        "Checks how an adapter speaks the protocol. It goes through docs/protocol.md step by step, "
        "and says what to do if a step is wrong: ok, warn (it can be tested, but see there), fail, "
        "or skip. It does not judge what the parser answers; 'uriproof test' does.",
    .options = options,
    .more = "Exit status: 0, 1 a step failed, 2 usage, 3 it cannot be started, 130 ended by Ctrl-C "
            "or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = COMMAND_LAST,
};
