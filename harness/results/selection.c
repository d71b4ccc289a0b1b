/* SPDX-License-Identifier: MIT */
#include "selection.h"

#include "answer.h"

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

/* Writes the indices of the clauses to `numbers`, and returns how many there are. */
static size_t clause_numbers(const uriproof_corpus *corpus, const char *const *ids, size_t *numbers)
{
    size_t count = 0;
    for (; ids[count] != NULL; count++)
        numbers[count] = (size_t)(uriproof_clause_named(corpus, ids[count]) - corpus->clauses);
    return count;
}

static size_t count_names(const char *const *names)
{
    size_t count = 0;
    while (names[count] != NULL)
        count++;
    return count;
}

/* Returns what the vector shares with those of its group; a generated one is in that of the case
 * before it, or in the next. */
static uriproof_results_group *group_of(const uriproof_corpus *corpus,
                                        const uriproof_vector *vector, uriproof_results *results)
{
    const uriproof_group *from = vector->group;
    uriproof_results_group *last =
        results->group_count > 0 ? results->groups[results->group_count - 1] : NULL;
    if (last != NULL && last->id == from->id)
        return last;
    uriproof_results_group *group = store_take(results->store, 1, sizeof *group);
    size_t most = count_names(from->breaks) + count_names(from->obeys);
    size_t *clauses = store_take(results->store, most + 1, sizeof *clauses);
    size_t breaks = clause_numbers(corpus, from->breaks, clauses);
    *group = (uriproof_results_group){.id = from->id,
                                      .about = from->about,
                                      .origin = from->origin,
                                      .clauses = clauses,
                                      .clause_count = most,
                                      .breaks_count = breaks,
                                      .op = vector->request.op};
    clause_numbers(corpus, from->obeys, clauses + breaks);
    if (from->id != NULL)
        results_add_group(results, group);
    return group;
}

static void add_case(const uriproof_corpus *corpus, const uriproof_vector *vector,
                     const uriproof_readings *readings, uriproof_results *results)
{
    uriproof_case *added = &results->cases[results->case_count++];
    uriproof_results_group *group = group_of(corpus, vector, results);
    const uriproof_answer *expected = uriproof_vector_expect(vector, readings);
    size_t room = SIZE_MAX;
    *added = (uriproof_case){.id = vector->id,
                             .group = group,
                             .op = vector->request.op,
                             .request = vector->request,
                             .accepted = expected->status == ANSWER_ACCEPTED};
    added->expected =
        truncated_answer_text(results->store, added->op, expected, &room, &added->shortened);
    added->shortened = truncate_request(&added->request) || added->shortened;
    group->questions += results_question_hash(vector->id, &vector->request, expected);
}

static void add_dialects(uriproof_results *results)
{
    const uriproof_dialect *const *dialects = uriproof_dialects(&results->dialect_count);
    results->dialects = calloc(results->dialect_count + 1, sizeof *results->dialects);
    for (size_t i = 0; i < results->dialect_count; i++)
        results->dialects[i] = (uriproof_results_dialect){dialects[i]->name, dialects[i]->document};
}

/* Adds "id=value" for each reading that is not at its default. */
static void add_readings(const uriproof_dialect *dialect, const uriproof_readings *readings,
                         uriproof_results *results)
{
    size_t count = 0;
    results->readings =
        store_take(results->store, dialect->reading_count + 1, sizeof *results->readings);
    for (size_t i = 0; i < dialect->reading_count; i++) {
        const uriproof_reading *one = &dialect->readings[i];
        if (readings->value[i] != 0)
            results->readings[count++] =
                store_joined(results->store, one->id, "=", one->values[readings->value[i]]);
    }
}

static const char **copy_list(store *s, const char *const *list)
{
    const char **copied = store_take(s, count_names(list) + 1, sizeof *copied);
    for (size_t i = 0; list[i] != NULL; i++)
        copied[i] = store_text(s, list[i]);
    return copied;
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

/* Returns true if the vector matches any of the patterns, or there are none. */
static bool is_wanted(const uriproof_vector *vector, const char *const *patterns)
{
    if (*patterns == NULL)
        return true;
    while (*patterns != NULL && !uriproof_vector_selected(vector, *patterns))
        patterns++;
    return *patterns != NULL;
}

void selection_make(const uriproof_corpus *corpus, uriproof_level level,
                    const char *const *patterns, const char *const *own,
                    const uriproof_readings *readings, selection *selected,
                    uriproof_results *results)
{
    *selected = (selection){calloc(corpus->vector_count + 1, sizeof *selected->vectors), 0};
    size_t own_cases = 0;
    for (size_t i = uriproof_corpus_first(corpus); i < corpus->vector_count; i++) {
        if (corpus->vectors[i].group->level > level || !is_wanted(&corpus->vectors[i], patterns))
            continue;
        selected->vectors[selected->count++] = &corpus->vectors[i];
        own_cases += i + corpus->own_vectors >= corpus->vector_count;
    }
    begin_results(corpus, readings, selected, results);
    results->level = uriproof_level_names[level];
    results->select = copy_list(results->store, patterns);
    results->own = copy_list(results->store, own);
    results->only_own = corpus->only_own;
    results->own_cases = own_cases;
}

void selection_free(selection *selected)
{
    free(selected->vectors);
    *selected = (selection){NULL, 0};
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
                                        .dialects =
                                            copy_list(s, (const char *const *)greeting->dialects),
                                        .transforms = copy_list(s, (const char *const *)transforms),
                                        .splits = store_text(s, greeting->splits),
                                        .results = found};
    memcpy(added->has_op, greeting->ops, sizeof added->has_op);
    for (size_t i = 0; transforms[i] != NULL; i++)
        free(transforms[i]);
    free(transforms);
    store_absorb(s, from);
}

