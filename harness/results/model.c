/* SPDX-License-Identifier: MIT */
/*
 * Results in memory: the table of outcomes, what is counted of them, and their end. The file
 * is written in results_write.c and read in results_read.c.
 */
#include "model.h"
#include <stdlib.h>
#include <string.h>

const uriproof_outcome_facts uriproof_outcomes[URIPROOF_OUTCOME_COUNT] = {
    [URIPROOF_AGREE] = {"agree", "The answer is the expected one.", true},
    [URIPROOF_ACCEPTABLE] = {"acceptable",
                             "The answer is the expected one under another reading of the "
                             "specification, or one that it does not speak against.",
                             true},
    [URIPROOF_INCOMPLETE] = {"incomplete",
                             "The answer is equivalent to the expected normal form, and leaves "
                             "some of it undone.",
                             true},
    [URIPROOF_UNDEFINED] = {"undefined", "The specification defines nothing here.", true},
    [URIPROOF_UNVALIDATED] = {"unvalidated",
                              "The parser accepts what the specification rejects, and declares "
                              "that it splits and does not validate.",
                              true},
    [URIPROOF_SLOW] = {"slow",
                       "The answer is right, and on this machine it came after the time limit.",
                       true},
    [URIPROOF_DIFFER] = {"differ", "Both accept the input, and some part is not the same.", false},
    [URIPROOF_LENIENT] = {"lenient", "The parser accepts what the specification rejects.", false},
    [URIPROOF_STRICT] = {"strict", "The parser rejects what the specification accepts.", false},
    [URIPROOF_CRASH] = {"crash", "The parser ended without an answer.", false},
    [URIPROOF_TIMEOUT] = {"timeout", "The parser gave no answer within the time limit.", false},
    [URIPROOF_PROTOCOL_ERROR] = {"protocol-error", "What the adapter wrote is no answer.", false},
    [URIPROOF_UNSUPPORTED] = {"unsupported", "The parser has no such operation.", true},
    [URIPROOF_NOT_RUN] = {"not-run", "The run was ended before this case.", false},
};

const uriproof_correctness_facts uriproof_correctnesses[URIPROOF_CORRECTNESS_COUNT] = {
    [URIPROOF_RIGHT_THERE] = {"right", "It is what the dialect itself answers."},
    [URIPROOF_ACCEPTABLE_THERE] = {"acceptable",
                                   "The dialect answers so under another reading, or does not "
                                   "speak against it; or rejects it too, and where, the parser "
                                   "does not say."},
    [URIPROOF_WRONG_THERE] = {"wrong", "The dialect answers otherwise."},
    [URIPROOF_NOT_ASKED_THERE] = {"not-asked", "The dialect has no such operation."},
};

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

const char *uriproof_dialect_of(const uriproof_results *results, size_t adapter)
{
    const char *own = results->adapters[adapter].dialect;
    return own != NULL ? own : results->dialect;
}

bool uriproof_is_asked(const uriproof_results *results, size_t adapter, size_t number)
{
    if (results->dialect == NULL || strcmp(results->dialect, "own") != 0) {
        return true;
    }
    const char *dialect = uriproof_dialect_of(results, adapter), *id = results->cases[number].id;
    size_t length = strlen(dialect);
    return strncmp(id, dialect, length) == 0 && id[length] == '/';
}

size_t uriproof_count_asked(const uriproof_results *results, size_t adapter)
{
    size_t count = 0;
    for (size_t i = 0; i < results->case_count; i++) {
        count += uriproof_is_asked(results, adapter, i);
    }
    return count;
}

void uriproof_count_outcomes(const uriproof_results *results, size_t adapter, size_t *counts)
{
    memset(counts, 0, URIPROOF_OUTCOME_COUNT * sizeof *counts);
    for (size_t i = 0; i < results->case_count; i++) {
        counts[results->adapters[adapter].results[i].outcome] +=
            uriproof_is_asked(results, adapter, i);
    }
}

size_t uriproof_count_up_to(const uriproof_results *results, size_t adapter)
{
    size_t count = 0;
    for (size_t i = 0; i < results->case_count; i++) {
        count += results->adapters[adapter].results[i].up_to;
    }
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

static void free_list(char **list)
{
    for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
        free(list[i]);
    }
    free(list);
}

static void free_dialects(uriproof_results *results)
{
    for (size_t i = 0; i < results->dialect_count; i++) {
        free(results->dialects[i].name);
        free(results->dialects[i].document);
    }
    free(results->dialects);
}

static void free_clauses(uriproof_results *results)
{
    for (size_t i = 0; i < results->clause_count; i++) {
        free(results->clauses[i].id);
        free(results->clauses[i].document);
        free(results->clauses[i].section);
        free(results->clauses[i].paraphrase);
        free(results->clauses[i].rule);
        free(results->clauses[i].link);
    }
    free(results->clauses);
}

static void free_cases(uriproof_results *results)
{
    for (size_t i = 0; i < results->case_count; i++) {
        uriproof_case *one = &results->cases[i];
        free(one->id);
        free(one->about);
        free(one->group);
        free(one->origin);
        free(one->obeys);
        free(one->breaks);
        cJSON_Delete(one->request);
        cJSON_Delete(one->expected);
    }
    free(results->cases);
}

/* An adapter has as many results as there are cases, or, where reading failed, none. */
static void free_adapter(uriproof_adapter_results *adapter, size_t case_count)
{
    free(adapter->name);
    free(adapter->version);
    free(adapter->language);
    free(adapter->dialect);
    free_list(adapter->dialects);
    free_list(adapter->gives);
    free(adapter->splits);
    for (size_t i = 0; adapter->results != NULL && i < case_count; i++) {
        cJSON_Delete(adapter->results[i].given);
        free(adapter->results[i].detail);
        free(adapter->results[i].right_in);
    }
    free(adapter->results);
}

void uriproof_results_free(uriproof_results *results)
{
    for (size_t i = 0; i < results->adapter_count; i++) {
        free_adapter(&results->adapters[i], results->case_count);
    }
    free(results->adapters);
    free_cases(results);
    free_clauses(results);
    free_dialects(results);
    free_list(results->readings);
    free(results->uriproof);
    free(results->dialect);
    free(results->document);
    *results = (uriproof_results){0};
}
