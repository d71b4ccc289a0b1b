/* SPDX-License-Identifier: MIT */
#include "left_quotient.h"

#include <stdlib.h>

/* The states of the automaton that are kept: order[i] is number i, and number[order[i]] is i. */
typedef struct kept_states {
    const uriproof_automaton *automaton;
    uint32_t *order, *number;
    uint32_t count;
} kept_states;

static void keep(kept_states *kept, uint32_t state)
{
    if (kept->number[state] != URIPROOF_NO_STATE)
        return;
    kept->number[state] = kept->count;
    kept->order[kept->count++] = state;
}

static void keep_reachable(kept_states *kept, uint32_t start)
{
    const uriproof_automaton *automaton = kept->automaton;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        kept->number[s] = URIPROOF_NO_STATE;
    keep(kept, start);
    for (uint32_t i = 0; i < kept->count; i++)
        for (unsigned octet = 0; octet < 256; octet++)
            keep(kept, uriproof_automaton_step(automaton, kept->order[i], (unsigned char)octet));
}

/* Returns true if both octets lead every kept state to the same state. */
static bool are_one_class(const kept_states *kept, unsigned char octet, unsigned char other)
{
    for (uint32_t i = 0; i < kept->count; i++)
        if (uriproof_automaton_step(kept->automaton, kept->order[i], octet) !=
            uriproof_automaton_step(kept->automaton, kept->order[i], other))
            return false;
    return true;
}

static bool is_printable(unsigned octet)
{
    return octet >= ' ' && octet <= '~';
}

static void find_classes(const kept_states *kept, uriproof_automaton *residual)
{
    for (unsigned octet = 0; octet < 256; octet++) {
        uint32_t class = 0;
        while (class < residual->class_count &&
               !are_one_class(kept, residual->representative[class], (unsigned char)octet))
            class ++;
        residual->class_of[octet] = (unsigned char)class;
        bool added = class == residual->class_count;
        if (added || (is_printable(octet) && !is_printable(residual->representative[class])))
            residual->representative[class] = (unsigned char)octet;
        residual->class_count += added;
    }
}

static void fill(const kept_states *kept, uriproof_automaton *residual)
{
    residual->state_count = kept->count;
    residual->next =
        calloc((size_t)kept->count * residual->class_count + 1, sizeof *residual->next);
    residual->accepting = calloc((size_t)kept->count + 1, sizeof *residual->accepting);
    for (uint32_t i = 0; i < kept->count; i++) {
        residual->accepting[i] = kept->automaton->accepting[kept->order[i]];
        if (kept->order[i] == kept->automaton->dead)
            residual->dead = i;
        for (uint32_t class = 0; class < residual->class_count; class ++)
            residual->next[i * residual->class_count + class] =
                kept->number[uriproof_automaton_step(kept->automaton, kept->order[i],
                                                     residual->representative[class])];
    }
}

void gen_left_quotient(const uriproof_automaton *automaton, uriproof_span beginning,
                       uriproof_automaton *residual)
{
    kept_states kept = {automaton, calloc(automaton->state_count, sizeof *kept.order),
                        calloc(automaton->state_count, sizeof *kept.number), 0};
    *residual = (uriproof_automaton){.dead = URIPROOF_NO_STATE};
    keep_reachable(&kept, uriproof_automaton_run(automaton, beginning));
    find_classes(&kept, residual);
    fill(&kept, residual);
    free(kept.order);
    free(kept.number);
}
