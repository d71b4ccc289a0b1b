/* SPDX-License-Identifier: MIT */
#include "learn.h"

#include "fit.h"

#include <stdlib.h>

/* How many texts a round asks. The rounds end before if a round shows nothing new. */
enum { ROUNDS = 3 };
static const question_counts of_round = {{[MODEL_PARSE] = 1200,
                                          [MODEL_RESOLVE] = 700,
                                          [MODEL_NORMALIZE] = 400,
                                          [MODEL_EQUIVALENT] = 200}};

/* ---- Rounds ---- */

/* Asks what was added since `from`. */
static void ask_added(const learn_terms *terms, observations *asked, size_t from)
{
    size_t kept = from;
    for (size_t i = from; i < asked->count; i++) {
        const model_op op = model_op_of(asked->items[i].request.op);
        if (op < MODEL_OPS && terms->can[op])
            asked->items[kept++] = asked->items[i];
    }
    asked->count = kept;
    if (kept > from)
        terms->ask(terms->self, asked->items + from, kept - from);
}

static size_t count_explained(const fit *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->counted; i++)
        count += fit_explains(f, i);
    return count;
}

static void run_rounds(const learn_terms *terms, store *s, observations *asked, fit *f)
{
    questions_of_traits(asked, s);
    ask_added(terms, asked, 0);
    for (unsigned round = 0;; round++) {
        fit_run(f);
        if (fit_is_over(f))
            return;
        if (terms->progress != NULL)
            terms->progress(terms->self, count_explained(f), f->counted);
        if (round == ROUNDS)
            return;
        const size_t from = asked->count;
        questions_of_seed(asked, s, terms->seed + round, &of_round);
        ask_added(terms, asked, from);
    }
}

/* ---- Answers of a profile ---- */

static size_t length_of(const observation *o)
{
    return o->request.field[0].length + o->request.field[1].length;
}

/* Sets the answer of a question to that of the profile, in `room`, which grows as need be. */
static bool profile_answers(const profile *p, observation *o, uriproof_buffer *room)
{
    model_grow(room, &o->request);
    return model_answer(p, &o->request, room, &o->given, NULL);
}

bool profile_explains(const profile *p, const observation *o, uriproof_buffer *room)
{
    observation own = *o;
    return profile_answers(p, &own, room) && model_same(o->request.op, &own.given, &o->given);
}

/* ---- Deviations ---- */

/* What is known of an answer. It is judged once, and asked again once. */
typedef struct known {
    bool is_judged, is_wrong;
    bool is_wanted; /* to be asked again, since something rests on it */
    bool is_confirmed;
} known;

/* What deviations are looked for in. */
typedef struct search {
    const learn_terms *terms;
    fit *fit;
    known *known; /* of each answer */
} search;

static bool is_wrong(const search *in, size_t i)
{
    known *k = &in->known[i];
    if (!k->is_judged)
        k->is_wrong = in->terms->is_wrong(in->terms->self, &in->fit->all->items[i]);
    k->is_judged = true;
    return k->is_wrong;
}

/* Leaves out the contexts in which no answer depends on the trait. */
static void leave_out_unseen(const fit *f, deviation *d)
{
    uint32_t seen = 0;
    for (size_t i = 0; i < f->counted; i++)
        seen |= fit_sees(f, d->trait, i);
    d->contexts = (d->contexts & seen) == seen ? (uint32_t)PROFILE_EVERYWHERE : d->contexts & seen;
}

/* Counts the wrong answers that need a deviation, and finds the shortest; and the shortest of each
 * context, which are to be asked again. */
static void find_needed(const search *in, deviation *d)
{
    fit *f = in->fit;
    size_t shortest[PROFILE_CONTEXTS] = {0};
    uint32_t found = 0;
    for (size_t i = 0; i < f->counted; i++) {
        const uint32_t contexts = fit_sees(f, d->trait, i) & d->contexts;
        if (contexts == 0 || !fit_needs(f, d->trait, i) || !is_wrong(in, i))
            continue;
        const size_t length = length_of(&f->all->items[i]);
        if (d->needed++ == 0 || length < length_of(&f->all->items[d->example]))
            d->example = i;
        for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
            if ((contexts >> c & 1) != 0 &&
                ((found >> c & 1) == 0 || length < length_of(&f->all->items[shortest[c]])))
                shortest[c] = i;
        found |= contexts;
    }
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        if ((found >> c & 1) != 0)
            in->known[shortest[c]].is_wanted = true;
}

