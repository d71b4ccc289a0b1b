/* SPDX-License-Identifier: MIT */
#include "pairs.h"

#include "classes/classes.h"

#include <stdlib.h>
#include <string.h>

/* ---- The groups of an example ---- */

/* A group of parsers that was asked, and where its names are. */
typedef struct placed_group {
    const cJSON *group;
    int number; /* in the example */
    size_t first, end;
} placed_group;

typedef struct placed_names {
    const char *list[FINDINGS_MOST_PARSERS];
    placed_group groups[FINDINGS_MOST_PARSERS];
    size_t count, group_count;
    bool too_many;
} placed_names;

/* Adds a group, whose names are then in the store; without one they are those of the group. */
static void place_group(placed_names *to, const cJSON *group, int number, store *memory)
{
    placed_group one = {.group = group, .number = number, .first = to->count};
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, json_item(group, "parsers"))
    {
        if (!cJSON_IsString(name))
            continue;
        if (to->count == FINDINGS_MOST_PARSERS) {
            to->too_many = true;
            return;
        }
        to->list[to->count++] =
            memory != NULL ? store_text(memory, name->valuestring) : name->valuestring;
    }
    one.end = to->count;
    if (one.end > one.first)
        to->groups[to->group_count++] = one;
}

/* Was the group asked? A parser that was not asked stands nowhere. */
static bool took_part(const cJSON *group)
{
    const char *outcome = json_string_of(group, "outcome");
    return outcome == NULL || (strcmp(outcome, uriproof_outcomes[URIPROOF_NOT_RUN].name) != 0 &&
                               strcmp(outcome, uriproof_outcomes[URIPROOF_UNSUPPORTED].name) != 0);
}

static void place_names(placed_names *to, const cJSON *shown, store *memory)
{
    const cJSON *group = NULL;
    int number = 0;
    *to = (placed_names){.count = 0};
    cJSON_ArrayForEach(group, json_item(shown, "groups"))
    {
        if (took_part(group) && !to->too_many)
            place_group(to, group, number, memory);
        number++;
    }
}

bool pairs_are_too_many(const export_class *class)
{
    placed_names names;
    place_names(&names, class->shown, NULL);
    return names.too_many;
}

/* ---- Which groups the class divides ---- */

/* Do the two groups differ only in what parsers declare? */
static bool is_declared(const cJSON *shown, int one, int other)
{
    const cJSON *pair = NULL;
    cJSON_ArrayForEach(pair, json_item(shown, "by_design"))
    {
        const cJSON *groups = json_item(pair, "groups");
        const cJSON *first = cJSON_GetArrayItem(groups, 0);
        const cJSON *second = cJSON_GetArrayItem(groups, 1);
        if (cJSON_IsNumber(first) && cJSON_IsNumber(second) &&
            ((first->valueint == one && second->valueint == other) ||
             (first->valueint == other && second->valueint == one)))
            return true;
    }
    return false;
}

/* An example, to ask which of its classes divides two groups. */
typedef struct example {
    const char *id;       /* of the class that is asked about */
    const cJSON *classes; /* all that the example shows */
    uriproof_request request;
    cJSON *memory; /* the texts of the request; NULL: all groups are divided by this class */
    reply replies[FINDINGS_MOST_PARSERS]; /* of the placed groups */
    store *texts;                         /* of the replies */
} example;

static reply read_reply(store *memory, uriproof_op op, const cJSON *group)
{
    const char *outcome = json_string_of(group, "outcome");
    for (unsigned i = 0; outcome != NULL && i < URIPROOF_OUTCOME_COUNT; i++)
        if (strcmp(uriproof_outcomes[i].name, outcome) == 0)
            return reply_of_fault(memory, (uriproof_outcome)i, NULL);
    return reply_of_tree(memory, op, json_item(group, "answer"));
}

