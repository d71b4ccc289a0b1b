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

static named *sorted(const uriproof_results *results, size_t count, name_of name)
{
    named *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; list != NULL && i < count; i++)
        list[i] = (named){name(results, i), i};
    if (list != NULL)
        qsort(list, count, sizeof *list, by_name);
    return list;
}

static size_t *unpaired(size_t count)
{
    size_t *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; list != NULL && i < count; i++)
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

static bool pair(const changes *found, size_t old_count, size_t new_count, name_of name,
                 pairing *pairs)
{
    named *old = sorted(found->old, old_count, name);
    named *new = sorted(found->new, new_count, name);
    *pairs = (pairing){unpaired(old_count), unpaired(new_count), old_count, new_count, 0, 0, 0};
    bool good = old != NULL && new != NULL && pairs->new_of != NULL && pairs->old_of != NULL;
    if (good)
        merge(old, new, pairs);
    free(old);
    free(new);
    return good;
}

/* ---- Finding ---- */

/* In any order: a reading is set once. */
static bool same_readings(char *const *left, char *const *right)
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

static bool has_derived(const uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++)
        if (results->cases[i].group != NULL)
            return true;
    return false;
}

const char *diff_hinder(const uriproof_results *old, const uriproof_results *new)
{
    if (strcmp(old->dialect, new->dialect) != 0)
        return "they are of different dialects";
    if (!same_readings(old->readings, new->readings))
        return "they are of different readings";
    if (has_derived(old) != has_derived(new))
        return "one has generated vectors and the other has none; run both with the same --level and "
               "--select";
    return NULL;
}

/* A vector that asks or expects something else is another one: no parser answers for that. */
static bool is_redefined(const uriproof_case *old, const uriproof_case *new)
{
    return old->op != new->op || !cJSON_Compare(old->request, new->request, true) ||
           !cJSON_Compare(old->expected, new->expected, true);
}

static bool find_redefined(changes *found)
{
    found->redefined = calloc(found->new->case_count + 1, sizeof *found->redefined);
    for (size_t i = 0; found->redefined != NULL && i < found->new->case_count; i++) {
        size_t old = found->cases.old_of[i];
        found->redefined[i] =
            old != UNPAIRED && is_redefined(&found->old->cases[old], &found->new->cases[i]);
        found->redefined_count += found->redefined[i];
    }
    return found->redefined != NULL;
}

const uriproof_result *diff_old_result(const changes *found, size_t adapter, size_t number)
{
    const uriproof_adapter_results *old = &found->old->adapters[found->adapters.old_of[adapter]];
    return &old->results[found->cases.old_of[number]];
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
    const uriproof_result *new = &found->new->adapters[adapter].results[number];
    return change_between(old->outcome, new->outcome,
                          !found->ignore_answers && other_answer(old, new));
}

bool diff_find(const uriproof_results *old, const uriproof_results *new, bool ignore_answers,
               changes *found)
{
    *found = (changes){.old = old,
                       .new = new,
                       .ended_early = new->partial && !old->partial,
                       .ignore_answers = ignore_answers};
    if (!pair(found, old->adapter_count, new->adapter_count, adapter_name, &found->adapters) ||
        !pair(found, old->case_count, new->case_count, case_name, &found->cases) ||
        !pair(found, old->clause_count, new->clause_count, clause_name, &found->clauses) ||
        !find_redefined(found))
        return false;
    for (size_t i = 0; i < new->adapter_count; i++)
        for (size_t k = 0; k < new->case_count; k++)
            found->counts[diff_of(found, i, k)]++;
    return true;
}

static void free_pairing(pairing *pairs)
{
    free(pairs->new_of);
    free(pairs->old_of);
}

void diff_free(changes *found)
{
    free_pairing(&found->adapters);
    free_pairing(&found->cases);
    free_pairing(&found->clauses);
    free(found->redefined);
    *found = (changes){0};
}

bool diff_worse(const changes *found)
{
    bool worse = found->adapters.gone > 0 || found->cases.gone > 0 || found->ended_early;
    for (int i = 0; i < CHANGE_COUNT; i++)
        worse = worse || (change_facts[i].worse && found->counts[i] > 0);
    return worse;
}
