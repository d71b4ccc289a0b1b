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

/* A text that may show a way. */
typedef struct candidate {
    uriproof_span text; /* in the store of the ways */
    const pair_part *part;
    bool is_alone; /* the trait decides it alone */
    bool is_plain; /* printable ASCII, which each adapter can be asked */
} candidate;

/* More than one, since the model is not always right. */
enum { CANDIDATES = 8 };

/* What a trait does to a piece, and the best texts that may show it. */
typedef struct sought_way {
    trait_id trait;
    uri_piece piece;
    candidate best[CANDIDATES];
    size_t count;
    bool is_shown;
} sought_way;

typedef struct finder {
    const ways_terms *terms;
    bool differ[TRAIT_COUNT];           /* the traits in which the profiles differ */
    modelled of[PAIR_MEMBERS], changed; /* the last: of one with a trait of the other */
    sought_way *sought;
    size_t sought_count;
    ways *found;
} finder;

/* ---- The model ---- */

static bool answer(modelled *m, const profile *p, const uriproof_request *request)
{
    model_grow(&m->room, request);
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

/* Returns the part with that piece, of those that are wanted, that is not the same in two replies;
 * NULL if there is none. */
static const pair_part *part_seen(const finder *f, uriproof_span text, uri_piece piece,
                                  const reply *a, const reply *b)
{
    for (size_t i = 0; i < PAIR_PARTS; i++)
        if (f->terms->wanted[i] && pair_parts[i].piece == piece &&
            pair_part_differs(text, &pair_parts[i], a, b, &f->terms->allowed))
            return &pair_parts[i];
    return NULL;
}

/* Returns what the trait does if the member has it as the other has it. */
static decision decided_by(finder *f, const uriproof_request *request, uri_piece piece, trait_id id,
                           size_t member)
{
    const uriproof_span text = request->field[0];
    profile changed = *f->terms->of[member];
    const profile *other = f->terms->of[PAIR_MEMBERS - 1 - member];
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        changed.value[c][id] = other->value[c][id];
        if ((unsigned)id < OCTET_PARTS)
            changed.takes[c][id] = other->takes[c][id];
    }
    if (!answer(&f->changed, &changed, request) ||
        part_seen(f, text, piece, &f->of[member].reply, &f->changed.reply) == NULL)
        return DECIDES_NOTHING;
    return part_seen(f, text, piece, &f->changed.reply, &f->of[PAIR_MEMBERS - 1 - member].reply) !=
                   NULL
               ? DECIDES_TOO
               : DECIDES_ALONE;
}

/* Returns what the trait does in either of the two. */
static decision decision_of(finder *f, const uriproof_request *request, uri_piece piece,
                            trait_id id)
{
    const decision one = decided_by(f, request, piece, id, PAIR_CHECKER);
    const decision other =
        one == DECIDES_ALONE ? one : decided_by(f, request, piece, id, PAIR_FETCHER);
    return one > other ? one : other;
}

/* ---- Candidates ---- */

static sought_way *way_of(finder *f, uri_piece piece, trait_id id)
{
    for (size_t i = 0; i < f->sought_count; i++)
        if (f->sought[i].piece == piece && f->sought[i].trait == id)
            return &f->sought[i];
    f->sought = list_grown(f->sought, f->sought_count, sizeof *f->sought);
    f->sought[f->sought_count] = (sought_way){.trait = id, .piece = piece};
    return &f->sought[f->sought_count++];
}

/* Of two texts the better one shows the trait alone, or else is plain, has a host that a program
 * connects to, or is shorter. */
static bool is_better(const candidate *a, const candidate *b)
{
    if (a->is_alone != b->is_alone)
        return a->is_alone;
    if (a->is_plain != b->is_plain)
        return a->is_plain;
    return a->part->is_odd != b->part->is_odd ? b->part->is_odd : a->text.length < b->text.length;
}

