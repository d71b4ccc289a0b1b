/* SPDX-License-Identifier: MIT */
#include "tell.h"

#include "results/results.h"
#include <string.h>

void tell_clear_line(const telling *t)
{
    if (t->progress)
        fputs("\r\033[K", stderr);
}

void tell_progress(void *self, const pool_progress *now)
{
    const telling *t = self;
    double seconds = (double)(session_clock() - t->began) / 1000;
    fprintf(stderr, "\r%zu of %zu cases, %.0f a second, %zu not as expected", now->cases_done,
            now->cases, seconds > 0 ? (double)now->cases_done / seconds : 0, now->bad);
    if (now->jobs > 1)
        fprintf(stderr, "; %zu of %zu adapters", now->jobs_done, now->jobs);
    fprintf(stderr, "; %s\033[K", now->name != NULL ? now->name : "");
}

void tell_note(void *self, const char *name, const char *words)
{
    const telling *t = self;
    tell_clear_line(t);
    failure(t->test->call, "adapter %s: %s", name, words);
}

/* "a, b" */
static void list_word(char *list, size_t room, const char *word)
{
    size_t used = strlen(list);
    snprintf(list + used, room - used, "%s%s", used > 0 ? ", " : "", word);
}

void tell_strange_ops(const testing *t, const job *j)
{
    char words[200] = "";
    for (char **op = j->greeting.strange_ops; *op != NULL; op++)
        list_word(words, sizeof words, *op);
    if (words[0] != '\0')
        failure(t->call, "adapter %s: its \"ops\" have what is no operation: %s", j->name, words);
}

int tell_nothing_answered(const testing *t, const char *name, const char *ops,
                          uriproof_results *results)
{
    results->partial = true;
    failure(t->call, "adapter %s supports none of the cases that are selected%s%s%s", name,
            ops[0] != '\0' ? " (its ops: " : "", ops, ops[0] != '\0' ? ")" : "");
    return URIPROOF_EXIT_USAGE;
}

int tell_no_such_op(const testing *t, const job *j, uriproof_results *results)
{
    char words[200] = "";
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        if (j->greeting.ops[op])
            list_word(words, sizeof words, uriproof_ops[op].name);
    return tell_nothing_answered(t, j->name, words[0] != '\0' ? words : "none", results);
}

int tell_not_started(const testing *t, const job *j, const manifest *entry)
{
    failure(t->call, "adapter %s does not start: %s", j->name, j->error.words);
    if (entry != NULL)
        fprintf(stderr, "To get it: %s.\n", entry->get);
    return URIPROOF_EXIT_NO_START;
}

/* The clauses that speak most against an adapter. */
static void put_blamed(const uriproof_results *results, size_t adapter)
{
    const uriproof_suspect *blamed = results->adapters[adapter].suspects;
    size_t count = results->adapters[adapter].suspect_count;
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "  blamed: %s, %zu of %zu%s failed\n",
                results->clauses[blamed[i].clause].id, blamed[i].failed, blamed[i].asked,
                blamed[i].hand_written ? " hand-written" : "");
}

void tell_summary(const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT];
        uriproof_count_outcomes(results, i, counts);
        put_printable(stderr, results->adapters[i].name);
        fputc(' ', stderr);
        put_printable(stderr, results->adapters[i].version);
        size_t asked = uriproof_count_asked(results, i);
        fprintf(stderr, ", %zu case%s", asked, asked == 1 ? "" : "s");
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

/* What fails no more is to be listed anew, and not to be looked into. */
static bool is_to_be_seen(const uriproof_results *results, const uriproof_result *result)
{
    if (result->outcome == URIPROOF_NOT_RUN)
        return false;
    if (results->has_baseline)
        return !uriproof_knowns[result->known].good && result->known != URIPROOF_NO_FAILURE_NOW;
    return !uriproof_outcomes[result->outcome].good;
}

/* The first case that fails, or by a baseline has changed. NULL if there is none. */
static const uriproof_case *first_to_be_seen(const uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        for (size_t k = 0; k < results->case_count; k++)
            if (is_to_be_seen(results, results->adapters[i].results[k]))
                return &results->cases[k];
    return NULL;
}

static bool has_report(const testing *t, const char *format)
{
    for (size_t i = 0; i < t->reports.count; i++)
        if (strcmp(t->reports.entries[i].format->name, format) == 0)
            return true;
    return false;
}

/* The command that shows a case, its clauses, and where they stand. */
static void put_show(const testing *t, const uriproof_results *results, const uriproof_case *one)
{
    /* Of several dialects together an id is DIALECT/ID. */
    const char *slash = strchr(one->id, '/');
    bool several = slash != NULL && uriproof_dialect_named(results->dialect) == NULL;
    const char *dialect = several ? one->id : results->dialect;
    fprintf(stderr, "Next: '%s vectors --dialect %.*s show %s' shows the first that %s",
            t->call->program, (int)(several ? (size_t)(slash - one->id) : strlen(dialect)), dialect,
            several ? slash + 1 : one->id, results->has_baseline ? "changed" : "failed");
}

void tell_next(const testing *t, const uriproof_results *results)
{
    const uriproof_case *one = first_to_be_seen(results);
    if (one == NULL && !results->has_baseline)
        return;
    if (one == NULL) {
        fputs("Next: the same command with --update-baseline renews the baseline: no failure is "
              "new.\n",
              stderr);
        return;
    }
    put_show(t, results, one);
    if (results->has_baseline)
        fputs(";\n      --update-baseline renews the baseline, if all that changed may stay",
              stderr);
    if (!has_report(t, "html"))
        fputs(";\n      --report html=FILE writes a page of all, with the clause of each", stderr);
    fputs(".\n", stderr);
}
