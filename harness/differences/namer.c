/* SPDX-License-Identifier: MIT */
#include "namer.h"

#include <stdlib.h>
#include <string.h>

/* What is known of the reply of a member to the question at hand. */
typedef struct known {
    bool is_looked_at, is_known, is_right;
    explanation_ids ids;
    bool is_exact;           /* `exact` was looked for */
    explanation_ids exact;   /* with what the specification allows */
    bool is_unexpected;      /* the profile gives another reply, which differs in what counts */
    answer_class unexpected; /* so */
} known;

typedef struct named {
    explainer *usual, *exact; /* NULL: there is no profile */
    known now;
} named;

struct namer {
    class_namer classes;
    named *members;
    size_t count;
    const text_replies *all; /* the question at hand */
    store *memory;           /* of the ids that classes have */
    const char **ids;
    size_t id_count;
};

/* ---- One reply ---- */

/* Whether two answers differ in something that a member does not declare. */
typedef struct answers {
    const text_replies *all;
    size_t member;
} answers;

static bool counts(void *self, const uriproof_answer *without, const uriproof_answer *with)
{
    static const transform_set nothing = {{0}};
    const answers *of = self;
    const uriproof_op op = of->all->request->op;
    const reply a = reply_borrowed(op, without), b = reply_borrowed(op, with);
    answer_class found;
    return class_between(of->all->request, &a, &nothing, &b,
                         of->all->declared(of->all->parsers, of->member), &found);
}

/* Compares the reply of a member with the one that its profile gives. */
static bool is_other(const namer *n, size_t member, answer_class *found)
{
    const text_replies *all = n->all;
    const transform_set *declared = all->declared(all->parsers, member);
    uriproof_buffer room = {NULL, 0, 0};
    uriproof_answer foreseen = {.status = ANSWER_REJECTED};
    bool other = explainer_foresees(n->members[member].usual, all->request, &room, &foreseen);
    const reply expected = reply_borrowed(all->request->op, &foreseen);
    other = other && class_between(all->request, &expected, declared, &all->replies[member],
                                   declared, found);
    free(room.octets);
    return other;
}

static uriproof_answer answer_of(const namer *n, size_t member)
{
    return reply_components(&n->all->replies[member]);
}

static known *look_at(namer *n, size_t member)
{
    named *m = &n->members[member];
    if (m->now.is_looked_at || m->usual == NULL)
        return &m->now;
    m->now.is_looked_at = true;
    if (n->all->replies[member].fault != URIPROOF_AGREE)
        return &m->now;
    const uriproof_answer given = answer_of(n, member);
    answers of = {n->all, member};
    m->now.is_right = explainer_is_right(m->usual, n->all->request, &given);
    m->now.is_known = m->now.is_right ||
                      explainer_ids(m->usual, n->all->request, &given, counts, &of, &m->now.ids);
    m->now.is_unexpected = !m->now.is_known && is_other(n, member, &m->now.unexpected);
    return &m->now;
}

static const explanation_ids *exact_ids(namer *n, size_t member)
{
    named *m = &n->members[member];
    known *now = look_at(n, member);
    if (!now->is_exact) {
        const uriproof_answer given = answer_of(n, member);
        answers of = {n->all, member};
        (void)explainer_ids(m->exact, n->all->request, &given, counts, &of, &now->exact);
    }
    now->is_exact = true;
    return &now->exact;
}

/* ---- Ids ---- */

static trait_id trait_of(const char *id)
{
    char name[DEVIATION_ID_ROOM];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "="), id);
    return trait_named(name);
}

/* Makes *to the class of a deviation. Its operation is set. */
static void make_class(answer_class *to, const char *id)
{
    const trait *of = &traits[trait_of(id)];
    to->kind = CLASS_DEVIATION;
    to->clause = of->clause;
    to->character = id;
    to->part = strcmp(of->part, "userinfo") == 0 ? piece_names[PIECE_USER] : of->part;
    if (class_risk_of(to)->rank == 0) /* whatever it is about, the host is another */
        to->part = piece_names[PIECE_HOST];
}

