/* SPDX-License-Identifier: MIT */
/* uriproof test: adapters over vectors. */
#include "test_options.h"

#include "../jobs.h"
#include "../manifest.h"
#include "../results_join.h"
#include "../tested.h"
#include "gate.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uriproof/blame.h>

static atomic_bool stop;

static void on_signal(int number)
{
    (void)number;
    stop = true;
}

static bool is_stopped(void *self)
{
    (void)self;
    return stop;
}

/* ---- What is said while it runs ---- */

typedef struct telling {
    const testing *test;
    bool progress; /* on a terminal */
    uint64_t began;
    const baseline *known; /* failures, or NULL */
} telling;

static void clear_line(const telling *t)
{
    if (t->progress)
        fputs("\r\033[K", stderr);
}

static void show_progress(void *self, const jobs_progress *now)
{
    const telling *t = self;
    double seconds = (double)(uv_hrtime() - t->began) / 1e9;
    fprintf(stderr, "\r%zu of %zu cases, %.0f a second, %zu not as expected", now->cases_done,
            now->cases, seconds > 0 ? (double)now->cases_done / seconds : 0, now->bad);
    if (now->jobs > 1)
        fprintf(stderr, "; %zu of %zu adapters", now->jobs_done, now->jobs);
    fprintf(stderr, "; %s\033[K", now->name != NULL ? now->name : "");
}

/* What is no case's result, on a line of its own. */
static void put_note(void *self, const char *name, const char *words)
{
    const telling *t = self;
    clear_line(t);
    failure(t->test->call, "adapter %s: %s", name, words);
}

/* What the baseline lists with this outcome is no failure of the gate. */
static bool fails(void *self, const char *adapter, const uriproof_vector *vector,
                  uriproof_outcome outcome)
{
    const telling *t = self;
    if (t->known == NULL)
        return !uriproof_outcomes[outcome].good;
    uriproof_known known =
        baseline_known(t->known, adapter, vector->id, vector->request.op, outcome);
    return !uriproof_knowns[known].good;
}

/* "a, b" */
static void list_word(char *list, size_t room, const char *word)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used > 0 ? ", " : "", word);
}

static void put_strange_ops(const testing *t, const job *j)
{
    char words[200] = "";
    for (char **op = j->greeting.strange_ops; *op != NULL; op++)
        list_word(words, sizeof words, *op);
    if (words[0] != '\0')
        failure(t->call, "adapter %s: its \"ops\" have what is no operation: %s", j->name, words);
}

/* An adapter that has nothing of what is selected was not tested, and must not look as if. `ops`
 * are those that it has, or void. */
static int nothing_answered(const testing *t, const char *name, const char *ops,
                            uriproof_results *results)
{
    results->partial = true;
    failure(t->call, "adapter %s supports none of the cases that are selected%s%s%s", name,
            ops[0] != '\0' ? " (its ops: " : "", ops, ops[0] != '\0' ? ")" : "");
    return URIPROOF_EXIT_USAGE;
}

static int has_no_such_op(const testing *t, const job *j, uriproof_results *results)
{
    char words[200] = "";
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        if (j->greeting.ops[op])
            list_word(words, sizeof words, uriproof_ops[op].name);
    return nothing_answered(t, j->name, words[0] != '\0' ? words : "none", results);
}

static bool all_unsupported(const uriproof_result *found, size_t count)
{
    size_t i = 0;
    while (i < count && found[i].outcome == URIPROOF_UNSUPPORTED)
        i++;
    return i == count;
}

static int not_started(const testing *t, const job *j, const manifest *entry)
{
    failure(t->call, "adapter %s does not start: %s", j->name, j->error.words);
    if (entry != NULL)
        fprintf(stderr, "To get it: %s.\n", entry->get);
    return URIPROOF_EXIT_NO_START;
}

/* ---- Running ---- */

/* What the adapter said and answered becomes part of the results. One that could not be started is
 * *absent, which is said once. */
