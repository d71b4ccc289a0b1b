/* SPDX-License-Identifier: MIT */
/*
 * uriproof test: runs adapters over vectors. It finds by which specification and at which level
 * each adapter is measured, asks all adapters of one specification together, and reports what it
 * found.
 */
#include "cli/commands.h"
#include "cli/report_file.h"
#include "cli/stop.h"
#include "gate.h"
#include "processes/processes.h"
#include "reasons.h"
#include "results/results.h"
#include "table.h"
#include "testing.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 64 }; /* requests in flight */

/* An adapter that is to be tested. */
typedef struct adapter_asked {
    const manifest *entry;           /* NULL: it is a command */
    char *const *command;            /* or NULL: the manifest has it */
    bool names_itself;               /* the results have the name that its hello gives */
    const char *name;                /* that the results have; NULL: its hello will say it */
    hello said;                      /* by a command that was started for its hello alone */
    const uriproof_dialect *dialect; /* by which it is measured */
    bool absent; /* it could not be started, and is not started for another dialect */
} adapter_asked;

/* The adapters that are to be tested. */
typedef struct adapter_list {
    adapter_asked *list;
    size_t count;
    const baseline *known_failures; /* or NULL */
} adapter_list;

enum { PLAN_GROUPS_MOST = 16 }; /* more than there are dialects */

/* A plan says what is asked, and has the results. The adapters that are measured by one
 * specification are a group. Each array has one item for each group. */
typedef struct plan {
    const uriproof_dialect *dialects[PLAN_GROUPS_MOST];
    uriproof_corpus corpora[PLAN_GROUPS_MOST];
    uriproof_results results[PLAN_GROUPS_MOST]; /* they borrow from the corpora */
    size_t count;
} plan;

/* ---- What is said on standard error ---- */

/* What is needed to report the progress of a run. */
typedef struct telling {
    const testing *test;
    bool progress; /* on a terminal */
    uint64_t began;
    const baseline *known; /* failures, or NULL */
} telling;

/* Removes the line of progress. */
static void tell_clear_line(const telling *t)
{
    if (t->progress)
        fputs("\r\033[K", stderr);
}

/* Shows how far the run is. `self` is a telling. */
static void tell_progress(void *self, const pool_progress *now)
{
    const telling *t = self;
    double seconds = (double)(session_clock() - t->began) / 1000;
    fprintf(stderr, "\r%zu of %zu cases, %.0f a second, %zu not as expected", now->cases_done,
            now->cases, seconds > 0 ? (double)now->cases_done / seconds : 0, now->bad);
    if (now->jobs > 1)
        fprintf(stderr, "; %zu of %zu adapters", now->jobs_done, now->jobs);
    fprintf(stderr, "; %s\033[K", now->name != NULL ? now->name : "");
}

/* Writes a line with a message that is not the result of a case. `self` is a telling. */
static void tell_note(void *self, const char *name, const char *words)
{
    const telling *t = self;
    tell_clear_line(t);
    failure(t->test->call, "adapter %s: %s", name, words);
}

static void tell_strange_ops(const testing *t, const job *j)
{
    char words[200] = "";
    for (char **op = j->greeting.strange_ops; *op != NULL; op++)
        add_word(words, sizeof words, *op);
    if (words[0] != '\0')
        failure(t->call, "adapter %s: its \"ops\" have what is no operation: %s", j->name, words);
}

/* Says that an adapter supports none of the selected cases: that is an error, not a pass. `ops` are
 * the operations that it has, or empty. Returns the exit status. */
static int tell_nothing_answered(const testing *t, const char *name, const char *ops,
                                 uriproof_results *results)
{
    results->partial = true;
    failure(t->call, "adapter %s supports none of the cases that are selected%s%s%s", name,
            ops[0] != '\0' ? " (its ops: " : "", ops, ops[0] != '\0' ? ")" : "");
    return URIPROOF_EXIT_USAGE;
}

/* Says the same of an adapter whose hello has its operations. */
static int tell_no_such_op(const testing *t, const job *j, uriproof_results *results)
{
    char words[200] = "";
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        if (j->greeting.ops[op])
            add_word(words, sizeof words, uriproof_ops[op].name);
    return tell_nothing_answered(t, j->name, words[0] != '\0' ? words : "none", results);
}

