/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include "json/json.h"

#include <stdlib.h>
#include <string.h>

const change_fact change_facts[CHANGE_COUNT] = {
    [CHANGE_NONE] = {"none", "The outcome and the answer are what they were.", false},
    [CHANGE_REGRESSION] = {"regression",
                           "It fails and did not, or there is no answer any more to what was "
                           "answered wrongly.",
                           true},
    [CHANGE_LOST] = {"lost", "It is not run any more, or was right and is now unsupported.", true},
    [CHANGE_FAILURE] = {"changed-failure", "It failed and fails, with another answer.", true},
    [CHANGE_ANSWER] = {"changed-answer", "It is no failure and was none, with another answer.",
                       true},
    [CHANGE_FIXED] = {"fixed", "It failed, and is right.", false},
    [CHANGE_OTHER] = {"other", "Another outcome, which is no worse.", false},
    [CHANGE_FIRST] = {"first", "It was not run before.", false},
};

/* How bad an outcome is: the higher, the worse. */
typedef enum worth { RIGHT, UNASKED, WRONG, WITHOUT_ANSWER, NOT_RUN } worth;

static worth worth_of(uriproof_outcome outcome)
{
    if (outcome == URIPROOF_NOT_RUN)
        return NOT_RUN;
    if (outcome == URIPROOF_UNSUPPORTED)
        return UNASKED;
    if (uriproof_outcomes[outcome].good)
        return RIGHT;
    return uriproof_outcomes[outcome].answered ? WRONG : WITHOUT_ANSWER;
}

static change change_between(uriproof_outcome old, uriproof_outcome new, bool other_answer)
{
    worth was = worth_of(old), is = worth_of(new);
    if (other_answer && was == RIGHT && is == RIGHT)
        return CHANGE_ANSWER;
    if (other_answer && was == WRONG && is == WRONG)
        return CHANGE_FAILURE;
    if (old == new)
        return CHANGE_NONE;
    if (was == NOT_RUN)
        return CHANGE_FIRST;
    if (is == NOT_RUN || (was == RIGHT && is == UNASKED))
        return CHANGE_LOST;
    if (is >= WRONG && is > was)
        return CHANGE_REGRESSION;
    return was >= WRONG && is == RIGHT ? CHANGE_FIXED : CHANGE_OTHER;
}

/* ---- Pairing ---- */

/* These kinds of things are paired. */
typedef enum paired_kind { ADAPTERS, CASES, CLAUSES, GROUPS } paired_kind;

static const char *name_of(const uriproof_results *results, paired_kind kind, size_t number)
{
    switch (kind) {
    case ADAPTERS:
        return results->adapters[number].name;
    case CASES:
        return results->cases[number].id;
    case CLAUSES:
        return results->clauses[number].id;
    default:
        return results->groups[number]->id;
    }
}

static size_t *unpaired(size_t count)
{
    size_t *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = UNPAIRED;
    return list;
}

/* Pairs the old and new items that have the same name. Items of one name are paired in their order.
 * Each name has a chain of the old items that have no partner yet. The chains are built backwards,
 * so that each begins with its first item. A name with a number of old_count or more is new. */
static void pair(const changes *found, paired_kind kind, size_t old_count, size_t new_count,
                 pairing *pairs)
{
    store *names = store_new();                          /* which knows a number for each name */
    size_t *first_old = unpaired(old_count);             /* for each name */
    size_t *next_old_of_same_name = unpaired(old_count); /* for each old item */
    *pairs = (pairing){unpaired(old_count), unpaired(new_count), old_count, new_count, 0, 0, 0};
    for (size_t i = 0; i < old_count; i++)
        store_number(names, name_of(found->old, kind, i));
    for (size_t i = old_count; i > 0; i--) {
        size_t name = store_number(names, name_of(found->old, kind, i - 1));
        next_old_of_same_name[i - 1] = first_old[name];
        first_old[name] = i - 1;
    }
    for (size_t i = 0; i < new_count; i++) {
        size_t name = store_number(names, name_of(found->new, kind, i));
        size_t old = name < old_count ? first_old[name] : UNPAIRED;
        if (old == UNPAIRED)
            continue;
        first_old[name] = next_old_of_same_name[old];
        pairs->new_of[old] = i;
        pairs->old_of[i] = old;
        pairs->paired++;
    }
    pairs->gone = old_count - pairs->paired;
    pairs->added = new_count - pairs->paired;
    store_free(names);
    free(first_old);
    free(next_old_of_same_name);
}

