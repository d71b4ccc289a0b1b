/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include "model/learn.h"
#include "profiles/profiles.h"

#include <stdlib.h>
#include <string.h>

/* How many texts the mutator makes, beside those of the table of traits. */
enum { MUTATED = 20000 };

/* The answers of the model under one profile. */
typedef struct modelled {
    uriproof_buffer room;
    model_trace trace;
    uriproof_answer answer;
    reply reply;
} modelled;

/* What a trait does to what two parsers see differently. */
typedef enum decision {
    DECIDES_NOTHING,
    DECIDES_TOO,  /* with it as the other has it, a parser sees the part otherwise */
    DECIDES_ALONE /* and as the other does */
} decision;

typedef struct finder {
    const ways_terms *terms;
    bool differ[TRAIT_COUNT];           /* the traits in which the profiles differ */
    modelled of[PAIR_MEMBERS], changed; /* the last: of one with a trait of the other */
    ways *found;
} finder;

/* ---- The model ---- */

static bool answer(modelled *m, const profile *p, const uriproof_request *request)
{
    const size_t need = model_room(request->field[0].length);
    if (m->room.capacity < need) {
        free(m->room.octets);
        m->room = (uriproof_buffer){malloc(need), need, 0};
    }
    if (!model_answer(p, request, &m->room, &m->answer, &m->trace))
        return false;
    m->reply = reply_borrowed(URIPROOF_PARSE, &m->answer);
    return reply_accepts(&m->reply);
}

static bool both_accept(finder *f, const uriproof_request *request)
{
    return answer(&f->of[PAIR_CHECKER], f->terms->of[PAIR_CHECKER], request) &&
           answer(&f->of[PAIR_FETCHER], f->terms->of[PAIR_FETCHER], request);
}

static bool sees_other(const finder *f, uriproof_span text, const pair_part *part, const reply *a,
                       const reply *b)
{
    return pair_part_differs(text, part, a, b, &f->terms->allowed);
}

/* Returns what the trait does if the member has it as the other has it. */
static decision decided_by(finder *f, const uriproof_request *request, const pair_part *part,
                           trait_id id, size_t member)
{
    profile changed = *f->terms->of[member];
    const profile *other = f->terms->of[PAIR_MEMBERS - 1 - member];
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        changed.value[c][id] = other->value[c][id];
        if ((unsigned)id < OCTET_PARTS)
            changed.takes[c][id] = other->takes[c][id];
    }
    if (!answer(&f->changed, &changed, request) ||
        !sees_other(f, request->field[0], part, &f->of[member].reply, &f->changed.reply))
        return DECIDES_NOTHING;
    return sees_other(f, request->field[0], part, &f->changed.reply,
                      &f->of[PAIR_MEMBERS - 1 - member].reply)
               ? DECIDES_TOO
               : DECIDES_ALONE;
}

/* Returns what the trait does in either of the two. */
static decision decision_of(finder *f, const uriproof_request *request, const pair_part *part,
                            trait_id id)
{
    const decision one = decided_by(f, request, part, id, PAIR_CHECKER);
    const decision other =
        one == DECIDES_ALONE ? one : decided_by(f, request, part, id, PAIR_FETCHER);
    return one > other ? one : other;
}

/* Returns the part that it is if it is no host that a program connects to: another for a host. */
static const pair_part *part_seen(const finder *f, const pair_part *part)
{
    const bool is_fetched =
        pair_is_fetched(&f->of[PAIR_CHECKER].reply) && pair_is_fetched(&f->of[PAIR_FETCHER].reply);
    const pair_part *seen = part;
    while (!is_fetched && part->piece == PIECE_HOST && !seen->is_odd)
        seen++;
    return seen;
}

/* ---- Ways ---- */

static way_by_trait *way_of(const finder *f, const pair_part *part, trait_id id)
{
    for (size_t i = 0; i < f->found->count; i++)
        if (f->found->items[i].shown.part->piece == part->piece && f->found->items[i].trait == id)
            return &f->found->items[i];
    return NULL;
}

static uriproof_span text_of(const way_by_trait *way)
{
    return (uriproof_span){way->shown.text.octets, way->shown.text.length};
}

static void set_text(way_by_trait *way, uriproof_span text)
{
    octet_buffer *own = &way->shown.text;
    own->length = 0;
    buffer_reserve(own, text.length + 1);
    buffer_add(own, text.octets, text.length);
}

