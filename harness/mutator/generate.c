/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include "random.h"
#include "words.h"

#include <string.h>

/* A place in a derivation where a production can be broken. */
typedef struct break_site {
    uint32_t rule;
    uint32_t number; /* among those of the production, in the order of the derivation */
} break_site;

typedef struct derivation {
    const rules *rules;
    uint64_t *random;
    octet_buffer *to;
    size_t most;
    uint32_t sites[RULES_MOST]; /* how many were passed of each production */
    break_site breaks[BREAKS_MOST];
    size_t break_count;
    broken_rules *broken;
} derivation;

static size_t draw(const derivation *d, size_t bound)
{
    return random_below(d->random, bound);
}

static void put_octet(const derivation *d, unsigned char octet)
{
    const char one = (char)octet;
    if (d->to->length < d->most)
        buffer_add(d->to, &one, 1);
}

static void put_text(const derivation *d, const char *text)
{
    const size_t length = strlen(text);
    const size_t room = d->most > d->to->length ? d->most - d->to->length : 0;
    buffer_add(d->to, text, length < room ? length : room);
}

/* ---- Breaks ---- */

static void generate_piece(derivation *d, uint32_t index, uint32_t within);

/* Puts an octet that is not in the set: mostly one that parsers treat in a way of its own. */
static void put_outside(const derivation *d, const octet_set *set)
{
    /* NUL ends the list and is in no set of RFC 3986. */
    static const unsigned char special[] = " %/:?#@[]\\\t\n\r\"<>^`{|}.-_~&;=\x7f\x80\xc3\xff";
    unsigned char octet = (unsigned char)draw(d, 256);
    if (draw(d, 8) > 0)
        octet = special[draw(d, sizeof special)];
    while (octet_set_has(set, octet))
        octet = special[draw(d, sizeof special)];
    put_octet(d, octet);
}

/* Breaks a piece of single octets. Two octets are a letter in both cases: a literal. */
static void break_octet(const derivation *d, const piece *p)
{
    const bool is_literal = p->is_single && p->octet_count <= 2;
    const size_t way = is_literal ? draw(d, 4) : 0;
    unsigned char octet = (unsigned char)draw(d, 256);
    while (way == 2 && !octet_set_has(&p->octets, octet))
        octet++;
    if (way < 2)
        put_outside(d, &p->octets);
    for (size_t i = 0; way == 2 && i < 2; i++)
        put_octet(d, octet);
    /* Way 3 leaves the octet out. */
}

static void break_repeat(derivation *d, const piece *p, uint32_t within)
{
    const bool is_less = p->minimum > 0 && (p->maximum == RULES_UNBOUNDED || draw(d, 2) == 0);
    for (uint32_t i = is_less ? p->minimum - 1 : p->maximum + 1; i > 0; i--)
        generate_piece(d, d->rules->children[p->first], within);
}

/* Generates another production than that of the piece. */
static void break_choice(derivation *d, const piece *p)
{
    uint32_t other = p->rule;
    while (other == p->rule || d->rules->list[other].is_single)
        other = (uint32_t)draw(d, d->rules->count);
    generate_piece(d, d->rules->list[other].body, other);
}

/* Returns the production that is broken if the piece is; RULES_MOST if it cannot be. */
static uint32_t breakable(const piece *p, uint32_t within)
{
    if (p->is_single || (p->kind == PIECE_CHOICE && p->octet_count > 0))
        return within;
    if (p->kind == PIECE_RULE)
        return p->rule;
    const bool is_bounded = p->minimum > 0 || p->maximum != RULES_UNBOUNDED;
    return p->kind == PIECE_REPEAT && is_bounded ? within : RULES_MOST;
}

/* Passes the piece as a place to break it. Returns false unless the place is one to break; else
 * breaks the piece. */
