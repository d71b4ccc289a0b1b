/* SPDX-License-Identifier: MIT */
/* uriproof test: adapters over vectors. */
#include "adapters.h"

#include "cli/stop.h"
#include "plan.h"
#include "results/results.h"

#include <stdlib.h>

static int exit_status(int status, const uriproof_results *results)
{
    if (is_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (status != 0)
        return status;
    bool good = results->has_baseline ? baseline_holds(results) : uriproof_all_agree(results);
    return good ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

static bool selects_some(const testing *t, const char *pattern, const uriproof_corpus *corpus)
{
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (corpus->vectors[i].group->level <= t->level &&
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
        if (corpus->vectors[i].group->level <= t->level)
            return 0;
    return usage_error(t->call, "%s has no vectors at level %s", corpus->dialect->name,
                       uriproof_level_names[t->level]);
}

/* Asks `count` adapters from number `first` on the selected vectors of one dialect; *results is the
 * caller's. */
static int test_dialect(const testing *t, const data_paths *p, adapter_list *a, size_t first,
                        size_t count, const uriproof_corpus *corpus, uriproof_results *results)
{
    selection selected;
    selection_make(corpus, t->level, t->selects, &t->choice.readings, &selected, results);
    int status = selected.count > 0
                     ? adapters_ask(t, corpus->dialect, p, a, first, count, &selected, results)
                     : 0;
    selection_free(&selected);
    return status;
}

/* With --fail-fast the dialects after the first that fails are not run. */
static bool goes_on(const testing *t, int status, const uriproof_results *all)
{
    return !is_stopped(NULL) && status != URIPROOF_EXIT_FAILED &&
           !(t->fail_fast && (status != 0 || !uriproof_all_agree(all)));
}

/* The same with a baseline: what it lists is no failure. A run that met one which is not listed was
 * ended early, and is partial. */
static bool goes_on_by(const testing *t, const adapter_list *a, int status,
                       const uriproof_results *one)
{
    if (a->known_failures == NULL)
        return goes_on(t, status, one);
    return !is_stopped(NULL) && status != URIPROOF_EXIT_FAILED &&
           !(t->fail_fast && (status != 0 || one->partial));
}

/* Reports the results, and sums them up. */
static int tell_results(const testing *t, int status, uriproof_results *results)
{
    if (status != 0 && results->adapter_count == 0)
        return status;
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

/* ---- Each adapter by its own dialect ---- */

/* The groups of a plan, with the vectors and the results of each. */
typedef struct groups {
    plan made;
    uriproof_corpus corpora[PLAN_GROUPS_MOST];
    uriproof_results results[PLAN_GROUPS_MOST];
} groups;

/* Loads all vectors that are to be asked. What a baseline lists is looked for among all. */
static int load_groups(const testing *t, const data_paths *p, groups *all)
{
    int status = 0;
    bool matched[SELECTS_MOST] = {false};
    uriproof_level level = t->baseline != NULL ? URIPROOF_COMPLETE : t->level;
    for (size_t i = 0; i < all->made.count && status == 0; i++) {
        status = load_corpus(t->call, p, all->made.groups[i].dialect, level, &all->corpora[i]);
        if (status == 0)
            status = has_vectors(t, &all->corpora[i]);
        if (status == 0)
            mark_matched(t, &all->corpora[i], matched);
    }
    const char *where = all->made.count == 1 ? all->made.groups[0].dialect->name : "any dialect";
    return status == 0 ? all_matched(t, matched, where) : status;
}

/* The results of all groups as one; those of a single one as they are. */
static int tell_groups(const testing *t, int status, groups *all)
{
    uriproof_results joined = {0};
    if (all->made.count == 1)
        return tell_results(t, status, &all->results[0]);
    for (size_t i = 0; i < all->made.count; i++) {
        joined.partial = joined.partial || all->results[i].partial;
        if (all->results[i].dialect != NULL && all->results[i].adapter_count > 0)
            results_join(&joined, &all->results[i], "own");
    }
    status = tell_results(t, status, &joined);
    uriproof_results_free(&joined);
    return status;
}

static int test_groups(const testing *t, const data_paths *p, adapter_list *a, gate *g, groups *all)
{
    int status = load_groups(t, p, all);
    if (status != 0)
        return status;
    a->known_failures = t->baseline != NULL && !t->update_baseline ? &g->list : NULL;
    bool ended = false;
    for (size_t i = 0; i < all->made.count; i++) {
        const plan_group *group = &all->made.groups[i];
        ended = ended || !goes_on_by(t, a, status, &all->results[i > 0 ? i - 1 : 0]);
        if (ended) {
            all->results[i].partial = true;
            continue;
        }
        int one =
            test_dialect(t, p, a, group->first, group->count, &all->corpora[i], &all->results[i]);
        status = one == URIPROOF_EXIT_FAILED || one > status ? one : status;
    }
    a->known_failures = NULL;
    status = gate_judge(g, status, all->results, all->corpora, all->made.count);
    return tell_groups(t, status, all);
}

static int test_by_plan(testing *t, const data_paths *p, adapter_list *a)
{
    gate g;
    groups all = {0};
    int status = gate_open(t->call, t->baseline, t->update_baseline, t->ignore_answers, &g);
    if (status == 0)
        status = plan_make(t, p, a, &g, &all.made);
    if (status == 0)
        status = test_groups(t, p, a, &g, &all);
    for (size_t i = 0; i < all.made.count; i++) {
        uriproof_results_free(&all.results[i]);
        uriproof_corpus_free(&all.corpora[i]);
    }
    gate_close(&g);
    return status;
}

/* ---- All dialects ---- */

/* Selected in no dialect is found before anything runs, so the vectors are read twice. */
static int find_selected(const testing *t, const data_paths *p)
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

/* The results borrow from the corpus. */
static int add_dialect(const testing *t, const data_paths *p, adapter_list *a,
                       const uriproof_dialect *dialect, uriproof_corpus *corpus,
                       uriproof_results *all)
{
    uriproof_results one = {0};
    int status = load_corpus(t->call, p, dialect, t->level, corpus);
    if (status != 0)
        return status;
    status = test_dialect(t, p, a, 0, a->count, corpus, &one);
    results_join(all, &one, "all");
    return status;
}

/* In one dialect or the other each is to have answered something. */
static int all_answered(const testing *t, uriproof_results *all)
{
    int status = 0;
    for (size_t i = 0; i < all->adapter_count; i++)
        if (all_unsupported(all->adapters[i].results, all->case_count))
            status = tell_nothing_answered(t, all->adapters[i].name, "", all);
    return status;
}

static int test_all_dialects(const testing *t, const data_paths *p, adapter_list *a)
{
    size_t count;
    uriproof_results all = {0};
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    int status = find_selected(t, p);
    if (status != 0)
        return status;
    uriproof_corpus *corpora = calloc(count, sizeof *corpora);
    for (size_t i = 0; i < count && goes_on(t, status, &all); i++) {
        int one = add_dialect(t, p, a, dialects[i], &corpora[i], &all);
        status = one == URIPROOF_EXIT_FAILED || one > status ? one : status;
    }
    if (status == 0)
        status = all_answered(t, &all);
    status = tell_results(t, status, &all);
    uriproof_results_free(&all);
    for (size_t i = 0; i < count; i++)
        uriproof_corpus_free(&corpora[i]);
    free(corpora);
    return status;
}

int command_test(const invocation *call)
{
    testing t;
    data_paths p;
    adapter_list a = {0};
    int status = testing_read(call, &t);
    if (status == 0)
        status = find_paths(call, &p);
    if (status == 0)
        status = adapters_open(&t, &p, &a);
    if (status == 0) {
        stop_catch();
        status = t.all_dialects ? test_all_dialects(&t, &p, &a) : test_by_plan(&t, &p, &a);
    }
    adapters_close(&a);
    return status;
}