/* Reads the question of the example. Returns the tree with its texts, or NULL. */
static cJSON *read_question(const cJSON *shown, const char *id, uriproof_request *request)
{
    class_words words;
    uriproof_error fault;
    unsigned op = 0;
    if (!class_words_of(id, &words))
        return NULL;
    while (op < URIPROOF_OP_COUNT &&
           !uriproof_span_equal(words.operation, uriproof_span_of(uriproof_ops[op].name)))
        op++;
    cJSON *copy = cJSON_Duplicate(json_item(shown, "example"), true);
    if (op < URIPROOF_OP_COUNT && copy != NULL &&
        uriproof_request_read(copy, (uriproof_op)op, request, &fault))
        return copy;
    cJSON_Delete(copy);
    return NULL;
}

/* Reads the example of a class. If it shows that class alone, nothing has to be asked of it. */
static void read_example(example *e, const cJSON *shown, const placed_names *names)
{
    e->id = json_string_of(shown, "id");
    e->classes = json_item(shown, "classes");
    e->texts = NULL;
    e->memory =
        cJSON_GetArraySize(e->classes) > 1 ? read_question(shown, e->id, &e->request) : NULL;
    if (e->memory == NULL)
        return;
    e->texts = store_new();
    for (size_t i = 0; i < names->group_count; i++)
        e->replies[i] = read_reply(e->texts, e->request.op, names->groups[i].group);
}

static void free_example(example *e)
{
    cJSON_Delete(e->memory);
    if (e->texts != NULL)
        store_free(e->texts);
}

/* Writes the id of the class between two replies whose parsers declare this for each part; an empty
 * one if there is none. */
static void class_of_two(const example *e, const reply *one, const reply *other,
                         unsigned short declared, char id[CLASS_ID_ROOM])
{
    transform_set set;
    answer_class found;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        set.declared[i] = declared;
    id[0] = '\0';
    if (class_between(&e->request, one, &set, other, &set, &found))
        class_id(&found, id);
}

static bool shows_class(const example *e, const char *id)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, e->classes)
    {
        const char *shown = json_string_of(one, "id");
        if (shown != NULL && strcmp(shown, id) == 0)
            return true;
    }
    return false;
}

/* Does the class divide the two groups? The store does not have what each parser declares, and the
 * class of two can depend on it. So it is this class if it is with nothing declared, or with
 * everything, or if the answers do not say. */
static bool is_divided(const example *e, size_t one, size_t other)
{
    const reply *a = &e->replies[one], *b = &e->replies[other];
    char id[CLASS_ID_ROOM];
    if (e->memory == NULL)
        return true;
    class_of_two(e, a, b, 0, id);
    if (strcmp(id, e->id) == 0 || !shows_class(e, id))
        return true;
    class_of_two(e, a, b, (1U << TRANSFORM_COUNT) - 1, id);
    return strcmp(id, e->id) == 0;
}

/* ---- Pairs ---- */

/* Adds a pair, whose texts the list has. */
static void add_pair(finding_pairs *to, const char *class, const char *one, const char *other)
{
    const bool turned = strcmp(one, other) > 0;
    to->pairs = list_grown(to->pairs, to->count, sizeof *to->pairs);
    to->pairs[to->count++] =
        (finding_pair){.class = class, .one = turned ? other : one, .other = turned ? one : other};
}

/* Adds the parsers that break a chain. */
static void add_breakers(finding_pairs *to, const cJSON *breakers, const char *id)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, breakers)
    {
        const char *breaker = store_text(to->texts, cJSON_GetStringValue(name));
        if (breaker != NULL)
            add_pair(to, id, breaker, breaker);
    }
}

/* Tells whether a parser is one of those that deviate; false if the class is of no deviation. */
static bool is_named(const cJSON *deviates, const char *parser)
{
    const cJSON *name = NULL;
    cJSON_ArrayForEach(name, deviates)
    {
        if (strcmp(cJSON_GetStringValue(name), parser) == 0)
            return true;
    }
    return false;
}

/* Adds each parser of one group with each of the other: of a deviation, or of what a profile does
 * not give, who has it with who has not. */
