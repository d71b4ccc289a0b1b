/* SPDX-License-Identifier: MIT */
#include "diff.h"

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

/* What an outcome is worth. Numbers grow with what is wrong. */
typedef enum worth { RIGHT, UNASKED, WRONG, WITHOUT_ANSWER, NOT_RUN } worth;

static const worth worths[URIPROOF_OUTCOME_COUNT] = {
    [URIPROOF_AGREE] = RIGHT,
    [URIPROOF_ACCEPTABLE] = RIGHT,
    [URIPROOF_INCOMPLETE] = RIGHT,
    [URIPROOF_UNDEFINED] = RIGHT,
    [URIPROOF_UNVALIDATED] = RIGHT,
    [URIPROOF_SLOW] = RIGHT,
    [URIPROOF_DIFFER] = WRONG,
    [URIPROOF_LENIENT] = WRONG,
    [URIPROOF_STRICT] = WRONG,
    [URIPROOF_CRASH] = WITHOUT_ANSWER,
    [URIPROOF_TIMEOUT] = WITHOUT_ANSWER,
    [URIPROOF_PROTOCOL_ERROR] = WITHOUT_ANSWER,
    [URIPROOF_FLAKY] = WITHOUT_ANSWER,
    [URIPROOF_UNSUPPORTED] = UNASKED,
    [URIPROOF_NOT_RUN] = NOT_RUN,
};

static change change_between(uriproof_outcome old, uriproof_outcome new, bool other_answer)
{
    if (other_answer && worths[old] == RIGHT && worths[new] == RIGHT)
        return CHANGE_ANSWER;
    if (other_answer && worths[old] == WRONG && worths[new] == WRONG)
        return CHANGE_FAILURE;
    if (old == new)
        return CHANGE_NONE;
    if (worths[old] == NOT_RUN)
        return CHANGE_FIRST;
    if (worths[new] == NOT_RUN || (worths[old] == RIGHT && worths[new] == UNASKED))
        return CHANGE_LOST;
    if (worths[new] >= WRONG && worths[new] > worths[old])
        return CHANGE_REGRESSION;
    return worths[old] >= WRONG && worths[new] == RIGHT ? CHANGE_FIXED : CHANGE_OTHER;
}

/* ---- Pairing ---- */

typedef struct named {
    const char *name;
    size_t number;
} named;

/* Of two of the same name the first is the first: they pair in their order. */
static int by_name(const void *left, const void *right)
{
    const named *a = left;
    const named *b = right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

typedef const char *(*name_of)(const uriproof_results *results, size_t number);

static const char *adapter_name(const uriproof_results *results, size_t number)
{
    return results->adapters[number].name;
}

static const char *case_name(const uriproof_results *results, size_t number)
{
    return results->cases[number].id;
}

static const char *clause_name(const uriproof_results *results, size_t number)
{
    return results->clauses[number].id;
}

static const char *group_name(const uriproof_results *results, size_t number)
{
    return results->groups[number]->id;
}

static named *sorted(const uriproof_results *results, size_t count, name_of name)
{
    named *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = (named){name(results, i), i};
    qsort(list, count, sizeof *list, by_name);
    return list;
}

static size_t *unpaired(size_t count)
{
    size_t *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = UNPAIRED;
    return list;
}

/* Both lists are sorted. */
static void merge(const named *old, const named *new, pairing *pairs)
{
    size_t i = 0;
    size_t k = 0;
    while (i < pairs->old_count && k < pairs->new_count) {
        int order = strcmp(old[i].name, new[k].name);
        if (order == 0) {
            pairs->new_of[old[i].number] = new[k].number;
            pairs->old_of[new[k].number] = old[i].number;
            pairs->paired++;
        }
        i += order <= 0;
        k += order >= 0;
    }
    pairs->gone = pairs->old_count - pairs->paired;
    pairs->added = pairs->new_count - pairs->paired;
}

static void pair(const changes *found, size_t old_count, size_t new_count, name_of name,
                 pairing *pairs)
{
    named *old = sorted(found->old, old_count, name);
    named *new = sorted(found->new, new_count, name);
    *pairs = (pairing){unpaired(old_count), unpaired(new_count), old_count, new_count, 0, 0, 0};
    merge(old, new, pairs);
    free(old);
    free(new);
}

/* ---- Finding ---- */

/* In any order: a reading is set once. */
static bool same_readings(const char *const *left, const char *const *right)
{
    size_t left_count = 0;
    size_t right_count = 0;
    while (right[right_count] != NULL)
        right_count++;
    for (; left[left_count] != NULL; left_count++) {
        size_t i = 0;
        while (right[i] != NULL && strcmp(left[left_count], right[i]) != 0)
            i++;
        if (right[i] == NULL)
            return false;
    }
    return left_count == right_count;
}

const char *diff_hinder(const uriproof_results *old, const uriproof_results *new)
{
    if (strcmp(old->dialect, new->dialect) != 0)
        return "they are of different dialects";
    if (!same_readings(old->readings, new->readings))
        return "they are of different readings";
    if ((old->group_count > 0) != (new->group_count > 0))
        return "one has generated vectors and the other has none; run both with the same --level "
               "and --select";
    return NULL;
}

/* A vector that asks or expects something else is another one: no parser answers for that. */
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

/* Do both groups ask and expect the same? */
static bool same_questions(const changes *found, size_t old_group, size_t new_group)
{
    return found->old->groups[old_group]->questions == found->new->groups[new_group]->questions;
}

static void pair_groups(changes *found)
{
    pair(found, found->old->group_count, found->new->group_count, group_name, &found->groups);
    for (size_t i = 0; i < found->new->group_count; i++) {
        size_t old = found->groups.old_of[i];
        found->groups_changed += old != UNPAIRED && !same_questions(found, old, i);
    }
}

/* Adds a case of `group` that is counted in `results`, and that the other lists as `one`. */
static void list_case(uriproof_results *results, uriproof_results_group *group,
                      const uriproof_case *one)
{
    size_t number = results->case_count++;
    results->cases = realloc(results->cases, results->case_count * sizeof *results->cases);
    results->cases[number] = (uriproof_case){.id = one->id,
                                             .group = group,
                                             .about = group->about,
                                             .origin = group->origin,
                                             .obeys = group->obeys,
                                             .obeys_count = group->obeys_count,
                                             .breaks = group->breaks,
                                             .breaks_count = group->breaks_count,
                                             .op = one->op,
                                             .shortened = one->shortened,
                                             .accepted = one->accepted,
                                             .request = one->request,
                                             .expected = one->expected};
    group->counted--;
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_adapter_results *adapter = &results->adapters[i];
        adapter->results =
            realloc(adapter->results, results->case_count * sizeof *adapter->results);
        adapter->results[number] = uriproof_counted_result(results, i, group);
    }
}

