/* SPDX-License-Identifier: MIT */
/*
 * Makes the automaton of a grammar in three steps. Productions become a nondeterministic automaton
 * (an NFA). Sets of its states become the states of a deterministic one (a DFA). States that act
 * alike are merged.
 */
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

enum {
    STATES_MAX = 1 << 18, /* with free choices */
    STEPS_MAX = 1 << 20,
    DEPTH_MAX = 2000, /* pieces and productions within each other */
    SETS_MAX = 1 << 14,
    NUMBERS_MAX = 1 << 23, /* of all sets together */
    SLOTS = 2 * SETS_MAX
};

/* ---- Lists of numbers, each of which has a number itself ---- */

/* Equal lists are one. They are numbered in the order in which they come. */
typedef struct lists {
    uint32_t *numbers; /* of all lists, one after the other, and then of the one that is made */
    size_t number_count;
    size_t *first; /* of each list, and after the last */
    uint32_t count;
    uint32_t *slots; /* a hash table of the lists, plus 1; 0 is free */
    bool full;       /* there are too many of them, or of numbers */
} lists;

static lists lists_new(void)
{
    return (lists){.first = calloc(SETS_MAX + 1, sizeof(size_t)),
                   .slots = calloc(SLOTS, sizeof(uint32_t))};
}

static void lists_free(lists *l)
{
    free(l->numbers);
    free(l->first);
    free(l->slots);
}

/* Adds a number to the list that is made. */
static void add_number(lists *l, uint32_t number)
{
    l->full = l->full || l->number_count >= NUMBERS_MAX;
    if (l->full)
        return;
    l->numbers = list_grown(l->numbers, l->number_count, sizeof number);
    l->numbers[l->number_count++] = number;
}

/* Ends the list that is made, and returns its number. */
static uint32_t list_end(lists *l)
{
    size_t start = l->first[l->count], size = (l->number_count - start) * sizeof *l->numbers;
    size_t slot = size == 0 ? 0 : octets_hash(OCTETS_HASH_BEGIN, l->numbers + start, size) % SLOTS;
    for (; l->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        uint32_t other = l->slots[slot] - 1;
        if ((l->first[other + 1] - l->first[other]) * sizeof *l->numbers != size ||
            (size > 0 && memcmp(l->numbers + l->first[other], l->numbers + start, size) != 0))
            continue;
        l->number_count = start;
        return other;
    }
    l->full = l->full || l->count == SETS_MAX;
    if (l->full)
        return 0;
    l->slots[slot] = ++l->count;
    l->first[l->count] = l->number_count;
    return l->count - 1;
}

/* ---- Productions to states with free choices ----
 *
 * Every piece of a production is compiled from right to left, with the state that follows it: its
 * continuation. A production that recurs at its own right end meets itself with the same
 * continuation, and the two are one state: a loop. A production that recurs elsewhere meets itself
 * with another continuation. No number of states may be enough for that, so it is rejected. */

typedef enum nfa_kind {
    NFA_ACCEPT,
    NFA_FORK,  /* on to `out` and to `other`, if these are states */
    NFA_OCTETS /* with an octet from `low` to `high` on to `out` */
} nfa_kind;

typedef struct nfa_state {
    nfa_kind kind;
    unsigned char low, high;
    uint32_t out, other;
} nfa_state;

typedef struct nfa {
    const uriproof_grammar *grammar;
    nfa_state *states;
    uint32_t state_count;
    lists known;      /* productions, and the states that follow them */
    uint32_t *starts; /* the states at which these begin */
    bool *active;     /* of each production: is it being compiled? */
    uint32_t steps;
    uint32_t depth;
    bool failed; /* *error says why */
    uriproof_error *error;
} nfa;

/* Writes the first fault to the error. Returns the accepting state, which was added first. What is
 * built after a fault is thrown away, so callers need not check for a fault. */
static uint32_t reject(nfa *n, const char *name, const char *words)
{
    if (!n->failed)
        uriproof_error_set(n->error, "%s%s", name, words);
    n->failed = true;
    return 0;
}

static uint32_t add_state(nfa *n, nfa_state state)
{
    if (n->state_count >= STATES_MAX)
        return reject(n, "", "the grammar grows out of all bounds");
    n->states = list_grown(n->states, n->state_count, sizeof state);
    n->states[n->state_count] = state;
    return n->state_count++;
}