/* Looks at a parser that deviates in this alone. Where it answers as the one asked, the example is
 * the clearest: takes the shortest such. Returns false if it answers some questions otherwise than
 * the specification, and none wrongly: then what is wrong is by others beside it. */
static bool look_alone(const search *in, deviation *d)
{
    fit *f = in->fit;
    profile alone = f->claimed;
    profile_copy(&alone, &f->profile, d->contexts, d->trait);
    profile_set(&alone, d->contexts, d->trait, d->value);
    uriproof_buffer by_alone = {NULL, 0, 0}, by_claimed = {NULL, 0, 0};
    bool differs = false, wrong = false, clear = false;
    for (size_t i = 0; i < f->counted; i++) {
        if ((fit_sees(f, d->trait, i) & d->contexts) == 0)
            continue;
        observation o = f->all->items[i];
        if (!profile_answers(&alone, &o, &by_alone) ||
            profile_explains(&f->claimed, &o, &by_claimed))
            continue;
        const bool same = model_same(o.request.op, &o.given, &f->all->items[i].given);
        differs = true;
        wrong = wrong || (same ? is_wrong(in, i) : in->terms->is_wrong(in->terms->self, &o));
        if (!same || !fit_needs(f, d->trait, i) || !is_wrong(in, i) ||
            (clear && length_of(&o) >= length_of(&f->all->items[d->example])))
            continue;
        d->example = i;
        clear = true;
    }
    if (clear)
        in->known[d->example].is_wanted = true;
    free(by_alone.octets);
    free(by_claimed.octets);
    return wrong || !differs;
}

static void add_deviation(const search *in, learned *l, deviation d)
{
    leave_out_unseen(in->fit, &d);
    find_needed(in, &d);
    if (d.needed == 0 || !look_alone(in, &d))
        return;
    l->deviations = list_grown(l->deviations, l->count, sizeof *l->deviations);
    l->deviations[l->count++] = d;
}

static int by_risk(const void *a, const void *b)
{
    const deviation *one = a, *two = b;
    const trait_risk first = traits[one->trait].risk, second = traits[two->trait].risk;
    if (first != second)
        return first < second ? -1 : 1;
    if (one->needed != two->needed)
        return one->needed > two->needed ? -1 : 1;
    return one->trait != two->trait ? (one->trait < two->trait ? -1 : 1)
                                    : (int)one->value - (int)two->value;
}

/* Adds what the profile has otherwise than the specification in a context. */
static void add_context(const search *in, deviation *d, unsigned c)
{
    const fit *f = in->fit;
    const trait_id id = d->trait;
    bool differs = false;
    if ((unsigned)id >= OCTET_PARTS)
        differs = f->profile.value[c][id] == d->value && f->claimed.value[c][id] != d->value &&
                  (in->terms->allows == NULL ||
                   (in->terms->allows(id, (model_op)(c / SCHEME_KINDS)) >> d->value & 1) == 0);
    for (unsigned i = 0; i < 4 && (unsigned)id < OCTET_PARTS; i++) {
        const uint64_t own = f->profile.takes[c][id].bits[i];
        const uint64_t claimed = f->claimed.takes[c][id].bits[i];
        d->also.bits[i] |= own & ~claimed;
        d->less.bits[i] |= claimed & ~own;
        differs = differs || own != claimed;
    }
    d->contexts |= differs ? 1U << c : 0;
}

static void find_deviations(const search *in, learned *l)
{
    l->count = 0;
    for (unsigned id = 0; id < TRAIT_COUNT; id++)
        for (unsigned v = 0; v < (id < OCTET_PARTS ? 1 : trait_value_count((trait_id)id)); v++) {
            deviation d = {.trait = (trait_id)id, .value = v};
            for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
                add_context(in, &d, c);
            if (d.contexts != 0)
                add_deviation(in, l, d);
        }
}

/* ---- Unstable answers ---- */