/* Says why the adapter did not start, and how to get it. `entry` is NULL if it is a command.
 * Returns the exit status. */
static int tell_not_started(const testing *t, const job *j, const manifest *entry)
{
    failure(t->call, "adapter %s does not start: %s", j->name, j->error.words);
    tell_how_to_get(entry != NULL ? entry->get : NULL, j->error.words);
    return URIPROOF_EXIT_NO_START;
}

/* Says how many cases of an adapter have each outcome. */
static void put_counts(const uriproof_results *results, size_t adapter)
{
    size_t counts[URIPROOF_OUTCOME_COUNT], asked = uriproof_count_asked(results, adapter);
    char words[400] = "";
    uriproof_count_outcomes(results, adapter, counts);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        char count[60];
        snprintf(count, sizeof count, "%zu %s", counts[i], uriproof_outcomes[i].name);
        if (counts[i] > 0)
            add_word(words, sizeof words, count);
    }
    /* The reports are written: from here no memory is asked for, which could run out. */
    put_printable(stderr, results->adapters[adapter].name);
    putc(' ', stderr);
    put_printable(stderr, results->adapters[adapter].version);
    fprintf(stderr, ", %zu case%s%s%s\n", asked, asked == 1 ? "" : "s",
            words[0] != '\0' ? ": " : "", words);
}

/* Writes a line for each adapter, and the first causes of its failures. */
static void tell_summary(const uriproof_results *results, const causes *found)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        put_counts(results, i);
        table_put_causes(stderr, results, found, i);
    }
}

/* Returns true if the user should look at the result. A case that no longer fails needs no look,
 * but a new baseline. */
static bool is_to_be_seen(const uriproof_results *results, const uriproof_result *result)
{
    if (result->outcome == URIPROOF_NOT_RUN)
        return false;
    if (results->has_baseline)
        return !uriproof_knowns[result->known].good && result->known != URIPROOF_NO_FAILURE_NOW;
    return !uriproof_outcomes[result->outcome].good;
}

/* Returns the first case that fails. With a baseline, returns the first that fails and did not, or
 * else the first that has changed, and sets *is_new. Returns NULL if there is no such case. */
static const uriproof_case *first_to_be_seen(const uriproof_results *results, bool *is_new)
{
    const uriproof_case *first = NULL;
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++) {
            const uriproof_result *result = results->adapters[i].results[k];
            *is_new = result->known == URIPROOF_NEW_FAILURE;
            if (*is_new)
                return &results->cases[k];
            if (first == NULL && is_to_be_seen(results, result))
                first = &results->cases[k];
        }
    return first;
}

static bool has_report(const testing *t, const char *format)
{
    for (size_t i = 0; i < t->reports.count; i++)
        if (strcmp(t->reports.entries[i].format->name, format) == 0)
            return true;
    return false;
}

/* Says what to do next about a case that failed, or about the baseline. */
static void tell_next(const testing *t, const uriproof_results *results)
{
    bool is_new = false;
    const uriproof_case *one = first_to_be_seen(results, &is_new);
    if (one == NULL && !results->has_baseline)
        return;
    if (one == NULL) {
        fputs("Next: the same command with --update-baseline renews the baseline: no failure is "
              "new.\n",
              stderr);
        return;
    }
    fputs("Next: '", stderr);
    table_put_show(stderr, t, results, one);
    fprintf(stderr, "' shows the first that %s",
            !results->has_baseline ? "failed"
            : is_new               ? "is a new failure"
                                   : "changed");
    if (t->baseline != NULL)
        fputs(";\n      --update-baseline renews the baseline, if all that changed may stay",
              stderr);
    if (!has_report(t, "html"))
        fputs(";\n      --report html=FOLDER writes pages of all, with the clause of each", stderr);
    fputs(".\n", stderr);
}

/* ---- Asking adapters ---- */

/* Returns true if the result makes the run fail. It does not if the baseline lists it with this
 * outcome. */
