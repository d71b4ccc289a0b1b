/* SPDX-License-Identifier: MIT */
#include "explanation.h"

#include "classes/classes.h"
#include "profiles/profiles.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SET_MORE, SET_FEWER };
static const char *const set_values[] = {"more", "fewer"};

struct explainer {
    profile claimed; /* with what the specification allows the parser */
    profile own;
    profile_change *edits; /* deviations, the worst risk first, then in the order of the table */
    uint32_t *allowed;     /* of each: the contexts in which some answer with it is no failure */
    size_t count;
    uriproof_buffer room;
};

/* ---- The deviations of a profile ---- */

/* Returns the contexts of a change in which the specification allows the value. */
static uint32_t contexts_allowed(const profile_change *edit)
{
    uint32_t allowed = 0;
    for (unsigned op = 0; op < MODEL_OPS && (unsigned)edit->trait >= OCTET_PARTS; op++)
        if ((trait_allowed(edit->trait, (model_op)op) >> edit->now & 1) != 0)
            allowed |= profile_contexts_of((model_op)op);
    return allowed & edit->contexts;
}

static void add_deviation(explainer *e, const profile_change *edit)
{
    if (edit->contexts == 0)
        return;
    e->edits = list_grown(e->edits, e->count, sizeof *e->edits);
    e->edits[e->count++] = *edit;
}

/* Adds a change: a set that has more octets and lacks others is two. */
static void add_change(explainer *e, const profile_change *edit, bool exact)
{
    profile_change part = *edit;
    part.contexts = exact ? 0 : contexts_allowed(edit);
    profile_make_change(&e->claimed, &part);
    part.contexts = edit->contexts & ~part.contexts;
    if ((unsigned)edit->trait >= OCTET_PARTS) {
        add_deviation(e, &part);
        return;
    }
    part.less = (octet_set){{0}};
    if (!octets_are_empty(&part.also))
        add_deviation(e, &part);
    part.also = (octet_set){{0}};
    part.less = edit->less;
    if (!octets_are_empty(&part.less))
        add_deviation(e, &part);
}

static int by_risk(const void *a, const void *b)
{
    const profile_change *x = a, *y = b;
    const trait_risk left = traits[x->trait].risk, right = traits[y->trait].risk;
    if (left != right)
        return left < right ? -1 : 1;
    if (x->trait != y->trait)
        return x->trait < y->trait ? -1 : 1;
    if (x->now != y->now)
        return x->now < y->now ? -1 : 1;
    const bool fewer = octets_are_empty(&x->also), other = octets_are_empty(&y->also);
    if (fewer != other)
        return other ? -1 : 1;
    return x->contexts < y->contexts ? -1 : x->contexts > y->contexts;
}

explainer *explainer_new(const profile *claimed, const profile *own, bool exact)
{
    explainer *e = calloc(1, sizeof *e);
    size_t count;
    profile_change *edits = profile_changes(claimed, own, &count);
    e->claimed = *claimed;
    e->own = *own;
    for (size_t i = 0; i < count; i++)
        add_change(e, &edits[i], exact);
    free(edits);
    if (e->count > 0)
        qsort(e->edits, e->count, sizeof *e->edits, by_risk);
    e->allowed = calloc(e->count + 1, sizeof *e->allowed);
    return e;
}

void explainer_free(explainer *e)
{
    if (e == NULL)
        return;
    free(e->edits);
    free(e->allowed);
    free(e->room.octets);
    free(e);
}

/* ---- The experiment ---- */

/* What is to be explained, and the deviations on which the answer may rest. */
typedef struct experiment {
    explainer *e;
    const uriproof_request *request;
    const uriproof_answer *given;
    const profile_change *relevant[PROFILE_CONTEXTS * TRAIT_COUNT];
    size_t count;
    const profile_change *found[EXPLANATION_MOST];
    size_t size;
} experiment;

static bool gives(const experiment *x, const profile *p, model_trace *trace)
{
    uriproof_answer answer;
    return model_answer(p, x->request, &x->e->room, &answer, trace) &&
           model_same(x->request->op, &answer, x->given);
}