/* Asks again, in a new process: what deviations rest on and what is not explained, or all. Forgets
 * the answers that are others now, and returns how many these are. */
static size_t forget_unstable(const search *in, learned *l, bool all)
{
    observation *again = calloc(l->asked.count + 1, sizeof *again);
    size_t *which = calloc(l->asked.count + 1, sizeof *which);
    size_t count = 0, unstable = 0;
    for (size_t i = 0; i < l->asked.count; i++) {
        const known *k = &in->known[i];
        if (l->asked.items[i].is_answer && !k->is_confirmed &&
            (all || k->is_wanted || !fit_explains(in->fit, i))) {
            which[count] = i;
            again[count++] = l->asked.items[i];
        }
    }
    if (count > 0)
        in->terms->ask_again(in->terms->self, again, count);
    for (size_t i = 0; i < count && !fit_is_over(in->fit); i++) {
        observation *first = &l->asked.items[which[i]];
        in->known[which[i]].is_confirmed = true;
        if (again[i].is_answer && model_same(first->request.op, &again[i].given, &first->given))
            continue;
        l->unstable[which[i]] = true;
        first->is_answer = false;
        fit_forget(in->fit, which[i]);
        unstable++;
    }
    free(again);
    free(which);
    return unstable;
}

/* If an answer is unstable, others may be that are explained: then all are asked again. */
static void find_confirmed(const search *in, learned *l)
{
    find_deviations(in, l);
    if (in->terms->ask_again == NULL || fit_is_over(in->fit) || forget_unstable(in, l, false) == 0)
        return;
    forget_unstable(in, l, true);
    fit_run(in->fit);
    find_deviations(in, l);
}

learned learn(const learn_terms *terms, store *s, observations first)
{
    learned l = {.asked = first};
    fit f = fit_begin(terms->claimed, &l.asked);
    f.should_stop = terms->should_stop;
    f.self = terms->self;
    run_rounds(terms, s, &l.asked, &f);
    const search in = {terms, &f, calloc(l.asked.count + 1, sizeof *in.known)};
    l.unstable = calloc(l.asked.count + 1, sizeof *l.unstable);
    find_confirmed(&in, &l);
    if (l.count > 0)
        qsort(l.deviations, l.count, sizeof *l.deviations, by_risk);
    l.profile = f.profile;
    l.explained = calloc(l.asked.count + 1, sizeof *l.explained);
    for (size_t i = 0; i < l.asked.count; i++)
        l.explained[i] = fit_explains(&f, i);
    l.alike = calloc(TRAIT_COUNT, sizeof *l.alike);
    l.measured = calloc(TRAIT_COUNT, sizeof *l.measured);
    for (unsigned id = 0; id < TRAIT_COUNT; id++) {
        unsigned alike = 0;
        l.measured[id] = id < OCTET_PARTS || fit_measures(&f, (trait_id)id, &alike);
        l.alike[id] = (uint16_t)alike;
    }
    free(in.known);
    fit_free(&f);
    return l;
}

void learned_free(learned *l)
{
    free(l->asked.items);
    free(l->explained);
    free(l->unstable);
    free(l->deviations);
    free(l->alike);
    free(l->measured);
}

profile profile_fitted(const profile *claimed, const observations *answers,
                       bool (*should_stop)(void *self))
{
    fit f = fit_begin(claimed, answers);
    f.should_stop = should_stop;
    f.asks_nothing = true;
    fit_run(&f); /* what many answers show */
    f.least_gain = 1;
    f.least_needed = 1;
    fit_run(&f);
    fit_free(&f);
    return f.profile;
}

/* ---- Prediction ---- */

prediction predict(const profile *p, const observations *of,
                   bool (*differs)(void *self, const observation *o), void *self)
{
    prediction found = {0, 0, 0, 0};
    uriproof_buffer room = {NULL, 0, 0};
    for (size_t i = 0; i < of->count; i++) {
        if (!of->items[i].is_answer)
            continue;
        const bool same = profile_explains(p, &of->items[i], &room);
        const bool other = differs(self, &of->items[i]);
        found.asked++;
        found.predicted += same;
        found.differing += other;
        found.differing_predicted += other && same;
    }
    free(room.octets);
    return found;
}
