/* SPDX-License-Identifier: MIT */
/*
 * Moore's algorithm: states are kept apart that differ in acceptance, then those that some column
 * leads to states kept apart, until nothing changes. What is left together is one state.
 */
#include "minimize.h"

#include <stdlib.h>
#include <string.h>

/* Which states are still together. */
typedef struct partition {
    const dfa *of;
    uint32_t *block;   /* of each state */
    uint32_t *refined; /* the blocks to come */
    uint32_t *slots;   /* a hash table of states, one for each block to come, plus 1; 0 is free */
    size_t slot_count; /* a power of two */
    uint32_t block_count;
} partition;

static uint32_t follower(const partition *parts, uint32_t state, uint32_t column)
{
    return parts->block[parts->of->next[(size_t)state * parts->of->column_count + column]];
}

static bool stay_together(const partition *parts, uint32_t a, uint32_t b)
{
    if (parts->block[a] != parts->block[b])
        return false;
    for (uint32_t column = 0; column < parts->of->column_count; column++)
        if (follower(parts, a, column) != follower(parts, b, column))
            return false;
    return true;
}

static size_t hash_of(const partition *parts, uint32_t state)
{
    uint64_t hash = 0xCBF29CE484222325U ^ parts->block[state];
    for (uint32_t column = 0; column < parts->of->column_count; column++)
        hash = (hash ^ follower(parts, state, column)) * 0x100000001B3U;
    return (size_t)(hash ^ (hash >> 32));
}

/* The state that stands for those which stay together with `state`: maybe itself. */
static uint32_t speaker(partition *parts, uint32_t state)
{
    size_t slot = hash_of(parts, state) & (parts->slot_count - 1);
    while (parts->slots[slot] != 0 && !stay_together(parts, parts->slots[slot] - 1, state))
        slot = (slot + 1) & (parts->slot_count - 1);
    if (parts->slots[slot] == 0)
        parts->slots[slot] = state + 1;
    return parts->slots[slot] - 1;
}

/* One round; true where blocks came apart. */
static bool refine(partition *parts)
{
    uint32_t count = 0;
    memset(parts->slots, 0, parts->slot_count * sizeof *parts->slots);
    for (uint32_t state = 0; state < parts->of->state_count; state++) {
        uint32_t first = speaker(parts, state);
        parts->refined[state] = first == state ? count++ : parts->refined[first];
    }
    uint32_t *before = parts->block;
    parts->block = parts->refined;
    parts->refined = before;
    bool apart = count != parts->block_count;
    parts->block_count = count;
    return apart;
}

static void partition_make(partition *parts, const dfa *of)
{
    *parts = (partition){.of = of, .slot_count = 2};
    while (parts->slot_count < 2 * (size_t)of->state_count)
        parts->slot_count *= 2;
    parts->block = calloc(of->state_count, sizeof *parts->block);
    parts->refined = calloc(of->state_count, sizeof *parts->refined);
    parts->slots = calloc(parts->slot_count, sizeof *parts->slots);
    for (uint32_t state = 0; state < of->state_count; state++)
        parts->block[state] = of->accepting[state] ? 1 : 0;
    while (refine(parts))
        ;
}

/* ---- The automaton of the blocks ---- */

/* The blocks, numbered as a breadth-first walk from the start meets them. */
typedef struct walk {
    uint32_t *number; /* of each block, or URIPROOF_NO_STATE */
    uint32_t *state;  /* of each number, some state of its block */
    uint32_t count;
} walk;

static uint32_t number_of(walk *walked, const partition *parts, uint32_t state)
{
    uint32_t block = parts->block[state];
    if (walked->number[block] == URIPROOF_NO_STATE) {
        walked->number[block] = walked->count;
        walked->state[walked->count++] = state;
    }
    return walked->number[block];
}

/* Columns are numbered by their lowest octet, so that this order depends on the language alone. */
static void walk_blocks(walk *walked, const partition *parts, uriproof_automaton *automaton)
{
    const dfa *of = parts->of;
    number_of(walked, parts, 0);
    for (uint32_t at = 0; at < walked->count; at++) {
        const uint32_t *next = of->next + (size_t)walked->state[at] * of->column_count;
        automaton->accepting[at] = of->accepting[walked->state[at]];
        for (uint32_t column = 0; column < of->column_count; column++)
            automaton->next[(size_t)at * of->column_count + column] =
                number_of(walked, parts, next[column]);
    }
    automaton->state_count = walked->count;
}

static bool same_column(const uriproof_automaton *automaton, uint32_t columns, uint32_t a,
                        uint32_t b)
{
    for (size_t state = 0; state < automaton->state_count; state++)
        if (automaton->next[state * columns + a] != automaton->next[state * columns + b])
            return false;
    return true;
}

/* Columns that no state tells apart become one class, here a group. */
static void merge_columns(uriproof_automaton *automaton, const dfa *of)
{
    unsigned char class_of_column[256] = {0};
    uint32_t column_of_class[256] = {0};
    automaton->class_count = 0;
    for (uint32_t column = 0; column < of->column_count; column++) {
        uint32_t group = 0;
        while (group < automaton->class_count &&
               !same_column(automaton, of->column_count, column_of_class[group], column))
            group++;
        if (group == automaton->class_count)
            column_of_class[automaton->class_count++] = column;
        class_of_column[column] = (unsigned char)group;
    }
    for (size_t octet = 0; octet < 256; octet++)
        automaton->class_of[octet] = class_of_column[of->column_of[octet]];
    /* Within one row no group is after its column, so rows can be written over. */
    for (size_t state = 0; state < automaton->state_count; state++)
        for (uint32_t group = 0; group < automaton->class_count; group++)
            automaton->next[state * automaton->class_count + group] =
                automaton->next[state * of->column_count + column_of_class[group]];
}

static void choose_representatives(uriproof_automaton *automaton)
{
    bool chosen[256] = {false};
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned octet = 0; octet < 256; octet++) {
            unsigned char group = automaton->class_of[octet];
            bool printable = uriproof_is_printable((char)octet);
            if (chosen[group] || (turn == 0 && !printable))
                continue;
            automaton->representative[group] = (unsigned char)octet;
            chosen[group] = true;
        }
}

static uint32_t find_dead(const uriproof_automaton *automaton)
{
    for (uint32_t state = 0; state < automaton->state_count; state++) {
        uint32_t group = 0;
        while (group < automaton->class_count &&
               automaton->next[state * automaton->class_count + group] == state)
            group++;
        if (group == automaton->class_count && !automaton->accepting[state])
            return state;
    }
    return URIPROOF_NO_STATE;
}

static void from_partition(const partition *parts, uriproof_automaton *automaton)
{
    uint32_t blocks = parts->block_count;
    size_t room = (size_t)blocks + 1;
    walk walked = {calloc(room, sizeof *walked.number), calloc(room, sizeof *walked.state), 0};
    for (uint32_t block = 0; block < blocks; block++)
        walked.number[block] = URIPROOF_NO_STATE;
    automaton->next = calloc(room, parts->of->column_count * sizeof *automaton->next);
    automaton->accepting = calloc(room, sizeof *automaton->accepting);
    walk_blocks(&walked, parts, automaton);
    merge_columns(automaton, parts->of);
    choose_representatives(automaton);
    automaton->dead = find_dead(automaton);
    free(walked.number);
    free(walked.state);
}

void dfa_minimize(const dfa *from, uriproof_automaton *automaton)
{
    memset(automaton, 0, sizeof *automaton);
    partition parts;
    partition_make(&parts, from);
    from_partition(&parts, automaton);
    free(parts.block);
    free(parts.refined);
    free(parts.slots);
}
