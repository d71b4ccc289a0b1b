/* SPDX-License-Identifier: MIT */
#include "sides.h"

#include <stdlib.h>
#include <string.h>

const char reference_parser[] = "rfc3986-reference";

enum { MOST_TOLD = 3 };

/* The values that are counted, and what is compared of them. */
typedef struct counting {
    uriproof_op op;
    size_t piece;  /* PIECE_COUNT: the whole answer */
    bool validity; /* all that accept are one side */
    store *store;
    reply *seen; /* a reply for each of the values */
    sides sides;
} counting;

/* Sets what the class is about. */
static void read_class(counting *c, const cJSON *class)
{
    class_words words;
    char operation[40];
    c->op = URIPROOF_OP_COUNT;
    c->piece = 0;
    if (!class_words_of(json_string_of(class, "id"), &words))
        return;
    snprintf(operation, sizeof operation, "%.*s", (int)words.operation.length,
             words.operation.octets);
    c->op = uriproof_op_named(operation);
    c->validity = uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_VALIDITY]));
    while (c->piece < PIECE_COUNT &&
           !uriproof_span_equal(words.part, uriproof_span_of(piece_names[c->piece])))
        c->piece++;
}

static bool is_same(const counting *c, const reply *a, const reply *b)
{
    if (c->validity)
        return true;
    if (c->op == URIPROOF_PARSE && c->piece < PIECE_COUNT)
        return uriproof_span_equal(a->pieces.at[c->piece], b->pieces.at[c->piece]);
    return reply_equal(c->op, a, b);
}

static void count_answer(counting *c, const cJSON *answer, size_t parsers)
{
    const reply one = reply_of_tree(c->store, c->op, answer);
    size_t i = 0;
    if (!reply_is_answer(&one))
        return;
    if (!reply_accepts(&one)) {
        c->sides.reject += parsers;
        return;
    }
    while (i < c->sides.count && !is_same(c, &c->seen[i], &one))
        i++;
    if (i == c->sides.count)
        c->seen[c->sides.count++] = one;
    c->sides.accept[i] += parsers;
}

static bool was_asked(const char *outcome)
{
    return strcmp(outcome, uriproof_outcomes[URIPROOF_NOT_RUN].name) != 0 &&
           strcmp(outcome, uriproof_outcomes[URIPROOF_UNSUPPORTED].name) != 0;
}

static void count_group(counting *c, const cJSON *group)
{
    const char *outcome = json_string_of(group, "outcome");
    const size_t parsers = (size_t)cJSON_GetArraySize(json_item(group, "parsers"));
    if (outcome == NULL)
        count_answer(c, json_item(group, "answer"), parsers);
    else if (was_asked(outcome))
        c->sides.fail += parsers;
}

static int compare_counts(const void *a, const void *b)
{
    const size_t one = *(const size_t *)a, other = *(const size_t *)b;
    return (one < other) - (one > other);
}

sides sides_of(const cJSON *class)
{
    const cJSON *groups = json_item(class, "groups"), *group = NULL;
    const size_t most = (size_t)cJSON_GetArraySize(groups) + 1;
    counting c = {.store = store_new(), .seen = calloc(most, sizeof *c.seen)};
    c.sides.accept = calloc(most, sizeof *c.sides.accept);
    read_class(&c, class);
    cJSON_ArrayForEach(group, groups)
    {
        if (c.op != URIPROOF_OP_COUNT)
            count_group(&c, group);
    }
    qsort(c.sides.accept, c.sides.count, sizeof *c.sides.accept, compare_counts);
    free(c.seen);
    store_free(c.store);
    return c.sides;
}

static size_t least_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t sides_smaller(const sides *s, const cJSON *class)
{
    class_words words;
    size_t accept = 0;
    for (size_t i = 0; i < s->count; i++)
        accept += s->accept[i];
    if (json_item(class, "broken_by") != NULL)
        return (size_t)cJSON_GetArraySize(json_item(class, "broken_by"));
    if (json_item(class, "deviates") != NULL) {
        const size_t deviate = (size_t)cJSON_GetArraySize(json_item(class, "deviates"));
        return least_of(deviate, accept + s->reject - deviate);
    }
    if (!class_words_of(json_string_of(class, "id"), &words))
        return 0;
    if (uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_VALIDITY])))
        return least_of(accept, s->reject);
    if (uriproof_span_equal(words.kind, uriproof_span_of(class_kinds[CLASS_FAULT])))
        return least_of(accept + s->reject, s->fail);
    return s->count > 0 ? accept - s->accept[0] : 0;
}

void sides_put(FILE *out, const sides *s)
{
    const char *before = "";
    for (size_t i = 0; i < s->count && i < MOST_TOLD; i++, before = ":")
        fprintf(out, "%s%zu", before, s->accept[i]);
    if (s->count > MOST_TOLD)
        fputs("..", out);
    before = s->count > 0 ? ", " : "";
    if (s->reject > 0)
        fprintf(out, "%s%zu reject", before, s->reject);
    before = s->count > 0 || s->reject > 0 ? ", " : "";
    if (s->fail > 0)
        fprintf(out, "%s%zu fail", before, s->fail);
}

