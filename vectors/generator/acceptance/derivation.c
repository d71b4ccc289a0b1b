/* SPDX-License-Identifier: MIT */
#include "derivation.h"

typedef struct deriving {
    const uriproof_grammar *grammar;
    gen_random *random;
    derivation *made;
    size_t inside; /* the occurrence that is being derived */
    bool too_long;
} deriving;

static void derive_node(deriving *d, uint32_t node);

static void derive_octet(deriving *d, const grammar_node *node)
{
    derivation *made = d->made;
    if (made->length == DERIVATION_LENGTH_MAX) {
        d->too_long = true;
        return;
    }
    size_t width = (size_t)(node->high - node->low) + 1;
    made->innermost[made->length] = d->inside;
    made->text[made->length++] = (char)(node->low + gen_random_below(d->random, width));
}

static void derive_production(deriving *d, uint32_t production)
{
    derivation *made = d->made;
    if (made->occurrence_count == DERIVATION_OCCURRENCES_MAX) {
        d->too_long = true;
        return;
    }
    size_t parent = d->inside;
    d->inside = made->occurrence_count++;
    derivation_occurrence *occurrence = &made->occurrences[d->inside];
    *occurrence = (derivation_occurrence){production, parent, made->length, made->length};
    derive_node(d, d->grammar->productions[production].body);
    occurrence->end = made->length;
    d->inside = parent;
}

/* The children of a sequence stand in reverse. */
static void derive_sequence(deriving *d, uint32_t child)
{
    if (child == GRAMMAR_NONE)
        return;
    derive_sequence(d, d->grammar->nodes[child].next);
    derive_node(d, child);
}

static void derive_choice(deriving *d, uint32_t child)
{
    size_t count = 1;
    for (uint32_t at = d->grammar->nodes[child].next; at != GRAMMAR_NONE;
         at = d->grammar->nodes[at].next)
        count++;
    for (size_t chosen = gen_random_below(d->random, count); chosen > 0; chosen--)
        child = d->grammar->nodes[child].next;
    derive_node(d, child);
}

static void derive_repeat(deriving *d, const grammar_node *node)
{
    for (uint32_t i = 0; i < node->maximum && !d->too_long; i++) {
        if (i >= node->minimum && gen_random_below(d->random, 2) == 0)
            break;
        derive_node(d, node->child);
    }
}

static void derive_node(deriving *d, uint32_t node)
{
    const grammar_node *at = &d->grammar->nodes[node];
    if (d->too_long)
        return;
    switch (at->kind) {
    case NODE_VOID:
        break;
    case NODE_OCTETS:
        derive_octet(d, at);
        break;
    case NODE_NAME:
        derive_production(d, at->name);
        break;
    case NODE_SEQUENCE:
        derive_sequence(d, at->child);
        break;
    case NODE_CHOICE:
        derive_choice(d, at->child);
        break;
    case NODE_REPEAT:
        derive_repeat(d, at);
        break;
    }
}

bool derivation_make(const uriproof_grammar *grammar, uint32_t start, gen_random *random,
                     derivation *made)
{
    deriving d = {grammar, random, made, DERIVATION_NONE, false};
    made->length = 0;
    made->occurrence_count = 0;
    derive_production(&d, start);
    return !d.too_long;
}

size_t derivation_common(const derivation *made, size_t octet, size_t other)
{
    size_t occurrence = made->innermost[octet];
    while (other < made->occurrences[occurrence].first ||
           other >= made->occurrences[occurrence].end)
        occurrence = made->occurrences[occurrence].parent;
    return occurrence;
}

size_t derivation_around(const derivation *made, size_t octet)
{
    size_t occurrence = made->innermost[octet];
    while (occurrence != DERIVATION_NONE &&
           made->occurrences[occurrence].end - made->occurrences[occurrence].first == 1)
        occurrence = made->occurrences[occurrence].parent;
    return occurrence;
}
