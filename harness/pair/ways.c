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

/* Returns true if a parser sees the part otherwise if it has the trait as the other has it. */
static bool decides(finder *f, const uriproof_request *request, const pair_part *part, trait_id id,
                    size_t member)
{
    profile changed = *f->terms->of[member];
    const profile *other = f->terms->of[PAIR_MEMBERS - 1 - member];
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        changed.value[c][id] = other->value[c][id];
        if ((unsigned)id < OCTET_PARTS)
            changed.takes[c][id] = other->takes[c][id];
    }
    return answer(&f->changed, &changed, request) &&
           sees_other(f, request->field[0], part, &f->of[member].reply, &f->changed.reply);
}

static bool is_odd(const finder *f, const pair_part *part)
{
    return part->piece == PIECE_HOST && !(pair_is_fetched(&f->of[PAIR_CHECKER].reply) &&
                                          pair_is_fetched(&f->of[PAIR_FETCHER].reply));
}

/* ---- Ways ---- */

static way_by_trait *way_of(const finder *f, const pair_part *part, trait_id id)
{
    for (size_t i = 0; i < f->found->count; i++)
        if (f->found->items[i].part == part && f->found->items[i].trait == id)
            return &f->found->items[i];
    return NULL;
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

/* Takes the text, unless there is a better one of the way. A host that a program connects to is
 * better than a shorter text. */
static void take(finder *f, uriproof_span text, const pair_part *part, trait_id id)
{
    const bool odd = is_odd(f, part);
    way_by_trait *way = way_of(f, part, id);
    if (way != NULL && (way->is_odd != odd ? odd : text.length >= way->text.length))
        return;
    if (way == NULL) {
        f->found->items = list_grown(f->found->items, f->found->count, sizeof *f->found->items);
        way = &f->found->items[f->found->count++];
    }
    *way = (way_by_trait){.trait = id, .part = part, .is_odd = odd};
    way->text =
        (uriproof_span){store_copy(f->found->memory, text.octets, text.length), text.length};
    set_values(f, way);
}

static void look_at_part(finder *f, const uriproof_request *request, const pair_part *part)
{
    if (!sees_other(f, request->field[0], part, &f->of[PAIR_CHECKER].reply,
                    &f->of[PAIR_FETCHER].reply))
        return;
    for (unsigned t = 0; t < TRAIT_COUNT; t++)
        if (f->differ[t] &&
            (f->of[PAIR_CHECKER].trace.read[t] | f->of[PAIR_FETCHER].trace.read[t]) != 0 &&
            (decides(f, request, part, (trait_id)t, PAIR_CHECKER) ||
             decides(f, request, part, (trait_id)t, PAIR_FETCHER)))
            take(f, request->field[0], part, (trait_id)t);
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
    return both_accept(f, request) && is_odd(f, s->way->part) == s->way->is_odd &&
           sees_other(f, request->field[0], s->way->part, &f->of[PAIR_CHECKER].reply,
                      &f->of[PAIR_FETCHER].reply) &&
           (decides(f, request, s->way->part, s->way->trait, PAIR_CHECKER) ||
            decides(f, request, s->way->part, s->way->trait, PAIR_FETCHER));
}

static void make_smaller(finder *f, way_by_trait *way)
{
    const uriproof_request seen = {URIPROOF_PARSE, {way->text}};
    smaller_way s = {f, way};
    uriproof_request smaller;
    char *memory = reduce(&seen, stays, &s, &smaller);
    const uriproof_span text = smaller.field[0];
    way->text =
        (uriproof_span){store_copy(f->found->memory, text.octets, text.length), text.length};
    free(memory);
}

static int by_part_and_risk(const void *a, const void *b)
{
    const way_by_trait *x = a, *y = b;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    if (x->is_odd != y->is_odd)
        return x->is_odd ? 1 : -1;
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

/* Lets new processes show them, all in one go. */
static void show(finder *f)
{
    ways *w = f->found;
    uriproof_request *requests = calloc(w->count + 1, sizeof *requests);
    reply *replies = calloc(w->count * PAIR_MEMBERS + 1, sizeof *replies);
    for (size_t i = 0; i < w->count; i++)
        requests[i] = (uriproof_request){URIPROOF_PARSE, {w->items[i].text}};
    if (w->count > 0)
        panel_ask(f->terms->fresh, &(panel_questions){.requests = requests, .count = w->count},
                  w->memory, replies);
    for (size_t i = 0; i < w->count; i++) {
        way_by_trait *way = &w->items[i];
        memcpy(way->replies, &replies[i * PAIR_MEMBERS], sizeof way->replies);
        const reply *a = &way->replies[PAIR_CHECKER], *b = &way->replies[PAIR_FETCHER];
        way->is_shown = reply_accepts(a) && reply_accepts(b) &&
                        sees_other(f, way->text, way->part, a, b) &&
                        is_as_modelled(f, &requests[i], PAIR_CHECKER, a) &&
                        is_as_modelled(f, &requests[i], PAIR_FETCHER, b);
    }
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
        count += w->items[i].is_shown;
    return count;
}

void ways_free(ways *w)
{
    free(w->items);
    if (w->memory != NULL)
        store_free(w->memory);
}