/* ---- With names ---- */

/* Returns what a parser that gives this answer sees of what the class is about. The caller frees
 * it. */
static char *words_of_answer(const counting *c, const cJSON *answer, bool whole)
{
    const reply one = reply_of_tree(c->store, c->op, answer);
    if (!reply_accepts(&one))
        return strdup("rejected");
    if (c->validity)
        return strdup("accepted");
    if (whole)
        return uriproof_answer_describe(answer);
    const uriproof_span value = one.pieces.at[c->piece];
    if (!uriproof_present(value))
        return text_made("no %s", piece_names[c->piece]);
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    fprintf(out, "%s \"", piece_names[c->piece]);
    for (size_t i = 0; i < value.length; i++) {
        if (value.octets[i] == '\\') /* else \xff could be one octet, and four */
            fputc('\\', out);
        print_octets(out, (uriproof_span){value.octets + i, 1});
    }
    fputc('"', out);
    fclose(out);
    return text.octets;
}

/* Adds copies of the names to the side that sees this, which is made if there is none. */
static void add_side(cJSON *list, const char *sees, const cJSON *names)
{
    cJSON *side = NULL;
    const cJSON *name = NULL;
    cJSON_ArrayForEach(side, list)
    {
        if (strcmp(json_string_of(side, "sees"), sees) == 0)
            break;
    }
    if (side == NULL) {
        side = cJSON_CreateObject();
        cJSON_AddStringToObject(side, "sees", sees);
        cJSON_AddArrayToObject(side, "parsers");
        cJSON_AddItemToArray(list, side);
    }
    cJSON_ArrayForEach(name, names)
    {
        cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(side, "parsers"),
                             cJSON_Duplicate(name, true));
    }
}

static void add_group(const counting *c, cJSON *list, const cJSON *group)
{
    const char *outcome = json_string_of(group, "outcome");
    const cJSON *names = json_item(group, "parsers");
    const bool whole = c->op != URIPROOF_PARSE || c->piece == PIECE_COUNT;
    if (outcome == NULL) {
        char *words = words_of_answer(c, json_item(group, "answer"), whole);
        add_side(list, words, names);
        free(words);
    } else if (was_asked(outcome)) {
        add_side(list, outcome, names);
    }
}

cJSON *sides_list(const cJSON *class)
{
    const cJSON *group = NULL, *breakers = json_item(class, "broken_by");
    const cJSON *deviates = json_item(class, "deviates");
    const char *does = json_string_of(class, "does");
    counting c = {.store = store_new()};
    cJSON *list = cJSON_CreateArray();
    read_class(&c, class);
    if (breakers != NULL)
        add_side(list, "breaks the chain", breakers);
    if (deviates != NULL)
        add_side(list, does != NULL ? does : "deviates", deviates);
    cJSON_ArrayForEach(group, json_item(class, "groups"))
    {
        if (breakers == NULL && c.op != URIPROOF_OP_COUNT)
            add_group(&c, list, group);
    }
    store_free(c.store);
    return list;
}

/* Returns true if the parser is the only one of the side, and the other side is of several, or is
 * the reference alone. */
static bool is_alone(const cJSON *parsers, const cJSON *others)
{
    const cJSON *first = cJSON_GetArrayItem(others, 0);
    const int count = cJSON_GetArraySize(others);
    return cJSON_GetArraySize(parsers) == 1 &&
           (count > 1 || (count == 1 && strcmp(first->valuestring, reference_parser) == 0));
}

/* Returns true if it is one of the names. */
static bool has_name(const cJSON *names, const char *name)
{
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, names)
    {
        if (name != NULL && strcmp(one->valuestring, name) == 0)
            return true;
    }
    return false;
}

/* Returns those who see this, or NULL. */
static const cJSON *parsers_of_side(const cJSON *list, const char *sees)
{
    const cJSON *side = NULL;
    cJSON_ArrayForEach(side, list)
    {
        if (strcmp(json_string_of(side, "sees"), sees) == 0)
            return json_item(side, "parsers");
    }
    return NULL;
}

char *sides_verdict(const cJSON *class, const char *parser, bool *alone)
{
    static const char *const does[] = {"accepts", "rejects"};
    cJSON *list = sides_list(class);
    const cJSON *of[] = {parsers_of_side(list, "accepted"), parsers_of_side(list, "rejected")};
    const char *name = NULL;
    size_t on = 0;
    for (size_t i = 0; i < 2; i++)
        if (name == NULL && of[i] != NULL && is_alone(of[i], of[1 - i])) {
            name = of[i]->child->valuestring;
            on = i;
        }
    for (size_t i = 0; i < 2; i++)
        if (of[1 - i] != NULL && has_name(of[i], parser)) {
            name = parser;
            on = i;
        }
    char *words = name != NULL && uriproof_all_printable(uriproof_span_of(name))
                      ? text_made("%s %s", name, does[on])
                      : NULL;
    *alone = cJSON_GetArraySize(of[on]) == 1;
    cJSON_Delete(list);
    return words;
}

void sides_free(sides *s)
{
    free(s->accept);
}