static bool fails(void *self, const char *adapter, const uriproof_vector *vector,
                  const uriproof_result *result)
{
    const telling *t = self;
    if (t->known == NULL)
        return !uriproof_outcomes[result->outcome].good;
    uriproof_known known =
        baseline_known(t->known, adapter, vector->id, vector->request.op, result);
    return !uriproof_knowns[known].good;
}

static bool all_unsupported(const uriproof_result *const *found, size_t count)
{
    size_t i = 0;
    while (i < count && found[i]->outcome == URIPROOF_UNSUPPORTED)
        i++;
    return i == count;
}

/* Returns what a shell gives `test` for an adapter that its name alone does not name; else NULL.
 * The caller frees it. */
static char *asked_as(const testing *t, const adapter_asked *one)
{
    uriproof_text_written words;
    if (one->entry != NULL && t->parsers.folder == NULL)
        return NULL;
    FILE *out = uriproof_text_open(&words);
    if (one->entry != NULL) {
        fputs("--adapter-dir ", out);
        print_shell_word(out, t->parsers.folder);
        fputc(' ', out);
        print_shell_word(out, one->name);
    }
    for (size_t i = 0; one->entry == NULL && i < t->parsers.wanted_count; i++)
        if (is_own_parser(t->parsers.wanted[i], one->name))
            print_shell_word(out, t->parsers.wanted[i]);
    fputs(one->names_itself ? "--" : "", out);
    for (size_t i = 0; one->names_itself && one->command[i] != NULL; i++) {
        fputc(' ', out);
        print_shell_word(out, one->command[i]);
    }
    fclose(out);
    return words.octets;
}

/* Adds the adapter's hello and its answers to the results. Reports once for each adapter if it
 * could not be started. Returns 0 or an exit status. */
static int take_found(const testing *t, job *j, adapter_asked *asked, const selection *selected,
                      uriproof_results *results)
{
    if (j->end == RUN_NOT_STARTED) {
        bool said = asked->absent;
        asked->absent = results->partial = true;
        return said ? 0 : tell_not_started(t, j, asked->entry);
    }
    results->partial = results->partial || j->end != RUN_DONE;
    if (j->end == RUN_INCOMPLETE || j->end == RUN_GIVEN_UP)
        failure(t->call, "adapter %s: %s", j->name, j->error.words);
    if (j->greeting.name == NULL) /* the run was stopped before the hello came */
        return 0;
    tell_strange_ops(t, j);
    int status = 0;
    if (!t->choice.all && all_unsupported(j->found, selected->count))
        status = tell_no_such_op(t, j, results);
    results_add_adapter(results, j->names_itself ? NULL : j->name, &j->greeting, j->found,
                        j->store);
    uriproof_adapter_results *added = &results->adapters[results->adapter_count - 1];
    added->seconds = j->seconds;
    char *words = asked_as(t, asked);
    added->asked_as = words != NULL ? store_text(results->store, words) : NULL;
    free(words);
    if (asked->entry != NULL) {
        added->home = store_text(results->store, asked->entry->home);
        added->tracker = store_text(results->store, asked->entry->tracker);
    }
    j->found = NULL;
    j->store = NULL;
    return status;
}

/* Asks what is selected, and says how far the run is. */
static void run_jobs(const testing *t, const data_paths *p, const adapter_list *a,
                     const uriproof_dialect *dialect, const selection *selected, job *jobs,
                     size_t count)
{
    const bool progress = !t->quiet && isatty(STDERR_FILENO) == 1;
    telling told = {t, progress, session_clock(), a->known_failures};
    pool_options options = {
        .run = {.dialect = dialect,
                .readings = t->choice.readings,
                .asker.timeout_ms = t->timeout_ms,
                .asker.window = WINDOW,
                .dated = true,
                .exact = t->exact,
                .asker.memory_limit = t->memory_limit,
                .asker.reaper = p->reaper},
        .at_once = t->jobs,
        .shuffled = t->shuffled,
        .seed = t->seed,
        .fail_fast = t->fail_fast,
        .self = &told,
        .progress = progress ? tell_progress : NULL,
        .note = tell_note,
        .no_answer = t->quiet ? NULL : tell_note,
        .fails = fails,
        .should_stop = is_stopped,
    };
    pool_run(jobs, count, selected->vectors, selected->count, &options);
    tell_clear_line(&told);
}

