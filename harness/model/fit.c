/* SPDX-License-Identifier: MIT */
#include "fit.h"

#include <stdlib.h>
#include <string.h>

/* What a change has to gain, in scores, before it is made; one of some contexts more. And by how
 * many answers a change is needed, or else it is taken back. */
enum { LEAST_GAIN = 24, LEAST_GAIN_SPLIT = 56, LEAST_NEEDED = 2, LEAST_NEEDED_SPLIT = 3 };

/* ---- Scores ---- */

static unsigned score_of(uriproof_op op, const uriproof_answer *model, const uriproof_answer *given)
{
    if (model_same(op, model, given))
        return SCORE_SAME;
    if ((model->status == ANSWER_ACCEPTED) != (given->status == ANSWER_ACCEPTED))
        return 0;
    if (op == URIPROOF_RESOLVE)
        return 6;
    const uriproof_components *a = &model->parts.components, *b = &given->parts.components;
    return 4U + uriproof_span_equal(a->scheme, b->scheme) + uriproof_span_equal(a->host, b->host) +
           uriproof_span_equal(a->port, b->port) + uriproof_span_equal(a->path, b->path) +
           uriproof_span_equal(a->query, b->query) + uriproof_span_equal(a->fragment, b->fragment);
}

static void need_room(fit *f, const uriproof_request *request)
{
    const size_t need = model_room(request->field[0].length + request->field[1].length);
    if (f->room.capacity >= need)
        return;
    free(f->room.octets);
    f->room = (uriproof_buffer){malloc(need), need, 0};
}

static unsigned score(fit *f, const profile *p, size_t i, model_trace *trace)
{
    const observation *o = &f->all->items[i];
    uriproof_answer answer;
    if (!o->is_answer || !model_answer(p, &o->request, &f->room, &answer, trace))
        return SCORE_SAME;
    return score_of(o->request.op, &answer, &o->given);
}

static void count_again(fit *f, size_t i)
{
    f->scores[i] = (unsigned char)score(f, &f->profile, i, &f->traces[i]);
}

/* Counts what was added. */
static void count_new(fit *f)
{
    const size_t count = f->all->count;
    f->scores = realloc(f->scores, (count + 1) * sizeof *f->scores);
    f->traces = realloc(f->traces, (count + 1) * sizeof *f->traces);
    for (; f->counted < count; f->counted++) {
        f->traces[f->counted] = (model_trace){{{0}}, 0};
        need_room(f, &f->all->items[f->counted].request);
        count_again(f, f->counted);
    }
}

fit fit_begin(const profile *claimed, const observations *all)
{
    return (fit){.profile = *claimed, .claimed = *claimed, .all = all};
}

void fit_free(fit *f)
{
    free(f->scores);
    free(f->traces);
    free(f->room.octets);
}

/* ---- Moves ---- */

/* A change of a trait in some contexts: to a value, or of octets. */
typedef struct move {
    trait_id trait;
    unsigned value;
    uint32_t contexts;
    octet_set octets; /* of a set: those that change */

} move;

static void make(profile *p, const move *m)
{
    if ((unsigned)m->trait >= OCTET_PARTS) {
        profile_set(p, m->contexts, m->trait, m->value);
        return;
    }
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        for (unsigned i = 0; i < 4 && (m->contexts >> c & 1) != 0; i++)
            p->takes[c][m->trait].bits[i] ^= m->octets.bits[i];
}

bool fit_is_over(const fit *f)
{
    return f->should_stop != NULL && f->should_stop(f->self);
}

/* Returns true if the move can change the answer to a question. No move does once the fit is over:
 * then nothing gains, and what is begun ends soon. */
static bool concerns(const fit *f, const move *m, size_t i)
{
    return trait_in(&f->traces[i].read, m->trait) && (f->traces[i].contexts & m->contexts) != 0 &&
           !fit_is_over(f);
}

/* What a move gains and loses in scores. */
typedef struct balance {
    long won, lost;
} balance;

/* Weighs a move. Stops if it wins less than `least`. */
static balance weigh(fit *f, const move *m, long least)
{
    profile p = f->profile;
    balance sum = {0, 0};
    make(&p, m);
    for (size_t i = 0; i < f->counted; i++) {
        if (f->scores[i] == SCORE_SAME || !concerns(f, m, i))
            continue;
        const unsigned now = score(f, &p, i, NULL);
        if (now >= f->scores[i])
            sum.won += (long)now - f->scores[i];
        else
            sum.lost += (long)f->scores[i] - now;
    }
    for (size_t i = 0; i < f->counted && sum.won >= least; i++)
        if (f->scores[i] == SCORE_SAME && concerns(f, m, i))
            sum.lost += SCORE_SAME - (long)score(f, &p, i, NULL);
    return sum;
}

