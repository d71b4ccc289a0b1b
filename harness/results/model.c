/* SPDX-License-Identifier: MIT */
/*
 * Results in memory: the table of outcomes, the counts, and the end of a run. results_file.c reads
 * and writes the results file.
 */
#include "model.h"

#include "answer.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

const uriproof_outcome_facts uriproof_outcomes[URIPROOF_OUTCOME_COUNT] = {
    [URIPROOF_AGREE] = {"agree", "The answer is the expected one.", true, true},
    [URIPROOF_ACCEPTABLE] = {"acceptable",
                             "The answer is not the expected one, but a reading or a tolerance "
                             "of the specification allows it.",
                             true, true},
    [URIPROOF_INCOMPLETE] = {"incomplete",
                             "The answer is equivalent to the expected normal form, but part of "
                             "the work was left undone.",
                             true, true},
    [URIPROOF_UNDEFINED] = {"undefined", "The specification defines nothing here.", true, true},
    [URIPROOF_UNVALIDATED] = {"unvalidated",
                              "The parser accepts what the specification rejects. Its adapter "
                              "declares that it splits a text and does not validate it.",
                              true, true},
    [URIPROOF_SLOW] = {"slow",
                       "The answer is right, but on this machine it came after the time limit.",
                       true, true},
    [URIPROOF_DIFFER] = {"differ",
                         "Parser and specification both accept the input, but some "
                         "part or the result is not the same.",
                         false, true},
    [URIPROOF_LENIENT] = {"lenient", "The parser accepts what the specification rejects.", false,
                          true},
    [URIPROOF_STRICT] = {"strict", "The parser rejects what the specification accepts.", false,
                         true},
    [URIPROOF_CRASH] = {"crash", "The parser ended without an answer.", false, false},
    [URIPROOF_TIMEOUT] = {"timeout", "The parser gave no answer within the time limit.", false,
                          false},
    [URIPROOF_PROTOCOL_ERROR] = {"protocol-error",
                                 "The adapter wrote something that is not an "
                                 "answer.",
                                 false, false},
    [URIPROOF_FLAKY] = {"flaky",
                        "A fault occurred when this case and others were asked together, but not "
                        "when each was asked alone.",
                        false, false},
    [URIPROOF_UNSUPPORTED] = {"unsupported", "The parser has no such operation.", true, false},
    [URIPROOF_NOT_RUN] = {"not-run", "The run ended before this case.", false, false},
};

const uriproof_correctness_facts uriproof_correctnesses[URIPROOF_CORRECTNESS_COUNT] = {
    [URIPROOF_RIGHT_THERE] = {"right", "It is what the dialect itself answers."},
    [URIPROOF_ACCEPTABLE_THERE] = {"acceptable",
                                   "The dialect gives this answer under another reading, or "
                                   "allows it, or defines nothing here. Or the dialect rejects "
                                   "the text too, but the parser does not say at which octet."},
    [URIPROOF_WRONG_THERE] = {"wrong", "The dialect answers otherwise."},
    [URIPROOF_NOT_ASKED_THERE] = {"not-asked", "The dialect has no such operation."},
};

const char uriproof_correctness_letters[] = "rawn";

const uriproof_known_facts uriproof_knowns[URIPROOF_KNOWN_COUNT] = {
    [URIPROOF_AS_EVER] = {"as-ever", "No failure, and what the baseline says.", true},
    [URIPROOF_KNOWN_FAILURE] = {"known-failure",
                                "In the baseline, with this outcome and this answer.", true},
    [URIPROOF_NEW_FAILURE] = {"new-failure", "A failure that is not in the baseline.", false},
    [URIPROOF_OTHER_FAILURE] = {"other-failure", "In the baseline with another outcome.", false},
    [URIPROOF_CHANGED_FAILURE] = {"changed-failure",
                                  "In the baseline with this outcome, and with another answer.",
                                  false},
    [URIPROOF_CHANGED_ANSWER] = {"changed-answer",
                                 "No failure, and another answer than the baseline's.", false},
    [URIPROOF_NO_FAILURE_NOW] = {"no-failure-now",
                                 "In the baseline as a failure, and none any more: "
                                 "--update-baseline renews it.",
                                 false},
};

const char uriproof_no_such_operation[] = "the adapter has no such operation";

const uriproof_result uriproof_plain_agreement = {.outcome = URIPROOF_AGREE};
const uriproof_result uriproof_no_operation = {.outcome = URIPROOF_UNSUPPORTED,
                                               .detail = uriproof_no_such_operation};