static int take_found(const testing *t, job *j, const manifest *entry, bool *absent,
                      const tested *selected, uriproof_results *results)
{
    if (j->end == RUN_NOT_STARTED) {
        bool said = *absent;
        *absent = results->partial = true;
        return said ? 0 : not_started(t, j, entry);
    }
    results->partial = results->partial || j->end != RUN_DONE;
    if (j->end == RUN_INCOMPLETE || j->end == RUN_GIVEN_UP)
        failure(t->call, "adapter %s: %s", j->name, j->error.words);
    if (j->greeting.name == NULL) /* stopped before it said what it is */
        return 0;
    put_strange_ops(t, j);
    int status = 0;
    if (!t->all_dialects && all_unsupported(j->found, selected->count))
        status = has_no_such_op(t, j, results);
    uriproof_result *found = j->found;
    j->found = NULL;
    bool good = tested_add_adapter(results, entry != NULL ? j->name : NULL, &j->greeting, found);
    return good ? status : failure(t->call, "out of memory");
}

/* The adapters that are to be tested, and how. */
typedef struct adapters {
    manifests known;
    const manifest **entries; /* NULL where it is a command that is known by no name */
    job *jobs;
    char ***commands; /* that are to be freed */
    bool *absent;     /* those that could not be started are not started for another dialect */
    const char *keeper;
    const baseline *known_failures; /* or NULL */
    size_t count;
} adapters;

static int run_jobs(const testing *t, const uriproof_dialect *dialect, adapters *a,
                    const tested *selected, uriproof_results *results)
{
    telling told = {t, isatty(STDERR_FILENO) == 1, uv_hrtime(), a->known_failures};
    jobs_options options = {
        .run = {.dialect = dialect,
                .readings = t->choice.readings,
                .timeout_ms = t->timeout_ms,
                .window = t->window,
                .dated = true,
                .memory_limit = t->memory_limit,
                .keeper = a->keeper},
        .at_once = t->jobs,
        .part = t->part,
        .shuffled = t->shuffled,
        .seed = t->seed,
        .fail_fast = t->fail_fast,
        .self = &told,
        .progress = told.progress ? show_progress : NULL,
        .note = put_note,
        .fails = fails,
        .should_stop = is_stopped,
    };
    bool good = jobs_run(a->jobs, a->count, selected->vectors, selected->count, &options);
    clear_line(&told);
    if (!good)
        return failure(t->call, "out of memory");
    int status = 0;
    for (size_t i = 0; i < a->count; i++) {
        int one = take_found(t, &a->jobs[i], a->entries[i], &a->absent[i], selected, results);
        status = one == URIPROOF_EXIT_FAILED || one > status ? one : status;
        job_free(&a->jobs[i], selected->count);
    }
    return status;
}

static bool fill_commands(const testing *t, const uriproof_dialect *dialect, const places *p,
                          adapters *a)
{
    bool good = true;
    a->keeper = p->keeper;
    for (size_t i = 0; i < a->count; i++) {
        job *j = &a->jobs[i];
        *j = (job){.name = t->command != NULL ? t->command[0] : t->names[i],
                   .names_itself = t->command != NULL,
                   .end = a->absent[i] ? RUN_NOT_STARTED : RUN_DONE};
        if (t->command == NULL)
            a->commands[i] = manifest_command(a->entries[i], p, dialect, &t->choice.readings);
        j->command = t->command != NULL ? t->command : a->commands[i];
        good = good && j->command != NULL;
    }
    return good;
}

static int run_all(const testing *t, const uriproof_dialect *dialect, const places *p, adapters *a,
                   const tested *selected, uriproof_results *results)
{
    int status = fill_commands(t, dialect, p, a) ? run_jobs(t, dialect, a, selected, results)
                                                 : failure(t->call, "out of memory");
    for (size_t i = 0; i < a->count; i++) {
        command_free(a->commands[i]);
        a->commands[i] = NULL;
    }
    return status;
}

