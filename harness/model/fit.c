/* SPDX-License-Identifier: MIT */
#include "fit.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* How many answers there have to be for each that contradicts a change, or else it is taken back.
 */
enum { CONTRADICTED_TIMES = 8 };

/* ---- Scores ---- */

static unsigned score_of(uriproof_op op, const uriproof_answer *model, const uriproof_answer *given)
{
    if (model_same(op, model, given))
        return SCORE_SAME;
    if ((model->status == ANSWER_ACCEPTED) != (given->status == ANSWER_ACCEPTED))
        return 0;
    if (op != URIPROOF_PARSE)
        return 6;
    return 4U + model_parts_equal(&model->parts.components, &given->parts.components);
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
        f->traces[f->counted] = (model_trace){{0}};
        model_grow(&f->room, &f->all->items[f->counted].request);
        count_again(f, f->counted);
    }
}

fit fit_begin(const profile *claimed, const observations *all)
{
    return (fit){.profile = *claimed,
                 .trial = *claimed,
                 .claimed = *claimed,
                 .all = all,
                 .least_gain = 24,
                 .least_gain_split = 56,
                 .least_needed = 2};
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
    long gain;        /* what it gains, once that is known */
} move;

/* The most contexts that are weighed of one change, and what stands for each of these. */
enum { CHOICES_MOST = 64, ALL_KINDS = (1 << SCHEME_KINDS) - 1 };

static void change(profile *p, const move *m, uint32_t contexts)
{
    if ((unsigned)m->trait >= OCTET_PARTS)
        profile_set(p, contexts, m->trait, m->value);
    for (unsigned c = 0; c < PROFILE_CONTEXTS && (unsigned)m->trait < OCTET_PARTS; c++)
        for (unsigned i = 0; i < 4 && (contexts >> c & 1) != 0; i++)
            p->takes[c][m->trait].bits[i] ^= m->octets.bits[i];
}

/* Takes the trial of a change back. */
static void end_trial(fit *f, trait_id id, uint32_t contexts)
{
    profile_copy(&f->trial, &f->profile, contexts, id);
}

bool fit_is_over(const fit *f)
{
    return f->should_stop != NULL && f->should_stop(f->self);
}

static unsigned first_context(const fit *f, size_t i)
{
    return profile_context(model_op_of(f->all->items[i].request.op), (scheme_kind)0);
}

/* Returns the contexts in which the answer to a question depends on a trait. */
static uint32_t contexts_read(const fit *f, trait_id id, size_t i)
{
    return (uint32_t)f->traces[i].read[id] << first_context(f, i);
}

/* Returns the contexts in which a move changes the profile. */
static uint32_t contexts_changed(const fit *f, const move *m)
{
    uint32_t changed = 0;
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        if ((unsigned)m->trait < OCTET_PARTS || f->profile.value[c][m->trait] != m->value)
            changed |= 1U << c;
    return changed & m->contexts;
}

/* ---- Weighing ---- */

/* What a move gains and loses, in scores. */
typedef struct balance {
    long won, lost;
} balance;

/* One change, weighed in several contexts at once. */
typedef struct scales {
    move move;
    uint32_t contexts[CHOICES_MOST]; /* of each choice: where the change is made, and changes */
    balance sums[CHOICES_MOST];
    uint64_t open; /* the choices that are still weighed, as bits */
    long least;    /* a choice that cannot gain so much is closed */
} scales;

/* What the model did under a change in the kinds `under` of those that it read the trait in. Under
 * all changes that are the same there, it does the same. */
typedef struct run {
    unsigned read, under, score;
} run;

static run run_under(fit *f, const scales *s, size_t i, unsigned kinds)
{
    model_trace trace = {{0}};
    const uint32_t contexts = (uint32_t)kinds << first_context(f, i);
    change(&f->trial, &s->move, contexts);
    const unsigned now = score(f, &f->trial, i, &trace);
    end_trial(f, s->move.trait, contexts);
    return (run){trace.read[s->move.trait], kinds & trace.read[s->move.trait], now};
}

