/* SPDX-License-Identifier: MIT */
#include "selection.h"

#include <stdlib.h>
#include <string.h>

static bool copy(char **to, const char *from)
{
    *to = strdup(from);
    return *to != NULL;
}

static size_t clause_number(const uriproof_corpus *corpus, const char *id)
{
    return (size_t)(uriproof_clause_named(corpus, id) - corpus->clauses);
}

static bool add_clauses(const uriproof_corpus *corpus, uriproof_results *results)
{
    results->clauses = calloc(corpus->clause_count + 1, sizeof *results->clauses);
    if (results->clauses == NULL)
        return false;
    for (size_t i = 0; i < corpus->clause_count; i++) {
        const uriproof_clause *clause = &corpus->clauses[i];
        uriproof_results_clause *added = &results->clauses[results->clause_count++];
        if (!copy(&added->id, clause->id) || !copy(&added->document, clause->document) ||
            !copy(&added->section, clause->section) ||
            !copy(&added->paraphrase, clause->paraphrase) ||
            (clause->rule != NULL && !copy(&added->rule, clause->rule)) ||
            (clause->link != NULL && !copy(&added->link, clause->link)))
            return false;
    }
    return true;
}

static bool number_clauses(const uriproof_corpus *corpus, const char **ids, size_t **numbers,
                           size_t *count)
{
    while (ids[*count] != NULL)
        (*count)++;
    *numbers = calloc(*count + 1, sizeof **numbers);
    for (size_t i = 0; *numbers != NULL && i < *count; i++)
        (*numbers)[i] = clause_number(corpus, ids[i]);
    return *numbers != NULL;
}

static bool add_case(const uriproof_corpus *corpus, const uriproof_vector *vector,
                     const uriproof_readings *readings, uriproof_results *results)
{
    uriproof_case *added = &results->cases[results->case_count++];
    added->op = vector->request.op;
    added->request = cJSON_CreateObject();
    added->expected = cJSON_CreateObject();
    if (added->request == NULL || added->expected == NULL)
        return false;
    return uriproof_request_write(added->request, &vector->request) &&
           uriproof_answer_write(added->expected, added->op,
                                 uriproof_vector_expect(vector, readings)) &&
           copy(&added->id, vector->id) && copy(&added->about, vector->group->about) &&
           (vector->group->id == NULL || copy(&added->group, vector->group->id)) &&
           copy(&added->origin, vector->group->origin) &&
           number_clauses(corpus, vector->group->obeys, &added->obeys, &added->obeys_count) &&
           number_clauses(corpus, vector->group->breaks, &added->breaks, &added->breaks_count);
}

static bool add_dialects(uriproof_results *results)
{
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    results->dialects = calloc(count, sizeof *results->dialects);
    for (size_t i = 0; results->dialects != NULL && i < count; i++) {
        uriproof_results_dialect *added = &results->dialects[results->dialect_count++];
        if (!copy(&added->name, dialects[i]->name) ||
            !copy(&added->document, dialects[i]->document))
            return false;
    }
    return results->dialects != NULL;
}

/* "id=value" for each reading that is not at its default. */
static bool add_readings(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         uriproof_results *results)
{
    size_t count = 0;
    results->readings = calloc(dialect->reading_count + 1, sizeof *results->readings);
    if (results->readings == NULL)
        return false;
    for (size_t i = 0; i < dialect->reading_count; i++) {
        char words[128];
        if (readings->value[i] == 0)
            continue;
        snprintf(words, sizeof words, "%s=%s", dialect->readings[i].id,
                 dialect->readings[i].values[readings->value[i]]);
        if (!copy(&results->readings[count++], words))
            return false;
    }
    return true;
}

static bool begin_results(const uriproof_corpus *corpus, const uriproof_readings *readings,
                          const selection *selected, uriproof_results *results)
{
    *results = (uriproof_results){0};
    results->cases = calloc(selected->count + 1, sizeof *results->cases);
    if (results->cases == NULL || !copy(&results->uriproof, uriproof_version()) ||
        !copy(&results->dialect, corpus->dialect->name) ||
        !copy(&results->document, corpus->dialect->document) ||
        !add_readings(corpus->dialect, readings, results) || !add_dialects(results) ||
        !add_clauses(corpus, results))
        return false;
    for (size_t i = 0; i < selected->count; i++)
        if (!add_case(corpus, selected->vectors[i], readings, results))
            return false;
    return true;
}

/* Any of the patterns; all vectors where there is none. */
static bool is_wanted(const uriproof_vector *vector, const char *const *patterns)
{
    if (*patterns == NULL)
        return true;
    while (*patterns != NULL && !uriproof_vector_selected(vector, *patterns))
        patterns++;
    return *patterns != NULL;
}

bool selection_make(const uriproof_corpus *corpus, uriproof_level level,
                    const char *const *patterns, const uriproof_readings *readings,
                    selection *selected, uriproof_results *results)
{
    *selected = (selection){calloc(corpus->vector_count + 1, sizeof *selected->vectors), 0};
    if (selected->vectors == NULL)
        return false;
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (corpus->vectors[i].group->level <= level && is_wanted(&corpus->vectors[i], patterns))
            selected->vectors[selected->count++] = &corpus->vectors[i];
    if (begin_results(corpus, readings, selected, results))
        return true;
    uriproof_results_free(results);
    selection_free(selected);
    return false;
}

void selection_free(selection *selected)
{
    free(selected->vectors);
    *selected = (selection){NULL, 0};
}

static char **copy_list(char **list)
{
    size_t count = 0;
    while (list[count] != NULL)
        count++;
    char **copied = calloc(count + 1, sizeof *copied);
    for (size_t i = 0; copied != NULL && i < count; i++)
        copied[i] = strdup(list[i]);
    return copied;
}

bool results_add_adapter(uriproof_results *results, const char *name, const hello *greeting,
                         uriproof_result *found)
{
    uriproof_adapter_results *adapters =
        realloc(results->adapters, (results->adapter_count + 1) * sizeof *adapters);
    if (adapters == NULL) {
        free(found);
        return false;
    }
    results->adapters = adapters;
    uriproof_adapter_results *added = &adapters[results->adapter_count++];
    *added = (uriproof_adapter_results){.results = found};
    added->dialects = copy_list(greeting->dialects);
    added->gives = gives_list(&greeting->gives);
    return copy(&added->dialect, results->dialect) &&
           copy(&added->name, name != NULL ? name : greeting->name) &&
           copy(&added->version, greeting->version) && copy(&added->language, greeting->language) &&
           (greeting->splits == NULL || copy(&added->splits, greeting->splits)) &&
           added->dialects != NULL && added->gives != NULL;
}
