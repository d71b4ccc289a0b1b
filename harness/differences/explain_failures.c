/* SPDX-License-Identifier: MIT */
#include "explain_failures.h"

#include "causes.h"

#include "classes/classes.h"
#include "model/learn.h"

#include <stdlib.h>
#include <string.h>

/* Returns true if there is an answer that can be explained. */
static bool is_whole(const uriproof_case *one, const uriproof_result *result)
{
    const uriproof_outcome outcome = result->outcome;
    return !one->shortened && !result->shortened && uriproof_outcomes[outcome].answered &&
           outcome != URIPROOF_UNSUPPORTED && model_op_of(one->op) != MODEL_OPS;
}

/* Returns the answer of a result, whose octets are in the store: one that agrees plainly is what
 * was expected. */
static uriproof_answer answer_of(store *s, const uriproof_case *one, const uriproof_result *result)
{
    const char *text = result->given != NULL ? result->given : one->expected;
    const reply given = reply_of_json(s, one->op, text);
    return reply_components(&given);
}

/* ---- The profile that the run shows ---- */

/* Up to how many answers are looked at: the time grows with them. */
enum { ANSWERS_MOST = 4096 };

static void add_answer(observations *to, store *s, const uriproof_case *one,
                       const uriproof_result *result)
{
    observation *added =
        observations_add(to, one->op, one->request.field[0], one->request.field[1]);
    added->given = answer_of(s, one, result);
    added->is_answer = true;
}

/* Returns the answers to what people wrote, and then the failures of generated cases. */
static observations answers_of(const uriproof_results *results, size_t adapter, store *s)
{
    observations found = {NULL, 0};
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < results->case_count && found.count < ANSWERS_MOST; i++) {
            const uriproof_case *one = &results->cases[i];
            const uriproof_result *result = results->adapters[adapter].results[i];
            const bool by_hand = one->group->id == NULL;
            if (is_whole(one, result) &&
                (pass == 0 ? by_hand : !by_hand && cause_has_failed(result)))
                add_answer(&found, s, one, result);
        }
    return found;
}

static profile profile_of_run(const uriproof_results *results, size_t adapter,
                              const profile *claimed, bool (*should_stop)(void *self))
{
    store *s = store_new();
    observations answers = answers_of(results, adapter, s);
    const profile found = profile_fitted(claimed, &answers, should_stop);
    free(answers.items);
    store_free(s);
    return found;
}

/* ---- The failures ---- */

static void explain(uriproof_results *results, size_t adapter, size_t number, explainer *by)
{
    const uriproof_case *one = &results->cases[number];
    uriproof_result result = *results->adapters[adapter].results[number];
    char words[EXPLANATION_ROOM];
    store *s = store_new();
    const uriproof_answer given = answer_of(s, one, &result);
    if (explainer_explain(by, &one->request, &given, words)) {
        result.deviations = store_text(results->store, words);
        results_set(results, adapter, number, &result);
    }
    store_free(s);
}

/* Tells the explainer which answers are no failures, if they are not what was expected. */
static void allow_good(const uriproof_results *results, size_t adapter, explainer *by)
{
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        const uriproof_result *result = results->adapters[adapter].results[i];
        if (result->given == NULL || cause_has_failed(result) || !is_whole(one, result))
            continue;
        store *s = store_new();
        const uriproof_answer given = answer_of(s, one, result);
        explainer_allow(by, &one->request, &given);
        store_free(s);
    }
}

static explainer *explainer_of(const uriproof_results *results, size_t adapter, const profile *own,
                               const specification *by, bool (*should_stop)(void *self))
{
    const profile found =
        own != NULL ? *own : profile_of_run(results, adapter, &by->profile, should_stop);
    explainer *of = explainer_new(&by->profile, &found, results->exact || by->allows == NULL);
    allow_good(results, adapter, of);
    return of;
}

void explain_failures(uriproof_results *results, size_t adapter, const profile *own,
                      const specification *by, bool (*should_stop)(void *self))
{
    const uriproof_adapter_results *of = &results->adapters[adapter];
    explainer *explains = NULL;
    if (own == NULL && by->allows == NULL)
        return;
    for (size_t i = 0; i < results->case_count; i++) {
        if (!cause_has_failed(of->results[i]) || !is_whole(&results->cases[i], of->results[i]))
            continue;
        if (explains == NULL)
            explains = explainer_of(results, adapter, own, by, should_stop);
        explain(results, adapter, i, explains);
    }
    explainer_free(explains);
}

/* ---- What is accepted ---- */

/* Returns true if a fault of this kind is accepted. */
static bool is_fault_accepted(const profile_record *accepted, uriproof_op op,
                              uriproof_outcome outcome)
{
    const record_fault fault = {.outcome = uriproof_outcomes[outcome].name, .first = {.op = op}};
    return record_holds_fault(accepted, &fault);
}

/* Returns true if the accepted deviations give the answer. */
static bool is_answer_accepted(explainer *by, const uriproof_case *one,
                               const uriproof_result *result)
{
    store *s = store_new();
    const uriproof_answer given = answer_of(s, one, result);
    const bool accepted = is_whole(one, result) && explainer_gives(by, &one->request, &given);
    store_free(s);
    return accepted;
}

void accept_failures(uriproof_results *results, size_t adapter, const profile_record *accepted,
                     const specification *by)
{
    explainer *gives = explainer_new(
        &by->profile, accepted != NULL ? &accepted->profile : &by->profile, by->allows == NULL);
    for (size_t i = 0; i < results->case_count; i++) {
        const uriproof_case *one = &results->cases[i];
        uriproof_result result = *results->adapters[adapter].results[i];
        if (!cause_has_failed(&result))
            continue;
        const bool is_known = uriproof_outcomes[result.outcome].answered
                                  ? is_answer_accepted(gives, one, &result)
                                  : is_fault_accepted(accepted, one->op, result.outcome);
        result.known = is_known ? URIPROOF_KNOWN_FAILURE : URIPROOF_NEW_FAILURE;
        result.was = URIPROOF_AGREE; /* what is accepted has nothing else */
        results_set(results, adapter, i, &result);
    }
    results->has_baseline = true;
    explainer_free(gives);
}
