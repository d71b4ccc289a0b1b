/* SPDX-License-Identifier: MIT */
/* uriproof test: adapters over vectors. */
#include "test_adapters.h"

#include "../results_join.h"
#include "gate.h"
#include "test_stop.h"

static int exit_status(int status, const uriproof_results *results)
{
    if (test_stopped(NULL))
        return URIPROOF_EXIT_STOPPED;
    if (status != 0)
        return status;
    bool good = results->has_baseline ? baseline_holds(results) : uriproof_all_agree(results);
    return good ? URIPROOF_EXIT_AGREE : URIPROOF_EXIT_DIFFERS;
}

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
    int status =
        selected.count > 0 ? adapters_ask(t, corpus->dialect, p, a, &selected, results) : 0;
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
    if (test_stopped(NULL))
        failure(t->call, "interrupted; the reports say that they are partial");
    int written = report_files_write(t->call, &t->reports, results);
    tell_summary(results);
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
            status = tell_nothing_answered(t, all->adapters[i].name, "", all);
    return status;
}

/* With --fail-fast the dialects behind the first that fails are not run. */
static bool goes_on(const testing *t, int status, const uriproof_results *all)
{
    return !test_stopped(NULL) && status != URIPROOF_EXIT_FAILED &&
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
        test_stop_catch();
        status = t.all_dialects ? test_all_dialects(&t, &p, &a) : test_one_dialect(&t, &p, &a);
    }
    adapters_close(&a);
    return status;
}
