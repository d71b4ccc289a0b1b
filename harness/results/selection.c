/* SPDX-License-Identifier: MIT */
#include "selection.h"

#include "truncate.h"

#include <stdlib.h>
#include <string.h>

/* ---- What results have of a corpus: its words are borrowed, not copied ---- */

static void add_clauses(const uriproof_corpus *corpus, uriproof_results *results)
{
    results->clauses = calloc(corpus->clause_count + 1, sizeof *results->clauses);
    results->clause_count = corpus->clause_count;
    for (size_t i = 0; i < corpus->clause_count; i++) {
        const uriproof_clause *clause = &corpus->clauses[i];
        results->clauses[i] =
            (uriproof_results_clause){clause->id,         clause->document, clause->section,
                                      clause->paraphrase, clause->rule,     clause->link};
    }
}

static const size_t *clause_numbers(const uriproof_corpus *corpus, store *s, const char **ids,
                                    size_t *count)
{
    for (*count = 0; ids[*count] != NULL;)
        ++*count;
    size_t *numbers = store_take(s, *count + 1, sizeof *numbers);
    for (size_t i = 0; i < *count; i++)
        numbers[i] = (size_t)(uriproof_clause_named(corpus, ids[i]) - corpus->clauses);
    return numbers;
}

/* Is the vector of the same group as the case before it? Then they share what the group has. */
static uriproof_results_group *group_before(const uriproof_results *results,
                                            const uriproof_vector *vector)
{
    uriproof_results_group *last =
        results->group_count > 0 ? results->groups[results->group_count - 1] : NULL;
    return last != NULL && last->id == vector->group->id ? last : NULL;
}

static uriproof_results_group *add_group(uriproof_results *results, const uriproof_case *first,
                                         const char *id)
{
    uriproof_results_group *added = store_take(results->store, 1, sizeof *added);
    *added = (uriproof_results_group){.id = id,
                                      .about = first->about,
                                      .origin = first->origin,
                                      .obeys = first->obeys,
                                      .obeys_count = first->obeys_count,
                                      .breaks = first->breaks,
                                      .breaks_count = first->breaks_count,
                                      .op = first->op};
    results_add_group(results, added);
    return added;
}

static void add_case(const uriproof_corpus *corpus, const uriproof_vector *vector,
                     const uriproof_readings *readings, uriproof_results *results)
{
    uriproof_case *added = &results->cases[results->case_count++];
    uriproof_results_group *group = group_before(results, vector);
    const uriproof_answer *expected = uriproof_vector_expect(vector, readings);
    size_t room = SIZE_MAX;
    *added = (uriproof_case){.id = vector->id,
                             .about = vector->group->about,
                             .origin = vector->group->origin,
                             .op = vector->request.op,
                             .request = vector->request,
                             .accepted = expected->status == ANSWER_ACCEPTED};
    added->expected =
        truncated_answer_text(results->store, added->op, expected, &room, &added->shortened);
    added->shortened = truncate_request(&added->request) || added->shortened;
    if (group != NULL) {
        added->obeys = group->obeys;
        added->obeys_count = group->obeys_count;
        added->breaks = group->breaks;
        added->breaks_count = group->breaks_count;
    } else {
        added->obeys =
            clause_numbers(corpus, results->store, vector->group->obeys, &added->obeys_count);
        added->breaks =
            clause_numbers(corpus, results->store, vector->group->breaks, &added->breaks_count);
        if (vector->group->id != NULL)
            group = add_group(results, added, vector->group->id);
    }
    added->group = group;
    if (group != NULL)
        group->questions += results_question_hash(vector->id, &vector->request, expected);
}

static void add_dialects(uriproof_results *results)
{
    const uriproof_dialect *const *dialects = uriproof_dialects(&results->dialect_count);
    uriproof_results_dialect *list =
        store_take(results->store, results->dialect_count, sizeof *list);
    for (size_t i = 0; i < results->dialect_count; i++)
        list[i] = (uriproof_results_dialect){dialects[i]->name, dialects[i]->document};
    results->dialects = list;
}

/* "id=value" for each reading that is not at its default. */
static void add_readings(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         uriproof_results *results)
{
    size_t count = 0;
    results->readings =
        store_take(results->store, dialect->reading_count + 1, sizeof *results->readings);
    for (size_t i = 0; i < dialect->reading_count; i++) {
        char words[128];
        if (readings->value[i] == 0)
            continue;
        snprintf(words, sizeof words, "%s=%s", dialect->readings[i].id,
                 dialect->readings[i].values[readings->value[i]]);
        results->readings[count++] = store_text(results->store, words);
    }
}

static void begin_results(const uriproof_corpus *corpus, const uriproof_readings *readings,
                          const selection *selected, uriproof_results *results)
{
    *results = (uriproof_results){.uriproof = uriproof_version(),
                                  .dialect = corpus->dialect->name,
                                  .document = corpus->dialect->document,
                                  .store = store_new()};
    results->cases = calloc(selected->count + 1, sizeof *results->cases);
    add_readings(corpus->dialect, readings, results);
    add_dialects(results);
    add_clauses(corpus, results);
    for (size_t i = 0; i < selected->count; i++)
        add_case(corpus, selected->vectors[i], readings, results);
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

void selection_make(const uriproof_corpus *corpus, uriproof_level level,
                    const char *const *patterns, const uriproof_readings *readings,
                    selection *selected, uriproof_results *results)
{
    *selected = (selection){calloc(corpus->vector_count + 1, sizeof *selected->vectors), 0};
    for (size_t i = 0; i < corpus->vector_count; i++)
        if (corpus->vectors[i].group->level <= level && is_wanted(&corpus->vectors[i], patterns))
            selected->vectors[selected->count++] = &corpus->vectors[i];
    begin_results(corpus, readings, selected, results);
}

void selection_free(selection *selected)
{
    free(selected->vectors);
    *selected = (selection){NULL, 0};
}

static const char **copy_list(store *s, char **list)
{
    size_t count = 0;
    while (list[count] != NULL)
        count++;
    const char **copied = store_take(s, count + 1, sizeof *copied);
    for (size_t i = 0; i < count; i++)
        copied[i] = store_text(s, list[i]);
    return copied;
}

void results_add_adapter(uriproof_results *results, const char *name, const hello *greeting,
                         const uriproof_result **found, store *from)
{
    store *s = results->store;
    char **transforms = transform_list(&greeting->transforms);
    uriproof_adapter_results *added = results_new_adapter(results);
    *added = (uriproof_adapter_results){.name = store_text(s, name != NULL ? name : greeting->name),
                                        .version = store_text(s, greeting->version),
                                        .language = store_text(s, greeting->language),
                                        .dialect = results->dialect,
                                        .dialects = copy_list(s, greeting->dialects),
                                        .transforms = copy_list(s, transforms),
                                        .splits = store_text(s, greeting->splits),
                                        .results = found};
    memcpy(added->has_op, greeting->ops, sizeof added->has_op);
    for (size_t i = 0; transforms[i] != NULL; i++)
        free(transforms[i]);
    free(transforms);
    store_absorb(s, from);
}
