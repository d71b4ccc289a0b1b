/* SPDX-License-Identifier: MIT */
#include "survey.h"

#include "reduce.h"

#include <stdlib.h>
#include <string.h>

/* While a text is made smaller, a parser may take longer than the time limit so often. */
enum { MOST_TIMEOUTS = 16 };

/* Texts that a panel is asked about. */
typedef struct asked_block {
    panel *panel; /* NULL: there are none */
    const uriproof_request *requests;
    size_t count;
    store *memory;
    reply *replies;
    bool *agreed;
    bool *unasked; /* texts that some parser which could answer was not asked */
} asked_block;

struct survey {
    asked_block waiting;
    asked_block last; /* that was looked at; it has no more than its requests, `agreed` and
                         `unasked` */
    survey_options options;
    survey_class *classes;
    size_t count;
    size_t texts, agreements;
    size_t unasked;
    excused_counts excused;
    size_t chained;   /* texts that chains were asked for */
    bool knows_parse; /* they are asked to parse these, too */
    store *memory;    /* of the replies */
    reply *replies;   /* of all members to each example */
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
    free(s->replies);
    free(s->last.agreed);
    free(s->last.unasked);
    store_free(s->memory);
    free(s);
}

/* ---- Classes that were seen ---- */

static survey_class *class_named(survey *s, const char *id, bool of_reference)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->classes[i].of_reference == of_reference && strcmp(s->classes[i].id, id) == 0)
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

/* Returns true if each parser that has the operation was asked, and some parser answered. */
static bool is_asked_of_all(const survey *s, const panel *p, uriproof_op op, const reply *replies)
{
    bool any = false;
    for (size_t m = 0; m < s->options.members; m++) {
        const hello *greeting = panel_hello(p, m);
        any = any || reply_is_answer(&replies[m]);
        if (replies[m].fault == URIPROOF_NOT_RUN && greeting->name != NULL && greeting->ops[op])
            return false;
    }
    return any;
}

/* Looks at the replies to text number `text`: did all parsers agree, and was one not asked? */
static void look_at(survey *s, const panel *p, const uriproof_request *request,
                    const reply *replies, size_t text, bool *agreed, bool *unasked)
{
    text_class *found;
    transform_set excused;
    const text_replies all = panel_replies(p, request, replies);
    size_t count = classes_of_text(&all, &found, &excused);
    size_t wanted = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_wanted(s, &found[i].class))
            continue;
        const survey_class seen = {.class = found[i].class,
                                   .sides = {found[i].sides[0], found[i].sides[1]}};
        record(s, request, &seen, text);
        wanted++;
    }
    *unasked = !is_asked_of_all(s, p, request->op, replies);
    *agreed = wanted == 0 && !*unasked;
    count_excused(&s->excused, &excused, *agreed);
    free(found);
}

static void look_at_block(survey *s, asked_block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        if (!b->agreed[i])
            look_at(s, b->panel, &b->requests[i], &b->replies[i * s->options.members], s->texts + i,
                    &b->agreed[i], &b->unasked[i]);
        s->agreements += b->agreed[i];
        s->unasked += b->unasked[i];
    }
    s->texts += b->count;
    free(b->replies);
    store_free(b->memory);
    free(s->last.agreed);
    free(s->last.unasked);
    s->last = (asked_block){.requests = b->requests, .agreed = b->agreed, .unasked = b->unasked};
}

/* Ends the asking of the last block, and begins that of the next, whose panel is NULL if there is
 * none. Then looks at the last one while the panel works. */
static void move_on(survey *s, asked_block next)
{
    asked_block last = s->waiting;
    if (last.panel != NULL)
        panel_end(last.panel);
    s->waiting = next;
    if (next.panel != NULL)
        panel_begin(next.panel,
                    &(panel_questions){
                        .requests = next.requests, .count = next.count, .agreed = next.agreed},
                    next.memory, next.replies);
    if (last.panel != NULL)
        look_at_block(s, &last);
}

void survey_ask(survey *s, panel *p, const uriproof_request *requests, size_t count)
{
    move_on(s, (asked_block){.panel = p,
                             .requests = requests,
                             .count = count,
                             .memory = store_new(),
                             .replies = calloc(count * s->options.members + 1, sizeof(reply)),
                             .agreed = calloc(count + 1, sizeof(bool)),
                             .unasked = calloc(count + 1, sizeof(bool))});
}

void survey_settle(survey *s)
{
    move_on(s, (asked_block){.panel = NULL});
}

/* Counts a text of the last block as no agreement any more. */
static void end_agreement(survey *s, size_t text)
{
    s->agreements -= s->last.agreed[text];
    s->last.agreed[text] = false;
}