static bool pass_site(derivation *d, const piece *p, uint32_t within)
{
    const uint32_t rule = breakable(p, within);
    if (rule == RULES_MOST)
        return false;
    const uint32_t number = d->sites[rule]++;
    size_t i = 0;
    while (i < d->break_count && (d->breaks[i].rule != rule || d->breaks[i].number != number))
        i++;
    if (i == d->break_count)
        return false;
    d->breaks[i] = d->breaks[--d->break_count];
    d->broken->names[d->broken->count++] = d->rules->list[rule].name;
    if (p->is_single || p->kind == PIECE_CHOICE)
        break_octet(d, p);
    else if (p->kind == PIECE_REPEAT)
        break_repeat(d, p, within);
    else
        break_choice(d, p);
    return true;
}

/* ---- Generation ---- */

/* Generates a piece of single octets. */
static void generate_octet(const derivation *d, const piece *p)
{
    while (p->kind != PIECE_OCTETS)
        p = p->kind == PIECE_RULE
                ? &d->rules->pieces[d->rules->list[p->rule].body]
                : &d->rules->pieces[d->rules->children[p->first + draw(d, p->count)]];
    put_octet(d, (unsigned char)(p->low + (p->low < p->high ? draw(d, p->high - p->low + 1U) : 0)));
}

/* Generates a production, half of the time by an example. */
static void generate_rule(derivation *d, uint32_t index)
{
    const production *r = &d->rules->list[index];
    if (r->example_count > 0 && draw(d, 2) == 0)
        put_text(d, r->examples[draw(d, r->example_count)]);
    else
        generate_piece(d, r->body, index);
}

static void generate_choice(derivation *d, const piece *p, uint32_t within)
{
    const uint32_t chosen = d->rules->children[p->first + draw(d, p->count)];
    if (d->rules->pieces[chosen].is_single)
        generate_octet(d, &d->rules->pieces[chosen]);
    else
        generate_piece(d, chosen, within);
}

static void generate_repeat(derivation *d, const piece *p, uint32_t within)
{
    size_t times = p->minimum;
    if (p->maximum != RULES_UNBOUNDED)
        times += draw(d, p->maximum - p->minimum + 1U);
    else
        times += draw(d, draw(d, 8) > 0 ? 4 : 16);
    for (; times > 0; times--)
        generate_piece(d, d->rules->children[p->first], within);
}

/* Generates a piece of the production `within`. A production of single octets counts as a part of
 * the one that uses it. */
static void generate_piece(derivation *d, uint32_t index, uint32_t within)
{
    const piece *p = &d->rules->pieces[index];
    if (pass_site(d, p, within))
        return;
    if (p->is_single)
        generate_octet(d, p);
    else if (p->kind == PIECE_RULE)
        generate_rule(d, p->rule);
    else if (p->kind == PIECE_CHOICE)
        generate_choice(d, p, within);
    else if (p->kind == PIECE_REPEAT)
        generate_repeat(d, p, within);
    else
        for (uint32_t i = 0; i < p->count; i++)
            generate_piece(d, d->rules->children[p->first + i], within);
}

/* Draws a place to break among those that a derivation has passed: first one of the productions,
 * so that those of many octets are not broken most. */
static break_site draw_site(const derivation *d)
{
    uint32_t passed[RULES_MOST];
    size_t count = 0;
    for (uint32_t i = 0; i < d->rules->count; i++)
        if (d->sites[i] > 0)
            passed[count++] = i;
    if (count == 0)
        return (break_site){RULES_MOST, 0};
    const uint32_t rule = passed[draw(d, count)];
    return (break_site){rule, (uint32_t)draw(d, d->sites[rule])};
}

void generate(const rules *r, uint64_t *random, uint32_t rule, size_t breaks, size_t most,
              octet_buffer *to, broken_rules *broken)
{
    const uint64_t begun = *random;
    const size_t length = to->length;
    derivation d = {.rules = r, .random = random, .to = to, .most = most, .broken = broken};
    broken->count = 0;
    generate_rule(&d, rule);
    if (breaks == 0)
        return;
    /* Generates the same once more, up to the place that is broken. */
    derivation again = {.rules = r, .random = random, .to = to, .most = most, .broken = broken};
    for (; again.break_count < breaks && again.break_count < BREAKS_MOST; again.break_count++)
        again.breaks[again.break_count] = draw_site(&d);
    const uint64_t drawn = *random;
    to->length = length;
    *random = begun;
    generate_rule(&again, rule);
    *random = drawn;
}
