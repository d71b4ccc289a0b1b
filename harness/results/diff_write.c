/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include "json/json.h"

static void counts(json_writer *w, const changes *found)
{
    json_open_object(w, "counts");
    for (int i = CHANGE_NONE + 1; i < CHANGE_COUNT; i++)
        json_number(w, change_facts[i].name, found->counts[i]);
    json_close(w);
}

static void open_change(json_writer *w, const char *id, change which, const uriproof_result *old,
                        const uriproof_result *new)
{
    json_open_object(w, NULL);
    json_text(w, "case", id);
    json_text(w, "change", change_facts[which].name);
    json_text(w, "old", uriproof_outcomes[old->outcome].name);
    json_text(w, "new", uriproof_outcomes[new->outcome].name);
}

static void case_change(json_writer *w, const changes *found, size_t adapter, size_t number)
{
    change which = diff_of(found, adapter, number);
    if (which == CHANGE_NONE)
        return;
    open_change(w, found->new->cases[number].id, which, diff_old_result(found, adapter, number),
                found->new->adapters[adapter].results[number]);
    json_close(w);
}

/* Writes what changed in the cases of a group that are counted. */
static void group_change(json_writer *w, const changes *found, size_t adapter, size_t number)
{
    const uriproof_results_group *group = found->new->groups[number];
    change which = diff_of_group(found, adapter, number);
    char id[512];
    if (which == CHANGE_NONE)
        return;
    snprintf(id, sizeof id, "%.500s-*", group->id);
    open_change(w, id, which, diff_old_counted(found, adapter, number),
                uriproof_counted_result(found->new, adapter, group));
    json_number(w, "vectors", group->counted);
    json_close(w);
}

static void adapter_changes(json_writer *w, const changes *found, size_t adapter)
{
    const uriproof_adapter_results *new = &found->new->adapters[adapter];
    const uriproof_adapter_results *old = &found->old->adapters[found->adapters.old_of[adapter]];
    json_open_object(w, NULL);
    json_text(w, "name", new->name);
    json_text(w, "old_version", old->version);
    json_text(w, "new_version", new->version);
    json_open_array(w, "changes");
    for (size_t i = 0; i < found->new->case_count; i++)
        case_change(w, found, adapter, i);
    for (size_t i = 0; i < found->new->group_count; i++)
        group_change(w, found, adapter, i);
    json_close(w);
    json_close(w);
}

static void adapters(json_writer *w, const changes *found)
{
    json_open_array(w, "adapters");
    for (size_t i = 0; i < found->new->adapter_count; i++)
        if (found->adapters.old_of[i] != UNPAIRED)
            adapter_changes(w, found, i);
    json_close(w);
}

/* Writes the names of those that have no partner. */
static void lonely(json_writer *w, const char *key, const uriproof_results *results,
                   const char *(*name_of)(const uriproof_results *, size_t), const size_t *partners,
                   size_t count)
{
    json_open_array(w, key);
    for (size_t i = 0; i < count; i++)
        if (partners[i] == UNPAIRED)
            json_text(w, NULL, name_of(results, i));
    json_close(w);
}

static const char *adapter_name(const uriproof_results *results, size_t number)
{
    return results->adapters[number].name;
}

static const char *clause_name(const uriproof_results *results, size_t number)
{
    return results->clauses[number].id;
}

static const char *group_name(const uriproof_results *results, size_t number)
{
    return results->groups[number]->id;
}

static void cases_gone_and_new(json_writer *w, const changes *found)
{
    json_open_array(w, "vectors_gone");
    for (size_t i = 0; i < found->old->case_count; i++)
        if (diff_case_gone(found, i))
            json_text(w, NULL, found->old->cases[i].id);
    json_close(w);
    json_open_array(w, "vectors_new");
    for (size_t i = 0; i < found->new->case_count; i++)
        if (diff_case_new(found, i))
            json_text(w, NULL, found->new->cases[i].id);
    json_close(w);
}

static void redefined(json_writer *w, const changes *found)
{
    json_open_array(w, "vectors_redefined");
    for (size_t i = 0; i < found->new->case_count; i++)
        if (found->redefined[i])
            json_text(w, NULL, found->new->cases[i].id);
    json_close(w);
}

bool diff_write_json(const changes *found, FILE *out)
{
    json_writer w = json_writer_to(out, 2);
    json_open_object(&w, NULL);
    json_text(&w, "format", "uriproof-comparison");
    json_number(&w, "version", 3);
    json_text(&w, "dialect", found->new->dialect);
    json_text(&w, "document", found->new->document);
    json_text(&w, "old_uriproof", found->old->uriproof);
    json_text(&w, "new_uriproof", found->new->uriproof);
    json_truth(&w, "worse", diff_worse(found));
    json_truth(&w, "ended_early", found->ended_early);
    counts(&w, found);
    adapters(&w, found);
    const pairing *adapters_paired = &found->adapters, *clauses = &found->clauses;
    lonely(&w, "adapters_gone", found->old, adapter_name, adapters_paired->new_of,
           adapters_paired->old_count);
    lonely(&w, "adapters_new", found->new, adapter_name, adapters_paired->old_of,
           adapters_paired->new_count);
    cases_gone_and_new(&w, found);
    redefined(&w, found);
    lonely(&w, "clauses_gone", found->old, clause_name, clauses->new_of, clauses->old_count);
    lonely(&w, "clauses_new", found->new, clause_name, clauses->old_of, clauses->new_count);
    lonely(&w, "groups_gone", found->old, group_name, found->groups.new_of,
           found->groups.old_count);
    json_number(&w, "groups_changed", found->groups_changed);
    json_close(&w);
    return json_writer_end(&w);
}