static void free_pairing(pairing *pairs)
{
    free(pairs->new_of);
    free(pairs->old_of);
}

/* ---- Finding ---- */

const char *diff_obstacle(const uriproof_results *old, const uriproof_results *new)
{
    if (strcmp(old->dialect, new->dialect) != 0)
        return "they are of different dialects";
    if (!results_same_names(old->readings, new->readings))
        return "they are of different readings";
    if (old->exact != new->exact)
        return "one was judged with --exact and the other without";
    if ((old->group_count > 0) != (new->group_count > 0))
        return "one has generated vectors and the other has none; run both with the same --level "
               "and --select";
    return NULL;
}

/* Returns true if the vector asks or expects something else. Then it is in fact another vector, and
 * the change is not the parser's. */
static bool is_redefined(const uriproof_case *old, const uriproof_case *new)
{
    return old->op != new->op ||
           !uriproof_span_equal(old->request.field[0], new->request.field[0]) ||
           !uriproof_span_equal(old->request.field[1], new->request.field[1]) ||
           strcmp(old->expected, new->expected) != 0;
}

static void find_redefined(changes *found)
{
    found->redefined = calloc(found->new->case_count + 1, sizeof *found->redefined);
    for (size_t i = 0; i < found->new->case_count; i++) {
        size_t old = found->cases.old_of[i];
        found->redefined[i] =
            old != UNPAIRED && is_redefined(&found->old->cases[old], &found->new->cases[i]);
        found->redefined_count += found->redefined[i];
    }
}

/* ---- Cases that only one of the two lists ---- */

static bool same_questions(const changes *found, size_t old_group, size_t new_group)
{
    return found->old->groups[old_group]->questions == found->new->groups[new_group]->questions;
}

/* Adds to `results` the case `one`, which the other results list. In `results`, it was only counted
 * in `group`. */
static void list_case(uriproof_results *results, uriproof_results_group *group,
                      const uriproof_case *one)
{
    size_t number = results->case_count++;
    results->cases = realloc(results->cases, results->case_count * sizeof *results->cases);
    results->cases[number] = *one;
    results->cases[number].group = group;
    group->counted--;
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        adapter->results =
            realloc(adapter->results, results->case_count * sizeof *adapter->results);
        adapter->results[number] = uriproof_counted_result(results, i, group);
    }
}

/* Some groups are in both results. Adds to `to` the cases of these groups that only `from` lists.
 * `partners` has the partner of each case of `from`, and `groups` the partner of each of its
 * groups. `count` is the number of cases of `from`. */
static void list_missing(uriproof_results *to, const uriproof_results *from, const size_t *partners,
                         const size_t *groups, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uriproof_results_group *group = from->cases[i].group;
        size_t same =
            group->id != NULL && partners[i] == UNPAIRED ? groups[group->number] : UNPAIRED;
        if (same != UNPAIRED && to->groups[same]->questions == group->questions &&
            to->groups[same]->counted > 0)
            list_case(to, to->groups[same], &from->cases[i]);
    }
}

/* Returns true if `group` asks something else in the other results. `partners` has the partner of
 * each group. */
static bool is_incomparable(const uriproof_results *other, const uriproof_results_group *group,
                            const size_t *partners)
{
    size_t same = group->id != NULL ? partners[group->number] : UNPAIRED;
    return same != UNPAIRED && other->groups[same]->questions != group->questions;
}

bool diff_case_gone(const changes *found, size_t old_case)
{
    return found->cases.new_of[old_case] == UNPAIRED &&
           !is_incomparable(found->new, found->old->cases[old_case].group, found->groups.new_of);
}

bool diff_case_new(const changes *found, size_t new_case)
{
    return found->cases.old_of[new_case] == UNPAIRED &&
           !is_incomparable(found->old, found->new->cases[new_case].group, found->groups.old_of);
}

static void pair_cases(changes *found, uriproof_results *old, uriproof_results *new)
{
    pairing listed, *cases = &found->cases;
    pair(found, CASES, old->case_count, new->case_count, &listed);
    list_missing(new, old, listed.new_of, found->groups.new_of, listed.old_count);
    list_missing(old, new, listed.old_of, found->groups.old_of, listed.new_count);
    free_pairing(&listed);
    pair(found, CASES, old->case_count, new->case_count, cases);
    cases->gone = cases->added = 0;
    for (size_t i = 0; i < cases->old_count; i++)
        cases->gone += diff_case_gone(found, i);
    for (size_t i = 0; i < cases->new_count; i++)
        cases->added += diff_case_new(found, i);
}