/* Sets the values that the two have where the text is read so. */
static void set_values(const finder *f, way_by_trait *way)
{
    const unsigned read =
        f->of[PAIR_CHECKER].trace.read[way->trait] | f->of[PAIR_FETCHER].trace.read[way->trait];
    for (unsigned kind = 0; kind < SCHEME_KINDS; kind++) {
        const unsigned c = profile_context(MODEL_PARSE, (scheme_kind)kind);
        const unsigned one = f->terms->of[PAIR_CHECKER]->value[c][way->trait];
        const unsigned other = f->terms->of[PAIR_FETCHER]->value[c][way->trait];
        if ((read >> kind & 1U) == 0 || one == other)
            continue;
        way->values[PAIR_CHECKER] = one;
        way->values[PAIR_FETCHER] = other;
        return;
    }
}

/* Is a text better than that of the way? One that shows the trait alone is, then one with a host
 * that a program connects to, then the shorter one. */
static bool is_better(const way_by_trait *way, const pair_part *seen, bool is_alone, size_t length)
{
    if (way->is_alone != is_alone)
        return is_alone;
    return way->shown.part != seen ? !seen->is_odd : length < way->shown.text.length;
}

/* Takes the text, unless there is a better one of the way. */
static void take(finder *f, uriproof_span text, const pair_part *part, trait_id id, bool is_alone)
{
    const pair_part *seen = part_seen(f, part);
    way_by_trait *way = way_of(f, part, id);
    if (way != NULL && !is_better(way, seen, is_alone, text.length))
        return;
    if (way == NULL) {
        f->found->items = list_grown(f->found->items, f->found->count, sizeof *f->found->items);
        way = &f->found->items[f->found->count++];
        *way = (way_by_trait){.trait = id, .shown = {.found = true, .again = NOT_LOOKED_FOR}};
    }
    way->is_alone = is_alone;
    way->shown.part = seen;
    set_text(way, text);
    set_values(f, way);
}

static void look_at_part(finder *f, const uriproof_request *request, const pair_part *part)
{
    if (!sees_other(f, request->field[0], part, &f->of[PAIR_CHECKER].reply,
                    &f->of[PAIR_FETCHER].reply))
        return;
    for (unsigned t = 0; t < TRAIT_COUNT; t++) {
        if (!f->differ[t] ||
            (f->of[PAIR_CHECKER].trace.read[t] | f->of[PAIR_FETCHER].trace.read[t]) == 0)
            continue;
        const decision made = decision_of(f, request, part, (trait_id)t);
        if (made != DECIDES_NOTHING)
            take(f, request->field[0], part, (trait_id)t, made == DECIDES_ALONE);
    }
}

static void look_at_text(finder *f, const uriproof_request *request)
{
    if (!both_accept(f, request))
        return;
    for (size_t i = 0; i < PAIR_PARTS; i++)
        if (f->terms->wanted[i] && pair_parts[i].is_sought)
            look_at_part(f, request, &pair_parts[i]);
}

/* A text that is made smaller while it stays a way. */
typedef struct smaller_way {
    finder *finder;
    const way_by_trait *way;
} smaller_way;

static bool stays(void *self, const uriproof_request *request)
{
    const smaller_way *s = self;
    finder *f = s->finder;
    const pair_part *part = s->way->shown.part;
    return both_accept(f, request) &&
           (part->piece != PIECE_HOST || part_seen(f, &pair_parts[0]) == part) &&
           sees_other(f, request->field[0], part, &f->of[PAIR_CHECKER].reply,
                      &f->of[PAIR_FETCHER].reply) &&
           decision_of(f, request, part, s->way->trait) >=
               (s->way->is_alone ? DECIDES_ALONE : DECIDES_TOO);
}

static void make_smaller(finder *f, way_by_trait *way)
{
    const uriproof_request seen = {URIPROOF_PARSE, {text_of(way)}};
    smaller_way s = {f, way};
    uriproof_request smaller;
    char *memory = reduce(&seen, stays, &s, &smaller);
    set_text(way, smaller.field[0]);
    free(memory);
}

static int by_part_and_risk(const void *a, const void *b)
{
    const way_by_trait *x = a, *y = b;
    if (x->shown.part != y->shown.part)
        return x->shown.part < y->shown.part ? -1 : 1;
    if (traits[x->trait].risk != traits[y->trait].risk)
        return traits[x->trait].risk < traits[y->trait].risk ? -1 : 1;
    return x->trait < y->trait ? -1 : x->trait > y->trait;
}