/* Returns how many more questions are answered right. */
static long gain_same(fit *f, const move *m)
{
    profile p = f->profile;
    long sum = 0;
    make(&p, m);
    for (size_t i = 0; i < f->counted; i++)
        if (concerns(f, m, i))
            sum += (score(f, &p, i, NULL) == SCORE_SAME) - (f->scores[i] == SCORE_SAME);
    return sum;
}

static void apply(fit *f, const move *m)
{
    make(&f->profile, m);
    for (size_t i = 0; i < f->counted; i++)
        if (concerns(f, m, i))
            count_again(f, i);
}

/* The contexts in which a value may hold, from the most general. */
static uint32_t contexts_at(unsigned index)
{
    static const unsigned kinds[] = {
        1U << KIND_HTTP | 1U << KIND_SPECIAL | 1U << KIND_FILE | 1U << KIND_OTHER,
        1U << KIND_NONE,
        1U << KIND_HTTP | 1U << KIND_SPECIAL,
        1U << KIND_HTTP | 1U << KIND_SPECIAL | 1U << KIND_FILE,
        1U << KIND_FILE,
        1U << KIND_OTHER,
        1U << KIND_OTHER | 1U << KIND_FILE,
        1U << KIND_HTTP,
        1U << KIND_SPECIAL,
        1U << KIND_OTHER | 1U << KIND_NONE,
    };
    const unsigned count = sizeof kinds / sizeof kinds[0];
    if (index == 0)
        return PROFILE_EVERYWHERE;
    if (index <= count)
        return kinds[index - 1] | (uint32_t)kinds[index - 1] << SCHEME_KINDS;
    index -= count + 1;
    if (index < MODEL_OPS)
        return profile_contexts_of((model_op)index);
    index -= MODEL_OPS;
    return index < 2 * count ? (uint32_t)kinds[index % count] << (index / count) * SCHEME_KINDS : 0;
}

/* A move that is worth making. */
typedef struct candidate {
    move move;
    long gain;
} candidate;

enum { CANDIDATES_MOST = 1024 };
typedef struct candidates {
    candidate items[CANDIDATES_MOST];
    size_t count;
} candidates;

/* Adds a change in all contexts; and in fewer if it explains something there, but also loses. */
static void try_move(fit *f, move m, candidates *to)
{
    for (unsigned i = 0; contexts_at(i) != 0 && to->count < CANDIDATES_MOST; i++) {
        m.contexts = contexts_at(i);
        const long least = i == 0 ? LEAST_GAIN : LEAST_GAIN_SPLIT;
        const balance sum = weigh(f, &m, least);
        if (sum.won - sum.lost >= least)
            to->items[to->count++] = (candidate){m, sum.won - sum.lost - (i == 0 ? 0 : least)};
        if (i == 0 && (sum.lost == 0 || sum.won < LEAST_GAIN_SPLIT))
            return;
    }
}

static int by_gain(const void *a, const void *b)
{
    const candidate *one = a, *two = b;
    if (one->gain != two->gain)
        return one->gain > two->gain ? -1 : 1;
    if (one->move.trait != two->move.trait)
        return one->move.trait < two->move.trait ? -1 : 1;
    if (one->move.value != two->move.value)
        return one->move.value < two->move.value ? -1 : 1;
    return one->move.contexts > two->move.contexts ? -1 : one->move.contexts < two->move.contexts;
}

/* ---- Octets ---- */

/* Returns the octets of a part that the answers take or reject otherwise than the profile does. */
static octet_set octets_that_differ(const fit *f, octet_part part, bool special)
{
    const unsigned context = profile_context(MODEL_PARSE, part == OCTETS_SCHEME ? KIND_NONE
                                                          : special             ? KIND_HTTP
                                                                                : KIND_OTHER);
    octet_set differ = {{0}};
    for (size_t i = 0; i < f->counted; i++) {
        const observation *o = &f->all->items[i];
        if (o->part != part || o->special != special || !o->is_answer)
            continue;
        const bool taken = o->given.status == ANSWER_ACCEPTED;
        if (taken == octet_in(&f->profile.takes[context][part], o->octet))
            continue;
        octet_put(&differ, o->octet, true);
        for (unsigned high = 0x80; o->octet >= 0x80 && high < 0x100; high++)
            if (octet_in(&f->profile.takes[context][part], (unsigned char)high) != taken)
                octet_put(&differ, (unsigned char)high, true);
    }
    return differ;
}

static bool is_none(const octet_set *set)
{
    return (set->bits[0] | set->bits[1] | set->bits[2] | set->bits[3]) == 0;
}

