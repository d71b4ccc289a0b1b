/* SPDX-License-Identifier: MIT */
#include "partings.h"

#include <stdlib.h>
#include <string.h>

/* What an adapter answered to a text. */
typedef struct given_answer {
    reply reply;
    const char *json; /* NULL if it is not an answer */
    size_t number;    /* of the case that has it */
} given_answer;

typedef struct finding {
    const uriproof_results *results;
    partings *found;
    const transform_set *transforms; /* of each adapter */
    size_t reference;                /* compared with no other */
    given_answer *answers;           /* of each adapter, to one text */
    size_t *standing;   /* adapters that stand for those with the same answer and transforms */
    size_t *stands_for; /* of each adapter: the place of the one that stands for it */
} finding;

/* ---- Texts ---- */

static int compare_spans(uriproof_span a, uriproof_span b)
{
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = shorter > 0 ? memcmp(a.octets, b.octets, shorter) : 0;
    if (order != 0)
        return order;
    if (uriproof_present(a) != uriproof_present(b))
        return uriproof_present(a) ? 1 : -1;
    return a.length < b.length ? -1 : a.length > b.length;
}

static int compare_requests(const uriproof_request *a, const uriproof_request *b)
{
    if (a->op != b->op)
        return a->op < b->op ? -1 : 1;
    int first = compare_spans(a->field[0], b->field[0]);
    return first != 0 ? first : compare_spans(a->field[1], b->field[1]);
}

/* Orders cases by what they ask, and then the later ones first: the later specification sees the
 * parts of a URI that an earlier one leaves whole. */
static int by_request(const void *a, const void *b)
{
    const uriproof_case *x = *(const uriproof_case *const *)a;
    const uriproof_case *y = *(const uriproof_case *const *)b;
    int order = compare_requests(&x->request, &y->request);
    return order != 0 ? order : x < y ? 1 : -1;
}

/* Lists the cases that people wrote, by what they ask. Returns how many. */
static size_t list_cases(const uriproof_results *results, const uriproof_case ***list)
{
    size_t count = 0;
    *list = calloc(results->case_count + 1, sizeof **list);
    for (size_t i = 0; i < results->case_count; i++)
        if (results->cases[i].group->id == NULL && !results->cases[i].shortened)
            (*list)[count++] = &results->cases[i];
    if (count > 0)
        qsort(*list, count, sizeof **list, by_request);
    return count;
}

/* ---- One text ---- */

/* Reads what an adapter answered to a case. Returns false if it was not asked, or if the results
 * do not have its answer. */
static bool read_answer(const finding *f, size_t adapter, size_t number, given_answer *to)
{
    const uriproof_result *result = f->results->adapters[adapter].results[number];
    const uriproof_case *one = &f->results->cases[number];
    *to = (given_answer){.number = number, .json = result->given};
    if (result->outcome == URIPROOF_UNSUPPORTED || result->outcome == URIPROOF_NOT_RUN ||
        result->shortened)
        return false;
    if (!uriproof_outcomes[result->outcome].answered) {
        to->reply = reply_of_fault(f->found->memory, result->outcome, NULL);
        return true;
    }
    if (to->json == NULL && result->answer == 0)
        to->json = one->expected;
    to->reply = reply_of_json(f->found->memory, one->op, to->json);
    return reply_is_answer(&to->reply);
}

/* Reads the answers to a text, which `count` cases ask. */
static void read_answers(const finding *f, const uriproof_case *const *same, size_t count)
{
    for (size_t a = 0; a < f->found->adapters; a++) {
        bool any = false;
        for (size_t i = 0; i < count && !any && a != f->reference; i++)
            any = read_answer(f, a, (size_t)(same[i] - f->results->cases), &f->answers[a]);
        if (!any)
            f->answers[a].reply = reply_of_fault(f->found->memory, URIPROOF_NOT_RUN, NULL);
    }
}

/* Lists adapters that stand for all: the first of those with the same answer and transforms. */
static size_t list_standing(const finding *f, uriproof_op op)
{
    size_t count = 0;
    for (size_t a = 0; a < f->found->adapters; a++) {
        size_t i = 0;
        while (i < count &&
               (memcmp(&f->transforms[f->standing[i]], &f->transforms[a], sizeof *f->transforms) !=
                    0 ||
                !reply_equal(op, &f->answers[f->standing[i]].reply, &f->answers[a].reply)))
            i++;
        if (i == count)
            f->standing[count++] = a;
        f->stands_for[a] = i;
    }
    return count;
}

static parting *parting_of(parser_pair *pair, const char *id)
{
    for (size_t i = 0; i < pair->count; i++)
        if (pair->partings[i].id == id)
            return &pair->partings[i];
    pair->partings = list_grown(pair->partings, pair->count, sizeof *pair->partings);
    pair->partings[pair->count] = (parting){.id = id, .risk = class_risk_of_id(id)};
    return &pair->partings[pair->count++];
}

