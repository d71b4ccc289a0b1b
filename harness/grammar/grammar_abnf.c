/* SPDX-License-Identifier: MIT */
/*
 * RFC 2234's notation (ABNF). Each function has the name of its rule there.
 *
 * A rule begins in the first column; the lines that belong to it begin with a space. Strings
 * are case-insensitive. A prose-val must hold the name of a rule, `<pchar>`. Octets end at 0xFF.
 * Not taken: incremental alternatives (`=/`), the only thing of the notation that is missing.
 */
#include "nodes.h"
#include "notations.h"

#include <string.h>

static bool at_octet(const grammar_reader *in, char octet)
{
    return !grammar_at_end(in) && in->text[in->at] == octet;
}

/* Over spaces, comments and line ends; a rule's elements end in the first column. */
static void skip_blanks(grammar_reader *in)
{
    for (; !grammar_at_end(in); in->at++) {
        if (at_octet(in, ';'))
            while (!grammar_at_end(in) && !at_octet(in, '\n'))
                in->at++;
        if (at_octet(in, '\n'))
            in->line++;
        else if (!at_octet(in, ' '))
            return;
    }
}

static size_t length_of_name(const grammar_reader *in)
{
    size_t length = 0;
    if (grammar_at_end(in) || !grammar_is_letter(in->text[in->at]))
        return 0;
    while (in->at + length < in->length && grammar_in_name(in->text[in->at + length]))
        length++;
    return length;
}

static uint32_t rulename(grammar_reader *in)
{
    size_t length = length_of_name(in);
    uint32_t name = grammar_add_name(in, in->text + in->at, length);
    in->at += length;
    return name;
}

/* One octet of a string: of a letter, both cases. */
static uint32_t add_character(grammar_reader *in, char octet)
{
    if (!grammar_is_letter(octet))
        return grammar_add_octets(in, (unsigned char)octet, (unsigned char)octet);
    unsigned char upper = (unsigned char)(octet & ~0x20);
    unsigned char lower = (unsigned char)(octet | 0x20);
    uint32_t both = grammar_add_parent(in, NODE_CHOICE, grammar_add_octets(in, upper, upper));
    grammar_put_first(in->grammar, both, grammar_add_octets(in, lower, lower));
    return both;
}

/* Puts `item` at the end of `sequence`, which it makes where that is GRAMMAR_NONE. */
static void append(grammar_reader *in, uint32_t *sequence, uint32_t item)
{
    if (*sequence == GRAMMAR_NONE)
        *sequence = grammar_add_parent(in, NODE_SEQUENCE, item);
    else
        grammar_put_first(in->grammar, *sequence, item);
}

static uint32_t char_val(grammar_reader *in)
{
    in->at++;
    uint32_t string = GRAMMAR_NONE;
    for (; !at_octet(in, '"'); in->at++) {
        if (grammar_at_end(in) || at_octet(in, '\n'))
            return grammar_fault(in, "a string is not closed");
        append(in, &string, add_character(in, in->text[in->at]));
    }
    in->at++;
    if (string == GRAMMAR_NONE)
        return grammar_add(in, (grammar_node){.kind = NODE_VOID, .child = GRAMMAR_NONE});
    return string;
}

static unsigned digit_value(char octet)
{
    if (grammar_is_digit(octet))
        return (unsigned)(octet - '0');
    return grammar_is_letter(octet) ? (unsigned)(octet | 0x20) - 'a' + 10 : 99;
}

/* A number of base `base` up to `most`; GRAMMAR_NONE where there is none, or a larger one. */
static uint32_t number(grammar_reader *in, unsigned base, uint32_t most)
{
    uint32_t value = GRAMMAR_NONE;
    for (; !grammar_at_end(in) && digit_value(in->text[in->at]) < base; in->at++) {
        value = (value == GRAMMAR_NONE ? 0 : value * base) + digit_value(in->text[in->at]);
        if (value > most)
            return GRAMMAR_NONE;
    }
    return value;
}

static unsigned base_at(const grammar_reader *in)
{
    switch (grammar_at_end(in) ? ' ' : in->text[in->at] | 0x20) {
    case 'x':
        return 16;
    case 'd':
        return 10;
    case 'b':
        return 2;
    default:
        return 0;
    }
}

/* After the percent sign and the base: `41`, `41-5A`, `41.42.43`. */
static uint32_t values(grammar_reader *in, unsigned base)
{
    uint32_t low = number(in, base, 255), high = low;
    if (at_octet(in, '-')) {
        in->at++;
        high = number(in, base, 255);
    }
    if (low == GRAMMAR_NONE || high == GRAMMAR_NONE || low > high)
        return grammar_fault(in, "no octet, or no range of octets");
    uint32_t string = GRAMMAR_NONE;
    append(in, &string, grammar_add_octets(in, (unsigned char)low, (unsigned char)high));
    while (low == high && at_octet(in, '.')) {
        in->at++;
        uint32_t octet = number(in, base, 255);
        if (octet == GRAMMAR_NONE)
            return grammar_fault(in, "no octet");
        append(in, &string, grammar_add_octets(in, (unsigned char)octet, (unsigned char)octet));
    }
    return string;
}

