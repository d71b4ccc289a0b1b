/* SPDX-License-Identifier: MIT */
/*
 * RFC 1630's notation: "A vertical line "|" indicates alternatives, and [brackets] indicate
 * optional parts. ... Single letters stand for single letters. All words of more than one letter
 * below are entities described somewhere in this description."
 *
 * A production begins in the first column with its name; the lines that belong to it begin with
 * a space. Juxtaposition binds tighter than the bar. All that is no word, bracket or bar stands
 * for itself. So does a bracket that is the whole of an alternative, as in `{ | } | [ | ]`.
 * A production with nothing after its name matches nothing but the empty text. A line whose
 * first column has a semicolon is a comment (not the RFC's).
 */
#include "nodes.h"
#include "notations.h"

typedef enum token_kind {
    TOKEN_END,
    TOKEN_PRODUCTION, /* a word in the first column */
    TOKEN_WORD,
    TOKEN_OCTET,
    TOKEN_BAR,
    TOKEN_OPEN,
    TOKEN_CLOSE
} token_kind;

typedef struct token {
    token_kind kind;
    const char *start;
    size_t length;
} token;

typedef struct bnf_reader {
    grammar_reader *in;
    token now;
} bnf_reader;

static void skip_line(grammar_reader *in)
{
    while (in->at < in->length && in->text[in->at] != '\n')
        in->at++;
}

static void skip_blanks(grammar_reader *in)
{
    while (!grammar_at_end(in)) {
        char octet = in->text[in->at];
        if (octet == ';' && grammar_in_first_column(in)) {
            skip_line(in);
            continue;
        }
        if (octet != ' ' && octet != '\n')
            return;
        if (octet == '\n')
            in->line++;
        in->at++;
    }
}

static token_kind kind_of(char octet)
{
    switch (octet) {
    case '|':
        return TOKEN_BAR;
    case '[':
        return TOKEN_OPEN;
    case ']':
        return TOKEN_CLOSE;
    default:
        return TOKEN_OCTET;
    }
}

/* The token at in->at, and after it; of a bracket, what it mostly is. */
static token scan(grammar_reader *in)
{
    skip_blanks(in);
    if (grammar_at_end(in))
        return (token){TOKEN_END, in->text, 0};
    bool first_column = grammar_in_first_column(in);
    token found = {TOKEN_OCTET, in->text + in->at, 1};
    if (grammar_is_letter(*found.start)) {
        const char *end = in->text + in->length;
        while (found.start + found.length < end && grammar_in_name(found.start[found.length]))
            found.length++;
        found.kind = found.length > 1 ? TOKEN_WORD : TOKEN_OCTET;
    } else {
        found.kind = kind_of(*found.start);
    }
    if (first_column)
        found.kind = TOKEN_PRODUCTION;
    in->at += found.length;
    return found;
}

static bool ends_alternative(token_kind kind)
{
    return kind == TOKEN_BAR || kind == TOKEN_PRODUCTION || kind == TOKEN_END;
}

static void advance(bnf_reader *reader)
{
    token_kind before = reader->now.kind;
    reader->now = scan(reader->in);
    if (reader->now.kind != TOKEN_OPEN && reader->now.kind != TOKEN_CLOSE)
        return;
    grammar_reader ahead = *reader->in;
    if (ends_alternative(before) && ends_alternative(scan(&ahead).kind))
        reader->now.kind = TOKEN_OCTET;
}

static uint32_t read_choice(bnf_reader *reader);

static uint32_t read_option(bnf_reader *reader)
{
    grammar_enter(reader->in);
    advance(reader);
    uint32_t inside = read_choice(reader);
    if (reader->now.kind != TOKEN_CLOSE)
        return grammar_fault(reader->in, "a bracket is not closed");
    reader->in->depth--;
    return grammar_add_repeat(reader->in, inside, 0, 1);
}

/* The item at reader->now; goes after it. */
static uint32_t read_item(bnf_reader *reader)
{
    uint32_t item;
    unsigned char octet = (unsigned char)*reader->now.start;
    if (reader->now.kind == TOKEN_WORD)
        item = grammar_add_name(reader->in, reader->now.start, reader->now.length);
    else if (reader->now.kind == TOKEN_OCTET)
        item = grammar_add_octets(reader->in, octet, octet);
    else
        item = read_option(reader);
    advance(reader);
    return item;
}

static bool begins_item(token_kind kind)
{
    return kind == TOKEN_WORD || kind == TOKEN_OCTET || kind == TOKEN_OPEN;
}

static uint32_t read_sequence(bnf_reader *reader)
{
    if (!begins_item(reader->now.kind))
        return grammar_fault(reader->in, "an alternative is missing");
    uint32_t sequence = grammar_add_parent(reader->in, NODE_SEQUENCE, read_item(reader));
    while (begins_item(reader->now.kind))
        grammar_put_first(reader->in->grammar, sequence, read_item(reader));
    return sequence;
}

static uint32_t read_choice(bnf_reader *reader)
{
    uint32_t choice = grammar_add_parent(reader->in, NODE_CHOICE, read_sequence(reader));
    while (reader->now.kind == TOKEN_BAR) {
        advance(reader);
        grammar_put_first(reader->in->grammar, choice, read_sequence(reader));
    }
    return choice;
}

static void read_production(bnf_reader *reader)
{
    token name = reader->now;
    size_t line = reader->in->line;
    if (!grammar_is_letter(*name.start) || name.length < 2)
        grammar_fault(reader->in, "the first column takes names of more than one letter alone");
    advance(reader);
    uint32_t body;
    if (reader->now.kind == TOKEN_PRODUCTION || reader->now.kind == TOKEN_END)
        body = grammar_add(reader->in, (grammar_node){.kind = NODE_VOID, .child = GRAMMAR_NONE});
    else
        body = read_choice(reader);
    if (reader->now.kind == TOKEN_CLOSE)
        grammar_fault(reader->in, "a bracket is closed that nobody opened");
    grammar_define(reader->in, name.start, name.length, line, body);
}

void grammar_read_bnf(grammar_reader *in)
{
    bnf_reader reader = {.in = in};
    advance(&reader);
    while (reader.now.kind == TOKEN_PRODUCTION)
        read_production(&reader);
    if (reader.now.kind != TOKEN_END)
        grammar_fault(in, "a production begins in the first column");
}
