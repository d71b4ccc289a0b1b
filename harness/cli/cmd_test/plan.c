/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include "cli/stop.h"

#include <stdlib.h>
#include <string.h>

/* ---- The hello of a command ---- */

static bool needs_hello(const testing *t)
{
    return t->command != NULL && (!t->dialect_said || t->baseline != NULL);
}

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

/* ---- Its specification ---- */

static const uriproof_dialect *first_known(const char *const *claims)
{
    const uriproof_dialect *known = NULL;
    for (size_t i = 0; claims[i] != NULL && known == NULL; i++)
        known = uriproof_dialect_named(claims[i]);
    return known;
}

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
    one->dialect = first_known(claims);
    if (one->dialect != NULL) {
        failure(t->call, "%s is measured by %s, the first specification that it claims", one->name,
                one->dialect->name);
        return;
    }
    one->dialect = uriproof_dialect_named("rfc3986");
    if (claims[0] == NULL)
        failure(t->call, "%s is measured by %s, since it claims no specification", one->name,
                one->dialect->name);
    else
        failure(t->call, "%s is measured by %s, since uriproof does not have the %s that it claims",
                one->name, one->dialect->name, claims[0]);
}

static int choose_dialect(const testing *t, const adapter_list *a, const gate *g,
                          adapter_asked *one)
{
    const baseline_adapter *listed = one->name != NULL ? gate_listed(g, one->name) : NULL;
    one->dialect = t->dialect_said ? t->choice.dialect : NULL;
    if (listed == NULL && one->dialect == NULL)
        choose_by_claims(t, a, one);
    if (listed == NULL)
        return 0;
    if (one->dialect != NULL && strcmp(listed->dialect, one->dialect->name) != 0)
        return usage_error(t->call,
                           "the baseline %s has %s measured by %s: leave --dialect %s out, or keep "
                           "that in a file of its own",
                           t->baseline, one->name, listed->dialect, one->dialect->name);
    if (one->dialect == NULL)
        failure(t->call, "%s is measured by %s, as its baseline says", one->name, listed->dialect);
    one->dialect = uriproof_dialect_named(listed->dialect);
    return 0;
}

/* ---- Its level ---- */

/* A run of a lower level than the list's is a part of it, as a selection is. */
static int fits_level(const testing *t, const baseline_adapter *listed)
{
    if (t->update_baseline ? t->level == listed->level : t->level <= listed->level)
        return 0;
    return usage_error(t->call, "the baseline %s has %s at --level %s%s", t->baseline, listed->name,
                       uriproof_level_names[listed->level],
                       t->update_baseline ? "; keep another level in a file of its own" : "");
}

static int choose_level(testing *t, const adapter_list *a, gate *g)
{
    const baseline_adapter *first = NULL;
    for (size_t i = 0; i < a->count; i++) {
        const char *name = a->list[i].name;
        const baseline_adapter *listed = name != NULL ? gate_listed(g, name) : NULL;
        if (listed == NULL)
            continue;
        if (first == NULL && !t->level_said)
            t->level = listed->level;
        if (first != NULL && first->level != listed->level && !t->level_said)
            return usage_error(t->call,
                               "the baseline %s has %s at --level %s and %s at --level %s: test "
                               "them one by one",
                               t->baseline, first->name, uriproof_level_names[first->level],
                               listed->name, uriproof_level_names[listed->level]);
        first = first != NULL ? first : listed;
        int status = fits_level(t, listed);
        if (status != 0)
            return status;
    }
    g->level = t->level;
    return 0;
}

/* ---- Groups ---- */

/* Moves the adapters of `dialect` to the others of theirs, in their order. */
static void group_by(const uriproof_dialect *dialect, adapter_list *a, plan *made)
{
    size_t first = made->count > 0
                       ? made->groups[made->count - 1].first + made->groups[made->count - 1].count
                       : 0;
    plan_group group = {dialect, first, 0};
    for (size_t i = first; i < a->count; i++) {
        adapter_asked one = a->list[i];
        if (one.dialect != dialect)
            continue;
        size_t to = first + group.count++;
        memmove(&a->list[to + 1], &a->list[to], (i - to) * sizeof one);
        a->list[to] = one;
    }
    if (group.count > 0)
        made->groups[made->count++] = group;
}

static int settle(testing *t, const plan *made)
{
    if (t->choice.wanted_count == 0)
        return 0;
    if (made->count > 1)
        return usage_error(t->call, "a reading is one dialect's, and these adapters are measured "
                                    "by several: say --dialect");
    t->choice.dialect = made->groups[0].dialect;
    return settle_readings(t->call, &t->choice);
}

static int make_groups(testing *t, adapter_list *a, plan *made)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count && made->count < PLAN_GROUPS_MOST; i++)
        group_by(dialects[i], a, made);
    return settle(t, made);
}

int plan_make(testing *t, const data_paths *p, adapter_list *a, gate *g, plan *made)
{
    *made = (plan){0};
    int status = needs_hello(t) ? ask_hello(t, p, a) : 0;
    for (size_t i = 0; i < a->count && status == 0; i++)
        status = choose_dialect(t, a, g, &a->list[i]);
    if (status == 0)
        status = choose_level(t, a, g);
    return status == 0 ? make_groups(t, a, made) : status;
}
