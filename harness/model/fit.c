/* SPDX-License-Identifier: MIT */
#include "fit.h"

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
        f->traces[f->counted] = (model_trace){{0}};
        need_room(f, &f->all->items[f->counted].request);
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

} move;

/* The most contexts that are weighed of one change, and what stands for each of these. */
enum { CHOICES_MOST = 64, ALL_KINDS = (1 << SCHEME_KINDS) - 1 };

static void change(profile *p, const move *m, uint32_t contexts)
{
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        if ((contexts >> c & 1) == 0)
            continue;
        if ((unsigned)m->trait >= OCTET_PARTS)
            p->value[c][m->trait] = (unsigned char)m->value;
        for (unsigned i = 0; i < 4 && (unsigned)m->trait < OCTET_PARTS; i++)
            p->takes[c][m->trait].bits[i] ^= m->octets.bits[i];
    }
}

/* Makes a trait in some contexts as it is in another profile. */
static void copy_trait(profile *to, const profile *from, trait_id id, uint32_t contexts)
{
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++) {
        if ((contexts >> c & 1) == 0)
            continue;
        to->value[c][id] = from->value[c][id];
        if ((unsigned)id < OCTET_PARTS)
            to->takes[c][id] = from->takes[c][id];
    }
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

/* Returns true if too many answers contradict a value. */
static bool is_refuted(const fit *f, trait_id id, unsigned value)
{
    return (f->refuted[id] >> value & 1) != 0;
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
    copy_trait(&f->trial, &f->profile, s->move.trait, contexts);
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

/* Returns how many more questions are answered right; or less than `least`, if it is less. */
static long gain_same(fit *f, const move *m, long least)
{
    const uint32_t changed = contexts_changed(f, m);
    long sum = 0;
    change(&f->trial, m, changed);
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < f->counted && (pass == 0 || sum >= least); i++)
            if ((f->scores[i] == SCORE_SAME) == (pass != 0) &&
                (contexts_read(f, m->trait, i) & changed) != 0 && !fit_is_over(f))
                sum += (score(f, &f->trial, i, NULL) == SCORE_SAME) - (long)pass;
    copy_trait(&f->trial, &f->profile, m->trait, changed);
    return sum;
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
    uint32_t contexts = 0;
    if (index == 0)
        return PROFILE_EVERYWHERE;
    if (index <= count) {
        for (unsigned op = 0; op < MODEL_OPS; op++)
            contexts |= (uint32_t)kinds[index - 1] << op * SCHEME_KINDS;
        return contexts;
    }
    index -= count + 1;
    if (index < MODEL_OPS)
        return profile_contexts_of((model_op)index);
    index -= MODEL_OPS;
    return index < MODEL_OPS * count
               ? (uint32_t)kinds[index % count] << (index / count) * SCHEME_KINDS
               : 0;
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

static void add_candidate(candidates *to, move m, uint32_t contexts, long gain)
{
    m.contexts = contexts;
    if (to->count < CANDIDATES_MOST)
        to->items[to->count++] = (candidate){m, gain};
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

/* Returns true if the octet that a question puts in a part is taken there. One that ends the part
 * is not, although the text is accepted. */
static bool is_taken(const observation *o)
{
    const bool ends = o->part == OCTETS_HOST && (o->octet == '?' || o->octet == '#');
    const uriproof_span host = o->given.parts.components.host;
    return o->given.status == ANSWER_ACCEPTED &&
           (!ends || (host.length > 0 && memchr(host.octets, o->octet, host.length) != NULL));
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

/* Returns the octets of a part that the answers take or reject otherwise than the profile does. */
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
        if (o->part != part || o->special != special || !o->is_answer)
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

static void find_candidates(fit *f, candidates *to)
{
    to->count = 0;
    for (unsigned id = OCTET_PARTS; id < TRAIT_COUNT; id++)
        for (unsigned v = 0; v < trait_value_count((trait_id)id); v++)
            if (!is_refuted(f, (trait_id)id, v))
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
    bool made[TRAIT_COUNT] = {false};
    find_candidates(f, to);
    for (size_t i = 0; i < to->count; i++) {
        const candidate *c = &to->items[i];
        if (made[c->move.trait] ||
            (i > 0 && !gains(f, &c->move, (c->gain + f->least_gain + 1) / 2)))
            continue;
        apply(f, &c->move);
        made[c->move.trait] = true;
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
        if (m.value != f->claimed.value[c][id] && split && gain_same(f, &m, 0) >= 0)
            apply(f, &m);
    }
}

/* How many answers are right with a move and not without it, and the other way round. */
typedef struct evidence {
    long for_it, against;
} evidence;

/* Weighs what the profile has of a trait against the move that takes it back. */
static evidence evidence_against(fit *f, const move *m)
{
    const uint32_t changed = contexts_changed(f, m);
    evidence found = {0, 0};
    change(&f->trial, m, changed);
    for (size_t i = 0; i < f->counted; i++) {
        if ((contexts_read(f, m->trait, i) & changed) == 0 || fit_is_over(f))
            continue;
        const bool before = f->scores[i] == SCORE_SAME;
        const bool without = score(f, &f->trial, i, NULL) == SCORE_SAME;
        found.for_it += before && !without;
        found.against += without && !before;
    }
    copy_trait(&f->trial, &f->profile, m->trait, changed);
    return found;
}

/* Notes that the parser does not have the values that a move takes back. */
static void refute(fit *f, const move *m)
{
    const uint32_t changed = contexts_changed(f, m);
    for (unsigned c = 0; c < PROFILE_CONTEXTS; c++)
        if ((changed >> c & 1) != 0)
            f->refuted[m->trait] |= 1U << f->profile.value[c][m->trait];
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
            const evidence found = evidence_against(f, &m);
            const long needed = found.for_it - found.against;
            const bool wrong = CONTRADICTED_TIMES * found.against > found.for_it;
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
    long lost = 0;
    change(&f->trial, m, m->contexts);
    for (size_t i = 0; i < f->counted; i++)
        if ((contexts_read(f, m->trait, i) & m->contexts) != 0 &&
            has_octet(&f->all->items[i], octet) && !fit_is_over(f))
            lost += (f->scores[i] == SCORE_SAME) - (score(f, &f->trial, i, NULL) == SCORE_SAME);
    copy_trait(&f->trial, &f->profile, m->trait, m->contexts);
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
                const long lost = octet == 0x80 ? -gain_same(f, &m, 0)
                                                : octet_needed(f, &m, (unsigned char)octet);
                if (lost < 0)
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
        move second = {.trait = (trait_id)b, .contexts = PROFILE_EVERYWHERE};
        if (b == (unsigned)first->trait || trace.read[b] == 0)
            continue;
        for (unsigned special = 0; special < 2 && b < OCTET_PARTS; special++) {
            second.octets = octets_that_differ(f, (octet_part)b, special != 0);
            if (!is_none(&second.octets))
                try_two(f, i, &one, first, &second, best);
        }
        for (; b >= OCTET_PARTS && second.value < trait_value_count(second.trait); second.value++)
            if (!is_refuted(f, second.trait, second.value))
                try_two(f, i, &one, first, &second, best);
    }
}

/* Finds two changes that together give the answer of question i, and gain most. */
static void find_two(fit *f, size_t i, two_moves *best)
{
    for (unsigned a = OCTET_PARTS; a < TRAIT_COUNT; a++) {
        move first = {.trait = (trait_id)a, .contexts = PROFILE_EVERYWHERE};
        if (f->traces[i].read[a] == 0)
            continue;
        for (; first.value < trait_value_count(first.trait); first.value++)
            if (!is_refuted(f, first.trait, first.value))
                try_seconds(f, i, &first, best);
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
    copy_trait(&f->trial, &f->claimed, id, PROFILE_EVERYWHERE);
    const bool needs = score(f, &f->trial, i, NULL) < SCORE_SAME;
    copy_trait(&f->trial, &f->profile, id, PROFILE_EVERYWHERE);
    return needs;
}

/* Returns true if an answer that is explained is not, after the move. */
static bool is_told(fit *f, const move *m)
{
    const uint32_t changed = contexts_changed(f, m);
    bool told = false;
    change(&f->trial, m, changed);
    for (size_t i = 0; i < f->counted && !told; i++)
        told = f->scores[i] == SCORE_SAME && (contexts_read(f, m->trait, i) & changed) != 0 &&
               !fit_is_over(f) && score(f, &f->trial, i, NULL) < SCORE_SAME;
    copy_trait(&f->trial, &f->profile, m->trait, changed);
    return told;
}

bool fit_measures(fit *f, trait_id id, unsigned *others)
{
    bool any = false;
    *others = 0;
    for (unsigned v = 0; v < trait_value_count(id); v++) {
        const move m = {.trait = id, .value = v, .contexts = PROFILE_EVERYWHERE};
        if (is_told(f, &m))
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
