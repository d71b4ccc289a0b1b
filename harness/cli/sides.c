/* SPDX-License-Identifier: MIT */
#include "sides.h"

#include "commands.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char reference_parser[] = "rfc3986-reference";

enum { MOST_NAMED = 6 };

/* What a class is about. */
typedef struct counting {
    uriproof_op op;
    size_t piece;  /* PIECE_COUNT: the whole answer */
    bool validity; /* all that accept are one side */
    store *store;
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

static bool was_asked(const char *outcome)
{
    return strcmp(outcome, uriproof_outcomes[URIPROOF_NOT_RUN].name) != 0 &&
           strcmp(outcome, uriproof_outcomes[URIPROOF_UNSUPPORTED].name) != 0;
}

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

size_t sides_smaller(const cJSON *class)
{
    cJSON *list = sides_list(class);
    const cJSON *side = NULL;
    const size_t deviate = (size_t)cJSON_GetArraySize(json_item(class, "deviates"));
    size_t all = 0, biggest = 0;
    cJSON_ArrayForEach(side, list)
    {
        const size_t count = (size_t)cJSON_GetArraySize(json_item(side, "parsers"));
        all += count;
        biggest = count > biggest ? count : biggest;
    }
    cJSON_Delete(list);
    if (json_item(class, "broken_by") != NULL)
        return (size_t)cJSON_GetArraySize(json_item(class, "broken_by"));
    all -= deviate; /* who deviates is in the list twice */
    const size_t others = all > deviate ? all - deviate : 0;
    return deviate == 0 ? all - biggest : deviate < others ? deviate : others;
}

/* Writes the names of a side; of many, how many there are. */
static void put_names(FILE *out, const cJSON *names, int most)
{
    const cJSON *name = NULL;
    const int count = cJSON_GetArraySize(names);
    size_t told = 0;
    if (count > most)
        fprintf(out, "%d parsers", count);
    cJSON_ArrayForEach(name, names)
    {
        if (count <= most)
            put_listed(out, &told, cJSON_GetStringValue(name));
    }
}

void sides_put(FILE *out, const cJSON *class)
{
    cJSON *list = sides_list(class);
    const cJSON *side = NULL, *deviates = json_item(class, "deviates");
    const char *before = "";
    cJSON_ArrayForEach(side, list)
    {
        fprintf(out, "%s%s: ", before, json_string_of(side, "sees"));
        put_names(out, json_item(side, "parsers"), deviates != NULL ? INT_MAX : MOST_NAMED);
        before = "; ";
        if (deviates != NULL)
            break;
    }
    cJSON_Delete(list);
}
