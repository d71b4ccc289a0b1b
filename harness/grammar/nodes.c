/* SPDX-License-Identifier: MIT */
/* The pieces of productions, as they are read. */
#include "nodes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

uint32_t grammar_fault(grammar_reader *reader, const char *format, ...)
{
    char words[192];
    if (reader->failed)
        return GRAMMAR_NONE;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    uriproof_error_set(reader->error, "%s:%zu: %s", reader->file, reader->line, words);
    reader->failed = true;
    return GRAMMAR_NONE;
}

uint32_t grammar_add(grammar_reader *reader, grammar_node node)
{
    uriproof_grammar *grammar = reader->grammar;
    if (grammar->node_count >= GRAMMAR_NODES_MAX)
        return grammar_fault(reader, "the grammar is too large");
    grammar->nodes = list_grown(grammar->nodes, grammar->node_count, sizeof node);
    node.next = GRAMMAR_NONE;
    grammar->nodes[grammar->node_count] = node;
    return grammar->node_count++;
}

uint32_t grammar_add_octets(grammar_reader *reader, unsigned char low, unsigned char high)
{
    return grammar_add(
        reader,
        (grammar_node){.kind = NODE_OCTETS, .low = low, .high = high, .child = GRAMMAR_NONE});
}

uint32_t grammar_add_repeat(grammar_reader *reader, uint32_t child, uint32_t minimum,
                            uint32_t maximum)
{
    return grammar_add(
        reader, (grammar_node){
                    .kind = NODE_REPEAT, .minimum = minimum, .maximum = maximum, .child = child});
}

uint32_t grammar_add_parent(grammar_reader *reader, node_kind kind, uint32_t child)
{
    return grammar_add(reader, (grammar_node){.kind = kind, .child = child});
}

void grammar_put_first(uriproof_grammar *grammar, uint32_t parent, uint32_t child)
{
    if (parent == GRAMMAR_NONE || child == GRAMMAR_NONE)
        return;
    grammar->nodes[child].next = grammar->nodes[parent].child;
    grammar->nodes[parent].child = child;
}

void grammar_enter(grammar_reader *reader)
{
    if (++reader->depth > GRAMMAR_DEPTH_MAX)
        grammar_fault(reader, "too many brackets within each other");
}

/* Names of RFC 2234 are case-insensitive, those of RFC 1630 are taken as they stand. */
static bool is_named(const uriproof_grammar *grammar, uint32_t index, const char *name,
                     size_t length)
{
    const char *known = grammar->productions[index].name;
    if (strlen(known) != length)
        return false;
    if (grammar->notation == URIPROOF_ABNF)
        return strncasecmp(known, name, length) == 0;
    return strncmp(known, name, length) == 0;
}

uint32_t grammar_find(const uriproof_grammar *grammar, const char *name, size_t length)
{
    for (uint32_t i = 0; i < grammar->production_count; i++)
        if (is_named(grammar, i, name, length))
            return i;
    return GRAMMAR_NONE;
}

/* The index of that name, which is mentioned here; GRAMMAR_NONE and a fault where it is no good. */
static uint32_t mention(grammar_reader *reader, const char *name, size_t length)
{
    uriproof_grammar *grammar = reader->grammar;
    uint32_t index = grammar_find(grammar, name, length);
    if (index != GRAMMAR_NONE)
        return index;
    if (length > GRAMMAR_NAME_MAX)
        return grammar_fault(reader, "a name is too long");
    if (grammar->production_count >= GRAMMAR_PRODUCTIONS_MAX)
        return grammar_fault(reader, "the grammar has too many names");
    grammar_production *added = &grammar->productions[grammar->production_count];
    memcpy(added->name, name, length);
    added->name[length] = '\0';
    added->body = GRAMMAR_NONE;
    return grammar->production_count++;
}

uint32_t grammar_add_name(grammar_reader *reader, const char *name, size_t length)
{
    uint32_t index = mention(reader, name, length);
    if (index == GRAMMAR_NONE)
        return GRAMMAR_NONE;
    return grammar_add(reader,
                       (grammar_node){.kind = NODE_NAME, .name = index, .child = GRAMMAR_NONE});
}

void grammar_define(grammar_reader *reader, const char *name, size_t length, size_t line,
                    uint32_t body)
{
    uriproof_grammar *grammar = reader->grammar;
    size_t end = reader->line;
    reader->line = line;
    uint32_t index = mention(reader, name, length);
    if (reader->failed)
        return;
    grammar_production *production = &grammar->productions[index];
    if (production->defined_by == grammar->file_count)
        grammar_fault(reader, "%s is defined twice", production->name);
    else if (production->defined_by > 1)
        grammar_fault(reader, "an earlier patch defines %s already", production->name);
    else if (production->defined_by == 0)
        grammar->printed[grammar->printed_count++] = index;
    production->defined_by = grammar->file_count;
    production->body = body;
    reader->line = end;
}