static uint32_t add_fork(nfa *n, uint32_t out, uint32_t other)
{
    return add_state(n, (nfa_state){.kind = NFA_FORK, .out = out, .other = other});
}

static uint32_t build(nfa *n, uint32_t node, uint32_t then);

static uint32_t build_production(nfa *n, uint32_t number, uint32_t then)
{
    const grammar_production *production = &n->grammar->productions[number];
    uint32_t known_before = n->known.count;
    add_number(&n->known, number);
    add_number(&n->known, then);
    uint32_t known = list_end(&n->known);
    if (n->known.full)
        return reject(n, "", "the grammar grows out of all bounds");
    if (known < known_before)
        return n->starts[known];
    if (production->body == GRAMMAR_NONE)
        return reject(n, production->name, " is used and not defined");
    if (n->active[number])
        return reject(n, production->name,
                      " recurs elsewhere than at its own right end: not regular");
    uint32_t start = add_fork(n, GRAMMAR_NONE, GRAMMAR_NONE);
    n->starts = list_grown(n->starts, known, sizeof *n->starts);
    n->starts[known] = start;
    n->active[number] = true;
    uint32_t body = build(n, production->body, then);
    n->active[number] = false;
    n->states[start].out = body;
    return start;
}

static uint32_t build_choice(nfa *n, const grammar_node *choice, uint32_t then)
{
    const grammar_node *nodes = n->grammar->nodes;
    uint32_t all = build(n, choice->child, then);
    for (uint32_t i = nodes[choice->child].next; i != GRAMMAR_NONE; i = nodes[i].next)
        all = add_fork(n, build(n, i, then), all);
    return all;
}

/* Makes nested options, (e (e)?)?, if there is a maximum, or else a loop. */
static uint32_t build_repeat(nfa *n, const grammar_node *repeat, uint32_t then)
{
    uint32_t all = then;
    if (repeat->maximum == GRAMMAR_NONE) {
        all = add_fork(n, then, GRAMMAR_NONE);
        uint32_t once = build(n, repeat->child, all);
        n->states[all].other = once;
    } else {
        for (uint32_t i = repeat->minimum; i < repeat->maximum; i++)
            all = add_fork(n, build(n, repeat->child, all), then);
    }
    for (uint32_t i = 0; i < repeat->minimum; i++)
        all = build(n, repeat->child, all);
    return all;
}

static uint32_t build_kind(nfa *n, const grammar_node *node, uint32_t then)
{
    switch (node->kind) {
    case NODE_OCTETS:
        return add_state(n, (nfa_state){.kind = NFA_OCTETS,
                                        .low = node->low,
                                        .high = node->high,
                                        .out = then,
                                        .other = GRAMMAR_NONE});
    case NODE_NAME:
        return build_production(n, node->name, then);
    case NODE_SEQUENCE:
        for (uint32_t i = node->child; i != GRAMMAR_NONE; i = n->grammar->nodes[i].next)
            then = build(n, i, then);
        return then;
    case NODE_CHOICE:
        return build_choice(n, node, then);
    case NODE_REPEAT:
        return build_repeat(n, node, then);
    case NODE_VOID:
        break;
    }
    return then;
}

/* Returns the state at which `node`, followed by the state `then`, begins. */
static uint32_t build(nfa *n, uint32_t node, uint32_t then)
{
    if (n->failed || ++n->steps > STEPS_MAX)
        return reject(n, "", "the grammar grows out of all bounds");
    if (n->depth >= DEPTH_MAX)
        return reject(n, "", "too many productions within each other");
    n->depth++;
    uint32_t start = build_kind(n, &n->grammar->nodes[node], then);
    n->depth--;
    return start;
}

/* ---- Sets of states to states ---- */

/* The deterministic automaton while it is made. Each of its states is a set of states of the nfa.
 * Only states in which an octet can be taken or the text may end are in the set. */
typedef struct subsets {
    const nfa *from;
    uriproof_automaton *made;
    lists sets;
    uint32_t *seen; /* of each nfa state, the turn in which it was reached */
    uint32_t turn;
    unsigned char low[256]; /* of each class, its lowest octet */
} subsets;

/* Two octets are of one class if no state of the nfa tells them apart. */
static void make_classes(subsets *s)
{
    bool begins[257] = {true};
    for (uint32_t i = 0; i < s->from->state_count; i++) {
        const nfa_state *state = &s->from->states[i];
        if (state->kind == NFA_OCTETS)
            begins[state->low] = begins[state->high + 1] = true;
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        if (begins[octet])
            s->low[s->made->class_count++] = (unsigned char)octet;
        s->made->class_of[octet] = (unsigned char)(s->made->class_count - 1);
    }
}

