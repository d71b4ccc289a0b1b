/* SPDX-License-Identifier: MIT */
/* uriproof test: adapters over vectors. */
#include "adapters.h"

#include "cli/stop.h"
#include "plan.h"
#include "results/results.h"

static int exit_status(int status, const uriproof_results *results)
{
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (status != 0)
        return status;
    bool good = results->has_baseline ? baseline_holds(results) : uriproof_all_agree(results);
    return good ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

/* Asks the adapters of group `number` what is selected. */
static int ask_group(const testing *t, const data_paths *p, adapter_list *a, plan *made,
                     size_t number)
{
    const plan_group *group = &made->groups[number];
    uriproof_results *results = &made->results[number];
    selection selected;
    selection_make(&made->corpora[number], t->level, t->selects, &t->choice.readings, &selected,
                   results);
    results->exact = t->exact;
    int status = selected.count == 0 ? 0
                                     : adapters_ask(t, group->dialect, p, a, group->first,
                                                    group->count, &selected, results);
    selection_free(&selected);
    return status;
}

/* Is the next group run? With --fail-fast not after one that failed. What a baseline lists is no
 * failure; a run that met one which it does not list was ended early, and is partial. */
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

/* By all dialects each adapter is to have answered something in one or the other. */
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
    uriproof_localise_all(results);
    uriproof_results_conclude(results);
    if (is_stopped(NULL))
        failure(t->call, "interrupted; the reports say that they are partial");
    int written = report_files_write(t->call, &t->reports, results);
    if (!t->quiet)
        tell_summary(results);
    status = written != 0 ? written : exit_status(status, results);
    if (status == URIPROOF_EXIT_DIFFERS && !t->quiet)
        tell_next(t, results);
    return status;
}

/* The results of all groups as one; those of a single one as they are. */
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
    testing_read(call, &t);
    find_paths(call, &p);
    adapters_open(&t, &p, &a);
    stop_catch();
    gate_open(&t, &g);
    int status = plan_make(&t, &p, &a, &g, &made);
    if (status == 0) {
        status = ask_groups(&t, &p, &a, &g, &made);
        status = gate_judge(&g, status, made.results, made.corpora, made.count);
        status = tell_groups(&t, status, &made);
    }
    plan_free(&made);
    gate_close(&g);
    adapters_close(&a);
    return status;
}

const verb command_test = {
    .name = "test",
    .run = run,
    .usage = "ADAPTER...\n-- COMMAND [ARGUMENT...]",
    .about = "Runs parsers over the vectors and judges their answers. Parsers are adapters known "
             "by name (see 'uriproof adapters'), or any program that speaks adapter protocol 2.",
    .options = testing_options,
    .more = "Exit status: 0 all agree, 1 some case does not, or an adapter no longer starts or "
            "ends by a signal, 2 usage, or nothing selected that the adapter supports, 3 an "
            "adapter cannot be started or its hello fails, 4 a file cannot be read or written, 5 "
            "memory ran out, 130 ended by Ctrl-C or such a signal. With 5 there are no reports, "
            "since a lack of memory here is no parser's fault. If a run is not complete for "
            "another reason, the reports are written and say that they are partial.",
    .arguments = ANY_ARGUMENTS,
    .order = COMMAND_LAST,
};