/* An unknown name is found before anything runs. */
static int find_adapters(const testing *t, adapters *a)
{
    for (size_t i = 0; i < a->count && t->command == NULL; i++) {
        a->entries[i] = manifest_named(&a->known, t->names[i]);
        if (a->entries[i] == NULL)
            return usage_error(t->call,
                               "no adapter \"%s\"; 'uriproof adapters' lists them, and "
                               "'uriproof test -- COMMAND' runs any program",
                               t->names[i]);
        for (size_t j = 0; j < i; j++)
            if (strcmp(t->names[i], t->names[j]) == 0)
                return usage_error(t->call, "adapter \"%s\" is named twice", t->names[i]);
    }
    return 0;
}

static int adapters_open(const testing *t, const places *p, adapters *a)
{
    uriproof_error error;
    *a = (adapters){.count = t->command != NULL ? 1 : (size_t)t->name_count};
    a->entries = calloc(a->count, sizeof *a->entries);
    a->jobs = calloc(a->count, sizeof *a->jobs);
    a->commands = calloc(a->count, sizeof *a->commands);
    a->absent = calloc(a->count, sizeof *a->absent);
    if (a->entries == NULL || a->jobs == NULL || a->commands == NULL || a->absent == NULL)
        return failure(t->call, "out of memory");
    if (t->command == NULL && !manifests_load(p, &a->known, &error))
        return failure(t->call, "%s", error.words);
    return find_adapters(t, a);
}

static void adapters_close(adapters *a)
{
    manifests_free(&a->known);
    free(a->entries);
    free(a->jobs);
    free(a->commands);
    free(a->absent);
}

/* The clauses that speak most against an adapter. */
static void put_blamed(const uriproof_results *results, size_t adapter)
{
    uriproof_blamed blamed[URIPROOF_BLAMED_MOST];
    size_t count = uriproof_blame(results, adapter, blamed, URIPROOF_BLAMED_MOST);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "  blamed: %s, %zu of %zu%s failed\n",
                results->clauses[blamed[i].clause].id, blamed[i].failed, blamed[i].asked,
                blamed[i].hand_written ? " hand-written" : "");
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

/* ---- One dialect, or all ---- */

static bool selects_some(const testing *t, const char *pattern, const uriproof_corpus *corpus)
{
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (corpus->vectors[i].level <= t->level &&
            uriproof_vector_selected(&corpus->vectors[i], pattern))
            return true;
    return false;
}

/* A pattern that matches nothing is a mistake, also beside others that match; `matched` has for
 * each whether it matched in a dialect so far. */
static void mark_matched(const testing *t, const uriproof_corpus *corpus, bool *matched)
{
    for (size_t i = 0; i < t->select_count; i++)
        matched[i] = matched[i] || selects_some(t, t->selects[i], corpus);
}

static int all_matched(const testing *t, const bool *matched, const char *dialect)
{
    for (size_t i = 0; i < t->select_count; i++)
        if (!matched[i])
            return usage_error(t->call,
                               "--select \"%s\" matches no vector and no clause of %s at level %s",
                               t->selects[i], dialect, uriproof_level_names[t->level]);
    return 0;
}

static int has_vectors(const testing *t, const uriproof_corpus *corpus)
{
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (corpus->vectors[i].level <= t->level)
            return 0;
    return usage_error(t->call, "%s has no vectors at level %s", corpus->dialect->name,
                       uriproof_level_names[t->level]);
}

/* Asks all adapters the selected vectors of one dialect; *results is the caller's. */
static int test_dialect(const testing *t, const places *p, adapters *a,
                        const uriproof_corpus *corpus, uriproof_results *results)
{
    tested selected;
    if (!tested_select(corpus, t->level, t->selects, &t->choice.readings, &selected, results))
        return failure(t->call, "out of memory");
    int status = selected.count > 0 ? run_all(t, corpus->dialect, p, a, &selected, results) : 0;
    tested_free(&selected);
    return status;
}

/* Judges the results, reports them, and sums them up. */
static int tell_results(const testing *t, int status, gate *g, uriproof_results *results)
{
    if (status != 0 && results->adapter_count == 0)
        return status;
    if (g != NULL)
        status = gate_judge(g, status, results);
    uriproof_results_shorten(results);
    int written = report_files_write(t->call, &t->reports, results);
    put_summary(results);
    return written != 0 ? written : exit_status(status, results);
}

