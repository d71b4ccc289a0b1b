/* SPDX-License-Identifier: MIT */
#include "parsers.h"

#include "stop.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uriproof/rfc3986.h>

const char adapter_help[] =
    "only this parser, or NAME=COMMAND for one of your own, which the shell "
    "runs; may be given more than once (default: all that start)";

/* The name of uriproof's own adapter. What it would say, the dialects of each group do. */
const char own_reference[] = "reference";

void parsers_want(const invocation *call, parsers *found, const char *value)
{
    if (found->wanted_count == PARSERS_MOST)
        usage_error(call, "too many adapters; at most %d", PARSERS_MOST);
    found->wanted[found->wanted_count++] = value;
}

void take_adapter(const invocation *call, const cli_option *option, const char *value, void *to)
{
    (void)option;
    parsers_want(call, to, value);
}

const char *panel_op_names(size_t i)
{
    return i <= URIPROOF_EQUIVALENT ? uriproof_ops[i].name : NULL;
}

void take_panel_op(const invocation *call, const cli_option *option, const char *value, void *to)
{
    (void)call, (void)option;
    *(uriproof_op *)to = uriproof_op_named(value);
}

/* Adds a parser. `entry` is NULL if it is a command of the user's. */
static void add_member(const invocation *call, parsers *found, const char *name,
                       const manifest *entry, char **command)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->members[i].name, name) == 0)
            usage_error(call, "adapter \"%s\" is named twice", name);
    if (found->count == PARSERS_MOST)
        usage_error(call, "too many parsers; at most %d", PARSERS_MOST);
    found->entries[found->count] = entry;
    const bool is_browser = entry != NULL && entry->kind != NULL;
    found->members[found->count] =
        (panel_member){.name = name, .command = command, .is_browser = is_browser};
    found->commands[found->count++] = command;
}

/* Adds a command under a name. Takes both over. */
static void add_named(const invocation *call, parsers *found, char *name, char **command)
{
    add_member(call, found, name, NULL, command);
    found->own[found->own_count++] = name;
}

/* Adds a command of the user's. `equals` is where its name ends. */
static void add_own(const invocation *call, parsers *found, const char *word, const char *equals)
{
    char *name = text_made("%.*s", (int)(equals - word), word);
    if (!is_adapter_name(name))
        usage_error(call, "invalid name of an adapter \"%s\": " ADAPTER_NAME_RULE, name);
    if (equals[1] == '\0')
        usage_error(call, "--adapter %s wants a command after the =", word);
    char **command = calloc(4, sizeof *command);
    command[0] = strdup("/bin/sh");
    command[1] = strdup("-c");
    command[2] = strdup(equals + 1);
    add_named(call, found, name, command);
}

/* Returns how many parsers are wanted, or known if none are. */
static size_t count_wanted(const parsers *found)
{
    if (found->wanted_count > 0)
        return found->wanted_count;
    return found->none_known ? 0 : found->known.count;
}

/* Returns true if it is the name of a parser that is given as NAME=COMMAND too, and no other one is
 * known by it: then it is asked anyway. */
static bool is_given_too(const parsers *found, const char *wanted)
{
    const size_t length = strlen(wanted);
    for (size_t i = 0; i < found->wanted_count; i++)
        if (strncmp(found->wanted[i], wanted, length) == 0 && found->wanted[i][length] == '=')
            return manifest_named(&found->known, wanted) == NULL;
    return false;
}

void parsers_find(const invocation *call, const data_paths *p, parsers *found)
{
    static const uriproof_readings defaults = {{0}};
    load_manifests(call, p, found->folder, &found->known);
    const size_t most = count_wanted(found);
    found->members = calloc(PARSERS_MOST, sizeof *found->members);
    found->entries = calloc(PARSERS_MOST, sizeof *found->entries);
    found->commands = calloc(PARSERS_MOST, sizeof *found->commands);
    found->count = 0;
    for (size_t i = 0; i < most; i++) {
        const char *wanted = found->wanted_count > 0 ? found->wanted[i] : NULL;
        const char *equals = wanted != NULL ? strchr(wanted, '=') : NULL;
        if (equals != NULL) {
            add_own(call, found, wanted, equals);
            continue;
        }
        if (wanted != NULL && is_given_too(found, wanted))
            continue;
        const manifest *entry =
            wanted != NULL ? named_manifest(call, &found->known, wanted) : &found->known.entries[i];
        if (wanted != NULL || strcmp(entry->name, own_reference) != 0)
            add_member(call, found, entry->name, entry,
                       manifest_command(entry, p, &uriproof_rfc3986, &defaults));
    }
}

void parsers_add(const invocation *call, parsers *found, char *name, char **command)
{
    add_named(call, found, name, command);
    found->added++;
}

asker_options panel_options(const data_paths *p, uint64_t timeout_ms, size_t window)
{
    return (asker_options){.timeout_ms = timeout_ms,
                           .memory_limit = UINT64_C(2) << 30,
                           .reaper = p->reaper,
                           .window = window,
                           .should_stop = is_stopped};
}

void parsers_allow_files(const invocation *call, size_t processes)
{
    /* A process has four pipes, of which both ends are open while it starts. */
    enum { FILES_OF_ONE = 8, FILES_OF_OTHERS = 24 };
    const rlim_t needed = (rlim_t)processes * FILES_OF_ONE + FILES_OF_OTHERS;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return;
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = needed < limit.rlim_max ? needed : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= needed)
        return;
    failure(
        call,
        "%zu process%s of adapters at a time need%s %ju open files, and the limit is %ju: raise "
        "it (ulimit -n)%s",
        processes, processes == 1 ? "" : "es", processes == 1 ? "s" : "", (uintmax_t)needed,
        (uintmax_t)before, processes == 1 ? "" : ", or ask fewer parsers with --adapter");
    exit(URIPROOF_EXIT_NO_START);
}

bool is_own_parser(const char *word, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && word[length] == '=';
}

static bool has_started(const panel *p, size_t m)
{
    return panel_hello(p, m)->name != NULL;
}

void parsers_tell_silent(const invocation *call, parsers *found, const panel *first, const panel *p)
{
    for (size_t m = 0; m < found->count; m++) {
        const char *why = panel_error(p, m);
        const bool started = has_started(first, m);
        const bool is_named = found->wanted_count > 0 || found->entries[m] == NULL;
        if (why == NULL || found->silent[m] || (!started && !is_named))
            continue;
        found->silent[m] = true;
        found->silent_count++;
        failure(call, "adapter %s %s: %s", found->members[m].name,
                started ? "answers no more" : "does not start", why);
        if (!started && found->entries[m] != NULL)
            tell_how_to_get(found->entries[m]->get, why);
    }
}

size_t parsers_count_able(const parsers *found, const panel *p, uriproof_op op)
{
    size_t able = 0;
    for (size_t m = 0; m < found->count; m++)
        able += has_started(p, m) && panel_hello(p, m)->ops[op];
    return able;
}

void parsers_free(parsers *found)
{
    for (size_t i = 0; i < found->count; i++)
        command_free(found->commands[i]);
    for (size_t i = 0; i < found->own_count; i++)
        free(found->own[i]);
    free(found->entries);
    free(found->commands);
    free(found->members);
    manifests_free(&found->known);
}