static uint32_t num_val(grammar_reader *in)
{
    in->at++;
    unsigned base = base_at(in);
    if (base == 0)
        return grammar_fault(in, "%%x, %%d or %%b is expected");
    in->at++;
    return values(in, base);
}

static uint32_t prose_val(grammar_reader *in)
{
    in->at++;
    if (length_of_name(in) == 0)
        return grammar_fault(in, "words that are no rule's name stand for nothing here");
    uint32_t name = rulename(in);
    if (!at_octet(in, '>'))
        return grammar_fault(in, "words that are no rule's name stand for nothing here");
    in->at++;
    return name;
}

static uint32_t alternation(grammar_reader *in);

/* `( ... )` and `[ ... ]`; `close` is the bracket that ends it. */
static uint32_t bracketed(grammar_reader *in, char close)
{
    grammar_enter(in);
    in->at++;
    uint32_t inside = alternation(in);
    if (!at_octet(in, close))
        return grammar_fault(in, "`%c` is expected", close);
    in->at++;
    in->depth--;
    return close == ')' ? inside : grammar_add_repeat(in, inside, 0, 1);
}

static uint32_t element(grammar_reader *in)
{
    if (length_of_name(in) != 0)
        return rulename(in);
    switch (grammar_at_end(in) ? ' ' : in->text[in->at]) {
    case '(':
        return bracketed(in, ')');
    case '[':
        return bracketed(in, ']');
    case '"':
        return char_val(in);
    case '%':
        return num_val(in);
    case '<':
        return prose_val(in);
    default:
        return grammar_fault(in, "an element is expected");
    }
}

static bool at_digit(const grammar_reader *in)
{
    return !grammar_at_end(in) && grammar_is_digit(in->text[in->at]);
}

/* The number of times at in->at, or `otherwise` where none stands there. */
static uint32_t times(grammar_reader *in, uint32_t otherwise)
{
    if (!at_digit(in))
        return otherwise;
    uint32_t count = number(in, 10, GRAMMAR_REPEAT_MAX);
    return count != GRAMMAR_NONE ? count : grammar_fault(in, "a number of times is too large");
}

/* `2`, `*`, `1*`, `*4` or `1*4`; where nothing stands, once. */
static uint32_t repetition(grammar_reader *in)
{
    bool numbered = at_digit(in);
    uint32_t minimum = times(in, 1), maximum = minimum;
    if (at_octet(in, '*')) {
        in->at++;
        minimum = numbered ? minimum : 0;
        maximum = times(in, GRAMMAR_NONE);
    }
    if (minimum > maximum)
        return grammar_fault(in, "a number of times from more to less");
    uint32_t repeated = element(in);
    if (minimum == 1 && maximum == 1)
        return repeated;
    return grammar_add_repeat(in, repeated, minimum, maximum);
}

static bool elements_end(const grammar_reader *in)
{
    return grammar_at_end(in) || grammar_in_first_column(in) ||
           strchr("/)]", in->text[in->at]) != NULL;
}

static uint32_t concatenation(grammar_reader *in)
{
    uint32_t sequence = GRAMMAR_NONE;
    skip_blanks(in);
    do {
        if (grammar_at_end(in) || grammar_in_first_column(in))
            return grammar_fault(in, "an element is expected");
        append(in, &sequence, repetition(in));
        skip_blanks(in);
    } while (!elements_end(in));
    return sequence;
}

static uint32_t alternation(grammar_reader *in)
{
    uint32_t choice = grammar_add_parent(in, NODE_CHOICE, concatenation(in));
    while (at_octet(in, '/') && !grammar_in_first_column(in)) {
        in->at++;
        grammar_put_first(in->grammar, choice, concatenation(in));
    }
    return choice;
}

static void rule(grammar_reader *in)
{
    const char *name = in->text + in->at;
    size_t length = length_of_name(in), line = in->line;
    if (length == 0)
        grammar_fault(in, "the first column takes a rule's name alone");
    in->at += length;
    skip_blanks(in);
    if (!at_octet(in, '=') || grammar_in_first_column(in))
        grammar_fault(in, "`=` is expected after the rule's name");
    in->at++;
    if (at_octet(in, '/'))
        grammar_fault(in, "`=/` is not taken here");
    uint32_t body = alternation(in);
    if (!grammar_at_end(in) && !grammar_in_first_column(in))
        grammar_fault(in, "a bracket is closed that nobody opened");
    grammar_define(in, name, length, line, body);
}

void grammar_read_abnf(grammar_reader *in)
{
    for (skip_blanks(in); !grammar_at_end(in); skip_blanks(in)) {
        if (!grammar_in_first_column(in))
            grammar_fault(in, "a rule begins in the first column");
        rule(in);
    }
}