/* Adds what each open choice gains or loses at question i. Nothing gains once the fit is over: then
 * what is begun ends soon. */
static void weigh_question(fit *f, scales *s, size_t i)
{
    run runs[ALL_KINDS + 2] = {{f->traces[i].read[s->move.trait], 0, f->scores[i]}};
    unsigned count = 1;
    if (runs[0].read == 0 || fit_is_over(f))
        return;
    for (unsigned choice = 0; s->open >> choice != 0; choice++) {
        const unsigned kinds = s->contexts[choice] >> first_context(f, i) & ALL_KINDS;
        unsigned r = 0;
        if ((s->open >> choice & 1) == 0)
            continue;
        while (r < count && (kinds & runs[r].read) != runs[r].under)
            r++;
        if (r == count)
            runs[count++] = run_under(f, s, i, kinds);
        if (runs[r].score >= f->scores[i])
            s->sums[choice].won += (long)runs[r].score - f->scores[i];
        else
            s->sums[choice].lost += (long)f->scores[i] - (long)runs[r].score;
    }
}

static void close_choices(scales *s)
{
    for (unsigned choice = 0; s->open >> choice != 0; choice++) {
        const balance *sum = &s->sums[choice];
        if (sum->won - sum->lost < s->least)
            s->open &= ~(UINT64_C(1) << choice);
    }
}

/* Weighs the open choices until each is closed, or weighed wholly: first at the questions that are
 * not explained, since there alone is something to gain. */
static void weigh(fit *f, scales *s)
{
    for (size_t i = 0; i < f->counted; i++)
        if (f->scores[i] < SCORE_SAME)
            weigh_question(f, s, i);
    close_choices(s);
    for (size_t i = 0; i < f->counted && s->open != 0; i++)
        if (f->scores[i] == SCORE_SAME && f->traces[i].read[s->move.trait] != 0) {
            weigh_question(f, s, i);
            close_choices(s);
        }
}

/* Returns true if the move gains so much. */
static bool gains(fit *f, const move *m, long least)
{
    scales s = {.move = *m, .contexts = {contexts_changed(f, m)}, .open = 1, .least = least};
    weigh(f, &s);
    return s.open != 0;
}

static void apply(fit *f, const move *m)
{
    const uint32_t changed = contexts_changed(f, m);
    change(&f->profile, m, changed);
    f->trial = f->profile;
    for (size_t i = 0; i < f->counted; i++)
        if ((contexts_read(f, m->trait, i) & changed) != 0 && !fit_is_over(f))
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
        return profile_contexts_of_kinds(kinds[index - 1]);
    index -= count + 1;
    if (index < MODEL_OPS)
        return profile_contexts_of((model_op)index);
    index -= MODEL_OPS;
    return index < MODEL_OPS * count
               ? (uint32_t)kinds[index % count] << (index / count) * SCHEME_KINDS
               : 0;
}

/* Moves that are worth making. */
enum { CANDIDATES_MOST = 1024 };
typedef struct candidates {
    move items[CANDIDATES_MOST];
    size_t count;
} candidates;

static void add_candidate(candidates *to, move m, uint32_t contexts, long gain)
{
    m.contexts = contexts;
    m.gain = gain;
    if (to->count < CANDIDATES_MOST)
        to->items[to->count++] = m;
}

