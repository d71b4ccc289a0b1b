/* SPDX-License-Identifier: MIT */
/* uriproof test: adapters over vectors. */
#include "commands.h"

#include "../manifest.h"
#include "../right_in.h"
#include "../run.h"
#include "../tested.h"
#include "gate.h"
#include "report_file.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uriproof/blame.h>

enum {
    OPTION_SELECT = 512,
    OPTION_TIMEOUT,
    OPTION_WINDOW,
    OPTION_MEMORY,
    OPTION_REPORT,
    OPTION_LEVEL,
    OPTION_BASELINE,
    OPTION_UPDATE
};

enum { SELECTS_MOST = 256 };

static const struct option long_options[] = {
    {"dialect", required_argument, NULL, OPTION_DIALECT},
    {"reading", required_argument, NULL, OPTION_READING},
    {"select", required_argument, NULL, OPTION_SELECT},
    {"timeout", required_argument, NULL, OPTION_TIMEOUT},
    {"window", required_argument, NULL, OPTION_WINDOW},
    {"memory", required_argument, NULL, OPTION_MEMORY},
    {"report", required_argument, NULL, OPTION_REPORT},
    {"level", required_argument, NULL, OPTION_LEVEL},
    {"baseline", required_argument, NULL, OPTION_BASELINE},
    {"update-baseline", no_argument, NULL, OPTION_UPDATE},
    {NULL, 0, NULL, 0},
};

typedef struct testing {
    const invocation *call;
    dialect_choice choice;
    const char *selects[SELECTS_MOST + 1]; /* patterns, NULL-terminated */
    size_t select_count;
    uriproof_level level;
    uint64_t timeout_ms;
    size_t window;
    uint64_t memory_limit;
    const char *keeper;
    report_files reports;
    const char *baseline; /* its file, or NULL */
    bool update_baseline;
    char **names; /* of adapters, or NULL where there is a command */
    int name_count;
    char **command; /* behind `--`, or NULL */
    bool progress;
} testing;

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

/* ---- Options ---- */

/* "2s", "500ms" or "2" (seconds), as milliseconds. */
static bool parse_duration(const char *words, uint64_t *ms)
{
    char *end;
    if (!isdigit((unsigned char)words[0]))
        return false;
    double number = strtod(words, &end);
    double scale = 0;
    if (*end == '\0' || strcmp(end, "s") == 0)
        scale = 1000;
    else if (strcmp(end, "ms") == 0)
        scale = 1;
    else if (strcmp(end, "m") == 0)
        scale = 60000;
    *ms = number * scale < 1e12 ? (uint64_t)(number * scale) : 0;
    return *ms > 0;
}

static bool parse_count(const char *words, size_t most, size_t *count)
{
    char *end;
    if (!isdigit((unsigned char)words[0]))
        return false;
    unsigned long long number = strtoull(words, &end, 10);
    *count = (size_t)number;
    return *end == '\0' && number > 0 && number <= most;
}

