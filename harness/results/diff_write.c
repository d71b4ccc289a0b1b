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

static void one_change(json_writer *w, const changes *found, size_t adapter, size_t number,
                       change which)
{
    const uriproof_result *old = diff_old_result(found, adapter, number);
    const uriproof_result *new = found->new->adapters[adapter].results[number];
    json_open_object(w, NULL);
    json_text(w, "case", found->new->cases[number].id);
    json_text(w, "change", change_facts[which].name);
    json_text(w, "old", uriproof_outcomes[old->outcome].name);
    json_text(w, "new", uriproof_outcomes[new->outcome].name);
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
    for (size_t i = 0; i < found->new->case_count; i++) {
        change which = diff_of(found, adapter, i);
        if (which != CHANGE_NONE)
            one_change(w, found, adapter, i, which);
    }
    json_close(w);
    json_open_array(w, "groups_changed");
    for (size_t i = 0; i < found->new->group_count; i++)
        if (diff_group_changed(found, adapter, i))
            json_text(w, NULL, found->new->groups[i]->id);
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

typedef enum thing { ADAPTER, VECTOR, CLAUSE } thing;

static const char *name_of(const uriproof_results *results, thing which, size_t number)
{
    if (which == ADAPTER)
        return results->adapters[number].name;
    return which == VECTOR ? results->cases[number].id : results->clauses[number].id;
}

/* Writes the names of those that have no partner. */
static void lonely(json_writer *w, const char *key, const uriproof_results *results, thing which,
                   const size_t *partners, size_t count)
{
    json_open_array(w, key);
    for (size_t i = 0; i < count; i++)
        if (partners[i] == UNPAIRED)
            json_text(w, NULL, name_of(results, which, i));
    json_close(w);
}

static void gone_and_new(json_writer *w, const changes *found, const char *gone, const char *added,
                         thing which, const pairing *pairs)
{
    lonely(w, gone, found->old, which, pairs->new_of, pairs->old_count);
    lonely(w, added, found->new, which, pairs->old_of, pairs->new_count);
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
    gone_and_new(&w, found, "adapters_gone", "adapters_new", ADAPTER, &found->adapters);
    gone_and_new(&w, found, "vectors_gone", "vectors_new", VECTOR, &found->cases);
    redefined(&w, found);
    gone_and_new(&w, found, "clauses_gone", "clauses_new", CLAUSE, &found->clauses);
    json_open_array(&w, "groups_gone");
    for (size_t i = 0; i < found->old->group_count; i++)
        if (diff_group_gone(found, i))
            json_text(&w, NULL, found->old->groups[i]->id);
    json_close(&w);
    json_number(&w, "groups_changed", found->groups_changed);
    json_close(&w);
    return json_writer_end(&w);
}
