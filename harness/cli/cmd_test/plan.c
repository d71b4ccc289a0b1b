/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include "cli/stop.h"

#include <stdlib.h>
#include <string.h>

/* Starts the command for its hello, and asks it nothing. */
static int ask_hello(const testing *t, const data_paths *p, adapter_list *a)
{
    job j = {.name = t->command[0], .command = t->command};
    run_options options = {.dialect = t->choice.dialect,
                           .timeout_ms = t->timeout_ms,
                           .window = 1,
                           .memory_limit = t->memory_limit,
                           .should_stop = is_stopped,
                           .reaper = p->reaper};
    j.end = run_adapter(j.command, NULL, 0, &options, &a->said, NULL, NULL, &j.error);
    if (j.end == RUN_NOT_STARTED)
        return tell_not_started(t, &j, NULL);
    if (a->said.name == NULL)
        return URIPROOF_EXIT_STOPPED;
    a->list[0].name = a->said.name;
    return 0;
}

/* ---- The specification and the level of each ---- */

static const char *const *claims_of(const adapter_list *a, const adapter_asked *one)
{
    static const char *const none[] = {NULL};
    if (one->entry != NULL)
        return one->entry->dialects;
    return a->said.name != NULL ? (const char *const *)a->said.dialects : none;
}

static void choose_by_claims(const testing *t, const adapter_list *a, adapter_asked *one)
{
    const char *const *claims = claims_of(a, one);
    char why[160] = "the first specification that it claims";
    for (size_t i = 0; claims[i] != NULL && one->dialect == NULL; i++)
        one->dialect = uriproof_dialect_named(claims[i]);
    if (one->dialect == NULL) {
        one->dialect = uriproof_dialect_named("rfc3986");
        snprintf(why, sizeof why, "since it claims no specification");
        if (claims[0] != NULL)
            snprintf(why, sizeof why, "since uriproof does not have the %.100s that it claims",
                     claims[0]);
    }
    failure(t->call, "%s is measured by %s, %s", one->name, one->dialect->name, why);
}

static void choose_dialect(const testing *t, const adapter_list *a, const gate *g,
                           adapter_asked *one)
{
    const baseline_adapter *listed = gate_listed(g, one->name);
    one->dialect = t->choice.said ? t->choice.dialect : NULL;
    if (listed == NULL && one->dialect == NULL)
        choose_by_claims(t, a, one);
    if (listed == NULL)
        return;
    if (one->dialect != NULL && strcmp(listed->dialect, one->dialect->name) != 0)
        usage_error(t->call,
                    "the baseline %s has %s measured by %s: leave --dialect %s out, or keep that "
                    "in a file of its own",
                    t->baseline, one->name, listed->dialect, one->dialect->name);
    if (one->dialect == NULL)
        failure(t->call, "%s is measured by %s, as its baseline says", one->name, listed->dialect);
    one->dialect = uriproof_dialect_named(listed->dialect);
}

/* Takes the level of the baseline. A run of a lower level than the list's is a part of it, as a
 * selection is. */
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

/* ---- Groups ---- */

/* Makes a group of the adapters of `dialect`, and moves them after those of the groups before, in
 * their order. By all dialects each adapter is in each group. */
static void add_group(const testing *t, const uriproof_dialect *dialect, adapter_list *a,
                      plan *made)
{
    const plan_group *last = made->count > 0 ? &made->groups[made->count - 1] : NULL;
    plan_group group = {dialect, last != NULL ? last->first + last->count : 0, 0};
    if (t->choice.all)
        group = (plan_group){dialect, 0, a->count};
    for (size_t i = group.first; i < a->count && !t->choice.all; i++) {
        adapter_asked one = a->list[i];
        if (one.dialect != dialect)
            continue;
        size_t to = group.first + group.count++;
        memmove(&a->list[to + 1], &a->list[to], (i - to) * sizeof one);
        a->list[to] = one;
    }
    if (group.count > 0)
        made->groups[made->count++] = group;
}

/* ---- The vectors of each group ---- */

/* Loads all vectors that are to be asked. What a baseline lists is looked for among all. Ends the
 * program if a group has none, or a pattern matches none, also beside others that match. */
static void load_groups(const testing *t, const data_paths *p, plan *made)
{
    uriproof_level level = t->baseline != NULL ? URIPROOF_COMPLETE : t->level;
    for (size_t i = 0; i < made->count; i++) {
        const uriproof_dialect *dialect = made->groups[i].dialect;
        load_corpus(t->call, p, dialect, level, &made->corpora[i]);
        if (!t->choice.all && !selects_some(&made->corpora[i], t->level, NULL))
            nothing_selected(t->call, dialect->name, t->level, NULL);
    }
    for (size_t i = 0; i < t->select_count; i++) {
        size_t k = 0;
        while (k < made->count && !selects_some(&made->corpora[k], t->level, t->selects[i]))
            k++;
        if (k == made->count)
            nothing_selected(t->call, k == 1 ? made->groups[0].dialect->name : "any dialect",
                             t->level, t->selects[i]);
    }
}

int plan_make(testing *t, const data_paths *p, adapter_list *a, gate *g, plan *made)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    if (t->command != NULL && !t->choice.all && (!t->choice.said || t->baseline != NULL)) {
        int status = ask_hello(t, p, a);
        if (status != 0)
            return status;
    }
    for (size_t i = 0; i < a->count && !t->choice.all; i++)
        choose_dialect(t, a, g, &a->list[i]);
    choose_level(t, a, g);
    for (size_t i = 0; i < count && made->count < PLAN_GROUPS_MOST; i++)
        add_group(t, dialects[i], a, made);
    if (t->choice.wanted_count > 0 && made->count > 1)
        usage_error(t->call, "a reading is one dialect's, and these adapters are measured by "
                             "several: say --dialect");
    t->choice.dialect = made->groups[0].dialect;
    settle_readings(t->call, &t->choice);
    load_groups(t, p, made);
    return 0;
}

void plan_free(plan *made)
{
    for (size_t i = 0; i < made->count; i++) {
        uriproof_results_free(&made->results[i]);
        uriproof_corpus_free(&made->corpora[i]);
    }
}