/* Adds a change in all contexts; and in fewer if it explains something there, but also loses. */
static void try_move(fit *f, move m, candidates *to)
{
    m.contexts = PROFILE_EVERYWHERE;
    const uint32_t changed = contexts_changed(f, &m);
    scales whole = {.move = m, .contexts = {changed}, .open = 1, .least = f->least_gain};
    weigh(f, &whole);
    const balance sum = whole.sums[0];
    if (whole.open != 0)
        add_candidate(to, m, PROFILE_EVERYWHERE, sum.won - sum.lost);
    if (sum.lost == 0 || sum.won < f->least_gain_split)
        return;
    scales parts = {.move = m, .least = f->least_gain_split};
    for (unsigned i = 1; i < CHOICES_MOST && contexts_at(i) != 0; i++) {
        parts.contexts[i] = contexts_at(i) & changed;
        parts.open |= UINT64_C(1) << i;
    }
    weigh(f, &parts);
    for (unsigned i = 1; i < CHOICES_MOST && contexts_at(i) != 0; i++)
        if ((parts.open >> i & 1) != 0)
            add_candidate(to, m, contexts_at(i),
                          parts.sums[i].won - parts.sums[i].lost - f->least_gain_split);
}

static int order(long a, long b)
{
    return (a > b) - (a < b);
}

static int by_gain(const void *a, const void *b)
{
    const move *one = a, *two = b;
    const int orders[] = {order(two->gain, one->gain), order((long)one->trait, (long)two->trait),
                          order((long)one->value, (long)two->value),
                          order((long)two->contexts, (long)one->contexts)};
    unsigned i = 0;
    while (i < 3 && orders[i] == 0)
        i++;
    return orders[i];
}

/* ---- Octets ---- */

static bool contains(uriproof_span text, int octet)
{
    return text.length > 0 && memchr(text.octets, octet, text.length) != NULL;
}

/* Returns true if the octet that a question puts in a part is taken there. One that ends the part
 * is not, although the text is accepted; nor one of a userinfo that is taken for something else. */
static bool is_taken(const observation *o)
{
    const bool ends = o->part == OCTETS_HOST && (o->octet == '?' || o->octet == '#');
    const uriproof_components *given = &o->given.parts.components;
    return o->given.status == ANSWER_ACCEPTED && (!ends || contains(given->host, o->octet)) &&
           (o->part != OCTETS_USERINFO || uriproof_present(given->userinfo) ||
            uriproof_present(given->user));
}

/* Adds the octets of a text that is taken and not explained, but for those that end a part: some
 * part takes them. What no answer needs is taken back. */
static void add_taken(const fit *f, size_t i, octet_part part, unsigned context, octet_set *to)
{
    static const char ends[] = {':', '/', '?', '#', '[', ']', '@', '%'};
    const observation *o = &f->all->items[i];
    const uriproof_span text = o->request.field[0];
    if (f->scores[i] == SCORE_SAME || o->request.op != URIPROOF_PARSE ||
        o->given.status != ANSWER_ACCEPTED)
        return;
    for (size_t k = 0; k < text.length; k++) {
        const unsigned char octet = (unsigned char)text.octets[k];
        if (memchr(ends, octet, sizeof ends) == NULL &&
            !octet_in(&f->profile.takes[context][part], octet))
            octet_put(to, octet, true);
    }
}

/* Returns the octets of a part that the answers which are not explained take or reject otherwise
 * than the profile does. */