static int test_one_dialect(const testing *t, const places *p, adapters *a)
{
    uriproof_corpus corpus;
    uriproof_results results = {0};
    gate g = {0};
    bool matched[SELECTS_MOST] = {false};
    int status = load_corpus(t->call, p, t->choice.dialect,
                             t->baseline != NULL ? URIPROOF_COMPLETE : t->level, &corpus);
    if (status != 0)
        return status;
    mark_matched(t, &corpus, matched);
    status = all_matched(t, matched, corpus.dialect->name);
    if (status == 0)
        status = has_vectors(t, &corpus);
    if (status == 0)
        status = gate_open(t->call, t->baseline, t->update_baseline, t->level, &corpus, &g);
    if (status == 0) {
        a->known_failures = t->baseline != NULL && !t->update_baseline ? &g.list : NULL;
        status = test_dialect(t, p, a, &corpus, &results);
        status = tell_results(t, status, &g, &results);
        a->known_failures = NULL; /* they go with the gate */
    }
    gate_close(&g);
    uriproof_results_free(&results);
    uriproof_corpus_free(&corpus);
    return status;
}

/* Selected in no dialect is found before anything runs, so the vectors are read twice. */
static int find_selected(const testing *t, const places *p)
{
    size_t count;
    bool matched[SELECTS_MOST] = {false};
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count && t->select_count > 0; i++) {
        uriproof_corpus corpus;
        int status = load_corpus(t->call, p, dialects[i], t->level, &corpus);
        if (status != 0)
            return status;
        mark_matched(t, &corpus, matched);
        uriproof_corpus_free(&corpus);
    }
    return all_matched(t, matched, "any dialect");
}

static int add_dialect(const testing *t, const places *p, adapters *a,
                       const uriproof_dialect *dialect, uriproof_results *all)
{
    uriproof_corpus corpus;
    uriproof_results one = {0};
    int status = load_corpus(t->call, p, dialect, t->level, &corpus);
    if (status != 0)
        return status;
    status = test_dialect(t, p, a, &corpus, &one);
    uriproof_corpus_free(&corpus);
    if (!results_join(all, &one))
        status = failure(t->call, "out of memory");
    return status;
}

/* In one dialect or the other each is to have answered something. */
static int all_answered(const testing *t, uriproof_results *all)
{
    int status = 0;
    for (size_t i = 0; i < all->adapter_count; i++)
        if (all_unsupported(all->adapters[i].results, all->case_count))
            status = nothing_answered(t, all->adapters[i].name, "", all);
    return status;
}

/* With --fail-fast the dialects behind the first that fails are not run. */
static bool goes_on(const testing *t, int status, const uriproof_results *all)
{
    return !stop && status != URIPROOF_EXIT_FAILED &&
           !(t->fail_fast && (status != 0 || !uriproof_all_agree(all)));
}

static int test_all_dialects(const testing *t, const places *p, adapters *a)
{
    size_t count;
    uriproof_results all = {0};
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    int status = find_selected(t, p);
    if (status != 0)
        return status;
    for (size_t i = 0; i < count && goes_on(t, status, &all); i++) {
        int one = add_dialect(t, p, a, dialects[i], &all);
        status = one == URIPROOF_EXIT_FAILED || one > status ? one : status;
    }
    if (status == 0)
        status = all_answered(t, &all);
    status = tell_results(t, status, NULL, &all);
    uriproof_results_free(&all);
    return status;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}; /* for reports */
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
    testing t;
    places p;
    adapters a = {0};
    int status = testing_read(call, &t);
    if (status == 0)
        status = find_places(call, &p);
    if (status == 0)
        status = adapters_open(&t, &p, &a);
    if (status == 0) {
        catch_signals();
        status = t.all_dialects ? test_all_dialects(&t, &p, &a) : test_one_dialect(&t, &p, &a);
    }
    adapters_close(&a);
    return status;
}
