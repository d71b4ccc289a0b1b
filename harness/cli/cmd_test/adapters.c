/* SPDX-License-Identifier: MIT */
#include "adapters.h"

#include "cli/stop.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the baseline lists with this outcome is no failure of the gate. */
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

bool all_unsupported(const uriproof_result *const *found, size_t count)
{
    size_t i = 0;
    while (i < count && found[i]->outcome == URIPROOF_UNSUPPORTED)
        i++;
    return i == count;
}

/* What the adapter said and answered becomes part of the results. One that could not be started is
 * *absent, which is said once. */
static int take_found(const testing *t, job *j, const manifest *entry, bool *absent,
                      const selection *selected, uriproof_results *results)
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
    results_add_adapter(results, entry != NULL ? j->name : NULL, &j->greeting, j->found, j->store);
    results->adapters[results->adapter_count - 1].seconds = j->seconds;
    j->found = NULL;
    j->store = NULL;
    return status;
}

static int run_jobs(const testing *t, const uriproof_dialect *dialect, adapter_list *a,
                    size_t first, size_t count, const selection *selected,
                    uriproof_results *results)
{
    telling told = {t, isatty(STDERR_FILENO) == 1, session_clock(), a->known_failures};
    pool_options options = {
        .run = {.dialect = dialect,
                .readings = t->choice.readings,
                .timeout_ms = t->timeout_ms,
                .window = t->window,
                .dated = true,
                .exact = t->exact,
                .memory_limit = t->memory_limit,
                .reaper = a->reaper},
        .at_once = t->jobs,
        .batch_size = t->batch_size,
        .shuffled = t->shuffled,
        .seed = t->seed,
        .fail_fast = t->fail_fast,
        .self = &told,
        .progress = told.progress ? tell_progress : NULL,
        .note = tell_note,
        .fails = fails,
        .should_stop = is_stopped,
    };
    job *jobs = a->jobs + first;
    pool_run(jobs, count, selected->vectors, selected->count, &options);
    tell_clear_line(&told);
    int status = 0;
    for (size_t i = 0; i < count; i++) {
        adapter_asked *asked = &a->list[first + i];
        int one = take_found(t, &jobs[i], asked->entry, &asked->absent, selected, results);
        status = one == URIPROOF_EXIT_FAILED || one > status ? one : status;
        job_free(&jobs[i]);
    }
    return status;
}

static void fill_command(const testing *t, const uriproof_dialect *dialect, const data_paths *p,
                         adapter_asked *asked, job *j)
{
    *j = (job){.name = t->command != NULL ? t->command[0] : asked->name,
               .names_itself = t->command != NULL,
               .end = asked->absent ? RUN_NOT_STARTED : RUN_DONE};
    if (t->command == NULL)
        asked->command = manifest_command(asked->entry, p, dialect, &t->choice.readings);
    j->command = t->command != NULL ? t->command : asked->command;
}

int adapters_ask(const testing *t, const uriproof_dialect *dialect, const data_paths *p,
                 adapter_list *a, size_t first, size_t count, const selection *selected,
                 uriproof_results *results)
{
    a->reaper = p->reaper;
    for (size_t i = first; i < first + count; i++)
        fill_command(t, dialect, p, &a->list[i], &a->jobs[i]);
    int status = run_jobs(t, dialect, a, first, count, selected, results);
    for (size_t i = first; i < first + count; i++) {
        command_free(a->list[i].command);
        a->list[i].command = NULL;
    }
    return status;
}

static int find_adapters(const testing *t, adapter_list *a)
{
    for (size_t i = 0; i < a->count && t->command == NULL; i++) {
        a->list[i].name = t->names[i];
        a->list[i].entry = manifest_named(&a->known, t->names[i]);
        if (a->list[i].entry == NULL)
            return usage_error(t->call,
                               "no adapter \"%s\"; '%s adapters' lists them, and "
                               "'%s test -- COMMAND' runs any program",
                               t->names[i], t->call->program, t->call->program);
        for (size_t j = 0; j < i; j++)
            if (strcmp(t->names[i], t->names[j]) == 0)
                return usage_error(t->call, "adapter \"%s\" is named twice", t->names[i]);
    }
    return 0;
}

int adapters_open(const testing *t, const data_paths *p, adapter_list *a)
{
    uriproof_error error;
    *a = (adapter_list){.count = t->command != NULL ? 1 : (size_t)t->name_count};
    a->list = calloc(a->count, sizeof *a->list);
    a->jobs = calloc(a->count, sizeof *a->jobs);
    if (t->command == NULL && !manifests_load(p, &a->known, &error))
        return failure(t->call, "%s", error.words);
    return find_adapters(t, a);
}

void adapters_close(adapter_list *a)
{
    manifests_free(&a->known);
    if (a->said.name != NULL)
        hello_free(&a->said);
    free(a->list);
    free(a->jobs);
}