/* Returns true if the adapter is in the group of that specification. With --dialect all, each
 * adapter is in each group. */
static bool is_measured_by(const testing *t, const adapter_asked *asked,
                           const uriproof_dialect *dialect)
{
    return t->choice.all || asked->dialect == dialect;
}

/* Asks the adapters of group `number` the selected vectors of its corpus, and adds the answers to
 * its results. Returns 0 or an exit status. */
static int ask_group(const testing *t, const data_paths *p, adapter_list *a, plan *made,
                     size_t number)
{
    const uriproof_dialect *dialect = made->dialects[number];
    uriproof_results *results = &made->results[number];
    job *jobs = calloc(a->count, sizeof *jobs);
    adapter_asked **asked = calloc(a->count, sizeof *asked); /* whose jobs they are */
    selection selected;
    size_t count = 0;
    int status = 0;
    selection_make(&made->corpora[number], t->level, t->selects, t->own, &t->choice.readings,
                   &selected, results);
    results->exact = t->exact;
    for (size_t i = 0; i < a->count && selected.count > 0; i++) {
        adapter_asked *one = &a->list[i];
        if (!is_measured_by(t, one, dialect))
            continue;
        asked[count] = one;
        jobs[count++] =
            (job){.name = one->names_itself ? one->command[0] : one->name,
                  .command = one->entry == NULL
                                 ? one->command
                                 : manifest_command(one->entry, p, dialect, &t->choice.readings),
                  .names_itself = one->names_itself,
                  .end = one->absent ? RUN_NOT_STARTED : RUN_DONE};
    }
    if (count > 0)
        run_jobs(t, p, a, dialect, &selected, jobs, count);
    for (size_t i = 0; i < count; i++) {
        int one = take_found(t, &jobs[i], asked[i], &selected, results);
        status = one == URIPROOF_EXIT_FAILED || one > status ? one : status;
        if (asked[i]->entry != NULL)
            command_free((char **)jobs[i].command);
        job_free(&jobs[i]);
    }
    free(jobs);
    free(asked);
    selection_free(&selected);
    return status;
}

/* Finds the adapters, or ends the program if a name is unknown. The caller closes *a. */
static void adapters_open(testing *t, const data_paths *p, adapter_list *a)
{
    parsers *from = &t->parsers;
    if (t->command == NULL)
        parsers_find(t->call, p, from);
    *a = (adapter_list){.count = t->command != NULL ? 1 : from->count};
    a->list = calloc(a->count, sizeof *a->list);
    if (t->command != NULL)
        a->list[0] = (adapter_asked){.command = t->command, .names_itself = true};
    for (size_t i = 0; i < from->count; i++)
        a->list[i] =
            (adapter_asked){.name = from->members[i].name,
                            .entry = from->entries[i],
                            .command = from->entries[i] == NULL ? from->commands[i] : NULL};
}

static void adapters_close(testing *t, adapter_list *a)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->list[i].said.name != NULL)
            hello_free(&a->list[i].said);
    free(a->list);
    parsers_free(&t->parsers);
}

/* ---- The plan: the specification and the level of each adapter, and the vectors ---- */

/* Starts the command for its hello, and asks it nothing. If it does not start, the run says so; or
 * this ends the program, if it is all that is to be run. */
static void ask_hello(const testing *t, const data_paths *p, adapter_asked *one)
{
    uriproof_error error;
    run_options options = {.dialect = t->choice.dialect,
                           .asker.timeout_ms = t->timeout_ms,
                           .asker.window = 1,
                           .asker.memory_limit = t->memory_limit,
                           .asker.should_stop = is_stopped,
                           .asker.reaper = p->reaper};
    run_end end = run_adapter(one->command, NULL, 0, &options, &one->said, NULL, NULL, &error);
    if (end == RUN_NOT_STARTED && one->names_itself) /* there is no other to be run */
        exit(tell_not_started(t, &(job){.name = one->command[0], .error = error}, NULL));
    if (end == RUN_NOT_STARTED)
        one->said.name = NULL;
    if (one->names_itself)
        one->name = one->said.name;
}