/* ---- What changed ---- */

const uriproof_result *diff_old_result(const changes *found, size_t adapter, size_t number)
{
    const uriproof_adapter_results *old = &found->old->adapters[found->adapters.old_of[adapter]];
    return old->results[found->cases.old_of[number]];
}

/* Returns true if it is known what was answered. Plain agreement needs no hash, since it is the
 * expected answer. */
static bool has_answer(const uriproof_result *result)
{
    return result->answer != 0 || worth_of(result->outcome) == RIGHT;
}

static bool other_answer(const uriproof_result *old, const uriproof_result *new)
{
    return has_answer(old) && has_answer(new) && old->answer != new->answer;
}

change diff_of(const changes *found, size_t adapter, size_t number)
{
    if (found->adapters.old_of[adapter] == UNPAIRED || found->cases.old_of[number] == UNPAIRED ||
        found->redefined[number])
        return CHANGE_NONE;
    const uriproof_result *old = diff_old_result(found, adapter, number);
    const uriproof_result *new = found->new->adapters[adapter].results[number];
    return change_between(old->outcome, new->outcome,
                          !found->ignore_answers && other_answer(old, new));
}

const uriproof_result *diff_old_counted(const changes *found, size_t adapter, size_t group)
{
    return uriproof_counted_result(found->old, found->adapters.old_of[adapter],
                                   found->old->groups[found->groups.old_of[group]]);
}

change diff_of_group(const changes *found, size_t adapter, size_t group)
{
    size_t old_adapter = found->adapters.old_of[adapter];
    size_t old_group = found->groups.old_of[group];
    if (old_adapter == UNPAIRED || old_group == UNPAIRED ||
        !same_questions(found, old_group, group))
        return CHANGE_NONE;
    uriproof_outcome old = diff_old_counted(found, adapter, group)->outcome;
    uriproof_outcome new =
        uriproof_counted_result(found->new, adapter, found->new->groups[group])->outcome;
    if (old != new)
        return found->new->groups[group]->counted > 0 ? change_between(old, new, false)
                                                      : CHANGE_NONE;
    bool other = found->old->adapters[old_adapter].agreed[old_group] !=
                 found->new->adapters[adapter].agreed[group];
    return other && !found->ignore_answers &&
                   !found->has_changes[adapter * found->new->group_count + group]
               ? CHANGE_ANSWER
               : CHANGE_NONE;
}

static void count_changes(changes *found)
{
    const uriproof_results *new = found->new;
    found->has_changes = calloc(new->adapter_count *new->group_count + 1, sizeof(bool));
    for (size_t i = 0; i < new->adapter_count; i++) {
        for (size_t k = 0; k < new->case_count; k++) {
            change which = diff_of(found, i, k);
            const uriproof_results_group *group = new->cases[k].group;
            found->counts[which]++;
            if (which != CHANGE_NONE && group->id != NULL)
                found->has_changes[i * new->group_count + group->number] = true;
        }
        for (size_t k = 0; k < new->group_count; k++) {
            change which = diff_of_group(found, i, k);
            found->counts[which] += which == CHANGE_ANSWER ? 1 : new->groups[k]->counted;
        }
    }
}

void diff_find(uriproof_results *old, uriproof_results *new, bool ignore_answers, changes *found)
{
    *found = (changes){.old = old,
                       .new = new,
                       .ended_early = new->partial && !old->partial,
                       .ignore_answers = ignore_answers};
    pair(found, ADAPTERS, old->adapter_count, new->adapter_count, &found->adapters);
    pair(found, CLAUSES, old->clause_count, new->clause_count, &found->clauses);
    pair(found, GROUPS, old->group_count, new->group_count, &found->groups);
    for (size_t i = 0; i < new->group_count; i++)
        found->groups_changed += is_incomparable(old, new->groups[i], found->groups.old_of);
    pair_cases(found, old, new);
    find_redefined(found);
    count_changes(found);
}

void diff_free(changes *found)
{
    free_pairing(&found->adapters);
    free_pairing(&found->cases);
    free_pairing(&found->clauses);
    free(found->redefined);
    free_pairing(&found->groups);
    free(found->has_changes);
    *found = (changes){0};
}

