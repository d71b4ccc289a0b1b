/* SPDX-License-Identifier: MIT */
/* uriproof adapter probe: does a parser change its parts as its adapter declares? */
#include "parsers.h"
#include "stop.h"

#include "adapter_check/adapter_check.h"

#include <stdlib.h>

typedef struct probing {
    const invocation *call;
    uint64_t timeout_ms;
    parsers from; /* one */
} probing;

/* Returns what to do about a finding that is wrong. */
static const char *remedy_of(const probe_result *one)
{
    return one->finding == PROBE_NOT_DECLARED ? "declare it in the hello, if it is by design"
                                              : "declare it no more";
}

static bool is_wrong(const probe_result *one)
{
    return one->finding == PROBE_NOT_DECLARED || one->finding == PROBE_NOT_SEEN;
}

static void put_result(const probe_result *one)
{
    printf("%-4s  %s %s: %s", is_wrong(one) ? "fail" : "ok", piece_names[one->part],
           one->transform != NULL ? one->transform : "changes", probe_findings[one->finding]);
    if (one->text != NULL) {
        printf(", %s gives ", one->text);
        if (one->given != NULL) {
            putchar('"');
            put_printable(stdout, one->given);
            putchar('"');
        } else {
            fputs("none", stdout);
        }
    }
    putchar('\n');
    if (is_wrong(one))
        printf("      to do: %s\n", remedy_of(one));
}

/* Returns why nothing was measured of the parser; NULL if something was. */
static const char *why_nothing(const panel *p, size_t accepted)
{
    if (!panel_hello(p, 0)->ops[URIPROOF_PARSE])
        return "has no parse among its ops";
    return accepted == 0 ? "accepts no text of the probe" : NULL;
}

/* Prints the results, or why there are none. Returns the exit status. */
static int tell(const probing *c, const panel *p, const probe_result *results, size_t count,
                size_t accepted)
{
    const char *name = c->from.members[0].name;
    size_t wrong = 0;
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (panel_error(p, 0) != NULL) {
        failure(c->call, "adapter %s: %s", name, panel_error(p, 0));
        return URIPROOF_EXIT_NO_START;
    }
    if (why_nothing(p, accepted) != NULL) {
        failure(c->call, "adapter %s %s: nothing is measured", name, why_nothing(p, accepted));
        return URIPROOF_EXIT_USAGE;
    }
    for (size_t i = 0; i < count; i++) {
        put_result(&results[i]);
        wrong += is_wrong(&results[i]);
    }
    printf("%zu transform%s, %zu not as declared\n", count, count == 1 ? "" : "s", wrong);
    return wrong > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

static int probe_parser(const probing *c, const data_paths *p)
{
    const asker_options options = panel_options(p, c->timeout_ms, 1);
    panel *one = panel_new(c->from.members, 1, 0, &options);
    store *s = store_new();
    probe_result *results;
    size_t accepted, count = probe(one, s, &results, &accepted);
    const int status = tell(c, one, results, count, accepted);
    free(results);
    store_free(s);
    panel_free(one);
    return status;
}

static int run(invocation *call)
{
    probing c = {.call = call, .timeout_ms = 2000};
    data_paths p;
    options_read(call, &c);
    parsers_want(call, &c.from, call->argv[0]);
    find_paths(call, &p);
    stop_catch();
    parsers_find(call, &p, &c.from);
    int status = probe_parser(&c, &p);
    parsers_free(&c.from);
    return status;
}

static const cli_option options[] = {
    {"timeout", "TIME", take_duration, offsetof(probing, timeout_ms),
     .help = "for each text: 2s (default), 500ms"},
    {"adapter-dir", "DIR", take_word, offsetof(probing, from.folder), .help = adapter_dir_help},
    {.name = NULL},
};

const verb command_adapter_probe = {
    .name = "adapter probe",
    .run = run,
    .usage = "ADAPTER\nNAME=COMMAND",
    .about = "Measures what a parser does to the parts of a text by design: whether it writes the "
             "host in lower case, drops the default port, and so on. Compares it with the "
             "transforms that its adapter declares (docs/protocol.md), since those excuse "
             "differences.",
    .options = options,
    .more = "Exit status: 0 as declared, 1 not so, 2 usage, or nothing can be "
            "measured, 3 it cannot be started, 130 ended by "
            "Ctrl-C or such a signal.",
    .arguments = 1,
    .order = OPTIONS_ANYWHERE,
};