/* Orders ids: the worst risk first. */
static bool is_before(const char *a, const char *b)
{
    answer_class one = {.operation = ""}, other = {.operation = ""};
    make_class(&one, a);
    make_class(&other, b);
    const unsigned rank = class_risk_of(&one)->rank, other_rank = class_risk_of(&other)->rank;
    if (rank != other_rank)
        return rank < other_rank;
    const trait_id x = trait_of(a), y = trait_of(b);
    return x != y ? x < y : strcmp(a, b) < 0;
}

static bool has(const explanation_ids *ids, const char *id)
{
    for (size_t i = 0; i < ids->count; i++)
        if (strcmp(ids->id[i], id) == 0)
            return true;
    return false;
}

/* Returns true if the deviation can be what makes the difference `plain`, as the text has it: one
 * that leads to another host does not part two that see the same host. */
static bool is_possible(const char *id, const answer_class *plain)
{
    answer_class own = *plain;
    make_class(&own, id);
    return plain->kind == CLASS_VALIDITY || class_risk_of(plain)->rank == 0 ||
           class_risk_of(&own)->rank > 0;
}

/* Takes the first id that is in `of` alone. */
static void take_first(const explanation_ids *of, const explanation_ids *other,
                       const answer_class *plain, const char **first)
{
    for (size_t i = 0; i < of->count; i++)
        if (!has(other, of->id[i]) && is_possible(of->id[i], plain) &&
            (*first == NULL || is_before(of->id[i], *first)))
            *first = of->id[i];
}

/* Returns the first id that one of both has alone; NULL if there is none. */
static const char *first_apart(const explanation_ids *a, const explanation_ids *b,
                               const answer_class *plain)
{
    const char *first = NULL;
    take_first(a, b, plain, &first);
    take_first(b, a, plain, &first);
    return first;
}

static const char *kept_id(namer *n, const char *id)
{
    for (size_t i = 0; i < n->id_count; i++)
        if (strcmp(n->ids[i], id) == 0)
            return n->ids[i];
    n->ids = list_grown(n->ids, n->id_count, sizeof *n->ids);
    n->ids[n->id_count] = store_text(n->memory, id);
    return n->ids[n->id_count++];
}

/* ---- The namer ---- */

static void begin(void *self, const text_replies *all)
{
    namer *n = self;
    n->all = all;
    for (size_t m = 0; m < n->count; m++)
        n->members[m].now = (known){.is_looked_at = false};
}

static bool is_known(void *self, size_t member)
{
    return look_at(self, member)->is_known;
}

static bool is_right(void *self, size_t member)
{
    return look_at(self, member)->is_right;
}

static bool is_alike(void *self, size_t one, size_t other)
{
    const known *a = look_at(self, one), *b = look_at(self, other);
    if (!a->is_known || !b->is_known)
        return true;
    if (a->ids.count != b->ids.count)
        return false;
    for (size_t i = 0; i < a->ids.count; i++)
        if (!has(&b->ids, a->ids.id[i]))
            return false;
    return true;
}

static bool name(void *self, size_t one, size_t other, answer_class *found)
{
    namer *n = self;
    const char *id = first_apart(&look_at(n, one)->ids, &look_at(n, other)->ids, found);
    if (id == NULL)
        id = first_apart(exact_ids(n, one), exact_ids(n, other), found);
    if (id == NULL)
        return false;
    make_class(found, kept_id(n, id));
    return true;
}

static bool name_reply(void *self, const text_replies *all, size_t member,
                       const answer_class *plain, answer_class *worst)
{
    static const explanation_ids nothing = {.count = 0};
    namer *n = self;
    const char *first = worst->kind == CLASS_DEVIATION ? worst->character : NULL;
    begin(n, all);
    const known *now = look_at(n, member);
    take_first(&now->ids, &nothing, plain, &first);
    if (first != NULL)
        make_class(worst, kept_id(n, first));
    return now->is_known;
}