/* ---- Results of several dialects ---- */

/* Returns a copy of the group: its clauses stand after `clauses` others now. */
static uriproof_results_group *raised(store *s, const uriproof_results_group *group, size_t clauses)
{
    uriproof_results_group *copy = store_take(s, 1, sizeof *copy);
    size_t *numbers = store_take(s, group->clause_count + 1, sizeof *numbers);
    for (size_t i = 0; i < group->clause_count; i++)
        numbers[i] = group->clauses[i] + clauses;
    *copy = *group;
    copy->clauses = numbers;
    return copy;
}

/* Takes what is the same in all from the first. */
static void begin_join(uriproof_results *all, uriproof_results *one, const char *name)
{
    *all = (uriproof_results){.uriproof = one->uriproof,
                              .dialect = name,
                              .document = one->document,
                              .level = one->level,
                              .select = one->select,
                              .own = one->own,
                              .only_own = one->only_own,
                              .partial = all->partial,
                              .exact = one->exact,
                              .dialects = one->dialects,
                              .dialect_count = one->dialect_count,
                              .store = store_new()};
    one->dialects = NULL;
    all->readings = store_take(all->store, 1, sizeof *all->readings);
}

static void join_clauses(uriproof_results *all, const uriproof_results *one)
{
    all->clauses =
        realloc(all->clauses, (all->clause_count + one->clause_count + 1) * sizeof *all->clauses);
    memcpy(all->clauses + all->clause_count, one->clauses,
           one->clause_count * sizeof *one->clauses);
    all->clause_count += one->clause_count;
}

/* Adds the groups and cases of *one, whose clauses stand after `clauses` others now. */
static void join_cases(uriproof_results *all, const uriproof_results *one, size_t clauses)
{
    size_t groups = all->group_count;
    for (size_t i = 0; i < one->group_count; i++) {
        uriproof_results_group *group = raised(all->store, one->groups[i], clauses);
        group->id = store_joined(all->store, one->dialect, "/", group->id);
        results_add_group(all, group);
    }
    all->cases = realloc(all->cases, (all->case_count + one->case_count + 1) * sizeof *all->cases);
    for (size_t i = 0; i < one->case_count; i++) {
        uriproof_case *added = &all->cases[all->case_count + i];
        *added = one->cases[i];
        added->id = store_joined(all->store, one->dialect, "/", added->id);
        added->group = added->group->id != NULL ? all->groups[groups + added->group->number]
                                                : raised(all->store, added->group, clauses);
    }
}

/* Gives the adapter the results of *more after the `before` that it has; or of cases that it was
 * not asked, if `more` is NULL. */
static void join_results(uriproof_adapter_results *adapter, size_t before,
                         const uriproof_adapter_results *more, size_t count)
{
    adapter->results = realloc(adapter->results, (before + count + 1) * sizeof *adapter->results);
    for (size_t i = 0; i < count; i++)
        adapter->results[before + i] = more != NULL ? more->results[i] : &uriproof_not_run;
}

static void join_adapters(uriproof_results *all, const uriproof_results *one)
{
    for (size_t i = 0; i < one->adapter_count; i++) {
        const uriproof_adapter_results *from = &one->adapters[i];
        if (results_adapter_named(all, from->name) != NULL)
            continue;
        uriproof_adapter_results *added = results_new_adapter(all);
        *added = *from;
        added->results = NULL;
        added->seconds = 0;
        if (strcmp(all->dialect, "all") == 0) /* by all dialects is by none alone */
            added->dialect = all->dialect;
        join_results(added, 0, NULL, all->case_count);
    }
    for (size_t i = 0; i < all->adapter_count; i++) {
        const uriproof_adapter_results *more = results_adapter_named(one, all->adapters[i].name);
        join_results(&all->adapters[i], all->case_count, more, one->case_count);
        all->adapters[i].seconds += more != NULL ? more->seconds : 0;
    }
}

void results_join(uriproof_results *all, uriproof_results *one, const char *name)
{
    size_t clauses = all->clause_count;
    if (all->dialect == NULL)
        begin_join(all, one, name);
    else
        all->document = store_joined(all->store, all->document, ", ", one->document);
    join_clauses(all, one);
    join_cases(all, one, clauses);
    join_adapters(all, one);
    all->case_count += one->case_count;
    all->partial = all->partial || one->partial;
    all->has_baseline = all->has_baseline || one->has_baseline;
    store_absorb(all->store, one->store);
    one->store = NULL;
    uriproof_results_free(one);
}
