/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "words.h"

#include "grammar/nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program. The grammar is part of it, so only an error of ours comes here. */
static void require(bool holds, const char *words)
{
    if (holds)
        return;
    fprintf(stderr, "uriproof: the mutator's grammar: %s\n", words);
    abort();
}

static uriproof_grammar *read_texts(void)
{
    uriproof_grammar *grammar = uriproof_grammar_new(URIPROOF_ABNF);
    for (size_t i = 0; i < rules_text_count; i++) {
        const rules_text *text = &rules_texts[i];
        uriproof_error error;
        const bool good =
            uriproof_grammar_read(grammar, text->name, text->octets, text->length, &error);
        require(good, error.words);
    }
    return grammar;
}

/* ---- Sets ---- */

static void add_range(octet_set *set, unsigned low, unsigned high)
{
    for (unsigned octet = low; octet <= high; octet++)
        set->bits[octet / 64] |= UINT64_C(1) << (octet % 64);
}

/* Finds out whether node `index` generates single octets alone, and adds those octets to `set`. */
static bool find_octets(const uriproof_grammar *grammar, uint32_t index, octet_set *set)
{
    const grammar_node *node = &grammar->nodes[index];
    if (node->kind == NODE_OCTETS) {
        add_range(set, node->low, node->high);
        return true;
    }
    octet_set own = {{0}};
    bool is_single = true;
    uint32_t child = node->child;
    if (node->kind == NODE_NAME)
        is_single = find_octets(grammar, grammar->productions[node->name].body, &own);
    else if (node->kind == NODE_CHOICE)
        for (; child != GRAMMAR_NONE; child = grammar->nodes[child].next) {
            octet_set of_child = {{0}};
            const bool child_is = find_octets(grammar, child, &of_child);
            for (size_t i = 0; child_is && i < 4; i++)
                own.bits[i] |= of_child.bits[i];
            is_single &= child_is;
        }
    else if (node->kind == NODE_SEQUENCE && grammar->nodes[child].next == GRAMMAR_NONE)
        is_single = find_octets(grammar, child, &own);
    else
        is_single = false;
    if (is_single || node->kind == NODE_CHOICE)
        *set = own;
    return is_single;
}

static uint32_t count_octets(const octet_set *set)
{
    uint32_t count = 0;
    for (unsigned octet = 0; octet < 256; octet++)
        count += octet_set_has(set, (unsigned char)octet);
    return count;
}

/* ---- Pieces ---- */

/* Puts the children of node `index` into r->children from `first` on. The nodes of a sequence have
 * them from the last to the first. Returns their number. */
static uint32_t put_children(rules *r, const uriproof_grammar *grammar, uint32_t index,
                             uint32_t first)
{
    uint32_t count = 0;
    for (uint32_t child = grammar->nodes[index].child; child != GRAMMAR_NONE;
         child = grammar->nodes[child].next)
        r->children[first + count++] = child;
    for (uint32_t i = 0; i < count / 2; i++) {
        const uint32_t other = r->children[first + i];
        r->children[first + i] = r->children[first + count - 1 - i];
        r->children[first + count - 1 - i] = other;
    }
    return count;
}

static piece piece_of(const uriproof_grammar *grammar, uint32_t index)
{
    static const piece_kind kinds[] = {
        [NODE_VOID] = PIECE_SEQUENCE, [NODE_OCTETS] = PIECE_OCTETS,
        [NODE_NAME] = PIECE_RULE,     [NODE_SEQUENCE] = PIECE_SEQUENCE,
        [NODE_CHOICE] = PIECE_CHOICE, [NODE_REPEAT] = PIECE_REPEAT,
    };
    const grammar_node *node = &grammar->nodes[index];
    piece p = {.kind = kinds[node->kind],
               .low = node->low,
               .high = node->high,
               .rule = node->name,
               .minimum = node->minimum,
               .maximum = node->maximum == GRAMMAR_NONE ? RULES_UNBOUNDED : node->maximum};
    p.is_single = find_octets(grammar, index, &p.octets);
    p.octet_count = count_octets(&p.octets);
    return p;
}

/* Makes a piece of each node, with the same number. */
static void make_pieces(rules *r, const uriproof_grammar *grammar)
{
    uint32_t children = 0;
    r->pieces = calloc(grammar->node_count, sizeof *r->pieces);
    r->children = calloc(grammar->node_count, sizeof *r->children);
    for (uint32_t i = 0; i < grammar->node_count; i++) {
        r->pieces[i] = piece_of(grammar, i);
        r->pieces[i].first = children;
        r->pieces[i].count = put_children(r, grammar, i, children);
        children += r->pieces[i].count;
    }
}

static void make_rules(rules *r, const uriproof_grammar *grammar)
{
    r->count = grammar->production_count;
    require(r->count <= RULES_MOST, "too many productions");
    r->list = calloc(r->count, sizeof *r->list);
    for (size_t i = 0; i < r->count; i++) {
        const grammar_production *named = &grammar->productions[i];
        require(named->body != GRAMMAR_NONE, named->name);
        r->list[i] = (production){.name = strdup(named->name),
                                  .body = named->body,
                                  .is_single = r->pieces[named->body].is_single};
    }
}

static void find_examples(rules *r)
{
    for (size_t i = 0; i < mutator_example_count; i++) {
        production *found = &r->list[rules_named(r, mutator_example_list[i].production)];
        found->examples = mutator_example_list[i].texts;
        while (found->examples[found->example_count] != NULL)
            found->example_count++;
    }
}

rules *rules_new(void)
{
    rules *r = calloc(1, sizeof *r);
    uriproof_grammar *grammar = read_texts();
    make_pieces(r, grammar);
    make_rules(r, grammar);
    find_examples(r);
    uriproof_error error;
    const bool good = uriproof_automaton_compile(grammar, "URI-reference", &r->references, &error);
    require(good, error.words);
    uriproof_grammar_free(grammar);
    return r;
}

void rules_free(rules *r)
{
    if (r == NULL)
        return;
    for (size_t i = 0; i < r->count; i++)
        free((char *)r->list[i].name);
    free(r->list);
    free(r->pieces);
    free(r->children);
    uriproof_automaton_free(&r->references);
    free(r);
}

uint32_t rules_named(const rules *r, const char *name)
{
    uint32_t i = 0;
    while (i < r->count && strcmp(r->list[i].name, name) != 0)
        i++;
    require(i < r->count, name);
    return i;
}