/* "64K", "512M", "2G": octets, from 1 to 2^50. "none": 0, which stands for any. */
static bool take_size(const char *words, uint64_t *octets)
{
    static const char units[] = "KMG";
    char *end;
    *octets = 0;
    if (strcmp(words, "none") == 0)
        return true;
    if (!isdigit((unsigned char)words[0]))
        return false;
    unsigned long long number = strtoull(words, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    if (unit == NULL || end[1] != '\0' || number == 0 || number > UINT64_C(1) << 20)
        return false;
    *octets = (uint64_t)number << 10 * (unit - units + 1);
    return true;
}

static int add_select(testing *t, const char *pattern)
{
    if (t->select_count == SELECTS_MOST)
        return usage_error(t->call, "too many --select options");
    t->selects[t->select_count++] = pattern;
    return 0;
}

static int take_option(testing *t, int option)
{
    switch (option) {
    case OPTION_DIALECT:
    case OPTION_READING:
        return take_dialect_option(t->call, option, optarg, &t->choice);
    case OPTION_SELECT:
        return add_select(t, optarg);
    case OPTION_TIMEOUT:
        return parse_duration(optarg, &t->timeout_ms)
                   ? 0
                   : usage_error(t->call, "--timeout wants a time such as 2s or 500ms, not \"%s\"",
                                 optarg);
    case OPTION_WINDOW:
        return parse_count(optarg, 65536, &t->window)
                   ? 0
                   : usage_error(t->call, "--window wants a number from 1 to 65536, not \"%s\"",
                                 optarg);
    case OPTION_MEMORY:
        return take_size(optarg, &t->memory_limit)
                   ? 0
                   : usage_error(t->call,
                                 "--memory wants a size such as 512M or 2G, or none, not \"%s\"",
                                 optarg);
    case OPTION_LEVEL:
        return take_level(t->call, optarg, &t->level);
    case OPTION_BASELINE:
        t->baseline = optarg;
        return 0;
    case OPTION_UPDATE:
        t->update_baseline = true;
        return 0;
    case OPTION_REPORT:
        return report_files_add(t->call, &t->reports, optarg);
    default:
        return option_error(t->call, option);
    }
}

/* A list made of a part of the cases would forget the others. */
static int may_update(const testing *t)
{
    if (t->baseline == NULL)
        return usage_error(t->call, "--update-baseline needs --baseline FILE");
    if (t->select_count > 0 || t->level != URIPROOF_COMPLETE)
        return usage_error(t->call, "--update-baseline wants all cases: no --select, no --level");
    if (t->choice.wanted_count > 0)
        return usage_error(t->call, "--update-baseline wants the default readings");
    return 0;
}

/* Where `--` stands, or the end. */
static int end_of_options(const invocation *call)
{
    int at = 1;
    while (at < call->argc && strcmp(call->argv[at], "--") != 0)
        at++;
    return at;
}

static int take_options(testing *t)
{
    int option, end = end_of_options(t->call);
    while ((option = getopt_long(end, t->call->argv, ":", long_options, NULL)) != -1) {
        int status = take_option(t, option);
        if (status != 0)
            return status;
    }
    if (t->update_baseline) {
        int status = may_update(t);
        if (status != 0)
            return status;
    }
    t->names = t->call->argv + optind;
    t->name_count = end - optind;
    if (end < t->call->argc)
        t->command = t->call->argv + end + 1;
    if (t->command != NULL && t->name_count > 0)
        return usage_error(t->call, "either adapters by name or a command after --, not both");
    if (t->command != NULL ? t->command[0] == NULL : t->name_count == 0)
        return usage_error(t->call, "wants the name of an adapter (see 'uriproof adapters'), or "
                                    "-- and a command");
    return settle_readings(t->call, &t->choice);
}

/* ---- Progress ---- */

typedef struct progress {
    const char *name;
    size_t count;
} progress;

static void show_progress(void *self, size_t done, size_t bad)
{
    const progress *p = self;
    if (done % 256 == 0 || done == p->count)
        fprintf(stderr, "\r%s: %zu of %zu, %zu not as expected\033[K", p->name, done, p->count,
                bad);
}

/* ---- Running ---- */

/* What is no case's result, on a line of its own. */
typedef struct noting {
    const testing *test;
    const char *name;
} noting;

static void put_note(void *self, const char *words)
{
    const noting *n = self;
    if (n->test->progress)
        fputs("\r\033[K", stderr);
    failure(n->test->call, "adapter %s: %s", n->name, words);
}

/* "a, b" */
static void list_word(char *list, size_t room, const char *word)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used > 0 ? ", " : "", word);
}

static void put_strange_ops(const noting *n, const hello *greeting)
{
    char words[200] = "";
    for (char **op = greeting->strange_ops; *op != NULL; op++)
        list_word(words, sizeof words, *op);
    if (words[0] != '\0')
        failure(n->test->call, "adapter %s: its \"ops\" have what is no operation: %s", n->name,
                words);
}

/* An adapter that has nothing of what is selected was not tested, and must not look as if. */
static int nothing_answered(const noting *n, const hello *greeting, uriproof_results *results)
{
    char words[200] = "";
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        if (greeting->ops[op])
            list_word(words, sizeof words, uriproof_ops[op].name);
    results->partial = true;
    failure(n->test->call, "adapter %s supports none of the cases that are selected (its ops: %s)",
            n->name, words[0] != '\0' ? words : "none");
    return URIPROOF_EXIT_USAGE;
}

static bool all_unsupported(const uriproof_result *found, size_t count)
{
    size_t i = 0;
    while (i < count && found[i].outcome == URIPROOF_UNSUPPORTED)
        i++;
    return i == count;
}