static void add_groups(finding_pairs *to, const placed_names *names, const cJSON *deviates,
                       const char *id, const placed_group *one, const placed_group *other)
{
    for (size_t i = one->first; i < one->end; i++)
        for (size_t k = other->first; k < other->end; k++)
            if (deviates == NULL ||
                is_named(deviates, names->list[i]) != is_named(deviates, names->list[k]))
                add_pair(to, id, names->list[i], names->list[k]);
}

void pairs_add(finding_pairs *to, const export_class *class)
{
    placed_names names;
    example e;
    if (to->texts == NULL)
        to->texts = store_new();
    const char *id = store_text(to->texts, json_string_of(class->shown, "id"));
    const cJSON *breakers = json_item(class->shown, "broken_by");
    const cJSON *deviates = json_item(class->shown, "deviates");
    if (deviates == NULL)
        deviates = json_item(class->shown, "not_explained");
    add_breakers(to, breakers, id);
    place_names(&names, class->shown, to->texts);
    if (breakers != NULL || names.too_many)
        return;
    read_example(&e, class->shown, &names);
    for (size_t i = 0; i < names.group_count; i++)
        for (size_t k = 0; k < i; k++) {
            const placed_group *one = &names.groups[k], *other = &names.groups[i];
            if (!is_declared(class->shown, one->number, other->number) &&
                (deviates != NULL || is_divided(&e, k, i)))
                add_groups(to, &names, deviates, id, one, other);
        }
    free_example(&e);
}

bool pair_is_of(const finding_pair *pair, const char *parser, const char *other)
{
    const bool is_one = strcmp(pair->one, parser) == 0, is_other = strcmp(pair->other, parser) == 0;
    return (is_one && (other == NULL || strcmp(pair->other, other) == 0)) ||
           (is_other && (other == NULL || strcmp(pair->one, other) == 0));
}

bool findings_sets_apart(const export_class *class, const char *parser)
{
    finding_pairs list = {0};
    bool apart = false;
    if (class->again == SHOWN_AGAIN)
        pairs_add(&list, class);
    for (size_t i = 0; i < list.count; i++)
        apart = apart || pair_is_of(&list.pairs[i], parser, NULL);
    pairs_free(&list);
    return apart;
}

/* Compares texts, most of which are the same octets in memory. */
static int compare_texts(const char *a, const char *b)
{
    return a == b ? 0 : strcmp(a, b);
}

int pairs_compare(const void *a, const void *b)
{
    const finding_pair *x = a, *y = b;
    const int by_class = compare_texts(x->class, y->class);
    const int by_one = by_class != 0 ? by_class : compare_texts(x->one, y->one);
    return by_one != 0 ? by_one : compare_texts(x->other, y->other);
}

void pairs_sort(finding_pairs *list)
{
    size_t kept = 0;
    if (list->count > 0)
        qsort(list->pairs, list->count, sizeof *list->pairs, pairs_compare);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || pairs_compare(&list->pairs[kept - 1], &list->pairs[i]) != 0)
            list->pairs[kept++] = list->pairs[i];
    list->count = list->sorted = kept;
}

static int compare_with_class(const void *class, const void *pair)
{
    return strcmp(class, ((const finding_pair *)pair)->class);
}

finding_pair *pairs_of_class(const finding_pairs *list, const char *class, size_t *count)
{
    *count = 0;
    if (list->count == 0)
        return NULL;
    finding_pair *first =
        bsearch(class, list->pairs, list->count, sizeof *first, compare_with_class);
    if (first == NULL)
        return NULL;
    while (first > list->pairs && strcmp(first[-1].class, class) == 0)
        first--;
    while (first + *count < list->pairs + list->count && strcmp(first[*count].class, class) == 0)
        (*count)++;
    return first;
}

void pairs_free(finding_pairs *list)
{
    if (list->texts != NULL)
        store_free(list->texts);
    free(list->pairs);
    *list = (finding_pairs){0};
}