const uriproof_result uriproof_not_run = {.outcome = URIPROOF_NOT_RUN};

/* Returns true if `names` has all of `wanted`. */
static bool has_names(const char *const *names, const char *const *wanted)
{
    for (; *wanted != NULL; wanted++) {
        size_t i = 0;
        while (names[i] != NULL && strcmp(names[i], *wanted) != 0)
            i++;
        if (names[i] == NULL)
            return false;
    }
    return true;
}

bool results_same_names(const char *const *a, const char *const *b)
{
    return has_names(a, b) && has_names(b, a);
}

uriproof_correctness uriproof_right_in(const uriproof_result *result, size_t dialect)
{
    return (uriproof_correctness)(strchr(uriproof_correctness_letters, result->right_in[dialect]) -
                                  uriproof_correctness_letters);
}

bool uriproof_is_dated(uriproof_outcome outcome)
{
    return uriproof_outcomes[outcome].answered && outcome != URIPROOF_AGREE &&
           outcome != URIPROOF_SLOW;
}

const char *uriproof_dialect_of(const uriproof_results *results, size_t adapter)
{
    const char *own = results->adapters[adapter].dialect;
    return own != NULL ? own : results->dialect;
}

/* Looks at the id: in results of "own" dialects it is DIALECT/ID. */
bool uriproof_is_asked(const uriproof_results *results, size_t adapter, const char *id)
{
    if (results->dialect == NULL || strcmp(results->dialect, "own") != 0)
        return true;
    const char *dialect = uriproof_dialect_of(results, adapter);
    size_t length = strlen(dialect);
    return strncmp(id, dialect, length) == 0 && id[length] == '/';
}

const uriproof_result *uriproof_plain_result(const uriproof_results *results, size_t adapter,
                                             uriproof_op op, const char *id)
{
    if (!uriproof_is_asked(results, adapter, id))
        return &uriproof_not_run;
    return results->adapters[adapter].has_op[op] ? &uriproof_plain_agreement
                                                 : &uriproof_no_operation;
}

const uriproof_result *uriproof_counted_result(const uriproof_results *results, size_t adapter,
                                               const uriproof_results_group *group)
{
    return uriproof_plain_result(results, adapter, group->op, group->id);
}

size_t uriproof_count_cases(const uriproof_results *results)
{
    size_t count = results->case_count;
    for (size_t i = 0; i < results->group_count; i++)
        count += results->groups[i]->counted;
    return count;
}

void uriproof_count_outcomes(const uriproof_results *results, size_t adapter, size_t *counts)
{
    memset(counts, 0, URIPROOF_OUTCOME_COUNT * sizeof *counts);
    for (size_t i = 0; i < results->case_count; i++)
        if (uriproof_is_asked(results, adapter, results->cases[i].id))
            counts[results->adapters[adapter].results[i]->outcome]++;
    for (size_t i = 0; i < results->group_count; i++)
        if (uriproof_is_asked(results, adapter, results->groups[i]->id))
            counts[uriproof_counted_result(results, adapter, results->groups[i])->outcome] +=
                results->groups[i]->counted;
}

size_t uriproof_count_asked(const uriproof_results *results, size_t adapter)
{
    size_t counts[URIPROOF_OUTCOME_COUNT], count = 0;
    uriproof_count_outcomes(results, adapter, counts);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++)
        count += counts[i];
    return count;
}

size_t uriproof_count_up_to(const uriproof_results *results, size_t adapter)
{
    size_t count = 0;
    for (size_t i = 0; i < results->case_count; i++)
        count += results->adapters[adapter].results[i]->up_to;
    return count;
}