/* Keeps the deviations that the model reads at this question. */
static void find_relevant(experiment *x, const model_trace *trace)
{
    const unsigned first = profile_context(model_op_of(x->request->op), (scheme_kind)0);
    for (size_t i = 0; i < x->e->count; i++) {
        const profile_change *edit = &x->e->edits[i];
        if (((uint32_t)trace->read[edit->trait] << first & edit->contexts) != 0)
            x->relevant[x->count++] = edit;
    }
}

/* Tries each `more` of the relevant deviations from number `from`, besides those of the profile. */
static bool try_some(experiment *x, const profile *with, size_t from, size_t more)
{
    for (size_t i = from; i + more <= x->count; i++) {
        profile next = *with;
        profile_make_change(&next, x->relevant[i]);
        x->found[x->size - more] = x->relevant[i];
        if (more > 1 ? try_some(x, &next, i + 1, more - 1) : gives(x, &next, NULL))
            return true;
    }
    return false;
}

/* Up to how many deviations, and octets of texts, all choices are tried. */
enum { TRIED_MOST = 3, TRIED_OCTETS = 4096 };

/* Leaves out one deviation after the other, from the last, as long as the answer stays. */
static bool leave_out(experiment *x)
{
    for (size_t i = x->count; i-- > 0;) {
        profile without = x->e->claimed;
        for (size_t k = 0; k < x->count; k++)
            if (k != i)
                profile_make_change(&without, x->relevant[k]);
        if (!gives(x, &without, NULL))
            continue;
        x->count--;
        memmove(&x->relevant[i], &x->relevant[i + 1], (x->count - i) * sizeof *x->relevant);
    }
    x->size = x->count;
    if (x->count > EXPLANATION_MOST)
        return false;
    memcpy(x->found, x->relevant, x->count * sizeof *x->found);
    return true;
}

static bool find_smallest(experiment *x)
{
    if (x->request->field[0].length + x->request->field[1].length > TRIED_OCTETS)
        return leave_out(x);
    for (x->size = 1; x->size <= TRIED_MOST; x->size++)
        if (try_some(x, &x->e->claimed, 0, x->size))
            return true;
    return leave_out(x);
}

/* Makes room for the model. Returns false if there is none. */
static bool has_room(explainer *e, const uriproof_request *request)
{
    model_grow(&e->room, request);
    return e->room.octets != NULL;
}

/* ---- Words ---- */

static const char *value_of(const profile_change *edit)
{
    if ((unsigned)edit->trait >= OCTET_PARTS)
        return traits[edit->trait].values[edit->now].id;
    return set_values[octets_are_empty(&edit->also) ? SET_FEWER : SET_MORE];
}

static bool is_allowed(const experiment *x, const profile_change *edit)
{
    const uint32_t contexts = profile_contexts_of(model_op_of(x->request->op));
    return (x->e->allowed[edit - x->e->edits] & contexts) != 0;
}

/* Leaves out the deviations that are allowed, unless all of them are. */
static void leave_out_allowed(experiment *x)
{
    size_t kept = 0;
    for (size_t i = 0; i < x->size; i++)
        kept += !is_allowed(x, x->found[i]);
    if (kept == 0)
        return;
    kept = 0;
    for (size_t i = 0; i < x->size; i++)
        if (!is_allowed(x, x->found[i]))
            x->found[kept++] = x->found[i];
    x->size = kept;
}

/* Writes each id once: a deviation may have other octets for other schemes. */
static void put_words(const experiment *x, char words[EXPLANATION_ROOM])
{
    size_t used = 0;
    for (size_t i = 0; i < x->size; i++) {
        const profile_change *before = i > 0 ? x->found[i - 1] : NULL;
        const profile_change *now = x->found[i];
        if (before == NULL || before->trait != now->trait || value_of(before) != value_of(now))
            used += (size_t)snprintf(words + used, EXPLANATION_ROOM - used, "%s%s=%s",
                                     used > 0 ? " " : "", traits[now->trait].id, value_of(now));
    }
}

