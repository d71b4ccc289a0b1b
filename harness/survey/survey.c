/* SPDX-License-Identifier: MIT */
#include "survey.h"

#include "reduce.h"

#include <stdlib.h>
#include <string.h>

struct survey {
    survey_options options;
    survey_class *classes;
    size_t count;
    size_t texts, agreements;
    excused_counts excused;
    size_t chained; /* texts that chains were asked for */
};

survey *survey_new(const survey_options *options)
{
    survey *s = calloc(1, sizeof *s);
    s->options = *options;
    return s;
}

static void free_request(uriproof_request *r)
{
    free((char *)r->field[0].octets);
    free((char *)r->field[1].octets);
}

static void free_class(survey_class *one)
{
    free_request(&one->seen);
    free_request(&one->example);
    free(one->breakers);
}

void survey_free(survey *s)
{
    for (size_t i = 0; i < s->count; i++)
        free_class(&s->classes[i]);
    free(s->classes);
    free(s);
}

/* ---- Classes that were seen ---- */

static survey_class *class_named(survey *s, const char *id, bool of_reference)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->classes[i].of_reference == of_reference && strcmp(s->classes[i].seen_as, id) == 0)
            return &s->classes[i];
    return NULL;
}

/* Sets *to to a copy. */
static void set_request(uriproof_request *to, const uriproof_request *from)
{
    uriproof_request copy = *from;
    for (size_t f = 0; f < 2; f++) {
        if (!uriproof_present(copy.field[f]))
            continue;
        char *octets = malloc(copy.field[f].length + 1);
        memcpy(octets, copy.field[f].octets, copy.field[f].length);
        copy.field[f].octets = octets;
    }
    free_request(to);
    *to = copy;
}

/* Records that text number `text` shows a class, as `seen` has it. */
static void record(survey *s, const uriproof_request *request, const survey_class *seen,
                   size_t text)
{
    char id[CLASS_ID_ROOM];
    class_id(&seen->class, id);
    survey_class *one = class_named(s, id, seen->of_reference);
    if (one == NULL) {
        s->classes = list_grown(s->classes, s->count, sizeof *s->classes);
        one = &s->classes[s->count++];
        *one = *seen;
        memcpy(one->seen_as, id, sizeof id);
        memcpy(one->id, id, sizeof id);
        one->again = NOT_LOOKED_FOR;
    }
    one->count += one->count == 0 || one->last_text != text;
    one->last_text = text;
    if (uriproof_present(one->seen.field[0]) && !request_is_smaller(request, &one->seen))
        return;
    set_request(&one->seen, request);
    memcpy(one->sides, seen->sides, sizeof one->sides);
}

static bool is_wanted(const survey *s, const answer_class *one)
{
    return s->options.wanted == NULL || s->options.wanted(s->options.self, one);
}

/* ---- One text ---- */

static void count_excused(excused_counts *counts, const transform_set *excused, bool all_agree)
{
    counts->texts += all_agree && !transform_none(excused);
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        for (unsigned way = 0; way < TRANSFORM_COUNT; way++)
            counts->by[i][way] += (unsigned)excused->declared[i] >> way & 1U;
}

static void look_at(survey *s, const panel *p, const uriproof_request *request,
                    const reply *replies, size_t text)
{
    text_class *found;
    transform_set excused;
    size_t count = classes_of_text(p, s->options.members, request, replies, &found, &excused);
    size_t wanted = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_wanted(s, &found[i].class))
            continue;
        const survey_class seen = {.class = found[i].class,
                                   .sides = {found[i].sides[0], found[i].sides[1]}};
        record(s, request, &seen, text);
        wanted++;
    }
    s->agreements += wanted == 0;
    count_excused(&s->excused, &excused, wanted == 0);
    free(found);
}

void survey_ask(survey *s, panel *p, const uriproof_request *requests, size_t count)
{
    store *memory = store_new();
    reply *replies = calloc(count * s->options.members + 1, sizeof *replies);
    panel_ask(p, &(panel_questions){.requests = requests, .count = count}, memory, replies);
    for (size_t i = 0; i < count; i++)
        look_at(s, p, &requests[i], &replies[i * s->options.members], s->texts + i);
    s->texts += count;
    free(replies);
    store_free(memory);
}

