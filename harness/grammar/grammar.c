/* SPDX-License-Identifier: MIT */
/* Grammars: names, pieces, patches, files. */
#include "nodes.h"
#include "notations.h"

#include "base/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uriproof_grammar *uriproof_grammar_new(uriproof_notation notation)
{
    uriproof_grammar *grammar = calloc(1, sizeof *grammar);
    grammar->notation = notation;
    grammar->productions = calloc(GRAMMAR_PRODUCTIONS_MAX, sizeof *grammar->productions);
    grammar->printed = calloc(GRAMMAR_PRODUCTIONS_MAX, sizeof *grammar->printed);
    return grammar;
}

void uriproof_grammar_free(uriproof_grammar *grammar)
{
    if (grammar == NULL)
        return;
    free(grammar->productions);
    free(grammar->printed);
    free(grammar->nodes);
    free(grammar);
}

/* ---- Patches ---- */

static void note_uses(const uriproof_grammar *grammar, uint32_t user, uint32_t node)
{
    for (; node != GRAMMAR_NONE; node = grammar->nodes[node].next) {
        const grammar_node *at = &grammar->nodes[node];
        if (at->kind == NODE_NAME && at->name != user)
            grammar->productions[at->name].used_by = grammar->file_count;
        note_uses(grammar, user, at->child);
    }
}

/* What a patch adds, and does not replace, must be there for somebody: or else a name that is
 * misspelt replaces nothing and is not seen. `before` is how many were printed before it. */
static bool check_uses(const grammar_reader *reader, uint32_t before)
{
    const uriproof_grammar *grammar = reader->grammar;
    if (grammar->file_count == 1 || grammar->printed_count == before)
        return true;
    for (uint32_t i = 0; i < grammar->printed_count; i++)
        note_uses(grammar, grammar->printed[i], grammar->productions[grammar->printed[i]].body);
    for (uint32_t i = before; i < grammar->printed_count; i++) {
        const grammar_production *production = &grammar->productions[grammar->printed[i]];
        if (production->used_by != grammar->file_count) {
            uriproof_error_set(reader->error, "%s: %s replaces no production, and nothing uses it",
                               reader->file, production->name);
            return false;
        }
    }
    return true;
}

const char *uriproof_grammar_production(const uriproof_grammar *grammar, size_t index)
{
    return index < grammar->printed_count ? grammar->productions[grammar->printed[index]].name
                                          : NULL;
}

/* What the notation itself defines: docs/grammars.md. */
static void define_word(grammar_reader *reader, const char *word, unsigned char octet)
{
    uriproof_grammar *grammar = reader->grammar;
    uint32_t index = grammar_find(grammar, word, strlen(word));
    if (grammar->notation != URIPROOF_BNF || index == GRAMMAR_NONE ||
        grammar->productions[index].body != GRAMMAR_NONE)
        return;
    grammar->productions[index].body = grammar_add_octets(reader, octet, octet);
}

const char *uriproof_grammar_undefined(const uriproof_grammar *grammar, size_t index)
{
    for (uint32_t i = 0; i < grammar->production_count; i++)
        if (grammar->productions[i].body == GRAMMAR_NONE && index-- == 0)
            return grammar->productions[i].name;
    return NULL;
}

/* ---- Texts and files ---- */

/* Checks that the grammar is printed: lines of printable ASCII. */
static void check_printed(grammar_reader *reader)
{
    for (size_t i = 0; i < reader->length; i++) {
        char octet = reader->text[i];
        if (octet == '\n')
            reader->line++;
        else if (!uriproof_is_printable(octet))
            grammar_fault(reader, "the octet 0x%02X is not printable ASCII", (unsigned char)octet);
    }
    reader->line = 1;
}

bool uriproof_grammar_read(uriproof_grammar *grammar, const char *file, const char *text,
                           size_t length, uriproof_error *error)
{
    grammar_reader reader = {.grammar = grammar,
                             .file = file,
                             .text = text,
                             .length = length,
                             .line = 1,
                             .error = error};
    uint32_t before = grammar->printed_count;
    uint32_t nodes = grammar->node_count;
    grammar->file_count++;
    check_printed(&reader);
    (grammar->notation == URIPROOF_BNF ? grammar_read_bnf : grammar_read_abnf)(&reader);
    if (grammar->node_count == nodes)
        grammar_fault(&reader, "no production");
    define_word(&reader, "space", ' ');
    define_word(&reader, "vline", '|');
    return !reader.failed && check_uses(&reader, before);
}

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static bool load_one(uriproof_grammar *grammar, const char *folder, const char *file,
                     uriproof_error *error)
{
    char path[4096];
    int written = snprintf(path, sizeof path, "%s/%s", folder, file);
    if (written < 0 || (size_t)written >= sizeof path) {
        uriproof_error_set(error, "%s: the name of its folder is too long", file);
        return false;
    }
    size_t length;
    char *text = uriproof_file_read(path, &length);
    if (text == NULL) {
        uriproof_error_set(error, "%s: %s", path, strerror(errno));
        return false;
    }
    bool read = uriproof_grammar_read(grammar, file, text, length, error);
    free(text);
    return read;
}

uriproof_grammar *uriproof_grammar_load(const char *folder, const char *const *files,
                                        uriproof_error *error)
{
    if (files[0] == NULL || (!ends_in(files[0], ".bnf") && !ends_in(files[0], ".abnf"))) {
        uriproof_error_set(error, "%s: a grammar's name ends in .bnf or .abnf",
                           files[0] != NULL ? files[0] : "no file");
        return NULL;
    }
    uriproof_grammar *grammar =
        uriproof_grammar_new(ends_in(files[0], ".abnf") ? URIPROOF_ABNF : URIPROOF_BNF);
    for (; *files != NULL; files++)
        if (!load_one(grammar, folder, *files, error)) {
            uriproof_grammar_free(grammar);
            return NULL;
        }
    return grammar;
}
