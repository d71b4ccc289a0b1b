/* SPDX-License-Identifier: MIT */
/* A grammar's automaton: sets of states become states, then what acts alike becomes one. */
#include "minimize.h"
#include "nfa.h"

#include <stdlib.h>
#include <string.h>

enum {
    SETS_MAX = 1 << 14,
    MEMBERS_MAX = 1 << 22 /* of all sets together */
};

/* The deterministic automaton while it is made. Each of its states is the set of those states
 * of the nfa in which an octet can be taken or the text may end. */
typedef struct subsets {
    const nfa *from;
    dfa *made;
    uint32_t *members; /* of all sets, one after the other */
    size_t member_count;
    size_t *first;   /* of each set, and after the last */
    uint32_t *slots; /* a hash table of sets, plus 1; 0 is free */
    uint32_t *seen;  /* of each nfa state, the turn in which it was reached */
    uint32_t turn;
    uint32_t *stack;
    unsigned char low[256]; /* of each column, its lowest octet */
    uriproof_error *error;
} subsets;

enum { SLOTS = 2 * SETS_MAX };

static bool refuse_size(const subsets *sets)
{
    uriproof_error_set(sets->error, "the automaton grows out of all bounds");
    return false;
}

/* ---- Columns ---- */

/* Two octets are of one column where no state of the nfa tells them apart. */
static void make_columns(subsets *sets)
{
    bool begins[257] = {true};
    for (uint32_t i = 0; i < sets->from->state_count; i++) {
        const nfa_state *state = &sets->from->states[i];
        if (state->kind == NFA_OCTETS)
            begins[state->low] = begins[state->high + 1] = true;
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        if (begins[octet])
            sets->low[sets->made->column_count++] = (unsigned char)octet;
        sets->made->column_of[octet] = (unsigned char)(sets->made->column_count - 1);
    }
}

/* ---- Sets ---- */

static int by_number(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

static bool add_member(subsets *sets, uint32_t state)
{
    if (sets->member_count >= MEMBERS_MAX)
        return refuse_size(sets);
    sets->members = list_grown(sets->members, sets->member_count, sizeof *sets->members);
    sets->members[sets->member_count++] = state;
    return true;
}

static void reach(subsets *sets, size_t *depth, uint32_t state)
{
    if (state == GRAMMAR_NONE || sets->seen[state] == sets->turn)
        return;
    sets->seen[state] = sets->turn;
    sets->stack[(*depth)++] = state;
}

/* Adds `state` and what is reached from it for nothing to the set that is being made. */
static bool add_closure(subsets *sets, uint32_t state)
{
    size_t depth = 0;
    reach(sets, &depth, state);
    while (depth > 0) {
        uint32_t top = sets->stack[--depth];
        const nfa_state *at = &sets->from->states[top];
        if (at->kind != NFA_FORK) {
            if (!add_member(sets, top))
                return false;
            continue;
        }
        reach(sets, &depth, at->out);
        reach(sets, &depth, at->other);
    }
    return true;
}

static size_t hash_members(const uint32_t *members, size_t count)
{
    uint64_t hash = 0xCBF29CE484222325U;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ members[i]) * 0x100000001B3U;
    return (size_t)(hash ^ (hash >> 32)) & (SLOTS - 1);
}

static bool make_room(dfa *made)
{
    if (made->state_count >= SETS_MAX)
        return false;
    made->next = list_grown(made->next, made->state_count, made->column_count * sizeof *made->next);
    made->accepting = list_grown(made->accepting, made->state_count, sizeof *made->accepting);
    return true;
}

/* Does the set of the members from `start` accept? The accepting state of the nfa is its first. */
static bool accepts(const subsets *sets, size_t start)
{
    return start < sets->member_count &&
           sets->from->states[sets->members[start]].kind == NFA_ACCEPT;
}

/* The number of the set whose members were added last: a new one, or one that is there. */
static bool intern(subsets *sets, uint32_t *number)
{
    size_t start = sets->first[sets->made->state_count], count = sets->member_count - start;
    if (count > 0)
        qsort(sets->members + start, count, sizeof *sets->members, by_number);
    size_t slot = hash_members(sets->members + start, count);
    for (; sets->slots[slot] != 0; slot = (slot + 1) & (SLOTS - 1)) {
        uint32_t other = sets->slots[slot] - 1;
        if (sets->first[other + 1] - sets->first[other] != count ||
            (count > 0 && memcmp(sets->members + sets->first[other], sets->members + start,
                                 count * sizeof *sets->members) != 0))
            continue;
        sets->member_count = start;
        *number = other;
        return true;
    }
    if (!make_room(sets->made))
        return refuse_size(sets);
    *number = sets->made->state_count++;
    sets->slots[slot] = *number + 1;
    sets->first[*number + 1] = sets->member_count;
    sets->made->accepting[*number] = accepts(sets, start);
    return true;
}

/* The set that the octets of `column` lead to from the set `from`. */
static bool follow(subsets *sets, uint32_t from, uint32_t column, uint32_t *to)
{
    sets->turn++;
    for (size_t i = sets->first[from]; i < sets->first[from + 1]; i++) {
        const nfa_state *state = &sets->from->states[sets->members[i]];
        if (state->kind == NFA_OCTETS && state->low <= sets->low[column] &&
            sets->low[column] <= state->high && !add_closure(sets, state->out))
            return false;
    }
    return intern(sets, to);
}

static bool make_sets(subsets *sets)
{
    uint32_t number;
    sets->turn = 1;
    if (!add_closure(sets, sets->from->start) || !intern(sets, &number))
        return false;
    for (uint32_t at = 0; at < sets->made->state_count; at++)
        for (uint32_t column = 0; column < sets->made->column_count; column++) {
            if (!follow(sets, at, column, &number))
                return false;
            sets->made->next[(size_t)at * sets->made->column_count + column] = number;
        }
    return true;
}

static bool determine(const nfa *from, dfa *made, uriproof_error *error)
{
    memset(made, 0, sizeof *made);
    subsets sets = {.from = from, .made = made, .error = error};
    sets.first = calloc(SETS_MAX + 1, sizeof *sets.first);
    sets.slots = calloc(SLOTS, sizeof *sets.slots);
    sets.seen = calloc(from->state_count, sizeof *sets.seen);
    sets.stack = calloc(from->state_count, sizeof *sets.stack);
    make_columns(&sets);
    bool done = make_sets(&sets);
    free(sets.first);
    free(sets.slots);
    free(sets.seen);
    free(sets.stack);
    free(sets.members);
    return done;
}

/* ---- The whole ---- */

bool uriproof_automaton_compile(const uriproof_grammar *grammar, const char *start,
                                uriproof_automaton *automaton, uriproof_error *error)
{
    memset(automaton, 0, sizeof *automaton);
    uint32_t production = grammar_find(grammar, start, strlen(start));
    if (production == GRAMMAR_NONE) {
        uriproof_error_set(error, "the grammar has no production %s", start);
        return false;
    }
    nfa built;
    dfa made;
    if (!nfa_build(grammar, production, &built, error))
        return false;
    bool compiled = determine(&built, &made, error);
    nfa_free(&built);
    if (compiled)
        dfa_minimize(&made, automaton);
    free(made.next);
    free(made.accepting);
    return compiled;
}