static octet_set octets_that_differ(const fit *f, octet_part part, bool special)
{
    const unsigned context = profile_context(MODEL_PARSE, part == OCTETS_SCHEME ? KIND_NONE
                                                          : special             ? KIND_HTTP
                                                                                : KIND_OTHER);
    octet_set differ = {{0}};
    for (size_t i = 0; i < f->counted && f->asks_nothing; i++)
        add_taken(f, i, part, context, &differ);
    for (size_t i = 0; i < f->counted; i++) {
        const observation *o = &f->all->items[i];
        if (o->part != part || o->special != special || !o->is_answer || f->scores[i] == SCORE_SAME)
            continue;
        const bool taken = is_taken(o);
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

/* All changes of a trait in all contexts. */
typedef struct moves {
    move items[TRAIT_VALUES_MAX];
    unsigned count;
} moves;

static moves moves_of(const fit *f, trait_id id)
{
    moves found = {.count = 0};
    move m = {.trait = id, .contexts = PROFILE_EVERYWHERE};
    for (; m.value < trait_value_count(id); m.value++)
        if ((f->refuted[id] >> m.value & 1) == 0)
            found.items[found.count++] = m;
    for (unsigned special = 0; special < 2 && (unsigned)id < OCTET_PARTS; special++) {
        m.octets = octets_that_differ(f, (octet_part)id, special != 0);
        if (!is_none(&m.octets))
            found.items[found.count++] = m;
    }
    return found;
}

static void find_candidates(fit *f, candidates *to)
{
    to->count = 0;
    for (unsigned i = 0; i < TRAIT_COUNT; i++) { /* the sets last */
        const moves all = moves_of(f, (trait_id)((i + OCTET_PARTS) % TRAIT_COUNT));
        for (unsigned k = 0; k < all.count; k++)
            try_move(f, all.items[k], to);
    }
    qsort(to->items, to->count, sizeof *to->items, by_gain);
}

/* Makes the moves that gain most, as long as each still gains half of what it did before the
 * others. Returns false if there was none. */
static bool sweep(fit *f, candidates *to)
{
    bool made[TRAIT_COUNT] = {false};
    find_candidates(f, to);
    for (size_t i = 0; i < to->count; i++) {
        const move *m = &to->items[i];
        if (made[m->trait] || (i > 0 && !gains(f, m, (m->gain + f->least_gain + 1) / 2)))
            continue;
        apply(f, m);
        made[m->trait] = true;
    }
    return to->count > 0;
}

/* Returns the move that takes back what the profile changes of a trait in some contexts. */
static move back(trait_id id, uint32_t contexts, unsigned value)
{
    return (move){.trait = id, .value = value, .contexts = contexts};
}

/* How many answers are right without a move and not with it, and the other way round. */
typedef struct evidence {
    long against, for_it;
} evidence;

static bool has_octet(const observation *o, int octet)
{
    return contains(o->request.field[0], octet) || contains(o->request.field[1], octet);
}

/* Weighs a move by the answers to questions with an octet; if it is negative, with any. Stops when
 * so many answers are against it; if that is 0, looks only at those that are not explained. */
static evidence evidence_of(fit *f, const move *m, int octet, long enough)
{
    const uint32_t changed = contexts_changed(f, m);
    evidence found = {0, 0};
    change(&f->trial, m, changed);
    for (size_t i = 0; i < f->counted && (enough == 0 || found.against < enough); i++) {
        const bool without = f->scores[i] == SCORE_SAME;
        if ((contexts_read(f, m->trait, i) & changed) == 0 || fit_is_over(f) ||
            (without && enough == 0) || (octet >= 0 && !has_octet(&f->all->items[i], octet)))
            continue;
        const bool with = score(f, &f->trial, i, NULL) == SCORE_SAME;
        found.against += without && !with;
        found.for_it += with && !without;
    }
    end_trial(f, m->trait, changed);
    return found;
}

/* Gives a trait one value in all contexts, if no answer says otherwise: that is simpler. */
static void make_general(fit *f, trait_id id)
{
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        const move m = back(id, PROFILE_EVERYWHERE, f->profile.value[c][id]);
        if (m.value == f->claimed.value[c][id] || contexts_changed(f, &m) == 0)
            continue;
        const evidence found = evidence_of(f, &m, -1, LONG_MAX);
        if (found.for_it >= found.against)
            apply(f, &m);
    }
}

/* Notes that the parser does not have the values that a move takes back. */
static void refute(fit *f, const move *m)
{
    const uint32_t changed = contexts_changed(f, m);
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        if ((changed >> c & 1) != 0)
            f->refuted[m->trait] |= 1U << f->profile.value[c][m->trait];
}

/* Returns how many answers that are not explained another value of a trait would give: the most of
 * all its values. */
static long rivals_of(fit *f, trait_id id)
{
    long most = 0;
    for (unsigned v = 0; v < trait_value_count(id); v++) {
        const move m = back(id, PROFILE_EVERYWHERE, v);
        const long given = evidence_of(f, &m, -1, 0).for_it;
        most = given > most ? given : most;
    }
    return most;
}

/* Takes back each value that no answer needs, from the claimed specification's; and one that too
 * many answers contradict, since then the parser does something else. Returns true if there was
 * such a one: what it hid may be found now. */
static bool take_back_values(fit *f)
{
    bool any = false;
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++) {
        for (unsigned c = 0; contexts_at(c) != 0; c++) {
            const move m = back((trait_id)id, contexts_at(c), f->claimed.value[0][id]);
            if (contexts_changed(f, &m) == 0)
                continue;
            const evidence found = evidence_of(f, &m, -1, LONG_MAX);
            const long needed = found.against - found.for_it;
            const bool wrong = CONTRADICTED_TIMES * found.for_it > found.against;
            if (!wrong && needed >= (c == 0 ? f->least_needed : 1))
                continue;
            if (wrong)
                refute(f, &m);
            any = any || wrong;
            apply(f, &m);
        }
        make_general(f, (trait_id)id);
    }
    return any;
}

