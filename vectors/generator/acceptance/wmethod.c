/* SPDX-License-Identifier: MIT */
#include "wmethod.h"
#include "access_strings.h"
#include "hsi.h"

#include <stdlib.h>
#include <string.h>

typedef struct building {
    const uriproof_automaton *automaton;
    access_strings paths;
    hsi identifiers;
    wmethod *suite;
    bool (*tried)[256]; /* for each state, the octets that were tried after it */
    uint32_t state;     /* the state whose rows are built now */
    char *text;
} building;

/* ---- Rows ---- */

/* Adds a row with the first `length` octets of b->text, unless there is one. */
static void add_row(building *b, size_t length)
{
    wmethod *suite = b->suite;
    if (!store_add(suite->memory, b->text, length))
        return;
    const char *text = store_once(suite->memory, b->text, length);
    suite->rows = list_grown(suite->rows, suite->row_count, sizeof *suite->rows);
    suite->rows[suite->row_count++] = (wmethod_row){{text, length}, b->state};
}

/* ---- Texts ---- */

static size_t put(building *b, size_t length, uriproof_span octets)
{
    if (octets.length > 0)
        memcpy(b->text + length, octets.octets, octets.length);
    return length + octets.length;
}

/* Returns an octet of the class that has not been tried after the state; the representative of the
 * class if all were tried. */
static unsigned char untried(const building *b, uint32_t class)
{
    unsigned char representative = b->automaton->representative[class];
    const bool *tried = b->tried[b->state];
    if (!tried[representative])
        return representative;
    for (unsigned octet = 0; octet < 256; octet++)
        if (b->automaton->class_of[octet] == class && !tried[octet])
            return (unsigned char)octet;
    return representative;
}

/* ---- The method ---- */

/* Adds a row for each word that identifies `state`. The first `length` octets of b->text lead to
 * `state`. Each row takes another octet of the same class at position `first`, right after the
 * access text of b->state. */
static void identify(building *b, uint32_t state, size_t first, size_t length)
{
    for (uint32_t i = 0; i < b->identifiers.count[state]; i++) {
        if (first < length) {
            uint32_t class = b->automaton->class_of[(unsigned char)b->text[first]];
            unsigned char octet = untried(b, class);
            b->text[first] = (char)octet;
            b->tried[b->state][octet] = true;
        }
        add_row(b, put(b, length, b->identifiers.words[b->identifiers.of[state][i]]));
    }
}

/* Returns true if the first `length` octets of b->text are the access text of `state`. */
static bool in_cover(const building *b, uint32_t state, size_t length)
{
    return uriproof_span_equal(b->paths.access[state], (uriproof_span){b->text, length});
}

/* Adds rows for each class after the first `length` octets, which lead to `state`. Goes no further
 * from a text that is the access text of a state, since that state gets rows of its own. */
static void transitions(building *b, uint32_t state, size_t first, size_t length, unsigned extra)
{
    for (uint32_t c = 0; c < b->automaton->class_count; c++) {
        uint32_t next = b->automaton->next[state * b->automaton->class_count + c];
        b->text[length] = (char)b->automaton->representative[c];
        bool covered = in_cover(b, next, length + 1);
        identify(b, next, first, length + 1);
        if (extra > 0 && !covered)
            transitions(b, next, first, length + 1, extra - 1);
    }
}

/* Returns true if the access text of `state` without its last octet is the access text of another
 * state. Then the rows of the other state identify `state`. */
static bool is_transition(const building *b, uint32_t state)
{
    uriproof_span text = b->paths.access[state];
    if (text.length == 0)
        return false;
    text.length--;
    return uriproof_span_equal(b->paths.access[uriproof_automaton_run(b->automaton, text)], text);
}

static void complete_state(building *b, uint32_t state, unsigned extra)
{
    b->state = state;
    size_t length = put(b, 0, b->paths.access[state]);
    if (!is_transition(b, state))
        identify(b, state, length, length);
    transitions(b, state, length, length, extra);
}

static void try_octets(building *b, uint32_t state)
{
    size_t length = put(b, 0, b->paths.access[state]);
    for (unsigned octet = 0; octet < 256; octet++) {
        if (b->tried[state][octet])
            continue;
        uint32_t next = uriproof_automaton_step(b->automaton, state, (unsigned char)octet);
        b->text[length] = (char)octet;
        add_row(b, put(b, length + 1, b->paths.completion[next]));
    }
}

static void build(building *b, const wmethod_plan *plan)
{
    for (uint32_t s = 0; s < b->automaton->state_count; s++) {
        size_t before = b->suite->row_count;
        complete_state(b, s, plan->extra);
        b->suite->complete_count += b->suite->row_count - before;
        if (plan->octets == GEN_EVERY_OCTET)
            try_octets(b, s);
    }
}

void wmethod_build(const uriproof_automaton *automaton, const wmethod_plan *plan, wmethod *suite)
{
    *suite = (wmethod){.memory = store_new()};
    building b = {.automaton = automaton, .suite = suite};
    b.tried = calloc(automaton->state_count, sizeof *b.tried);
    b.text = malloc(2 * (size_t)automaton->state_count + ACCESS_THROUGH_MAX + plan->extra + 2);
    access_strings_find(automaton, plan->through, &b.paths);
    hsi_find(automaton, &b.identifiers);
    build(&b, plan);
    access_strings_free(&b.paths);
    hsi_free(&b.identifiers);
    free(b.tried);
    free(b.text);
}

void wmethod_free(wmethod *suite)
{
    if (suite->memory != NULL)
        store_free(suite->memory);
    free(suite->rows);
    *suite = (wmethod){0};
}