void survey_chains(survey *s, panel *p, const uriproof_span *asked, size_t count)
{
    const chain_texts about = {.texts = asked, .count = count, .base = s->options.base};
    broken_chain *broken;
    size_t found = chains_ask(p, s->options.members, &about, &broken);
    for (size_t i = 0; i < found; i++) {
        const uriproof_request request = {URIPROOF_PARSE, {asked[broken[i].text]}};
        const survey_class seen = {.class = broken[i].class,
                                   .sides = {broken[i].member, broken[i].member},
                                   .is_chain = true,
                                   .of_reference = broken[i].of_reference};
        if (is_wanted(s, &seen.class))
            record(s, &request, &seen, s->chained + broken[i].text);
    }
    s->chained += count;
    free(broken);
}

/* ---- Smaller examples ---- */

/* A class that is looked for again, between the same two members. */
typedef struct search {
    const survey *survey;
    const survey_class *one;
    panel *panel;
    bool *asked; /* of all members, these two */
} search;

/* Finds the class of the difference between the two on a text. */
static bool find_again(const search *look, const uriproof_request *request, answer_class *found)
{
    const size_t *sides = look->one->sides;
    store *memory = store_new();
    reply *replies = calloc(look->survey->options.members + 1, sizeof *replies);
    panel_ask(look->panel,
              &(panel_questions){.requests = request, .count = 1, .asked = look->asked}, memory,
              replies);
    bool any =
        reply_is_answer(&replies[sides[0]]) && reply_is_answer(&replies[sides[1]]) &&
        class_between(request, &replies[sides[0]], &panel_hello(look->panel, sides[0])->transforms,
                      &replies[sides[1]], &panel_hello(look->panel, sides[1])->transforms, found);
    free(replies);
    store_free(memory);
    return any;
}

/* Does a parser that is asked break the same chain on a text, in the same way? Marks those that do
 * in `breakers`, unless that is NULL. */
static bool breaks_again(const search *look, const uriproof_request *request, bool *breakers)
{
    const chain_texts about = {.texts = request->field,
                               .count = 1,
                               .base = look->survey->options.base,
                               .asked = look->asked};
    broken_chain *broken;
    bool same = false;
    size_t count = chains_ask(look->panel, look->survey->options.members, &about, &broken);
    for (size_t i = 0; i < count; i++) {
        if (broken[i].of_reference != look->one->of_reference ||
            !class_equal(&broken[i].class, &look->one->class))
            continue;
        same = true;
        if (breakers != NULL)
            breakers[broken[i].member] = true;
    }
    free(broken);
    return same;
}

/* Does the text show the class? */
static bool shows(void *self, const uriproof_request *request)
{
    const search *look = self;
    const answer_class *wanted = &look->one->class;
    answer_class found;
    if (look->one->is_chain)
        return breaks_again(look, request, NULL);
    return find_again(look, request, &found) && class_equal(&found, wanted);
}

static bool has_to_stop(const survey *s)
{
    return s->options.should_stop != NULL && s->options.should_stop(s->options.self);
}

void survey_look_again(survey *s, size_t which, panel *p, panel *fresh)
{
    survey_class *one = &s->classes[which];
    bool *asked = calloc(s->options.members + 1, sizeof *asked);
    asked[one->sides[0]] = asked[one->sides[1]] = true;
    search look = {.survey = s, .one = one, .panel = p, .asked = asked};
    uriproof_request smaller;
    char *memory = reduce(&one->seen, shows, &look, &smaller);
    set_request(&one->example, &smaller);
    free(memory);
    look.panel = fresh;
    const bool shown_again = shows(&look, &one->example);
    if (one->is_chain) {
        look.asked = NULL;
        one->breakers = calloc(s->options.members + 1, sizeof *one->breakers);
        breaks_again(&look, &one->example, one->breakers);
    }
    if (!has_to_stop(s))
        one->again = shown_again ? SHOWN_AGAIN : NOT_SHOWN_AGAIN;
    free(asked);
}

const survey_class *survey_classes(const survey *s, size_t *count)
{
    *count = s->count;
    return s->classes;
}

size_t survey_texts(const survey *s)
{
    return s->texts;
}

size_t survey_agreements(const survey *s)
{
    return s->agreements;
}

const excused_counts *survey_excused(const survey *s)
{
    return &s->excused;
}
