/* SPDX-License-Identifier: MIT */
/*
 * Productions to states. Every piece of a production is compiled from right to left, with the
 * state that follows it: its continuation. A production that recurs at its own right end meets
 * itself with the same continuation, and the two are one state: a loop. A production that
 * recurs elsewhere meets itself with another continuation. No number of states may be enough
 * for that, so it is rejected.
 */
#include "nfa.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 1 << 20,
    DEPTH_MAX = 2000 /* pieces and productions within each other */
};

typedef struct nfa_builder {
    const uriproof_grammar *grammar;
    nfa *built;
    bool *active; /* of each production: is it being compiled? */
    uint32_t steps;
    uint32_t depth;
    bool failed; /* *error says why */
    uriproof_error *error;
} nfa_builder;

/* Says what was found first. Returns a state all the same, the one that accepts, which was added
 * before all others: all that is built after a fault is thrown away. */
static uint32_t refuse(nfa_builder *builder, const char *name, const char *words)
{
    if (!builder->failed)
        uriproof_error_set(builder->error, "%s%s", name, words);
    builder->failed = true;
    return 0;
}

static uint32_t add_state(nfa_builder *builder, nfa_state state)
{
    nfa *built = builder->built;
    if (built->state_count >= NFA_STATES_MAX)
        return refuse(builder, "", "the grammar grows out of all bounds");
    built->states = list_grown(built->states, built->state_count, sizeof state);
    state.known = GRAMMAR_NONE;
    built->states[built->state_count] = state;
    return built->state_count++;
}

static uint32_t add_fork(nfa_builder *builder, uint32_t out, uint32_t other)
{
    return add_state(builder, (nfa_state){.kind = NFA_FORK, .out = out, .other = other});
}

/* ---- Productions ---- */

static uint32_t find_known(const nfa *built, uint32_t production, uint32_t then)
{
    for (uint32_t i = built->states[then].known; i != GRAMMAR_NONE; i = built->known[i].next)
        if (built->known[i].production == production)
            return built->known[i].start;
    return GRAMMAR_NONE;
}

static void add_known(nfa *built, uint32_t production, uint32_t then, uint32_t start)
{
    built->known = list_grown(built->known, built->known_count, sizeof *built->known);
    built->known[built->known_count] = (nfa_known){production, start, built->states[then].known};
    built->states[then].known = built->known_count++;
}

static uint32_t build(nfa_builder *builder, uint32_t node, uint32_t then);

static uint32_t build_body(nfa_builder *builder, uint32_t production, uint32_t then)
{
    uint32_t start = add_fork(builder, GRAMMAR_NONE, GRAMMAR_NONE);
    add_known(builder->built, production, then, start);
    builder->active[production] = true;
    uint32_t body = build(builder, builder->grammar->productions[production].body, then);
    builder->active[production] = false;
    builder->built->states[start].out = body;
    return start;
}

static uint32_t build_production(nfa_builder *builder, uint32_t production, uint32_t then)
{
    uint32_t known = find_known(builder->built, production, then);
    if (known != GRAMMAR_NONE)
        return known;
    const char *name = builder->grammar->productions[production].name;
    if (builder->grammar->productions[production].body == GRAMMAR_NONE)
        return refuse(builder, name, " is used and not defined");
    if (builder->active[production])
        return refuse(builder, name, " recurs elsewhere than at its own right end: not regular");
    return build_body(builder, production, then);
}

/* ---- Pieces ---- */

static uint32_t build_sequence(nfa_builder *builder, const grammar_node *sequence, uint32_t then)
{
    const grammar_node *nodes = builder->grammar->nodes;
    for (uint32_t i = sequence->child; i != GRAMMAR_NONE; i = nodes[i].next)
        then = build(builder, i, then);
    return then;
}

static uint32_t build_choice(nfa_builder *builder, const grammar_node *choice, uint32_t then)
{
    const grammar_node *nodes = builder->grammar->nodes;
    uint32_t all = build(builder, choice->child, then);
    for (uint32_t i = nodes[choice->child].next; i != GRAMMAR_NONE; i = nodes[i].next)
        all = add_fork(builder, build(builder, i, then), all);
    return all;
}

/* As often as one likes. */
static uint32_t build_loop(nfa_builder *builder, uint32_t node, uint32_t then)
{
    uint32_t loop = add_fork(builder, then, GRAMMAR_NONE);
    uint32_t once = build(builder, node, loop);
    builder->built->states[loop].other = once;
    return loop;
}

/* Up to `times` times, each within the one before: (e (e)?)?. */
static uint32_t build_options(nfa_builder *builder, uint32_t node, uint32_t times, uint32_t then)
{
    uint32_t all = then;
    while (times-- > 0)
        all = add_fork(builder, build(builder, node, all), then);
    return all;
}

static uint32_t build_repeat(nfa_builder *builder, const grammar_node *repeat, uint32_t then)
{
    uint32_t all =
        repeat->maximum == GRAMMAR_NONE
            ? build_loop(builder, repeat->child, then)
            : build_options(builder, repeat->child, repeat->maximum - repeat->minimum, then);
    for (uint32_t i = 0; i < repeat->minimum; i++)
        all = build(builder, repeat->child, all);
    return all;
}

static uint32_t build_kind(nfa_builder *builder, const grammar_node *node, uint32_t then)
{
    switch (node->kind) {
    case NODE_OCTETS:
        return add_state(builder, (nfa_state){.kind = NFA_OCTETS,
                                              .low = node->low,
                                              .high = node->high,
                                              .out = then,
                                              .other = GRAMMAR_NONE});
    case NODE_NAME:
        return build_production(builder, node->name, then);
    case NODE_SEQUENCE:
        return build_sequence(builder, node, then);
    case NODE_CHOICE:
        return build_choice(builder, node, then);
    case NODE_REPEAT:
        return build_repeat(builder, node, then);
    case NODE_VOID:
        break;
    }
    return then;
}

/* The state at which `node`, followed by the state `then`, begins. */
static uint32_t build(nfa_builder *builder, uint32_t node, uint32_t then)
{
    if (builder->failed || ++builder->steps > STEPS_MAX)
        return refuse(builder, "", "the grammar grows out of all bounds");
    if (builder->depth >= DEPTH_MAX)
        return refuse(builder, "", "too many productions within each other");
    builder->depth++;
    uint32_t start = build_kind(builder, &builder->grammar->nodes[node], then);
    builder->depth--;
    return start;
}

bool nfa_build(const uriproof_grammar *grammar, uint32_t production, nfa *built,
               uriproof_error *error)
{
    memset(built, 0, sizeof *built);
    bool *active = calloc(grammar->production_count, sizeof *active);
    nfa_builder builder = {.grammar = grammar, .built = built, .active = active, .error = error};
    uint32_t end = add_state(&builder, (nfa_state){.kind = NFA_ACCEPT});
    built->start = build_production(&builder, production, end);
    free(active);
    if (builder.failed)
        nfa_free(built);
    return !builder.failed;
}

void nfa_free(nfa *built)
{
    free(built->states);
    free(built->known);
    built->states = NULL;
    built->known = NULL;
}