/* Records that two adapters part on a text in the class `id`, which the store has once. */
static void add_parting(const finding *f, size_t a, size_t b, const char *id)
{
    const given_answer *one = &f->answers[a], *other = &f->answers[b];
    const uriproof_case *cases = f->results->cases;
    parser_pair *pair = &f->found->pairs[a * f->found->adapters + b];
    parting *to = parting_of(pair, id);
    pair->apart++;
    if (to->texts++ > 0 &&
        !request_is_smaller(&cases[one->number].request, &cases[to->example].request))
        return;
    to->example = one->number;
    to->one = one->json;
    to->other = other->json;
    to->faults[0] = one->reply.fault;
    to->faults[1] = other->reply.fault;
}

/* Finds the class of the difference between two adapters; NULL if there is none. */
static const char *class_of_two(const finding *f, const uriproof_request *request, size_t a,
                                size_t b)
{
    answer_class found;
    char id[CLASS_ID_ROOM];
    if (!reply_is_answer(&f->answers[a].reply) || !reply_is_answer(&f->answers[b].reply) ||
        !class_between(request, &f->answers[a].reply, &f->transforms[a], &f->answers[b].reply,
                       &f->transforms[b], &found))
        return NULL;
    class_id(&found, id);
    return store_text(f->found->memory, id);
}

static void look_at_pairs(const finding *f, const char *const *ids, size_t standing)
{
    size_t count = f->found->adapters;
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++) {
            const char *id = ids[f->stands_for[a] * standing + f->stands_for[b]];
            if (!reply_is_answer(&f->answers[a].reply) || !reply_is_answer(&f->answers[b].reply))
                continue;
            f->found->pairs[a * count + b].texts++;
            if (id != NULL)
                add_parting(f, a, b, id);
        }
}

static void look_at_text(const finding *f, const uriproof_case *const *same, size_t count)
{
    const uriproof_request *request = &same[0]->request;
    read_answers(f, same, count);
    size_t standing = list_standing(f, request->op);
    const char **ids = calloc(standing * standing + 1, sizeof *ids);
    for (size_t i = 0; i < standing; i++)
        for (size_t k = i + 1; k < standing; k++)
            ids[i * standing + k] = ids[k * standing + i] =
                class_of_two(f, request, f->standing[i], f->standing[k]);
    look_at_pairs(f, ids, standing);
    free(ids);
}

/* ---- All texts ---- */

static int by_risk(const void *a, const void *b)
{
    const parting *x = a, *y = b;
    if (x->risk->rank != y->risk->rank)
        return x->risk->rank < y->risk->rank ? -1 : 1;
    if (x->texts != y->texts)
        return x->texts > y->texts ? -1 : 1;
    return strcmp(x->id, y->id);
}

static void sort_pair(parser_pair *pair)
{
    if (pair->count > 0)
        qsort(pair->partings, pair->count, sizeof *pair->partings, by_risk);
    for (size_t i = 0; i < pair->count; i++)
        pair->other_host += strcmp(pair->partings[i].risk->name, "other-host") == 0;
}

partings partings_find(const uriproof_results *results, const transform_set *declared,
                       size_t reference)
{
    const size_t adapters = results->adapter_count;
    const uriproof_case **cases;
    partings found = {.adapters = adapters,
                      .pairs = calloc(adapters * adapters + 1, sizeof *found.pairs),
                      .memory = store_new()};
    finding f = {.results = results,
                 .found = &found,
                 .transforms = declared,
                 .reference = reference,
                 .answers = calloc(adapters + 1, sizeof *f.answers),
                 .standing = calloc(adapters + 1, sizeof *f.standing),
                 .stands_for = calloc(adapters + 1, sizeof *f.stands_for)};
    size_t count = list_cases(results, &cases);
    for (size_t at = 0, end; at < count; at = end) {
        end = at + 1;
        while (end < count && compare_requests(&cases[at]->request, &cases[end]->request) == 0)
            end++;
        look_at_text(&f, &cases[at], end - at);
        found.texts++;
    }
    for (size_t i = 0; i < adapters * adapters; i++)
        sort_pair(&found.pairs[i]);
    free(cases);
    free(f.answers);
    free(f.standing);
    free(f.stands_for);
    return found;
}

const parser_pair *partings_of(const partings *found, size_t a, size_t b)
{
    return &found->pairs[a < b ? a * found->adapters + b : b * found->adapters + a];
}

void partings_free(partings *found)
{
    for (size_t i = 0; i < found->adapters * found->adapters; i++)
        free(found->pairs[i].partings);
    free(found->pairs);
    store_free(found->memory);
}
