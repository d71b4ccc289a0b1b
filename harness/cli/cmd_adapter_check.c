/* SPDX-License-Identifier: MIT */
/* uriproof adapter check: checks how an adapter speaks the protocol. */
#include "parsers.h"
#include "stop.h"

#include "adapter_check/adapter_check.h"
#include "runner/runner.h"

#include <stdlib.h>
#include <string.h>

typedef struct checking {
    const invocation *call;
    dialect_choice choice;
    uint64_t timeout_ms;
    const char *folder; /* of manifests of the user's, or NULL */
    size_t counts[VERDICT_COUNT];
} checking;

static void put_finding(void *self, const finding *found)
{
    static const char *const names[VERDICT_COUNT] = {"ok", "warn", "fail", "skip"};
    checking *c = self;
    c->counts[found->verdict]++;
    printf("%-4s  ", names[found->verdict]);
    put_printable(stdout, found->what);
    if (found->words[0] != '\0') {
        fputs(found->what[0] != '\0' ? ": " : "", stdout);
        put_printable(stdout, found->words);
    }
    putchar('\n');
    if (found->remedy[0] != '\0')
        printf("      to do: %s\n", found->remedy);
    for (const char *line = found->seen; *line != '\0'; line = strchr(line, '\n') + 1)
        printf("      %.*s\n", (int)strcspn(line, "\n"), line);
    flush_output();
}

static int put_summary(const checking *c)
{
    size_t failed = c->counts[VERDICT_FAIL], warned = c->counts[VERDICT_WARN];
    printf("%zu ok, %zu warning%s, %zu failure%s\n", c->counts[VERDICT_OK], warned,
           warned == 1 ? "" : "s", failed, failed == 1 ? "" : "s");
    return failed > 0 ? URIPROOF_EXIT_DIFFERS : URIPROOF_EXIT_AGREE;
}

/* Tells whether a transform is as declared. */
static void tell_transform(checking *c, const probe_result *one)
{
    uriproof_text_written words;
    FILE *out = uriproof_text_open(&words);
    const bool is_unsaid = one->finding == PROBE_NOT_DECLARED;
    const bool is_wrong = is_unsaid || one->finding == PROBE_NOT_SEEN;
    char *what = text_made("%s %s", piece_names[one->part],
                           one->transform != NULL ? one->transform : "changes");
    fputs(probe_findings[one->finding], out);
    if (one->text != NULL && one->given != NULL)
        fprintf(out, ", %s gives \"%s\"", one->text, one->given);
    else if (one->text != NULL)
        fprintf(out, ", %s gives none", one->text);
    fclose(out);
    put_finding(c, &(finding){is_wrong ? VERDICT_WARN : VERDICT_OK, what, words.octets,
                              is_unsaid  ? "declare it in the hello, if it is by design"
                              : is_wrong ? "declare it no more"
                                         : "",
                              ""});
    free(words.octets);
    free(what);
}

/* Returns why no transform can be measured. */
static const char *why_nothing(const panel *one)
{
    if (panel_error(one, 0) != NULL)
        return panel_error(one, 0);
    return panel_hello(one, 0)->ops[URIPROOF_PARSE] ? "it accepts no text that would show one"
                                                    : "it has no operation parse";
}

/* Measures what the parser does to the parts of a text by design, and compares it with what the
 * adapter declares, since that excuses differences. */
static void check_transforms(checking *c, const data_paths *p, char *const *command)
{
    const asker_options options = panel_options(p, c->timeout_ms, 1);
    const panel_member it = {.name = "it", .command = (char **)command};
    panel *one = panel_new(&it, 1, 0, &options);
    store *s = store_new();
    probe_result *results;
    size_t accepted, count = probe(one, s, &results, &accepted);
    for (size_t i = 0; i < count && accepted > 0 && !is_stopped(NULL); i++)
        tell_transform(c, &results[i]);
    if (accepted == 0 && !is_stopped(NULL))
        put_finding(c,
                    &(finding){VERDICT_SKIP, "declares its transforms", why_nothing(one), "", ""});
    free(results);
    store_free(s);
    panel_free(one);
}

static int check_command(checking *c, const data_paths *p, char *const *command, const char *get)
{
    uriproof_error error;
    const adapter_check_options options = {c->timeout_ms, p->reaper, is_stopped, put_finding, c};
    stop_catch();
    adapter_check_end end = adapter_check(command, &options, &error);
    if (end == CHECK_DONE && c->counts[VERDICT_FAIL] == 0)
        check_transforms(c, p, command);
    if (end == CHECK_STOPPED || is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (end == CHECK_DONE)
        return put_summary(c);
    failure(c->call, "%s", error.words);
    tell_how_to_get(get, error.words);
    return URIPROOF_EXIT_NO_START;
}

static int check_known(checking *c, const data_paths *p, const char *name)
{
    manifests known;
    load_manifests(c->call, p, c->folder, &known);
    const manifest *entry = named_manifest(c->call, &known, name);
    char **command = manifest_command(entry, p, c->choice.dialect, &c->choice.readings);
    int status = check_command(c, p, command, entry->get);
    command_free(command);
    manifests_free(&known);
    return status;
}

static int run(invocation *call)
{
    checking c = {.call = call, .choice = default_dialect(), .timeout_ms = 5000};
    data_paths p;
    options_read(call, &c);
    bool has_command = call->run != NULL && call->run[0] != NULL;
    if (call->run != NULL ? call->argc != 0 || !has_command : call->argc != 1)
        usage_error(call, "wants the name of one adapter (see '%s adapters'), or -- and a command",
                    call->program);
    find_paths(call, &p);
    return has_command ? check_command(&c, &p, call->run, NULL)
                       : check_known(&c, &p, call->argv[0]);
}

static const cli_option options[] = {
    {"timeout", "TIME", take_duration, offsetof(checking, timeout_ms),
     .help = "for each step: 5s (default), 500ms"},
    {"adapter-dir", "DIR", take_word, offsetof(checking, folder), .help = adapter_dir_help},
    {"dialect", "NAME", take_dialect, offsetof(checking, choice),
     .help = "for adapters that support several specifications: rfc1630 (default), "
             "draft-www-uri-00, url-syntax, rfc3986 or whatwg-url"},
    {.name = NULL},
};

const verb command_adapter_check = {
    .name = "adapter check",
    .run = run,
    .usage = "ADAPTER\n-- COMMAND [ARGUMENT...]",
    .about =
        "Checks whether an adapter follows the protocol. Goes through docs/protocol.md step by "
        "step. The result of a step is ok, warn (the adapter can be tested, but should be "
        "changed), fail or skip. If a step is wrong, says what to do. If no step fails, measures "
        "what the parser does to the parts of a text by design, such as a host in lower case, and "
        "compares it with what the adapter declares, since that excuses differences. Does not "
        "judge the parser's answers; 'uriproof test' does.",
    .options = options,
    .more = "Exit status: 0, 1 a step failed, 2 wrong usage, 3 it cannot be started, 130 ended by "
            "Ctrl-C or such a signal.",
    .arguments = ANY_ARGUMENTS,
    .order = COMMAND_LAST,
};