/* Lists in `to` what `from` alone lists of the groups that both have. `partners` are those of the
 * cases of `from`, and `groups` those of its groups; `count` cases were paired. */
static void list_missing(uriproof_results *to, const uriproof_results *from, const size_t *partners,
                         const size_t *groups, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uriproof_results_group *group = from->cases[i].group;
        size_t same = group != NULL && partners[i] == UNPAIRED ? groups[group->number] : UNPAIRED;
        if (same != UNPAIRED && to->groups[same]->questions == group->questions &&
            to->groups[same]->counted > 0)
            list_case(to, to->groups[same], &from->cases[i]);
    }
}

static void free_pairing(pairing *pairs)
{
    free(pairs->new_of);
    free(pairs->old_of);
}

static bool is_incomparable(const changes *found, const uriproof_case *old,
                            const uriproof_case *new)
{
    if (old != NULL && old->group != NULL) {
        size_t same = found->groups.new_of[old->group->number];
        return same != UNPAIRED && !same_questions(found, old->group->number, same);
    }
    if (new != NULL &&new->group != NULL) {
        size_t same = found->groups.old_of[new->group->number];
        return same != UNPAIRED && !same_questions(found, same, new->group->number);
    }
    return false;
}

bool diff_case_gone(const changes *found, size_t old_case)
{
    return found->cases.new_of[old_case] == UNPAIRED &&
           !is_incomparable(found, &found->old->cases[old_case], NULL);
}

bool diff_case_new(const changes *found, size_t new_case)
{
    return found->cases.old_of[new_case] == UNPAIRED &&
           !is_incomparable(found, NULL, &found->new->cases[new_case]);
}

static void pair_cases(changes *found, uriproof_results *old, uriproof_results *new)
{
    pairing *cases = &found->cases;
    pair(found, old->case_count, new->case_count, case_name, cases);
    list_missing(new, old, cases->new_of, found->groups.new_of, cases->old_count);
    list_missing(old, new, cases->old_of, found->groups.old_of, cases->new_count);
    free_pairing(cases);
    pair(found, old->case_count, new->case_count, case_name, cases);
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

/* What agrees plainly needs no hash: it is the expected answer. */
static bool has_answer(const uriproof_result *result)
{
    return result->answer != 0 || worths[result->outcome] == RIGHT;
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
            if (which != CHANGE_NONE && group != NULL)
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
    pair(found, old->adapter_count, new->adapter_count, adapter_name, &found->adapters);
    pair(found, old->clause_count, new->clause_count, clause_name, &found->clauses);
    pair_groups(found);
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