/* ---- The ascent ---- */

static void find_candidates(fit *f, candidates *to)
{
    to->count = 0;
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++)
        for (unsigned v = 0; v < trait_value_count((trait_id)id); v++)
            try_move(f, (move){.trait = (trait_id)id, .value = v}, to);
    for (unsigned part = 0; part < OCTET_PARTS; part++)
        for (unsigned special = 0; special < 2; special++) {
            move m = {.trait = (trait_id)part,
                      .octets = octets_that_differ(f, (octet_part)part, special != 0)};
            if (!is_none(&m.octets))
                try_move(f, m, to);
        }
    qsort(to->items, to->count, sizeof *to->items, by_gain);
}

/* Makes the moves that gain most, as long as each still gains half of what it did before the
 * others. Returns false if there was none. */
static bool sweep(fit *f, candidates *to)
{
    trait_set made = {{0}};
    find_candidates(f, to);
    for (size_t i = 0; i < to->count; i++) {
        const candidate *c = &to->items[i];
        if (trait_in(&made, c->move.trait))
            continue;
        const balance sum = weigh(f, &c->move, 1);
        if (i > 0 && 2 * (sum.won - sum.lost) < c->gain + LEAST_GAIN)
            continue;
        apply(f, &c->move);
        trait_add(&made, c->move.trait);
    }
    return to->count > 0;
}

/* Returns the move that takes back what the profile changes of a trait in some contexts. */
static move back(trait_id id, uint32_t contexts, unsigned value)
{
    return (move){.trait = id, .value = value, .contexts = contexts};
}

/* Gives a trait one value in all contexts, if no answer says otherwise: that is simpler. */
static void make_general(fit *f, trait_id id)
{
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        const move m = back(id, PROFILE_EVERYWHERE, f->profile.value[c][id]);
        bool split = false;
        for (unsigned i = 0; i < PROFILE_CONTEXTS; i++)
            split = split || f->profile.value[i][id] != m.value;
        if (m.value != f->claimed.value[c][id] && split && gain_same(f, &m) >= 0)
            apply(f, &m);
    }
}

/* Takes back each value that no answer needs, from the claimed specification's. */
static bool take_back_values(fit *f)
{
    bool any = false;
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++) {
        for (unsigned c = 0; contexts_at(c) != 0; c++) {
            const uint32_t contexts = contexts_at(c);
            bool differs = false;
            for (unsigned i = 0; i < PROFILE_CONTEXTS; i++)
                differs = differs || ((contexts >> i & 1) != 0 &&
                                      f->profile.value[i][id] != f->claimed.value[i][id]);
            if (!differs)
                continue;
            const move m = back((trait_id)id, contexts, f->claimed.value[0][id]);
            const long lost = -gain_same(f, &m);
            if (lost >= (c == 0 ? LEAST_NEEDED : LEAST_NEEDED_SPLIT))
                continue;
            if (c > 0 && lost > 0)
                continue;
            apply(f, &m);
            any = true;
        }
        make_general(f, (trait_id)id);
    }
    return any;
}

static bool has_octet(const observation *o, unsigned char octet)
{
    for (unsigned field = 0; field < 2; field++)
        if (o->request.field[field].length > 0 &&
            memchr(o->request.field[field].octets, octet, o->request.field[field].length) != NULL)
            return true;
    return false;
}

/* Returns by how many answers an octet of a part is needed as it is in the profile. */
static long octet_needed(fit *f, const move *m, unsigned char octet)
{
    profile p = f->profile;
    long lost = 0;
    make(&p, m);
    for (size_t i = 0; i < f->counted; i++)
        if (concerns(f, m, i) && has_octet(&f->all->items[i], octet))
            lost += (f->scores[i] == SCORE_SAME) - (score(f, &p, i, NULL) == SCORE_SAME);
    return lost;
}

/* Takes back each octet that no answer needs. Those above 7F are one. */
static void take_back_octets(fit *f)
{
    for (unsigned part = 0; part < OCTET_PARTS; part++)
        for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
            for (unsigned octet = 0; octet <= 0x80; octet++) {
                octet_set *own = &f->profile.takes[c][part];
                if (octet_in(own, (unsigned char)octet) ==
                    octet_in(&f->claimed.takes[c][part], (unsigned char)octet))
                    continue;
                move m = {.trait = (trait_id)part, .contexts = 1U << c};
                for (unsigned o = octet; o < (octet == 0x80 ? 0x100U : octet + 1U); o++)
                    octet_put(&m.octets, (unsigned char)o,
                              octet_in(own, (unsigned char)o) !=
                                  octet_in(&f->claimed.takes[c][part], (unsigned char)o));
                const long lost =
                    octet == 0x80 ? -gain_same(f, &m) : octet_needed(f, &m, (unsigned char)octet);
                if (lost < 0)
                    apply(f, &m);
            }
}