bool uriproof_all_agree(const uriproof_results *results)
{
    if (results->partial) {
        return false;
    }
    for (size_t i = 0; i < results->adapter_count; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT];
        uriproof_count_outcomes(results, i, counts);
        for (size_t outcome = 0; outcome < URIPROOF_OUTCOME_COUNT; outcome++) {
            if (counts[outcome] > 0 && !uriproof_outcomes[outcome].good) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Results while they are made ---- */

uriproof_adapter_results *results_adapter_named(const uriproof_results *results, const char *name)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        if (strcmp(results->adapters[i].name, name) == 0)
            return &results->adapters[i];
    return NULL;
}

uriproof_adapter_results *results_new_adapter(uriproof_results *results)
{
    results->adapters =
        list_grown(results->adapters, results->adapter_count, sizeof *results->adapters);
    uriproof_adapter_results *added = &results->adapters[results->adapter_count++];
    *added = (uriproof_adapter_results){0};
    return added;
}

void results_add_group(uriproof_results *results, uriproof_results_group *group)
{
    results->groups = list_grown(results->groups, results->group_count, sizeof(void *));
    group->number = results->group_count;
    results->groups[results->group_count++] = group;
}

uint64_t results_question_hash(const char *id, const uriproof_request *request,
                               const uriproof_answer *expected)
{
    uint64_t hash = answer_hash(request->op, expected);
    for (size_t i = 0; i < 2; i++) {
        hash = octets_hash(hash, request->field[i].octets, request->field[i].length);
        hash = octets_hash(hash, "", 1);
    }
    return answer_hash_mix(hash, id);
}

void results_set(uriproof_results *results, size_t adapter, size_t number,
                 const uriproof_result *result)
{
    results->adapters[adapter].results[number] = store_once(results->store, result, sizeof *result);
}

/* ---- The end of a run ---- */

/* Returns true if some adapter's result of the case is not plain. */
static bool is_said(const uriproof_results *results, size_t number)
{
    const uriproof_case *one = &results->cases[number];
    bool said = false;
    for (size_t i = 0; i < results->adapter_count && !said; i++) {
        const uriproof_result *result = results->adapters[i].results[number];
        const uriproof_result *plain = uriproof_plain_result(results, i, one->op, one->id);
        said = plain != &uriproof_not_run && (result->outcome != plain->outcome || result->up_to ||
                                              result->known != URIPROOF_AS_EVER);
    }
    return said;
}

/* Leaves the `count` cases whose numbers are `kept`, in that order. */
static void keep_cases(uriproof_results *results, const size_t *kept, size_t count)
{
    uriproof_case *cases = calloc(count + 1, sizeof *cases);
    for (size_t i = 0; i < count; i++)
        cases[i] = results->cases[kept[i]];
    free(results->cases);
    results->cases = cases;
    for (size_t k = 0; k < results->adapter_count; k++) {
        uriproof_adapter_results *adapter = &results->adapters[k];
        const uriproof_result **list = calloc(count + 1, sizeof *list);
        for (size_t i = 0; i < count; i++)
            list[i] = adapter->results[kept[i]];
        free(adapter->results);
        adapter->results = list;
    }
    results->case_count = count;
}

/* Adds to the hash of a group those agreeing answers for which other answers would agree too. Their
 * order does not matter. */
static void add_agreed(uriproof_results *results, size_t number, size_t group)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        const uriproof_result *result = results->adapters[i].results[number];
        if (result->outcome == URIPROOF_AGREE && result->answer != 0)
            results->adapters[i].agreed[group] +=
                answer_hash_mix(result->answer, results->cases[number].id);
    }
}

/* Counts the cases that say nothing, and leaves the others: those that people wrote come first, as
 * the file has them, even if several dialects are joined. The cases of a group stand together, in
 * the order of the groups. */
static void count_plain_cases(uriproof_results *results)
{
    size_t *kept = calloc(results->case_count + 1, sizeof *kept), count = 0;
    for (size_t i = 0; i < results->case_count; i++)
        if (results->cases[i].group->id == NULL)
            kept[count++] = i;
    for (size_t i = 0; i < results->case_count; i++) {
        if (results->cases[i].group->id == NULL)
            continue;
        size_t group = results->cases[i].group->number;
        add_agreed(results, i, group);
        if (is_said(results, i))
            kept[count++] = i;
        else
            results->groups[group]->counted++;
    }
    keep_cases(results, kept, count);
    free(kept);
}

void uriproof_results_conclude(uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++)
        results->adapters[i].agreed = calloc(results->group_count + 1, sizeof(uint64_t));
    count_plain_cases(results);
}

void uriproof_results_free(uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        free(results->adapters[i].results);
        free(results->adapters[i].agreed);
    }
    free(results->adapters);
    free(results->dialects);
    free(results->clauses);
    free(results->groups);
    free(results->cases);
    store_free(results->store);
    cJSON_Delete(results->tree);
    *results = (uriproof_results){0};
}

const char *uriproof_own_id(const uriproof_results *results, const char *id, const char **dialect,
                            size_t *length)
{
    const char *slash = strchr(id, '/');
    bool several = slash != NULL && uriproof_dialect_named(results->dialect) == NULL;
    *dialect = several ? id : results->dialect;
    *length = several ? (size_t)(slash - id) : strlen(*dialect);
    return several ? slash + 1 : id;
}