/* Returns true if the profile gives the answer and the specification does not. */
static bool is_own_answer(const experiment *x, model_trace *trace)
{
    explainer *e = x->e;
    return model_op_of(x->request->op) != MODEL_OPS && has_room(e, x->request) &&
           gives(x, &e->own, trace) && !gives(x, &e->claimed, NULL);
}

bool explainer_gives(explainer *e, const uriproof_request *request, const uriproof_answer *given)
{
    const experiment x = {.e = e, .request = request, .given = given};
    return is_own_answer(&x, NULL);
}

/* Finds the explanation. Returns false if there is none. */
static bool run_experiment(experiment *x)
{
    model_trace trace;
    if (!is_own_answer(x, &trace))
        return false;
    find_relevant(x, &trace);
    return find_smallest(x);
}

bool explainer_explain(explainer *e, const uriproof_request *request, const uriproof_answer *given,
                       char words[EXPLANATION_ROOM])
{
    experiment x = {.e = e, .request = request, .given = given};
    *words = '\0';
    if (!run_experiment(&x))
        return false;
    leave_out_allowed(&x);
    put_words(&x, words);
    return true;
}

bool explainer_foresees(const explainer *e, const uriproof_request *request, uriproof_buffer *room,
                        uriproof_answer *answer)
{
    model_grow(room, request);
    return model_op_of(request->op) != MODEL_OPS &&
           model_answer(&e->own, request, room, answer, NULL);
}

bool explainer_is_right(explainer *e, const uriproof_request *request, const uriproof_answer *given)
{
    const experiment x = {.e = e, .request = request, .given = given};
    return model_op_of(request->op) != MODEL_OPS && has_room(e, request) &&
           gives(&x, &e->claimed, NULL);
}

/* ---- Ids ---- */

/* What alone changes nothing that counts. */
typedef struct counting {
    bool (*counts)(void *self, const uriproof_answer *without, const uriproof_answer *with);
    void *self;
    uriproof_buffer room;
} counting;

static bool changes_what_counts(const experiment *x, counting *c, const profile_change *edit)
{
    uriproof_answer without, with;
    profile alone = x->e->claimed;
    profile_make_change(&alone, edit);
    return !model_answer(&x->e->claimed, x->request, &x->e->room, &without, NULL) ||
           !model_answer(&alone, x->request, &c->room, &with, NULL) ||
           model_same(x->request->op, &without, &with) || c->counts(c->self, &without, &with);
}

static void leave_out_uncounted(experiment *x, counting *c)
{
    const profile_change *kept[EXPLANATION_MOST];
    size_t count = 0;
    if (x->size < 2)
        return;
    c->room = (uriproof_buffer){malloc(x->e->room.capacity), x->e->room.capacity, 0};
    for (size_t i = 0; i < x->size; i++)
        if (changes_what_counts(x, c, x->found[i]))
            kept[count++] = x->found[i];
    free(c->room.octets);
    if (count == 0)
        return;
    memcpy(x->found, kept, count * sizeof *kept);
    x->size = count;
}

/* Returns true if the answer is given with one octet of the set number `which` alone. */
static bool suffices(const experiment *x, size_t which, unsigned char octet)
{
    profile with = x->e->claimed;
    for (size_t i = 0; i < x->size; i++) {
        profile_change edit = *x->found[i];
        if (i == which) {
            octet_set one = {{0}};
            octet_put(&one, octet, true);
            *(octets_are_empty(&edit.also) ? &edit.less : &edit.also) = one;
        }
        profile_make_change(&with, &edit);
    }
    return gives(x, &with, NULL);
}

/* Returns the octet of the texts because of which a set of octets counts: the first that alone is
 * enough, or else the first that is in the set. */