static int not_started(const testing *t, const char *name, const manifest *entry,
                       const uriproof_error *error)
{
    failure(t->call, "adapter %s does not start: %s", name, error->words);
    if (entry != NULL)
        fprintf(stderr, "To get it: %s.\n", entry->get);
    return URIPROOF_EXIT_NO_START;
}

/* What the adapter `n->name` said and answered becomes part of the results; takes over *greeting
 * and `found`. */
static int take_found(const noting *n, const manifest *entry, hello *greeting,
                      uriproof_result *found, const tested *selected, uriproof_results *results)
{
    put_strange_ops(n, greeting);
    int status =
        all_unsupported(found, selected->count) ? nothing_answered(n, greeting, results) : 0;
    bool good = right_in_dialects(n->test->choice.dialect, selected->vectors, selected->count,
                                  &greeting->gives, found);
    good = tested_add_adapter(results, entry != NULL ? n->name : NULL, greeting, found) && good;
    hello_free(greeting);
    return good ? status : failure(n->test->call, "out of memory");
}

static int run_one(const testing *t, const char *name, const manifest *entry, char *const *command,
                   const tested *selected, uriproof_results *results)
{
    uv_loop_t loop;
    uriproof_error error;
    hello greeting;
    progress p = {name, selected->count};
    noting n = {t, name};
    run_options options = {
        .dialect = t->choice.dialect,
        .readings = t->choice.readings,
        .timeout_ms = t->timeout_ms,
        .window = t->window,
        .memory_limit = t->memory_limit,
        .keeper = t->keeper,
        .stop = &stop,
        .progress = t->progress ? show_progress : NULL,
        .progress_self = &p,
        .note = put_note,
        .note_self = &n,
    };
    uriproof_result *found = calloc(selected->count + 1, sizeof *found);
    if (found == NULL || uv_loop_init(&loop) != 0) {
        free(found);
        return failure(t->call, "out of memory");
    }
    run_end end = run_adapter(&loop, command, selected->vectors, selected->count, &options,
                              &greeting, found, &error);
    uv_loop_close(&loop);
    if (t->progress)
        fputs("\r\033[K", stderr);
    if (end == RUN_NOT_STARTED) {
        free(found);
        results->partial = true;
        return not_started(t, name, entry, &error);
    }
    results->partial = results->partial || end != RUN_DONE;
    if (end == RUN_INCOMPLETE)
        put_note(&n, error.words);
    if (greeting.name == NULL) { /* stopped before it said what it is */
        free(found);
        return 0;
    }
    return take_found(&n, entry, &greeting, found, selected, results);
}

static int run_known(const testing *t, const manifests *known, const places *p,
                     const tested *selected, uriproof_results *results)
{
    int status = 0;
    for (int i = 0; i < t->name_count && !stop; i++) {
        const manifest *entry = manifest_named(known, t->names[i]);
        char **command = manifest_command(entry, p, t->choice.dialect, &t->choice.readings);
        if (command == NULL)
            return failure(t->call, "out of memory");
        int one = run_one(t, t->names[i], entry, command, selected, results);
        command_free(command);
        if (one == URIPROOF_EXIT_FAILED)
            return one;
        status = one > status ? one : status;
    }
    return status;
}

/* An unknown name is found before anything runs. */
static int all_known(const testing *t, const manifests *known)
{
    for (int i = 0; i < t->name_count; i++) {
        if (manifest_named(known, t->names[i]) == NULL)
            return usage_error(t->call,
                               "no adapter \"%s\"; 'uriproof adapters' lists them, and "
                               "'uriproof test -- COMMAND' runs any program",
                               t->names[i]);
        for (int j = 0; j < i; j++)
            if (strcmp(t->names[i], t->names[j]) == 0)
                return usage_error(t->call, "adapter \"%s\" is named twice", t->names[i]);
    }
    return 0;
}

static int run_all(const testing *t, const places *p, const tested *selected,
                   uriproof_results *results)
{
    manifests known;
    uriproof_error error;
    if (t->command != NULL)
        return run_one(t, t->command[0], NULL, t->command, selected, results);
    if (!manifests_load(p, &known, &error))
        return failure(t->call, "%s", error.words);
    int status = all_known(t, &known);
    if (status == 0)
        status = run_known(t, &known, p, selected, results);
    manifests_free(&known);
    return status;
}