static const char *const *claims_of(const adapter_asked *one)
{
    static const char *const none[] = {NULL};
    if (one->entry != NULL)
        return one->entry->dialects;
    return one->said.name != NULL ? (const char *const *)one->said.dialects : none;
}

static bool is_of_any_dialect(const adapter_asked *one)
{
    return one->entry != NULL && manifest_takes_dialect(one->entry);
}

/* Returns the first dialect that an adapter beside this one is measured by and that this one
 * claims; or NULL. */
static const uriproof_dialect *dialect_beside(const adapter_list *a, const adapter_asked *one)
{
    for (size_t i = 0; i < a->count; i++)
        for (const char *const *claim = claims_of(one); *claim != NULL; claim++)
            if (a->list[i].dialect != NULL && strcmp(*claim, a->list[i].dialect->name) == 0)
                return a->list[i].dialect;
    return NULL;
}

static void choose_by_claims(const testing *t, const adapter_list *a, adapter_asked *one)
{
    const char *const *claims = claims_of(one);
    char why[160] = "its first claim";
    if (is_of_any_dialect(one) && (one->dialect = dialect_beside(a, one)) != NULL)
        snprintf(why, sizeof why, "as the parser beside it");
    for (size_t i = 0; claims[i] != NULL && one->dialect == NULL; i++)
        one->dialect = uriproof_dialect_named(claims[i]);
    if (one->dialect == NULL) {
        one->dialect = uriproof_dialect_named("rfc3986");
        snprintf(why, sizeof why, "since it claims none");
        if (claims[0] != NULL)
            snprintf(why, sizeof why, "not by %.100s, which it claims", claims[0]);
    }
    if (!t->quiet && (one->entry != NULL || one->said.name != NULL))
        failure(t->call, "%s is measured by %s, %s", one->name, one->dialect->name, why);
}

/* A command is started for its hello if that is needed: only the hello tells what it claims, and
 * without --adapter its name, which the baseline has. */
static void choose_dialect(const testing *t, const data_paths *p, const gate *g,
                           const adapter_list *a, adapter_asked *one)
{
    if (one->names_itself && (!t->choice.said || t->baseline != NULL))
        ask_hello(t, p, one);
    const baseline_adapter *listed = gate_listed(g, one->name);
    one->dialect = t->choice.said ? t->choice.dialect : NULL;
    if (listed == NULL && one->dialect == NULL) {
        if (one->entry == NULL && !one->names_itself)
            ask_hello(t, p, one);
        choose_by_claims(t, a, one);
    }
    if (listed == NULL)
        return;
    if (one->dialect != NULL && strcmp(listed->dialect, one->dialect->name) != 0)
        usage_error(t->call,
                    "the baseline %s has %s measured by %s: leave --dialect %s out, or keep that "
                    "in a file of its own",
                    t->baseline, one->name, listed->dialect, one->dialect->name);
    if (one->dialect == NULL && !t->quiet)
        failure(t->call, "%s is measured by %s, as its baseline says", one->name, listed->dialect);
    one->dialect = uriproof_dialect_named(listed->dialect);
}

/* Takes the level of the baseline. If the run has a lower level than the baseline, only a part of
 * the baseline is used, as with --select. */
static void choose_level(testing *t, const adapter_list *a, gate *g)
{
    const baseline_adapter *first = NULL;
    for (size_t i = 0; i < a->count; i++) {
        const baseline_adapter *listed = gate_listed(g, a->list[i].name);
        if (listed == NULL)
            continue;
        first = first != NULL ? first : listed;
        if (!t->level_said)
            t->level = first->level;
        if (first->level != listed->level && !t->level_said)
            usage_error(t->call,
                        "the baseline %s has %s at --level %s and %s at --level %s: test them one "
                        "by one",
                        t->baseline, first->name, uriproof_level_names[first->level], listed->name,
                        uriproof_level_names[listed->level]);
        if (t->update_baseline ? t->level != listed->level : t->level > listed->level)
            usage_error(t->call, "the baseline %s has %s at --level %s%s", t->baseline,
                        listed->name, uriproof_level_names[listed->level],
                        t->update_baseline ? "; keep another level in a file of its own" : "");
    }
    g->level = t->level;
}