static char octet_of(const experiment *x, size_t which)
{
    const profile_change *edit = x->found[which];
    const octet_set *set = octets_are_empty(&edit->also) ? &edit->less : &edit->also;
    bool tried[UCHAR_MAX + 1] = {false};
    char first = '\0';
    for (size_t f = 2; f-- > 0;)
        for (size_t i = 0; i < x->request->field[f].length; i++) {
            const char octet = x->request->field[f].octets[i];
            if (!octet_in(set, (unsigned char)octet) || tried[(unsigned char)octet])
                continue;
            tried[(unsigned char)octet] = true;
            if (suffices(x, which, (unsigned char)octet))
                return octet;
            first = octet;
        }
    return first;
}

static void add_id(const experiment *x, size_t which, explanation_ids *found)
{
    const profile_change *edit = x->found[which];
    const bool is_set = (unsigned)edit->trait < OCTET_PARTS;
    char id[DEVIATION_ID_ROOM];
    snprintf(id, sizeof id, "%s=%s%s%s", traits[edit->trait].id, value_of(edit), is_set ? "-" : "",
             is_set ? octet_kind(octet_of(x, which)) : "");
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->id[i], id) == 0)
            return;
    memcpy(found->id[found->count++], id, sizeof id);
}

bool explainer_ids(explainer *e, const uriproof_request *request, const uriproof_answer *given,
                   bool (*counts)(void *self, const uriproof_answer *without,
                                  const uriproof_answer *with),
                   void *self, explanation_ids *found)
{
    experiment x = {.e = e, .request = request, .given = given};
    counting c = {.counts = counts, .self = self};
    found->count = 0;
    if (!run_experiment(&x))
        return false;
    leave_out_uncounted(&x, &c);
    for (size_t i = 0; i < x.size; i++)
        add_id(&x, i, found);
    return true;
}

/* ---- What is allowed ---- */

void explainer_allow(explainer *e, const uriproof_request *request, const uriproof_answer *given)
{
    experiment x = {.e = e, .request = request, .given = given};
    if (!run_experiment(&x) || x.size != 1)
        return;
    e->allowed[x.found[0] - e->edits] |= profile_contexts_of(model_op_of(request->op));
}

size_t deviation_length(const char *words)
{
    return strcspn(words, " ");
}

const char *deviation_first(store *s, const char *words)
{
    char id[DEVIATION_ID_ROOM];
    if (words == NULL)
        return NULL;
    snprintf(id, sizeof id, "%.*s", (int)deviation_length(words), words);
    return store_text(s, id);
}

/* A trait and a value of it as an id says them. */
typedef struct named_value {
    trait_id trait; /* TRAIT_COUNT: there is no such one */
    unsigned value; /* of a set: of set_values */
} named_value;

static named_value value_named(const char *words)
{
    char id[DEVIATION_ID_ROOM];
    const size_t length = deviation_length(words);
    snprintf(id, sizeof id, "%.*s", length < sizeof id ? (int)length : 0, words);
    char *value = strchr(id, '=');
    if (value == NULL)
        return (named_value){TRAIT_COUNT, 0};
    *value++ = '\0';
    const trait_id found = trait_named(id);
    const bool is_set = (unsigned)found < OCTET_PARTS;
    const unsigned count = is_set ? 2 : found < TRAIT_COUNT ? trait_value_count(found) : 0;
    for (unsigned v = 0; v < count; v++)
        if (strcmp(is_set ? set_values[v] : traits[found].values[v].id, value) == 0)
            return (named_value){found, v};
    return (named_value){TRAIT_COUNT, 0};
}

const trait *deviation_trait(const char *words)
{
    const named_value found = value_named(words);
    return found.trait == TRAIT_COUNT ? NULL : &traits[found.trait];
}

char *deviation_does(const char *words)
{
    const named_value found = value_named(words);
    if (found.trait == TRAIT_COUNT)
        return NULL;
    const trait *of = &traits[found.trait];
    if ((unsigned)found.trait >= OCTET_PARTS)
        return trait_does(found.trait, found.value);
    return text_made(found.value == SET_MORE ? "takes in the %s octets that no rule allows"
                                             : "rejects octets in the %s that a rule allows",
                     of->part);
}