/* Adds `state` to the set that is made, unless it is there. */
static void reach(subsets *s, uint32_t state)
{
    if (state == GRAMMAR_NONE || s->seen[state] == s->turn)
        return;
    s->seen[state] = s->turn;
    add_number(&s->sets, state);
}

static int by_number(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

/* Ends the set that is made. Adds the states that are reached without an octet, and then removes
 * the forks, since they take no octet. Returns its number. */
static uint32_t set_end(subsets *s)
{
    lists *l = &s->sets;
    size_t start = l->first[l->count], kept = start;
    for (size_t i = start; i < l->number_count; i++) {
        uint32_t number = l->numbers[i];
        const nfa_state *state = &s->from->states[number];
        if (state->kind == NFA_FORK) {
            reach(s, state->out);
            reach(s, state->other);
        }
    }
    for (size_t i = start; i < l->number_count; i++)
        if (s->from->states[l->numbers[i]].kind != NFA_FORK)
            l->numbers[kept++] = l->numbers[i];
    l->number_count = kept;
    if (kept > start)
        qsort(l->numbers + start, kept - start, sizeof *l->numbers, by_number);
    s->turn++;
    return list_end(l);
}

/* Returns the set that the octets of `class` lead to from the set `from`. */
static uint32_t follow(subsets *s, uint32_t from, unsigned char low)
{
    for (size_t i = s->sets.first[from]; i < s->sets.first[from + 1]; i++) {
        const nfa_state *state = &s->from->states[s->sets.numbers[i]];
        if (state->kind == NFA_OCTETS && state->low <= low && low <= state->high)
            reach(s, state->out);
    }
    return set_end(s);
}

/* Returns true if the accepting state is in the set: it is number 0, and the set is sorted. */
static bool accepts(const subsets *s, uint32_t set)
{
    size_t first = s->sets.first[set];
    return first < s->sets.first[set + 1] && s->sets.numbers[first] == 0;
}

/* Makes the states of the sets, by a breadth-first walk from the one of `start`. */
static bool determine(const nfa *from, uint32_t start, uriproof_automaton *made)
{
    subsets s = {.from = from, .made = made, .sets = lists_new(), .turn = 1};
    s.seen = calloc(from->state_count, sizeof *s.seen);
    make_classes(&s);
    reach(&s, start);
    set_end(&s);
    uint32_t classes = made->class_count;
    for (uint32_t at = 0; at < s.sets.count && !s.sets.full; at++) {
        made->next = list_grown(made->next, at, classes * sizeof *made->next);
        made->accepting = list_grown(made->accepting, at, sizeof *made->accepting);
        made->accepting[at] = accepts(&s, at);
        for (uint32_t class = 0; class < classes; class ++)
            made->next[(size_t)at * classes + class] = follow(&s, at, s.low[class]);
    }
    made->state_count = s.sets.count;
    free(s.seen);
    lists_free(&s.sets);
    return !s.sets.full;
}

/* ---- Minimisation ---- */

/* Moore's algorithm. First separates states that differ in acceptance. Then separates states if
 * some class leads from them to separated states, and repeats this until nothing changes. States
 * that stay together form a block. Returns the number of the block of each state. Blocks are
 * numbered by their first state, so they are in the order of a breadth-first walk too. */
static uint32_t *find_blocks(const uriproof_automaton *a, uint32_t *count)
{
    uint32_t *block = calloc(a->state_count, sizeof *block), before;
    uint32_t *refined = calloc(a->state_count, sizeof *refined);
    lists l = lists_new();
    for (uint32_t state = 0; state < a->state_count; state++)
        block[state] = a->accepting[state];
    do {
        before = l.count;
        l.count = 0;
        l.number_count = 0;
        memset(l.slots, 0, SLOTS * sizeof *l.slots);
        for (uint32_t state = 0; state < a->state_count; state++) {
            add_number(&l, block[state]);
            for (uint32_t class = 0; class < a->class_count; class ++)
                add_number(&l, block[a->next[(size_t)state * a->class_count + class]]);
            refined[state] = list_end(&l);
        }
        memcpy(block, refined, a->state_count * sizeof *block);
    } while (l.count != before);
    *count = l.count;
    free(refined);
    lists_free(&l);
    return block;
}

/* Makes one state of each block, in place: no block has a higher number than its states. */
static void merge_states(uriproof_automaton *a)
{
    uint32_t count, *block = find_blocks(a, &count);
    for (size_t state = 0; state < a->state_count; state++) {
        const uint32_t *from = a->next + state * a->class_count;
        uint32_t *to = a->next + (size_t)block[state] * a->class_count;
        a->accepting[block[state]] = a->accepting[state];
        for (uint32_t class = 0; class < a->class_count; class ++)
            to[class] = block[from[class]];
    }
    a->state_count = count;
    free(block);
}

/* Makes one class of those that no state tells apart, in place. */
static void merge_classes(uriproof_automaton *a)
{
    lists columns = lists_new();
    uint32_t first[256] = {0}, *to = a->next; /* `first` of each class that stays */
    unsigned char stays_as[256] = {0};
    for (uint32_t class = 0; class < a->class_count; class ++) {
        uint32_t count = columns.count;
        for (size_t state = 0; state < a->state_count; state++)
            add_number(&columns, a->next[state * a->class_count + class]);
        stays_as[class] = (unsigned char)list_end(&columns);
        if (columns.count > count)
            first[count] = class;
    }
    uint32_t count = columns.count;
    lists_free(&columns);
    for (size_t state = 0; state < a->state_count; state++)
        for (uint32_t group = 0; group < count; group++)
            *to++ = a->next[state * a->class_count + first[group]];
    a->class_count = count;
    for (int octet = 255; octet >= 0; octet--) {
        unsigned char class = a->class_of[octet] = stays_as[a->class_of[octet]];
        if (uriproof_is_printable((char)octet) ||
            !uriproof_is_printable((char)a->representative[class]))
            a->representative[class] = (unsigned char)octet;
    }
}

static uint32_t find_dead(const uriproof_automaton *a)
{
    for (uint32_t state = 0; state < a->state_count; state++) {
        uint32_t class = 0;
        while (class < a->class_count && a->next[state * a->class_count + class] == state)
            class ++;
        if (class == a->class_count && !a->accepting[state])
            return state;
    }
    return URIPROOF_NO_STATE;
}

/* ---- The whole ---- */

bool uriproof_automaton_compile(const uriproof_grammar *grammar, const char *start,
                                uriproof_automaton *automaton, uriproof_error *error)
{
    *automaton = (uriproof_automaton){.next = NULL};
    uint32_t production = grammar_find(grammar, start, strlen(start));
    if (production == GRAMMAR_NONE) {
        uriproof_error_set(error, "the grammar has no production %s", start);
        return false;
    }
    nfa n = {.grammar = grammar, .known = lists_new(), .error = error};
    n.active = calloc(grammar->production_count, sizeof *n.active);
    uint32_t end = add_state(&n, (nfa_state){.kind = NFA_ACCEPT});
    uint32_t first = build_production(&n, production, end);
    if (!n.failed && !determine(&n, first, automaton))
        reject(&n, "", "the automaton grows out of all bounds");
    if (n.failed) {
        uriproof_automaton_free(automaton);
    } else {
        merge_states(automaton);
        merge_classes(automaton);
        automaton->dead = find_dead(automaton);
    }
    free(n.active);
    free(n.states);
    free(n.starts);
    lists_free(&n.known);
    return !n.failed;
}

void uriproof_automaton_free(uriproof_automaton *automaton)
{
    free(automaton->next);
    free(automaton->accepting);
    *automaton = (uriproof_automaton){.next = NULL};
}

/* ---- What a compiled automaton says of texts ---- */

uint32_t uriproof_automaton_run(const uriproof_automaton *automaton, uriproof_span text)
{
    uint32_t state = automaton->start;
    for (size_t i = 0; i < text.length; i++)
        state = uriproof_automaton_step(automaton, state, (unsigned char)text.octets[i]);
    return state;
}

bool uriproof_automaton_accepts(const uriproof_automaton *automaton, uriproof_span text)
{
    return automaton->accepting[uriproof_automaton_run(automaton, text)];
}

size_t uriproof_automaton_viable(const uriproof_automaton *automaton, uriproof_span text)
{
    uint32_t state = automaton->start;
    size_t length = 0;
    while (length < text.length) {
        state = uriproof_automaton_step(automaton, state, (unsigned char)text.octets[length]);
        if (state == automaton->dead)
            break;
        length++;
    }
    return length;
}