/* Says that of the baseline only what it has of the user's own vectors is used. */
static void say_part(const testing *t, const baseline_adapter *listed)
{
    if (!t->quiet)
        failure(t->call,
                "the baseline %s has %s tested with uriproof's vectors too: these are not asked "
                "now; --also in place of --vectors asks all",
                t->baseline, listed->name);
}

/* Checks that the baseline is of the vectors that are asked, or of more of them; as with a lower
 * level, a part of it is then used, and that is said. It may have none of the user's: then these
 * are new. Ends the program if not. */
static void check_own(const testing *t, const adapter_list *a, const gate *g)
{
    const baseline_own own = t->own_count == 0 ? BASELINE_NO_OWN
                             : t->only_own     ? BASELINE_OWN_ALONE
                                               : BASELINE_OWN_BESIDE;
    static const char *const made_with[BASELINE_OWN_COUNT] = {
        [BASELINE_NO_OWN] =
            "without vectors of your own: say --also in place of --vectors, or keep "
            "those in a file of their own",
        [BASELINE_OWN_BESIDE] = "with vectors of your own: name them by --also PATH",
        [BASELINE_OWN_ALONE] = "with vectors of your own alone: name them by --vectors PATH"};
    for (size_t i = 0; i < a->count; i++) {
        const baseline_adapter *listed = gate_listed(g, a->list[i].name);
        if (listed == NULL || listed->own == own ||
            (listed->own == BASELINE_NO_OWN && own == BASELINE_OWN_BESIDE))
            continue;
        if (listed->own == BASELINE_OWN_BESIDE && own == BASELINE_OWN_ALONE &&
            !t->update_baseline) {
            say_part(t, listed);
            continue;
        }
        usage_error(t->call, "the baseline %s has %s tested %s", t->baseline, listed->name,
                    made_with[listed->own]);
    }
}

/* Ends the program: `path` has no vector of a dialect by which parsers are measured here. Says of
 * which it has some. */
static __attribute__((noreturn)) void no_own(const testing *t, const char *path, const plan *made)
{
    bool of[PLAN_GROUPS_MOST] = {false};
    char has[100] = "";
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    uriproof_corpus_dialects(path, of, stderr);
    for (size_t i = 0; i < count; i++)
        if (of[i])
            add_word(has, sizeof has, dialects[i]->name);
    usage_error(t->call,
                "%s has no vector of %s, by which parsers are measured here%s%s: say --dialect%s%s",
                path, made->count == 1 ? made->dialects[0]->name : "the specifications",
                has[0] != '\0' ? "; it is of " : "", has, strchr(has, ',') == NULL ? " " : "",
                strchr(has, ',') == NULL ? has : "");
}

/* Ends the program: the user's own vectors of the dialect, which are asked alone, are of higher
 * levels. */
static __attribute__((noreturn)) void no_own_at_level(const testing *t,
                                                      const uriproof_corpus *corpus)
{
    uriproof_level level = t->level;
    while (level < URIPROOF_COMPLETE && !selects_some(corpus, level, NULL))
        level++;
    usage_error(t->call, "%s%s has no vectors of %s at level %s: say --level %s", t->own[0],
                t->own_count > 1 ? " and what else is named" : "", corpus->dialect->name,
                uriproof_level_names[t->level], uriproof_level_names[level]);
}

/* Adds the user's own vectors to each corpus. Ends the program if it cannot, or if a path has none
 * for any group. */
static void load_own(const testing *t, plan *made)
{
    uriproof_error error;
    for (size_t k = 0; k < t->own_count; k++) {
        size_t before = 0, after = 0;
        for (size_t i = 0; i < made->count; i++) {
            uriproof_corpus *corpus = &made->corpora[i];
            before += corpus->own_vectors;
            if (!uriproof_corpus_add(corpus, t->own[k], &error))
                fail(t->call, "%s", error.words);
            after += corpus->own_vectors;
            corpus->only_own = t->only_own;
        }
        if (after == before)
            no_own(t, t->own[k], made);
    }
}

/* Loads the vectors of each group. With a baseline, loads all levels, since its entries are looked
 * up among all vectors. Ends the program if nothing is selected for a group, or if a pattern
 * matches nothing, even if other patterns match. */