/* Returns true if a parser answers as the model says. */
static bool is_as_modelled(finder *f, const uriproof_request *request, size_t member,
                           const reply *given)
{
    const uriproof_answer parts = reply_components(given);
    return answer(&f->of[member], f->terms->of[member], request) &&
           model_same(URIPROOF_PARSE, &f->of[member].answer, &parts);
}

/* Takes the replies of new processes, if they show the way. */
static void take_replies(finder *f, way_by_trait *way, const reply replies[PAIR_MEMBERS])
{
    const ways_terms *terms = f->terms;
    const uriproof_request request = {URIPROOF_PARSE, {text_of(way)}};
    pair_finding *shown = &way->shown;
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        if (!reply_accepts(&replies[m]) || !is_as_modelled(f, &request, m, &replies[m]))
            return;
    if (!pair_class(terms->fresh, request.field[0], shown->part, replies, &shown->class))
        return;
    shown->again = SHOWN_AGAIN;
    shown->checker = replies[PAIR_CHECKER];
    shown->fetcher = replies[PAIR_FETCHER];
    shown->judged = terms->is_judged != NULL && terms->is_judged(terms->self, &shown->class);
}

/* Lets new processes show them, all in one go. */
static void show(finder *f)
{
    ways *w = f->found;
    uriproof_request *requests = calloc(w->count + 1, sizeof *requests);
    reply *replies = calloc(w->count * PAIR_MEMBERS + 1, sizeof *replies);
    for (size_t i = 0; i < w->count; i++)
        requests[i] = (uriproof_request){URIPROOF_PARSE, {text_of(&w->items[i])}};
    if (w->count > 0)
        panel_ask(f->terms->fresh, &(panel_questions){.requests = requests, .count = w->count},
                  w->memory, replies);
    for (size_t i = 0; i < w->count; i++)
        take_replies(f, &w->items[i], &replies[i * PAIR_MEMBERS]);
    free(requests);
    free(replies);
}

static void find_traits(finder *f)
{
    size_t count;
    profile_change *list =
        profile_changes(f->terms->of[PAIR_CHECKER], f->terms->of[PAIR_FETCHER], &count);
    for (size_t i = 0; i < count; i++)
        f->differ[list[i].trait] = true;
    free(list);
}

static bool has_to_stop(const finder *f)
{
    return f->terms->should_stop != NULL && f->terms->should_stop(f->terms->self);
}

ways ways_find(const ways_terms *terms)
{
    static const question_counts counts = {{[MODEL_PARSE] = MUTATED}};
    ways found = {.memory = store_new()};
    finder f = {.terms = terms, .found = &found};
    store *memory = store_new();
    observations asked = {NULL, 0};
    find_traits(&f);
    questions_of_traits(&asked, memory);
    questions_of_seed(&asked, memory, terms->seed, &counts);
    for (size_t i = 0; i < asked.count && !has_to_stop(&f); i++)
        if (asked.items[i].request.op == URIPROOF_PARSE)
            look_at_text(&f, &asked.items[i].request);
    for (size_t i = 0; i < found.count; i++)
        make_smaller(&f, &found.items[i]);
    if (found.count > 0)
        qsort(found.items, found.count, sizeof *found.items, by_part_and_risk);
    if (!has_to_stop(&f))
        show(&f);
    found.asked = !has_to_stop(&f);
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        free(f.of[m].room.octets);
    free(f.changed.room.octets);
    free(asked.items);
    store_free(memory);
    return found;
}

size_t ways_shown(const ways *w)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++)
        count += w->items[i].shown.again == SHOWN_AGAIN;
    return count;
}

bool ways_have(const ways *w, const answer_class *class)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i].shown.again == SHOWN_AGAIN && class_equal(&w->items[i].shown.class, class))
            return true;
    return false;
}

const pair_finding *pair_finding_at(const ways *w, const pair *found, size_t i)
{
    if (i < w->count)
        return &w->items[i].shown;
    return i - w->count < PAIR_FINDINGS ? &found->findings[i - w->count] : NULL;
}

void ways_free(ways *w)
{
    for (size_t i = 0; i < w->count; i++)
        buffer_free(&w->items[i].shown.text);
    free(w->items);
    if (w->memory != NULL)
        store_free(w->memory);
}