/* Takes back each value if another value of the trait would give more of what is not explained than
 * it explains: then the parser does something that no value says. */
static void take_back_rivalled(fit *f)
{
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++) {
        const move m = back((trait_id)id, PROFILE_EVERYWHERE, f->claimed.value[0][id]);
        const long rivals = contexts_changed(f, &m) != 0 ? rivals_of(f, (trait_id)id) : 0;
        if (rivals > 0 && evidence_of(f, &m, -1, rivals + 1).against <= rivals)
            apply(f, &m);
    }
}

/* Takes back each octet that no answer needs. Those above 7F are one. */
static void take_back_octets(fit *f)
{
    for (unsigned part = 0; part < OCTET_PARTS; part++)
        for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
            for (unsigned octet = 0; octet <= 0x80; octet++) {
                const octet_set *own = &f->profile.takes[c][part];
                const octet_set *claimed = &f->claimed.takes[c][part];
                move m = {.trait = (trait_id)part, .contexts = 1U << c};
                for (unsigned o = octet; o < (octet == 0x80 ? 0x100U : octet + 1U); o++)
                    octet_put(&m.octets, (unsigned char)o,
                              octet_in(own, (unsigned char)o) !=
                                  octet_in(claimed, (unsigned char)o));
                if (!octet_in(&m.octets, (unsigned char)octet))
                    continue;
                const evidence found =
                    evidence_of(f, &m, octet == 0x80 ? -1 : (int)octet, LONG_MAX);
                if (found.against < found.for_it)
                    apply(f, &m);
            }
}

/* ---- Two at once ---- */

enum { PAIR_QUESTIONS = 16 };

/* Returns what a profile gains that differs from the fit's in two traits; or less than `least`. */
static long gain_of_two(fit *f, const profile *two, trait_id a, trait_id b, long least)
{
    long sum = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < f->counted && (pass == 0 || sum >= least); i++)
            if ((f->scores[i] == SCORE_SAME) == (pass != 0) &&
                (f->traces[i].read[a] | f->traces[i].read[b]) != 0)
                sum += (long)score(f, two, i, NULL) - f->scores[i];
    return sum;
}

/* Two changes that are made at once. */
typedef struct two_moves {
    move first, second;
    long gain; /* the least to be found, or what they gain */
    bool found;
} two_moves;

/* Takes the two changes if they give the answer of question i, and gain more than those found.
 * `one` is the profile after the first. */
static void try_two(fit *f, size_t i, const profile *one, const move *first, const move *second,
                    two_moves *best)
{
    profile two = *one;
    change(&two, second, second->contexts);
    if (score(f, &two, i, NULL) < SCORE_SAME || fit_is_over(f))
        return;
    const long sum = gain_of_two(f, &two, first->trait, second->trait, best->gain);
    if (sum >= best->gain)
        *best = (two_moves){*first, *second, sum + 1, true};
}