/* ---- Two at once ---- */

enum { PAIR_QUESTIONS = 16 };

/* Finds two changes that together give the answer of question i, and gain most. */
static bool best_pair(fit *f, size_t i, move pair[2], long *most)
{
    bool found = false;
    for (unsigned a = OCTET_PARTS; a < TRAIT_COUNT; a++) {
        if (!trait_in(&f->traces[i].read, (trait_id)a))
            continue;
        for (unsigned va = 0; va < trait_value_count((trait_id)a); va++) {
            profile one = f->profile;
            model_trace trace = {{{0}}, 0};
            profile_set(&one, PROFILE_EVERYWHERE, (trait_id)a, va);
            (void)score(f, &one, i, &trace);
            for (unsigned b = OCTET_PARTS; b < TRAIT_COUNT; b++)
                for (unsigned vb = 0; b != a && trait_in(&trace.read, (trait_id)b) &&
                                      vb < trait_value_count((trait_id)b);
                     vb++) {
                    profile two = one;
                    profile_set(&two, PROFILE_EVERYWHERE, (trait_id)b, vb);
                    if (score(f, &two, i, NULL) < SCORE_SAME || fit_is_over(f))
                        continue;
                    long sum = 0;
                    for (size_t q = 0; q < f->counted; q++)
                        if (trait_in(&f->traces[q].read, (trait_id)a) ||
                            trait_in(&f->traces[q].read, (trait_id)b))
                            sum += (long)score(f, &two, q, NULL) - f->scores[q];
                    if (sum < LEAST_GAIN_SPLIT || sum <= *most)
                        continue;
                    *most = sum;
                    found = true;
                    pair[0] =
                        (move){.trait = (trait_id)a, .value = va, .contexts = PROFILE_EVERYWHERE};
                    pair[1] =
                        (move){.trait = (trait_id)b, .value = vb, .contexts = PROFILE_EVERYWHERE};
                }
        }
    }
    return found;
}

/* Looks at some questions that are not explained, spread over all. */
static bool make_pair(fit *f)
{
    size_t failing = 0, seen = 0;
    move pair[2];
    long most = 0;
    bool found = false;
    for (size_t i = 0; i < f->counted; i++)
        failing += f->scores[i] < SCORE_SAME;
    const size_t step = failing / PAIR_QUESTIONS + 1;
    for (size_t i = 0; i < f->counted; i++)
        if (f->scores[i] < SCORE_SAME && seen++ % step == 0)
            found = best_pair(f, i, pair, &most) || found;
    if (found) {
        apply(f, &pair[0]);
        apply(f, &pair[1]);
    }
    return found;
}

enum { SWEEPS_MOST = 12, PAIRS_MOST = 3 };

void fit_run(fit *f)
{
    candidates *found = malloc(sizeof *found);
    count_new(f);
    for (unsigned pairs = 0; pairs <= PAIRS_MOST; pairs++) {
        for (unsigned i = 0; i < SWEEPS_MOST && sweep(f, found); i++)
            continue;
        take_back_values(f);
        if (pairs == PAIRS_MOST || !make_pair(f))
            break;
    }
    take_back_octets(f);
    take_back_values(f);
    free(found);
}

bool fit_explains(const fit *f, size_t i)
{
    return f->scores[i] == SCORE_SAME;
}

bool fit_needs(fit *f, trait_id id, size_t i)
{
    if (f->scores[i] < SCORE_SAME || !trait_in(&f->traces[i].read, id) || fit_is_over(f))
        return false;
    profile p = f->profile;
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        p.value[c][id] = f->claimed.value[c][id];
        if ((unsigned)id < OCTET_PARTS)
            p.takes[c][id] = f->claimed.takes[c][id];
    }
    return score(f, &p, i, NULL) < SCORE_SAME;
}

bool fit_measures(fit *f, trait_id id, unsigned *others)
{
    bool any = false;
    *others = 0;
    for (unsigned v = 0; v < trait_value_count(id); v++) {
        const move m = {.trait = id, .value = v, .contexts = PROFILE_EVERYWHERE};
        profile p = f->profile;
        bool tells = false;
        make(&p, &m);
        for (size_t i = 0; i < f->counted && !tells; i++)
            tells = f->scores[i] == SCORE_SAME && concerns(f, &m, i) &&
                    score(f, &p, i, NULL) < SCORE_SAME;
        any = any || tells;
        if (!tells && memcmp(&p, &f->profile, sizeof p) != 0)
            *others |= 1U << v;
    }
    return any;
}