/* The clauses that speak most against an adapter. */
static void put_blamed(const uriproof_results *results, size_t adapter)
{
    uriproof_blamed blamed[URIPROOF_BLAMED_MOST];
    size_t count = uriproof_blame(results, adapter, blamed, URIPROOF_BLAMED_MOST);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "  blamed: %s, %zu of %zu failed\n", results->clauses[blamed[i].clause].id,
                blamed[i].failed, blamed[i].asked);
}

static void put_summary(const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT];
        uriproof_count_outcomes(results, i, counts);
        put_printable(stderr, results->adapters[i].name);
        fputc(' ', stderr);
        put_printable(stderr, results->adapters[i].version);
        fprintf(stderr, ", %zu case%s", results->case_count, results->case_count == 1 ? "" : "s");
        const char *before = ": ";
        for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++) {
            if (counts[outcome] == 0)
                continue;
            fprintf(stderr, "%s%zu %s", before, counts[outcome], uriproof_outcomes[outcome].name);
            before = ", ";
        }
        fputc('\n', stderr);
        put_blamed(results, i);
    }
}

static int exit_status(int status, const uriproof_results *results)
{
    if (stop)
        return URIPROOF_EXIT_STOPPED;
    if (status != 0)
        return status;
    bool good = results->has_baseline ? baseline_holds(results) : uriproof_all_agree(results);
    return good ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

/* A pattern that matches nothing is a mistake, also beside others that match. */
static int all_select(const testing *t, const uriproof_corpus *corpus)
{
    for (size_t i = 0; i < t->select_count; i++) {
        size_t at = 0;
        while (at < corpus->vector_count &&
               (corpus->vectors[at].level > t->level ||
                !uriproof_vector_selected(&corpus->vectors[at], t->selects[i])))
            at++;
        if (at == corpus->vector_count)
            return usage_error(
                t->call, "--select \"%s\" matches no vector and no clause of %s at level %s",
                t->selects[i], corpus->dialect->name, uriproof_level_names[t->level]);
    }
    return 0;
}

static int test_selected(testing *t, const places *p, const uriproof_corpus *corpus)
{
    tested selected;
    gate g;
    uriproof_results results = {0};
    if (!tested_select(corpus, t->level, t->selects, &t->choice.readings, &selected, &results))
        return failure(t->call, "out of memory");
    int status = all_select(t, corpus);
    if (status == 0 && selected.count == 0)
        status = usage_error(t->call, "%s has no vectors at level %s", corpus->dialect->name,
                             uriproof_level_names[t->level]);
    if (status == 0)
        status = gate_open(t->call, t->baseline, t->update_baseline, corpus, &g);
    else
        g = (gate){0};
    if (status == 0)
        status = run_all(t, p, &selected, &results);
    if (status == 0 || results.adapter_count > 0) {
        status = gate_judge(&g, status, &results);
        uriproof_results_shorten(&results);
        int written = report_files_write(t->call, &t->reports, &results);
        put_summary(&results);
        status = written != 0 ? written : exit_status(status, &results);
    }
    gate_close(&g);
    uriproof_results_free(&results);
    tested_free(&selected);
    return status;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGQUIT, &action, NULL);
    struct sigaction before;
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) /* not nohup */
        sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

int command_test(const invocation *call)
{
    testing t = {.call = call,
                 .choice = default_dialect(),
                 .level = URIPROOF_COMPLETE,
                 .timeout_ms = 2000,
                 .window = 64,
                 .memory_limit = UINT64_C(2) << 30};
    places p;
    uriproof_corpus corpus;
    int status = take_options(&t);
    if (status == 0)
        status = find_places(call, &p);
    if (status == 0)
        status = load_corpus(call, &p, t.choice.dialect,
                             t.baseline != NULL ? URIPROOF_COMPLETE : t.level, &corpus);
    if (status == 0) {
        if (t.reports.count == 0)
            report_files_add(call, &t.reports, "tap");
        t.progress = isatty(STDERR_FILENO) == 1;
        t.keeper = p.keeper;
        catch_signals();
        status = test_selected(&t, &p, &corpus);
        uriproof_corpus_free(&corpus);
    }
    return status;
}