/* Tries each second change at what question i depends on after the first. */
static void try_seconds(fit *f, size_t i, const move *first, two_moves *best)
{
    profile one = f->profile;
    model_trace trace = {{0}};
    change(&one, first, first->contexts);
    (void)score(f, &one, i, &trace);
    for (unsigned b = 0; b < TRAIT_COUNT; b++) {
        const moves seconds = trace.read[b] != 0 && b != (unsigned)first->trait
                                  ? moves_of(f, (trait_id)b)
                                  : (moves){.count = 0};
        for (unsigned k = 0; k < seconds.count; k++)
            try_two(f, i, &one, first, &seconds.items[k], best);
    }
}

/* Finds two changes that together give the answer of question i, and gain most. */
static void find_two(fit *f, size_t i, two_moves *best)
{
    for (unsigned a = OCTET_PARTS; a < TRAIT_COUNT; a++) {
        const moves firsts =
            f->traces[i].read[a] != 0 ? moves_of(f, (trait_id)a) : (moves){.count = 0};
        for (unsigned k = 0; k < firsts.count; k++)
            try_seconds(f, i, &firsts.items[k], best);
    }
}

/* Looks at some questions that are not explained, spread over all. */
static bool make_two(fit *f)
{
    size_t failing = 0, seen = 0;
    two_moves best = {.gain = f->least_gain_split};
    for (size_t i = 0; i < f->counted; i++)
        failing += f->scores[i] < SCORE_SAME;
    const size_t step = failing / PAIR_QUESTIONS + 1;
    for (size_t i = 0; i < f->counted; i++)
        if (f->scores[i] < SCORE_SAME && seen++ % step == 0)
            find_two(f, i, &best);
    if (best.found) {
        apply(f, &best.first);
        apply(f, &best.second);
    }
    return best.found;
}

/* How often it begins again with what was refuted, or with two changes at once. */
enum { SWEEPS_MOST = 12, AGAIN_MOST = 5 };

void fit_run(fit *f)
{
    candidates *found = malloc(sizeof *found);
    count_new(f);
    memset(f->refuted, 0, sizeof f->refuted);
    for (unsigned again = 0; again <= AGAIN_MOST; again++) {
        for (unsigned i = 0; i < SWEEPS_MOST && sweep(f, found); i++)
            continue;
        if (!take_back_values(f) && !make_two(f))
            break;
    }
    take_back_octets(f);
    take_back_values(f);
    take_back_rivalled(f);
    free(found);
}

void fit_forget(fit *f, size_t i)
{
    f->scores[i] = SCORE_SAME;
    f->traces[i] = (model_trace){{0}};
}

bool fit_explains(const fit *f, size_t i)
{
    return f->scores[i] == SCORE_SAME;
}

bool fit_needs(fit *f, trait_id id, size_t i)
{
    if (f->scores[i] < SCORE_SAME || f->traces[i].read[id] == 0 || fit_is_over(f))
        return false;
    profile_copy(&f->trial, &f->claimed, PROFILE_EVERYWHERE, id);
    const bool needs = score(f, &f->trial, i, NULL) < SCORE_SAME;
    end_trial(f, id, PROFILE_EVERYWHERE);
    return needs;
}

bool fit_measures(fit *f, trait_id id, unsigned *others)
{
    bool any = false;
    *others = 0;
    for (unsigned v = 0; v < trait_value_count(id); v++) {
        const move m = {.trait = id, .value = v, .contexts = PROFILE_EVERYWHERE};
        if (evidence_of(f, &m, -1, 1).against > 0)
            any = true;
        else if (contexts_changed(f, &m) != 0)
            *others |= 1U << v;
    }
    return any;
}

uint32_t fit_sees(const fit *f, trait_id id, size_t i)
{
    return f->all->items[i].is_answer ? contexts_read(f, id, i) : 0;
}
