/* SPDX-License-Identifier: MIT */
#include "hsi.h"

#include <stdlib.h>
#include <string.h>

/* Two tables over pairs of states. `apart` has 1 plus the length of the shortest word that
 * distinguishes the two states, or 0 while this is unknown. `class` has the class of octets that
 * the word begins with. */
typedef struct splitting {
    const uriproof_automaton *automaton;
    hsi *found;
    uint32_t *apart;
    uint32_t *class;
    char *word;        /* the word of the current pair */
    size_t *weight;    /* for each state: the number of transitions that lead to it, plus 1 */
    uint32_t *members; /* the states, in the order of the tree so far */
    uint32_t *moved;
} splitting;

static uint32_t next_of(const splitting *s, uint32_t state, uint32_t class)
{
    return s->automaton->next[state * s->automaton->class_count + class];
}

/* ---- Words that distinguish two states ---- */

static bool part_pair(splitting *s, uint32_t a, uint32_t b, uint32_t length)
{
    size_t count = s->automaton->state_count;
    for (uint32_t c = 0; c < s->automaton->class_count; c++) {
        if (s->apart[next_of(s, a, c) * count + next_of(s, b, c)] != length)
            continue;
        s->apart[a * count + b] = length + 1;
        s->class[a * count + b] = c;
        return true;
    }
    return false;
}

static void find_apart(splitting *s)
{
    uint32_t count = s->automaton->state_count;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++)
            s->apart[a * count + b] = s->automaton->accepting[a] != s->automaton->accepting[b];
    bool more = true;
    for (uint32_t length = 1; more; length++) {
        more = false;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count; b++)
                if (s->apart[a * count + b] == 0)
                    more = part_pair(s, a, b, length) || more;
    }
}

/* Writes the shortest word that distinguishes `a` from `b`. */
static uriproof_span write_word(splitting *s, uint32_t a, uint32_t b)
{
    size_t count = s->automaton->state_count, length = 0;
    while (s->apart[a * count + b] > 1) {
        uint32_t class = s->class[a * count + b];
        s->word[length++] = (char)s->automaton->representative[class];
        a = next_of(s, a, class);
        b = next_of(s, b, class);
    }
    return (uriproof_span){s->word, length};
}

static bool accepts_from(const uriproof_automaton *automaton, uint32_t state, uriproof_span word)
{
    for (size_t i = 0; i < word.length; i++)
        state = uriproof_automaton_step(automaton, state, (unsigned char)word.octets[i]);
    return automaton->accepting[state];
}

/* ---- The tree ---- */

/* A word and its worth: the product of the weights of the two sets of states that it tells apart.
 * All words of a state follow each text that leads to the state, so states with many such texts
 * should have few words. */
typedef struct candidate {
    uriproof_span word;
    size_t worth;
} candidate;

/* Returns the worth of `word` for the `count` states at `first`. */
static size_t worth_of(const splitting *s, size_t first, size_t count, uriproof_span word)
{
    size_t accepted = 0, others = 0;
    for (size_t i = first; i < first + count; i++) {
        uint32_t state = s->members[i];
        *(accepts_from(s->automaton, state, word) ? &accepted : &others) += s->weight[state];
    }
    return accepted * others;
}

/* Makes `word` the best if it is worth more than the best so far, or worth as much and shorter. */
static void improve(splitting *s, size_t first, size_t count, uriproof_span word, candidate *best)
{
    size_t worth = worth_of(s, first, count, word);
    if (worth < best->worth || (worth == best->worth && word.length >= best->word.length))
        return;
    char *room = s->found->octets + s->found->word_count * s->automaton->state_count;
    memcpy(room, word.octets, word.length);
    *best = (candidate){{room, word.length}, worth};
}

/* Finds the best of the shortest words that tell two of the `count` states at `first` apart. */
static uriproof_span best_word(splitting *s, size_t first, size_t count)
{
    candidate best = {{NULL, SIZE_MAX}, 0};
    for (size_t i = first; i < first + count; i++)
        for (size_t j = i + 1; j < first + count; j++)
            improve(s, first, count, write_word(s, s->members[i], s->members[j]), &best);
    return best.word;
}

static void give_word(splitting *s, uint32_t state)
{
    hsi *found = s->found;
    found->of[state][found->count[state]++] = (uint32_t)found->word_count;
}

/* Sorts the `count` states at `first`, so that those which accept the word come first. Returns how
 * many do. */
static size_t part_members(splitting *s, size_t first, size_t count, uriproof_span word)
{
    size_t accepted = 0, others = 0;
    for (size_t i = first; i < first + count; i++) {
        give_word(s, s->members[i]);
        if (accepts_from(s->automaton, s->members[i], word))
            s->members[first + accepted++] = s->members[i];
        else
            s->moved[others++] = s->members[i];
    }
    if (others > 0)
        memcpy(s->members + first + accepted, s->moved, others * sizeof *s->moved);
    return accepted;
}

/* Splits a set of states until each set has one state. The recursion is as deep as the tree, and
 * the tree is less deep than there are states. */
static void split(splitting *s, size_t first, size_t count)
{
    if (count < 2)
        return;
    bool whole = count == s->automaton->state_count;
    uriproof_span word = whole ? (uriproof_span){"", 0} : best_word(s, first, count);
    size_t accepted = part_members(s, first, count, word);
    s->found->words[s->found->word_count++] = word;
    split(s, first, accepted);
    split(s, first + accepted, count - accepted);
}

/* ---- The whole ---- */

static void take_memory(splitting *s, size_t count)
{
    hsi *found = s->found;
    *found = (hsi){.words = calloc(count, sizeof *found->words),
                   .of = calloc(count, sizeof *found->of),
                   .count = calloc(count, sizeof *found->count),
                   .octets = calloc(count, count)};
    s->apart = calloc(count * count, sizeof *s->apart);
    s->class = calloc(count * count, sizeof *s->class);
    s->word = calloc(count, 1);
    s->weight = calloc(count, sizeof *s->weight);
    s->members = calloc(count, sizeof *s->members);
    s->moved = calloc(count, sizeof *s->moved);
    uint32_t *lists = calloc(count * count, sizeof *lists);
    for (size_t i = 0; i < count; i++)
        found->of[i] = lists + i * count;
}

static void weigh(splitting *s)
{
    uint32_t count = s->automaton->state_count;
    for (uint32_t i = 0; i < count; i++) {
        s->members[i] = i;
        s->weight[i]++;
    }
    for (uint32_t i = 0; i < count * s->automaton->class_count; i++)
        s->weight[s->automaton->next[i]]++;
}

void hsi_find(const uriproof_automaton *automaton, hsi *found)
{
    splitting s = {.automaton = automaton, .found = found};
    take_memory(&s, automaton->state_count);
    find_apart(&s);
    weigh(&s);
    split(&s, 0, automaton->state_count);
    free(s.apart);
    free(s.class);
    free(s.word);
    free(s.weight);
    free(s.members);
    free(s.moved);
}

void hsi_free(hsi *found)
{
    free(found->of[0]);
    free(found->words);
    free(found->of);
    free(found->count);
    free(found->octets);
    *found = (hsi){0};
}