/* Takes the text, unless there are enough better ones. */
static void take(finder *f, sought_way *way, candidate one)
{
    size_t at = way->count;
    while (at > 0 && is_better(&one, &way->best[at - 1]))
        at--;
    if (at == CANDIDATES)
        return;
    way->count += way->count < CANDIDATES;
    memmove(&way->best[at + 1], &way->best[at], (way->count - 1 - at) * sizeof one);
    one.text.octets = store_copy(f->found->memory, one.text.octets, one.text.length);
    way->best[at] = one;
}

static void look_at_piece(finder *f, const uriproof_request *request, uri_piece piece)
{
    const uriproof_span text = request->field[0];
    const modelled *a = &f->of[PAIR_CHECKER], *b = &f->of[PAIR_FETCHER];
    const pair_part *part = part_seen(f, text, piece, &a->reply, &b->reply);
    for (unsigned t = 0; part != NULL && t < TRAIT_COUNT; t++) {
        const bool is_read = f->differ[t] && (a->trace.read[t] | b->trace.read[t]) != 0;
        const decision made =
            is_read ? decision_of(f, request, piece, (trait_id)t) : DECIDES_NOTHING;
        if (made != DECIDES_NOTHING)
            take(f, way_of(f, piece, (trait_id)t),
                 (candidate){.text = text,
                             .part = part,
                             .is_alone = made == DECIDES_ALONE,
                             .is_plain = uriproof_all_printable(text)});
    }
}

static void look_at_text(finder *f, const uriproof_request *request)
{
    if (!both_accept(f, request))
        return;
    for (unsigned piece = 0; piece < PIECE_COUNT; piece++)
        look_at_piece(f, request, (uri_piece)piece);
}

/* ---- New processes ---- */

/* Returns true if a parser answers as the model says. */
static bool is_as_modelled(finder *f, const uriproof_request *request, size_t member,
                           const reply *given)
{
    const uriproof_answer parts = reply_components(given);
    return reply_accepts(given) && answer(&f->of[member], f->terms->of[member], request) &&
           model_same(URIPROOF_PARSE, &f->of[member].answer, &parts);
}

static bool are_as_modelled(finder *f, const uriproof_request *request, const reply *replies)
{
    return is_as_modelled(f, request, PAIR_CHECKER, &replies[PAIR_CHECKER]) &&
           is_as_modelled(f, request, PAIR_FETCHER, &replies[PAIR_FETCHER]);
}

/* A text that is made smaller while it stays a way. */
typedef struct smaller_way {
    finder *finder;
    const sought_way *way;
    const candidate *of;
    bool asks; /* both are asked whether they answer as the model says */
} smaller_way;

static bool stays(void *self, const uriproof_request *request)
{
    const smaller_way *s = self;
    finder *f = s->finder;
    if (!both_accept(f, request) ||
        part_seen(f, request->field[0], s->way->piece, &f->of[PAIR_CHECKER].reply,
                  &f->of[PAIR_FETCHER].reply) != s->of->part ||
        decision_of(f, request, s->way->piece, s->way->trait) <
            (s->of->is_alone ? DECIDES_ALONE : DECIDES_TOO))
        return false;
    if (!s->asks)
        return true;
    reply replies[PAIR_MEMBERS] = {{0}};
    store *memory = store_new();
    panel_ask(f->terms->asked, &(panel_questions){.requests = request, .count = 1}, memory,
              replies);
    const bool same = are_as_modelled(f, request, replies);
    store_free(memory);
    return same;
}

/* Returns the text of a candidate made smaller, in the store of the ways. */
static uriproof_request smaller_text(finder *f, const sought_way *way, const candidate *of,
                                     bool asks)
{
    const uriproof_request seen = {URIPROOF_PARSE, {of->text}};
    smaller_way s = {f, way, of, asks};
    uriproof_request smaller;
    char *memory = reduce(&seen, stays, &s, &smaller);
    uriproof_span *text = &smaller.field[0];
    text->octets = store_copy(f->found->memory, text->octets, text->length);
    free(memory);
    return smaller;
}

