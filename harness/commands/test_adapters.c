/* SPDX-License-Identifier: MIT */
#include "test_adapters.h"

#include "test_stop.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

bool all_unsupported(const uriproof_result *found, size_t count)
{
    size_t i = 0;
    while (i < count && found[i].outcome == URIPROOF_UNSUPPORTED)
        i++;
    return i == count;
}

/* What the adapter said and answered becomes part of the results. One that could not be started is
 * *absent, which is said once. */
static int take_found(const testing *t, job *j, const manifest *entry, bool *absent,
                      const tested *selected, uriproof_results *results)
{
    if (j->end == RUN_NOT_STARTED) {
        bool said = *absent;
        *absent = results->partial = true;
        return said ? 0 : tell_not_started(t, j, entry);
    }
    results->partial = results->partial || j->end != RUN_DONE;
    if (j->end == RUN_INCOMPLETE || j->end == RUN_GIVEN_UP)
        failure(t->call, "adapter %s: %s", j->name, j->error.words);
    if (j->greeting.name == NULL) /* stopped before it said what it is */
        return 0;
    tell_strange_ops(t, j);
    int status = 0;
    if (!t->all_dialects && all_unsupported(j->found, selected->count))
        status = tell_no_such_op(t, j, results);
    uriproof_result *found = j->found;
    j->found = NULL;
    bool good = tested_add_adapter(results, entry != NULL ? j->name : NULL, &j->greeting, found);
    return good ? status : failure(t->call, "out of memory");
}

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
        .progress = told.progress ? tell_progress : NULL,
        .note = tell_note,
        .fails = fails,
        .should_stop = test_stopped,
    };
    bool good = jobs_run(a->jobs, a->count, selected->vectors, selected->count, &options);
    tell_clear_line(&told);
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

int adapters_ask(const testing *t, const uriproof_dialect *dialect, const places *p, adapters *a,
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

int adapters_open(const testing *t, const places *p, adapters *a)
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

void adapters_close(adapters *a)
{
    manifests_free(&a->known);
    free(a->entries);
    free(a->jobs);
    free(a->commands);
    free(a->absent);
}