bool diff_worse(const changes *found)
{
    bool worse = found->adapters.gone > 0 || found->cases.gone > 0 || found->groups.gone > 0 ||
                 found->ended_early;
    for (int i = 0; i < CHANGE_COUNT; i++)
        worse = worse || (change_facts[i].worse && found->counts[i] > 0);
    return worse;
}

/* ---- Writing ---- */

static void open_change(json_writer *w, const char *id, change which, const uriproof_result *old,
                        const uriproof_result *new)
{
    json_open_object(w, NULL);
    json_text(w, "case", id);
    json_text(w, "change", change_facts[which].name);
    json_text(w, "old", uriproof_outcomes[old->outcome].name);
    json_text(w, "new", uriproof_outcomes[new->outcome].name);
}

/* Writes what changed in those cases of a group that are only counted. */
static void write_group_change(json_writer *w, const changes *found, size_t adapter, size_t number)
{
    const uriproof_results_group *group = found->new->groups[number];
    change which = diff_of_group(found, adapter, number);
    if (which == CHANGE_NONE)
        return;
    size_t room = strlen(group->id) + sizeof "-*";
    char *id = malloc(room);
    snprintf(id, room, "%s-*", group->id);
    open_change(w, id, which, diff_old_counted(found, adapter, number),
                uriproof_counted_result(found->new, adapter, group));
    json_number(w, "vectors", group->counted);
    json_close(w);
    free(id);
}

static void write_adapter(json_writer *w, const changes *found, size_t adapter)
{
    const uriproof_adapter_results *new = &found->new->adapters[adapter];
    json_open_object(w, NULL);
    json_text(w, "name", new->name);
    json_text(w, "old_version", found->old->adapters[found->adapters.old_of[adapter]].version);
    json_text(w, "new_version", new->version);
    json_open_array(w, "changes");
    for (size_t i = 0; i < found->new->case_count; i++) {
        change which = diff_of(found, adapter, i);
        if (which == CHANGE_NONE)
            continue;
        open_change(w, found->new->cases[i].id, which, diff_old_result(found, adapter, i),
                    new->results[i]);
        json_close(w);
    }
    for (size_t i = 0; i < found->new->group_count; i++)
        write_group_change(w, found, adapter, i);
    json_close(w);
    json_close(w);
}

/* Writes the names of the old items, or of the new items, that have no partner. */
static void write_unpaired(json_writer *w, const char *key, const changes *found, paired_kind kind,
                           const pairing *pairs, bool old)
{
    json_open_array(w, key);
    for (size_t i = 0; i < (old ? pairs->old_count : pairs->new_count); i++)
        if ((old ? pairs->new_of : pairs->old_of)[i] == UNPAIRED)
            json_text(w, NULL, name_of(old ? found->old : found->new, kind, i));
    json_close(w);
}

static bool is_redefined_case(const changes *found, size_t number)
{
    return found->redefined[number];
}

/* Writes the ids of the cases that are `wanted`. */
static void write_cases(json_writer *w, const char *key, const changes *found,
                        const uriproof_results *results,
                        bool (*wanted)(const changes *found, size_t number))
{
    json_open_array(w, key);
    for (size_t i = 0; i < results->case_count; i++)
        if (wanted(found, i))
            json_text(w, NULL, results->cases[i].id);
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
    json_open_object(&w, "counts");
    for (int i = CHANGE_NONE + 1; i < CHANGE_COUNT; i++)
        json_number(&w, change_facts[i].name, found->counts[i]);
    json_close(&w);
    json_open_array(&w, "adapters");
    for (size_t i = 0; i < found->new->adapter_count; i++)
        if (found->adapters.old_of[i] != UNPAIRED)
            write_adapter(&w, found, i);
    json_close(&w);
    write_unpaired(&w, "adapters_gone", found, ADAPTERS, &found->adapters, true);
    write_unpaired(&w, "adapters_new", found, ADAPTERS, &found->adapters, false);
    write_cases(&w, "vectors_gone", found, found->old, diff_case_gone);
    write_cases(&w, "vectors_new", found, found->new, diff_case_new);
    write_cases(&w, "vectors_redefined", found, found->new, is_redefined_case);
    write_unpaired(&w, "clauses_gone", found, CLAUSES, &found->clauses, true);
    write_unpaired(&w, "clauses_new", found, CLAUSES, &found->clauses, false);
    write_unpaired(&w, "groups_gone", found, GROUPS, &found->groups, true);
    json_number(&w, "groups_changed", found->groups_changed);
    json_close(&w);
    return json_writer_end(&w);
}