/* Sets the values that the two have where the text is read so. */
static void set_values(finder *f, const uriproof_request *request, way_by_trait *way)
{
    if (!both_accept(f, request))
        return;
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

/* Adds the way, if these replies of new processes show it. Returns false if they do not. */
static bool is_shown(finder *f, const sought_way *sought, const candidate *of,
                     const uriproof_request *request, const reply *replies)
{
    const ways_terms *terms = f->terms;
    ways *w = f->found;
    answer_class class;
    if (!are_as_modelled(f, request, replies) ||
        !pair_class(terms->fresh, request->field[0], of->part, replies, &class))
        return false;
    w->items = list_grown(w->items, w->count, sizeof *w->items);
    way_by_trait *way = &w->items[w->count++];
    *way = (way_by_trait){
        .trait = sought->trait,
        .shown = {.part = of->part,
                  .found = true,
                  .again = SHOWN_AGAIN,
                  .class = class,
                  .checker = replies[PAIR_CHECKER],
                  .fetcher = replies[PAIR_FETCHER],
                  .judged = terms->is_judged != NULL && terms->is_judged(terms->self, &class)}};
    buffer_add(&way->shown.text, request->field[0].octets, request->field[0].length);
    set_values(f, request, way);
    return true;
}

/* Asks new processes about texts, each of them alone. */
static reply *ask(finder *f, const uriproof_request *requests, size_t count)
{
    reply *replies = calloc(count * PAIR_MEMBERS + 1, sizeof *replies);
    if (count > 0)
        panel_ask(f->terms->fresh, &(panel_questions){.requests = requests, .count = count},
                  f->found->memory, replies);
    return replies;
}

/* Lets new processes show the text of a candidate, which they do as it was seen: made smaller so
 * far that they still do. */
static bool shows_seen(finder *f, const sought_way *way, const candidate *of, const reply *seen)
{
    const uriproof_request whole = {URIPROOF_PARSE, {of->text}};
    if (!are_as_modelled(f, &whole, seen))
        return false;
    const uriproof_request smaller = smaller_text(f, way, of, true);
    reply *replies = ask(f, &smaller, 1);
    const bool shown =
        is_shown(f, way, of, &smaller, replies) || is_shown(f, way, of, &whole, seen);
    free(replies);
    return shown;
}

/* Lets new processes show candidate number `i` of each way that has none yet: made smaller as the
 * model says, and as it was seen. */
static void show_candidates(finder *f, size_t i)
{
    uriproof_request *requests = calloc(2 * f->sought_count + 1, sizeof *requests);
    size_t count = 0;
    for (size_t w = 0; w < f->sought_count; w++) {
        const sought_way *way = &f->sought[w];
        if (way->is_shown || i >= way->count)
            continue;
        requests[count++] = smaller_text(f, way, &way->best[i], false);
        requests[count++] = (uriproof_request){URIPROOF_PARSE, {way->best[i].text}};
    }
    reply *replies = ask(f, requests, count), *at = replies;
    const uriproof_request *request = requests;
    for (size_t w = 0; w < f->sought_count; w++) {
        sought_way *way = &f->sought[w];
        if (way->is_shown || i >= way->count)
            continue;
        way->is_shown = is_shown(f, way, &way->best[i], request, at) ||
                        shows_seen(f, way, &way->best[i], at + PAIR_MEMBERS);
        request += 2;
        at += (size_t)2 * PAIR_MEMBERS;
    }
    free(replies);
    free(requests);
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

/* ---- Ways ---- */

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
    for (size_t i = 0; i < CANDIDATES && !has_to_stop(&f); i++)
        show_candidates(&f, i);
    found.asked = !has_to_stop(&f);
    for (size_t i = 0; i < f.sought_count; i++)
        found.not_shown += !f.sought[i].is_shown;
    if (found.count > 0)
        qsort(found.items, found.count, sizeof *found.items, by_part_and_risk);
    for (size_t m = 0; m < PAIR_MEMBERS; m++)
        free(f.of[m].room.octets);
    free(f.changed.room.octets);
    free(f.sought);
    free(asked.items);
    store_free(memory);
    return found;
}

bool ways_have(const ways *w, const answer_class *class)
{
    for (size_t i = 0; i < w->count; i++)
        if (class_equal(&w->items[i].shown.class, class))
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