static void load_groups(const testing *t, const data_paths *p, plan *made)
{
    uriproof_level level = t->baseline != NULL ? URIPROOF_COMPLETE : t->level;
    for (size_t i = 0; i < made->count; i++) {
        const uriproof_dialect *dialect = made->dialects[i];
        load_corpus(t->call, p, dialect, level, &made->corpora[i]);
    }
    load_own(t, made);
    for (size_t i = 0; i < made->count; i++) {
        const uriproof_corpus *corpus = &made->corpora[i];
        if (t->choice.all || selects_some(corpus, t->level, NULL))
            continue;
        if (corpus->own_vectors > 0 && t->only_own)
            no_own_at_level(t, corpus);
        nothing_selected(t->call, corpus->dialect->name, t->level, NULL);
    }
    for (size_t i = 0; i < t->select_count; i++) {
        size_t k = 0;
        while (k < made->count && !selects_some(&made->corpora[k], t->level, t->selects[i]))
            k++;
        if (k == made->count)
            nothing_selected(t->call, k == 1 ? made->dialects[0]->name : "any dialect", t->level,
                             t->selects[i]);
    }
}

/* Finds the specification of each adapter: all of them by --dialect all; else the one of --dialect,
 * else the one of its baseline, else the first that it claims and that uriproof has, else RFC 3986.
 * An adapter that can be asked about several, as the reference, takes the one of an adapter beside
 * it before its first claim.
 * Says on standard error which and why. Sets the level of *t, which the baseline knows too, and
 * takes the wanted readings. Finds the groups, and loads the vectors of each. Ends the program if
 * something of this is wrong, or nothing is selected. The caller frees with plan_free. */
static void plan_make(testing *t, const data_paths *p, adapter_list *a, gate *g, plan *made)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (int of_any = 0; of_any < 2 && !t->choice.all; of_any++)
        for (size_t i = 0; i < a->count; i++)
            if (is_of_any_dialect(&a->list[i]) == (of_any != 0))
                choose_dialect(t, p, g, a, &a->list[i]);
    choose_level(t, a, g);
    check_own(t, a, g);
    for (size_t i = 0; i < count && made->count < PLAN_GROUPS_MOST; i++) {
        size_t k = 0;
        while (k < a->count && !is_measured_by(t, &a->list[k], dialects[i]))
            k++;
        if (k < a->count)
            made->dialects[made->count++] = dialects[i];
    }
    if (t->choice.wanted_count > 0 && made->count > 1)
        usage_error(t->call, "a reading is one dialect's, and these adapters are measured by "
                             "several: say --dialect");
    t->choice.dialect = made->dialects[0];
    settle_readings(t->call, &t->choice);
    load_groups(t, p, made);
}

static void plan_free(plan *made)
{
    for (size_t i = 0; i < made->count; i++) {
        uriproof_results_free(&made->results[i]);
        uriproof_corpus_free(&made->corpora[i]);
    }
}

/* ---- The run ---- */