/* Sets the reply that the profile of a member gives. Returns false if there is none. */
static bool foresee(namer *n, const uriproof_request *request, size_t member, uriproof_buffer *room,
                    uriproof_answer *answer, reply *replies)
{
    if (n->members[member].usual == NULL ||
        !explainer_foresees(n->members[member].usual, request, room, answer))
        return false;
    replies[member] = reply_borrowed(request->op, answer);
    return true;
}

static bool is_unexpected(void *self, size_t member, answer_class *found)
{
    const known *now = look_at(self, member);
    *found = now->unexpected;
    return now->is_unexpected;
}

static bool foresees(void *self, const text_replies *question, size_t one, size_t other,
                     const answer_class *wanted)
{
    namer *n = self;
    uriproof_buffer rooms[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    uriproof_answer given[2];
    answer_class found = {.operation = wanted->operation};
    text_replies all = *question;
    reply *replies = calloc(n->count + 1, sizeof *replies);
    all.replies = replies;
    begin(n, &all);
    const bool so = foresee(n, all.request, one, &rooms[0], &given[0], replies) &&
                    foresee(n, all.request, other, &rooms[1], &given[1], replies) &&
                    class_of_members(&all, one, other, &found) && class_equal(&found, wanted);
    n->all = NULL;
    free(rooms[0].octets);
    free(rooms[1].octets);
    free(replies);
    return so;
}

namer *namer_new(size_t members)
{
    namer *n = calloc(1, sizeof *n);
    n->members = calloc(members + 1, sizeof *n->members);
    n->count = members;
    n->memory = store_new();
    n->classes = (class_namer){n,    begin,         is_known,   is_right, is_alike,
                               name, is_unexpected, name_reply, foresees};
    return n;
}

void namer_set(namer *n, size_t member, const profile *own)
{
    const profile claimed = profile_of_rfc3986(NULL);
    named *m = &n->members[member];
    explainer_free(m->usual);
    explainer_free(m->exact);
    m->usual = explainer_new(&claimed, own, false);
    m->exact = explainer_new(&claimed, own, true);
}

const class_namer *namer_classes(namer *n)
{
    return &n->classes;
}

void namer_free(namer *n)
{
    if (n == NULL)
        return;
    for (size_t m = 0; m < n->count; m++) {
        explainer_free(n->members[m].usual);
        explainer_free(n->members[m].exact);
    }
    free(n->members);
    free(n->ids);
    store_free(n->memory);
    free(n);
}

/* ---- For people ---- */

bool namer_explain(namer *n, size_t member, const uriproof_request *request, const reply *r,
                   char words[EXPLANATION_ROOM])
{
    const uriproof_answer given = reply_components(r);
    explainer *e = n->members[member].usual;
    return e != NULL && explainer_explain(e, request, &given, words);
}

bool namer_deviates(namer *n, size_t member, const text_replies *all, const char *character)
{
    begin(n, all);
    return look_at(n, member)->is_known &&
           (has(&look_at(n, member)->ids, character) || has(exact_ids(n, member), character));
}

bool namer_is_unexplained(namer *n, size_t member, const text_replies *all,
                          const answer_class *class)
{
    begin(n, all);
    const known *now = look_at(n, member);
    return now->is_unexpected && class_equal(&now->unexpected, class);
}

char *namer_does(const char *character)
{
    const trait_id of = trait_of(character);
    const char *value = strchr(character, '='), *kind = strchr(character, '-');
    if ((unsigned)of >= OCTET_PARTS || value == NULL || kind == NULL)
        return deviation_does(character);
    return text_made(strncmp(value, "=more", 5) == 0 ? "takes in the %s what no rule allows (%s)"
                                                     : "rejects in the %s what a rule allows (%s)",
                     traits[of].part, kind + 1);
}