/* Records the chains that texts break; `again`: these are the texts of the last block. */
static void record_broken(survey *s, const broken_chain *broken, size_t count,
                          const uriproof_span *asked, bool again)
{
    for (size_t i = 0; i < count; i++) {
        const uriproof_request request = {URIPROOF_PARSE, {asked[broken[i].text]}};
        const survey_class seen = {.class = broken[i].class,
                                   .sides = {broken[i].member, broken[i].member},
                                   .is_chain = true,
                                   .of_reference = broken[i].of_reference};
        if (!is_wanted(s, &seen.class))
            continue;
        record(s, &request, &seen, s->chained + broken[i].text);
        if (again)
            end_agreement(s, broken[i].text);
    }
}

/* Counts the texts that not all was asked about, each once. */
static void count_unasked(survey *s, const bool *unasked, size_t count, bool again)
{
    for (size_t i = 0; i < count; i++) {
        s->unasked += unasked[i] && !(again && s->last.unasked[i]);
        if (again && unasked[i])
            end_agreement(s, i);
    }
}

void survey_chains(survey *s, panel *p, const uriproof_request *requests, size_t count)
{
    uriproof_span *asked = calloc(count + 1, sizeof *asked);
    bool *unasked = calloc(count + 1, sizeof *unasked);
    s->knows_parse = count > 0 && requests[0].op == URIPROOF_PARSE;
    const chain_texts about = {.texts = asked,
                               .count = count,
                               .base = s->options.base,
                               .knows_parse = s->knows_parse,
                               .unasked = unasked};
    broken_chain *broken;
    for (size_t i = 0; i < count; i++)
        asked[i] = requests[i].field[uriproof_present(requests[i].field[1])];
    survey_settle(s);
    const size_t found = chains_ask(p, s->options.members, &about, &broken);
    const bool again = requests == s->last.requests;
    record_broken(s, broken, found, asked, again);
    count_unasked(s, unasked, count, again);
    s->chained += count;
    free(broken);
    free(unasked);
    free(asked);
}

/* ---- Smaller examples ---- */

/* A class that is looked for again, between the same two members. */
typedef struct search {
    const survey *survey;
    const survey_class *one;
    panel *panel;
    bool *asked; /* of all members, these two */
} search;

/* Finds the class of the difference between the sides of a class, or of the fault of one of them,
 * in the replies of all. */
static bool differ_again(const survey_class *one, const panel *p, const uriproof_request *request,
                         const reply *replies, answer_class *found)
{
    const size_t x = one->sides[0], y = one->sides[1];
    const char *operation = uriproof_ops[request->op].name;
    for (size_t i = 0; i < 2 && one->class.kind == CLASS_FAULT; i++)
        if (class_of_fault(operation, &replies[one->sides[i]], found) &&
            class_equal(found, &one->class))
            return true;
    const text_replies all = panel_replies(p, request, replies);
    if (all.namer != NULL)
        all.namer->begin(all.namer->self, &all);
    return one->class.kind != CLASS_FAULT && reply_is_answer(&replies[x]) &&
           reply_is_answer(&replies[y]) && class_of_members(&all, x, y, found);
}