static int exit_status(int status, const uriproof_results *results)
{
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (status != 0)
        return status;
    bool good = results->has_baseline ? baseline_holds(results) : uriproof_all_agree(results);
    return good ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

/* Returns true if the next group is run. With --fail-fast, it is not run after a group that failed.
 * A failure that the baseline lists does not count. If a run met another failure, it was ended
 * early and is partial. */
static bool goes_on(const testing *t, int status, const uriproof_results *before, bool gated)
{
    if (is_stopped(NULL) || status == URIPROOF_EXIT_FAILED)
        return false;
    bool good = gated ? !before->partial : uriproof_all_agree(before);
    return !t->fail_fast || (status == 0 && good);
}

static int ask_groups(const testing *t, const data_paths *p, adapter_list *a, const gate *g,
                      plan *made)
{
    int status = 0;
    size_t i = 0;
    a->known_failures = g->path != NULL && !g->update ? &g->list : NULL;
    for (; i < made->count; i++) {
        if (i > 0 && !goes_on(t, status, &made->results[i - 1], a->known_failures != NULL))
            break;
        int one = ask_group(t, p, a, made, i);
        status = one == URIPROOF_EXIT_FAILED || one > status ? one : status;
    }
    for (; i < made->count; i++)
        made->results[i].partial = true;
    return status;
}

/* Checks that each adapter answered something in at least one dialect. */
static int check_answered(const testing *t, uriproof_results *all)
{
    int status = 0;
    for (size_t i = 0; i < all->adapter_count; i++)
        if (all_unsupported(all->adapters[i].results, all->case_count))
            status = tell_nothing_answered(t, all->adapters[i].name, "", all);
    return status;
}

/* Reports the results, and sums them up. */
static int tell_results(const testing *t, int status, uriproof_results *results)
{
    if (status != 0 && results->adapter_count == 0)
        return status;
    uriproof_results_conclude(results);
    if (is_stopped(NULL))
        failure(t->call, "interrupted; the reports say that they are partial");
    const bool sums_up = !t->quiet && !t->table;
    causes found = {NULL, 0, NULL}; /* before a report is written, since it takes memory */
    if (sums_up)
        found = causes_find(results, &t->shown);
    int written = report_files_write(t->call, &t->reports, results, NULL);
    if (t->table)
        table_put(t, results);
    if (sums_up)
        tell_summary(results, &found);
    causes_free(&found);
    status = written != 0 ? written : exit_status(status, results);
    if (status == URIPROOF_EXIT_DIFFERS && !t->quiet && (!t->table || results->has_baseline))
        tell_next(t, results);
    return status;
}

/* Reports the results of all groups together. The results of a single group are reported as they
 * are. */
static int tell_groups(const testing *t, int status, plan *made)
{
    uriproof_results joined = {0};
    if (made->count == 1)
        return tell_results(t, status, &made->results[0]);
    for (size_t i = 0; i < made->count; i++) {
        uriproof_results *one = &made->results[i];
        joined.partial = joined.partial || one->partial;
        if (one->dialect != NULL && (t->choice.all || one->adapter_count > 0))
            results_join(&joined, one, t->choice.all ? "all" : "own");
    }
    if (status == 0 && t->choice.all)
        status = check_answered(t, &joined);
    status = tell_results(t, status, &joined);
    uriproof_results_free(&joined);
    return status;
}

static int run(invocation *call)
{
    testing t;
    data_paths p;
    adapter_list a;
    gate g;
    plan made = {.count = 0};
    reasons why;
    testing_read(call, &t);
    find_paths(call, &p);
    adapters_open(&t, &p, &a);
    stop_catch();
    gate_open(&t, &g);
    plan_make(&t, &p, &a, &g, &made);
    reasons_open(&t, &p, made.dialects, made.count, &why);
    int status = ask_groups(&t, &p, &a, &g, &made);
    for (size_t i = 0; i < made.count; i++) {
        reasons_find(&why, &made.results[i]);
        reasons_accept(&why, &made.results[i]);
    }
    status = gate_judge(&g, status, made.results, made.corpora, made.count);
    status = tell_groups(&t, status, &made);
    reasons_close(&why);
    plan_free(&made);
    gate_close(&g);
    adapters_close(&t, &a);
    return status;
}

const verb command_test = {
    .name = "test",
    .run = run,
    .usage = "ADAPTER...\n--adapter NAME=COMMAND...\n-- COMMAND [ARGUMENT...]",
    .about = "Runs parsers over the vectors and judges their answers. An ADAPTER is the name of "
             "a parser (see 'uriproof adapters'). A COMMAND is any program that speaks adapter "
             "protocol 2 (docs/protocol.md).",
    .options = testing_options,
    .more = "Exit status: 0 no failure, 1 some case fails, or an adapter no longer starts or "
            "ends by a signal, 2 wrong usage, or the adapter supports no selected case, 3 an "
            "adapter cannot be started or its hello is wrong, 4 a file cannot be read or "
            "written, 5 uriproof ran out of memory, 130 ended by Ctrl-C or such a signal. With 5 "
            "no reports are written. If a run is not complete for another reason, the reports "
            "are written and say that they are partial.",
    .arguments = ANY_ARGUMENTS,
    .order = COMMAND_LAST,
    .common = 7,
};