/* Finds the class of the difference between the two on a text. */
static bool find_again(const search *look, const uriproof_request *request, answer_class *found)
{
    store *memory = store_new();
    reply *replies = calloc(look->survey->options.members + 1, sizeof *replies);
    panel_ask(look->panel,
              &(panel_questions){.requests = request, .count = 1, .asked = look->asked}, memory,
              replies);
    bool any = differ_again(look->one, look->panel, request, replies, found);
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
                               .knows_parse = look->survey->knows_parse,
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

/* Returns the search that asks only the two sides of the class. The caller frees `asked`. */
static search search_of_sides(const survey *s, const survey_class *one, panel *p)
{
    bool *asked = calloc(s->options.members + 1, sizeof *asked);
    asked[one->sides[0]] = asked[one->sides[1]] = true;
    return (search){.survey = s, .one = one, .panel = p, .asked = asked};
}

/* Is the text expected to show the class? */
static bool is_foreseen(void *self, const uriproof_request *request)
{
    const search *look = self;
    const survey_class *one = look->one;
    const text_replies all = panel_replies(look->panel, request, NULL);
    return all.namer->foresees(all.namer->self, &all, one->sides[0], one->sides[1], &one->class);
}

/* Makes the text smaller. What a deviation shows is foreseen, so that only the smallest text has to
 * be asked. */
static char *smaller_text(search *look, uriproof_request *smaller)
{
    const survey_class *one = look->one;
    if (one->class.kind == CLASS_DEVIATION && !one->is_chain) {
        char *memory = reduce(&one->seen, is_foreseen, look, smaller);
        if (shows(look, smaller))
            return memory;
        free(memory);
    }
    return reduce(&one->seen, shows, look, smaller);
}

static void make_smaller(survey *s, survey_class *one, panel *p)
{
    search look = search_of_sides(s, one, p);
    uriproof_request smaller;
    panel_allow_timeouts(p, MOST_TIMEOUTS);
    char *memory = smaller_text(&look, &smaller);
    set_request(&one->example, &smaller);
    free(memory);
    free(look.asked);
}

/* Asks new processes of all members about the examples of the first `count` classes. */
static void ask_about_examples(survey *s, size_t count, panel *fresh)
{
    const size_t members = s->options.members;
    uriproof_request *requests = calloc(count + 1, sizeof *requests);
    s->replies = calloc(count * members + 1, sizeof *s->replies);
    s->memory = store_new();
    for (size_t i = 0; i < count; i++) {
        requests[i] = s->classes[i].example;
        s->classes[i].replies = &s->replies[i * members];
    }
    panel_ask(fresh, &(panel_questions){.requests = requests, .count = count}, s->memory,
              s->replies);
    free(requests);
}

/* Returns true if new processes show a chain again, and finds who breaks it on its example. */
static bool shows_chain_again(const survey *s, survey_class *one, const survey_panels *panels)
{
    bool *breakers = calloc(s->options.members + 1, sizeof *breakers);
    search look = {.survey = s, .one = one, .panel = panels->fresh};
    bool again = breaks_again(&look, &one->example, breakers);
    free(one->breakers);
    look.panel = panels->alone;
    look.asked = breakers;
    one->breakers = calloc(s->options.members + 1, sizeof *one->breakers);
    again = again && breaks_again(&look, &one->example, one->breakers);
    free(breakers);
    return again;
}

/* Returns true if new processes show a difference again. */
static bool shows_again(const survey *s, const survey_class *one, const survey_panels *panels)
{
    answer_class found;
    if (!differ_again(one, panels->fresh, &one->example, one->replies, &found) ||
        !class_equal(&found, &one->class))
        return false;
    search look = search_of_sides(s, one, panels->alone);
    bool again = shows(&look, &one->example);
    free(look.asked);
    return again;
}

/* Does a parser of the class give no answers in new processes? Then nothing is known of the class.
 */
static bool has_silent_side(const survey_class *one, const survey_panels *panels)
{
    for (size_t i = 0; i < 2; i++)
        if (panel_error(panels->fresh, one->sides[i]) != NULL ||
            panel_error(panels->alone, one->sides[i]) != NULL)
            return true;
    return false;
}

/* Returns true if new processes show the class again on its example. */
static bool is_shown(const survey *s, survey_class *one, const survey_panels *panels)
{
    return one->is_chain ? shows_chain_again(s, one, panels) : shows_again(s, one, panels);
}

/* Makes the text as it was seen the example of class number `i`. Returns true if new processes show
 * the class on that: a parser that remembers texts can need more of it than the processes that made
 * it smaller. */
static bool is_shown_as_seen(survey *s, size_t i, const survey_panels *panels)
{
    survey_class *one = &s->classes[i];
    set_request(&one->example, &one->seen);
    panel_ask(panels->fresh, &(panel_questions){.requests = &one->example, .count = 1}, s->memory,
              &s->replies[i * s->options.members]);
    return is_shown(s, one, panels);
}

void survey_finish(survey *s, const survey_panels *panels)
{
    size_t count = 0;
    survey_settle(s);
    for (; count < s->count && !has_to_stop(s); count++)
        make_smaller(s, &s->classes[count], panels->used);
    if (count > 0 && !has_to_stop(s))
        ask_about_examples(s, count, panels->fresh);
    for (size_t i = 0; i < count && !has_to_stop(s); i++) {
        survey_class *one = &s->classes[i];
        bool again = is_shown(s, one, panels);
        const bool reduced = request_is_smaller(&one->example, &one->seen) ||
                             request_is_smaller(&one->seen, &one->example);
        if (!again && reduced && !has_to_stop(s))
            again = is_shown_as_seen(s, i, panels);
        if (again && !has_to_stop(s))
            one->again = SHOWN_AGAIN;
        else if (!has_to_stop(s) && !has_silent_side(one, panels))
            one->again = NOT_SHOWN_AGAIN;
    }
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

size_t survey_unasked(const survey *s)
{
    return s->unasked;
}

size_t survey_agreements(const survey *s)
{
    return s->agreements;
}

const excused_counts *survey_excused(const survey *s)
{
    return &s->excused;
}
