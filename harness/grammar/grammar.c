/* SPDX-License-Identifier: MIT */
/* Grammars as they are read: pieces, the two notations, patches, files. */
#include "nodes.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A text while it is read into a grammar. */
typedef struct reader {
    uriproof_grammar *grammar;
    bool is_bnf;
    const char *file;
    const char *text;
    size_t length;
    size_t at;
    size_t line; /* of `at`, from 1 */
    unsigned depth;
    bool failed; /* *error says why, and the rest of the text is not read */
    uriproof_error *error;
} reader;

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

/* Writes file, line and words of the first fault to the reader's error. Returns GRAMMAR_NONE, which
 * all callers accept in place of a node. After a fault the reader only finds the end of its text,
 * so callers need not check for a fault. */
__attribute__((format(printf, 2, 3))) static uint32_t fault(reader *in, const char *format, ...)
{
    char words[192];
    if (in->failed)
        return GRAMMAR_NONE;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    uriproof_error_set(in->error, "%s:%zu: %s", in->file, in->line, words);
    in->failed = true;
    return GRAMMAR_NONE;
}

/* ---- Names ---- */

/* Names of RFC 2234 are case-insensitive; those of RFC 1630 are not. */
uint32_t grammar_find(const uriproof_grammar *grammar, const char *name, size_t length)
{
    for (uint32_t i = 0; i < grammar->production_count; i++) {
        const char *known = grammar->productions[i].name;
        if (strlen(known) == length &&
            (grammar->notation == URIPROOF_ABNF ? strncasecmp(known, name, length)
                                                : strncmp(known, name, length)) == 0)
            return i;
    }
    return GRAMMAR_NONE;
}

/* Returns the index of that name, which is added if it is new; GRAMMAR_NONE after a fault. */
static uint32_t mention(reader *in, const char *name, size_t length)
{
    uriproof_grammar *grammar = in->grammar;
    uint32_t index = grammar_find(grammar, name, length);
    if (index != GRAMMAR_NONE)
        return index;
    if (length > GRAMMAR_NAME_MAX)
        return fault(in, "a name is too long");
    if (grammar->production_count >= GRAMMAR_PRODUCTIONS_MAX)
        return fault(in, "the grammar has too many names");
    grammar_production *added = &grammar->productions[grammar->production_count];
    memcpy(added->name, name, length);
    added->body = GRAMMAR_NONE;
    return grammar->production_count++;
}

/* Defines a name of `length` octets. Its definition begins at `line`. */
static void define(reader *in, const char *name, size_t length, size_t line, uint32_t body)
{
    uriproof_grammar *grammar = in->grammar;
    size_t end = in->line;
    in->line = line;
    uint32_t index = mention(in, name, length);
    if (in->failed)
        return;
    grammar_production *production = &grammar->productions[index];
    if (production->defined_by == grammar->file_count)
        fault(in, "%s is defined twice", production->name);
    else if (production->defined_by > 1)
        fault(in, "an earlier patch defines %s already", production->name);
    else if (production->defined_by == 0)
        grammar->printed[grammar->printed_count++] = index;
    production->defined_by = grammar->file_count;
    production->body = body;
    in->line = end;
}

/* ---- Pieces ---- */

/* Returns a copy of `node` in the grammar; GRAMMAR_NONE and a fault if there is no room. */
static uint32_t add(reader *in, grammar_node node)
{
    uriproof_grammar *grammar = in->grammar;
    if (grammar->node_count >= GRAMMAR_NODES_MAX)
        return fault(in, "the grammar is too large");
    grammar->nodes = list_grown(grammar->nodes, grammar->node_count, sizeof node);
    node.next = GRAMMAR_NONE;
    grammar->nodes[grammar->node_count] = node;
    return grammar->node_count++;
}

/* Returns a new node with the one child `child`. */
static uint32_t add_parent(reader *in, node_kind kind, uint32_t child)
{
    return add(in, (grammar_node){.kind = kind, .child = child});
}

static uint32_t add_octets(reader *in, uint32_t low, uint32_t high)
{
    return add(in, (grammar_node){.kind = NODE_OCTETS,
                                  .low = (unsigned char)low,
                                  .high = (unsigned char)high,
                                  .child = GRAMMAR_NONE});
}

static uint32_t add_repeat(reader *in, uint32_t child, uint32_t minimum, uint32_t maximum)
{
    return add(in,
               (grammar_node){
                   .kind = NODE_REPEAT, .minimum = minimum, .maximum = maximum, .child = child});
}

/* Puts `child` before the other children of `parent`. */
static void put_first(const reader *in, uint32_t parent, uint32_t child)
{
    if (parent == GRAMMAR_NONE || child == GRAMMAR_NONE)
        return;
    in->grammar->nodes[child].next = in->grammar->nodes[parent].child;
    in->grammar->nodes[parent].child = child;
}

/* Puts `item` at the end of `sequence`. Makes the sequence if it is GRAMMAR_NONE. */
static void append(reader *in, uint32_t *sequence, uint32_t item)
{
    if (*sequence == GRAMMAR_NONE)
        *sequence = add_parent(in, NODE_SEQUENCE, item);
    else
        put_first(in, *sequence, item);
}

/* ---- The notations ----
 *
 * RFC 1630 (BNF): "A vertical line "|" indicates alternatives, and [brackets] indicate optional
 * parts. ... Single letters stand for single letters. All words of more than one letter below are
 * entities described somewhere in this description." Anything else but a bracket or a bar stands
 * for itself. So does a bracket that is the whole of an alternative, as in `{ | } | [ | ]`. A
 * production with nothing after its name matches only the empty text. A line that begins with a
 * semicolon is a comment (the RFC has none).
 *
 * RFC 2234 (ABNF): strings are case-insensitive. A prose-val must hold the name of a rule, as
 * `<pchar>` does. No octet is above 0xFF. Incremental alternatives (`=/`) are rejected; all else of
 * the notation is there.
 *
 * In both a rule begins in the first column with its name, the lines that belong to it begin with a
 * space, and juxtaposition binds tighter than the bar. Functions have the names of RFC 2234's
 * rules. */

/* Returns the octet at `at`, or NUL at the end. (check_printed rejects NUL itself.) */
static char peek(const reader *in)
{
    return in->failed || in->at >= in->length ? '\0' : in->text[in->at];
}

/* Steps over `octet`, if it comes next. */
static bool take(reader *in, char octet)
{
    bool there = peek(in) == octet;
    in->at += there;
    return there;
}

static bool in_first_column(const reader *in)
{
    return in->at == 0 || in->text[in->at - 1] == '\n';
}

/* Steps over spaces, comments and line ends. */
static void skip_blanks(reader *in)
{
    for (;; in->at++) {
        if (peek(in) == ';' && (!in->is_bnf || in_first_column(in)))
            while (peek(in) != '\n' && peek(in) != '\0')
                in->at++;
        if (peek(in) == '\n')
            in->line++;
        else if (peek(in) != ' ')
            return;
    }
}

/* Returns the length of the name that comes next, or 0. In BNF a name has more than one letter. */
static size_t length_of_name(const reader *in)
{
    reader ahead = *in;
    for (char octet = peek(in); uriproof_is_letter(octet) ||
                                (ahead.at > in->at && (uriproof_is_digit(octet) || octet == '-'));
         octet = peek(&ahead))
        ahead.at++;
    size_t length = ahead.at - in->at;
    return in->is_bnf && length == 1 ? 0 : length;
}

static uint32_t rulename(reader *in)
{
    size_t length = length_of_name(in);
    uint32_t index = mention(in, in->text + in->at, length);
    in->at += length;
    return index == GRAMMAR_NONE
               ? GRAMMAR_NONE
               : add(in, (grammar_node){.kind = NODE_NAME, .name = index, .child = GRAMMAR_NONE});
}

/* Reads an octet that stands for itself. */
static uint32_t own_octet(reader *in)
{
    unsigned char octet = (unsigned char)peek(in);
    in->at++;
    return add_octets(in, octet, octet);
}

/* Adds one octet of a string: of a letter, both cases. */
static uint32_t add_character(reader *in, char octet)
{
    unsigned char upper = (unsigned char)(octet & ~0x20), lower = (unsigned char)(octet | 0x20);
    if (!uriproof_is_letter(octet))
        return add_octets(in, (unsigned char)octet, (unsigned char)octet);
    uint32_t both = add_parent(in, NODE_CHOICE, add_octets(in, upper, upper));
    put_first(in, both, add_octets(in, lower, lower));
    return both;
}

static uint32_t char_val(reader *in)
{
    uint32_t string = GRAMMAR_NONE;
    for (in->at++; peek(in) != '"'; in->at++) {
        if (peek(in) == '\0' || peek(in) == '\n')
            return fault(in, "a string is not closed");
        append(in, &string, add_character(in, peek(in)));
    }
    in->at++;
    return string != GRAMMAR_NONE ? string : add_parent(in, NODE_VOID, GRAMMAR_NONE);
}

/* Reads a number in base `base`. Returns GRAMMAR_NONE if there is no number, or if it is larger
 * than `most`. */
static uint32_t number(reader *in, unsigned base, uint32_t most)
{
    uint32_t value = GRAMMAR_NONE;
    for (; (unsigned)uriproof_hex_value(peek(in)) < base; in->at++) {
        value = (value == GRAMMAR_NONE ? 0 : value * base) + (unsigned)uriproof_hex_value(peek(in));
        if (value > most)
            return GRAMMAR_NONE;
    }
    return value;
}

/* `%x41`, `%x41-5A`, `%x41.42.43` */
static uint32_t num_val(reader *in)
{
    in->at++;
    char letter = (char)(peek(in) | 0x20);
    unsigned base = letter == 'x' ? 16 : letter == 'd' ? 10 : 2;
    if (letter != 'x' && letter != 'd' && letter != 'b')
        return fault(in, "%%x, %%d or %%b is expected");
    in->at++;
    uint32_t low = number(in, base, 255), high = take(in, '-') ? number(in, base, 255) : low;
    if (low == GRAMMAR_NONE || high == GRAMMAR_NONE || low > high)
        return fault(in, "no octet, or no range of octets");
    uint32_t string = GRAMMAR_NONE;
    append(in, &string, add_octets(in, low, high));
    while (low == high && take(in, '.')) {
        uint32_t octet = number(in, base, 255);
        if (octet == GRAMMAR_NONE)
            return fault(in, "no octet");
        append(in, &string, add_octets(in, octet, octet));
    }
    return string;
}

static uint32_t prose_val(reader *in)
{
    in->at++;
    uint32_t name = length_of_name(in) != 0 ? rulename(in) : GRAMMAR_NONE;
    if (name == GRAMMAR_NONE || !take(in, '>'))
        return fault(in, "words that are no rule's name stand for nothing here");
    return name;
}

static uint32_t alternation(reader *in, bool within);

/* `( ... )` and `[ ... ]`; `close` is the bracket that ends it. */
static uint32_t bracketed(reader *in, char close)
{
    in->at++;
    if (++in->depth > GRAMMAR_DEPTH_MAX)
        fault(in, "too many brackets within each other");
    uint32_t inside = alternation(in, true);
    if (!take(in, close))
        return fault(in, "a bracket is not closed: `%c` is expected", close);
    in->depth--;
    return close == ')' ? inside : add_repeat(in, inside, 0, 1);
}

static uint32_t element(reader *in)
{
    if (length_of_name(in) != 0)
        return rulename(in);
    if (peek(in) == '[')
        return bracketed(in, ']');
    if (in->is_bnf)
        return own_octet(in);
    switch (peek(in)) {
    case '(':
        return bracketed(in, ')');
    case '"':
        return char_val(in);
    case '%':
        return num_val(in);
    case '<':
        return prose_val(in);
    default:
        return fault(in, "an element is expected");
    }
}

/* Reads a number of times. Returns `otherwise` if there is no number. */
static uint32_t times(reader *in, uint32_t otherwise)
{
    if (!uriproof_is_digit(peek(in)))
        return otherwise;
    uint32_t count = number(in, 10, GRAMMAR_REPEAT_MAX);
    return count != GRAMMAR_NONE ? count : fault(in, "a number of times is too large");
}

/* `2`, `*`, `1*`, `*4` or `1*4`; if nothing stands there, once. */
static uint32_t repetition(reader *in)
{
    if (in->is_bnf)
        return element(in);
    bool numbered = uriproof_is_digit(peek(in));
    uint32_t minimum = times(in, 1), maximum = minimum;
    if (take(in, '*')) {
        minimum = numbered ? minimum : 0;
        maximum = times(in, GRAMMAR_NONE);
    }
    if (minimum > maximum)
        return fault(in, "a number of times from more to less");
    uint32_t repeated = element(in);
    return minimum == 1 && maximum == 1 ? repeated : add_repeat(in, repeated, minimum, maximum);
}

static bool rule_ends(const reader *in)
{
    return peek(in) == '\0' || in_first_column(in);
}

static bool elements_end(const reader *in)
{
    return rule_ends(in) || strchr(in->is_bnf ? "|]" : "/)]", peek(in)) != NULL;
}

/* Returns true if the next is a bracket of BNF that is the whole of an alternative. */
static bool is_lone_bracket(const reader *in)
{
    if (!in->is_bnf || rule_ends(in) || strchr("[]", peek(in)) == NULL)
        return false;
    reader ahead = *in;
    ahead.at++;
    skip_blanks(&ahead);
    return rule_ends(&ahead) || peek(&ahead) == '|';
}

/* `within` is true after an open bracket. */
static uint32_t concatenation(reader *in, bool within)
{
    uint32_t sequence = GRAMMAR_NONE;
    skip_blanks(in);
    bool lone = !within && is_lone_bracket(in);
    if (!lone && elements_end(in))
        return fault(in, in->is_bnf ? "an alternative is missing" : "an element is expected");
    do {
        append(in, &sequence, lone ? own_octet(in) : repetition(in));
        skip_blanks(in);
    } while (!elements_end(in));
    return sequence;
}

static uint32_t alternation(reader *in, bool within)
{
    uint32_t choice = add_parent(in, NODE_CHOICE, concatenation(in, within));
    while (!in_first_column(in) && take(in, in->is_bnf ? '|' : '/'))
        put_first(in, choice, concatenation(in, false));
    return choice;
}

static void rule(reader *in)
{
    const char *name = in->text + in->at;
    size_t length = length_of_name(in), line = in->line;
    if (!in_first_column(in))
        fault(in, "a %s begins in the first column", in->is_bnf ? "production" : "rule");
    if (length == 0)
        fault(in, in->is_bnf ? "the first column takes names of more than one letter alone"
                             : "the first column takes a rule's name alone");
    in->at += length;
    skip_blanks(in);
    if (!in->is_bnf && (in_first_column(in) || !take(in, '=')))
        fault(in, "`=` is expected after the rule's name");
    if (!in->is_bnf && peek(in) == '/')
        fault(in, "`=/` is not taken here");
    uint32_t body = in->is_bnf && rule_ends(in) ? add_parent(in, NODE_VOID, GRAMMAR_NONE)
                                                : alternation(in, false);
    if (!rule_ends(in))
        fault(in, "a bracket is closed that was not opened");
    define(in, name, length, line, body);
}

/* Checks that the grammar is printed: lines of printable ASCII. */
static void check_printed(reader *in)
{
    for (size_t i = 0; i < in->length; i++) {
        char octet = in->text[i];
        if (octet == '\n')
            in->line++;
        else if (!uriproof_is_printable(octet))
            fault(in, "the octet 0x%02X is not printable ASCII", (unsigned char)octet);
    }
    in->line = 1;
}

/* Defines a word that BNF itself explains (docs/grammars.md). */
static void define_word(reader *in, const char *word, unsigned char octet)
{
    uint32_t index = grammar_find(in->grammar, word, strlen(word));
    if (in->is_bnf && index != GRAMMAR_NONE && in->grammar->productions[index].body == GRAMMAR_NONE)
        in->grammar->productions[index].body = add_octets(in, octet, octet);
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

/* Checks that another production uses each production that a patch adds. If the name of one that a
 * patch is to replace is misspelt, nothing uses it, and without this check no one would notice.
 * `before` is the number of productions before the patch. */
static bool check_uses(const reader *in, uint32_t before)
{
    const uriproof_grammar *grammar = in->grammar;
    for (uint32_t i = 0; i < grammar->printed_count; i++)
        note_uses(grammar, grammar->printed[i], grammar->productions[grammar->printed[i]].body);
    for (uint32_t i = before; i < grammar->printed_count; i++) {
        const grammar_production *production = &grammar->productions[grammar->printed[i]];
        if (production->used_by != grammar->file_count) {
            uriproof_error_set(in->error, "%s: %s replaces no production, and nothing uses it",
                               in->file, production->name);
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

const char *uriproof_grammar_undefined(const uriproof_grammar *grammar, size_t index)
{
    for (uint32_t i = 0; i < grammar->production_count; i++)
        if (grammar->productions[i].body == GRAMMAR_NONE && index-- == 0)
            return grammar->productions[i].name;
    return NULL;
}

/* ---- Texts and files ---- */

bool uriproof_grammar_read(uriproof_grammar *grammar, const char *file, const char *text,
                           size_t length, uriproof_error *error)
{
    reader in = {.grammar = grammar,
                 .is_bnf = grammar->notation == URIPROOF_BNF,
                 .file = file,
                 .text = text,
                 .length = length,
                 .line = 1,
                 .error = error};
    uint32_t before = grammar->printed_count, nodes = grammar->node_count;
    bool is_patch = grammar->file_count++ > 0;
    check_printed(&in);
    for (skip_blanks(&in); peek(&in) != '\0'; skip_blanks(&in))
        rule(&in);
    if (grammar->node_count == nodes)
        fault(&in, "no production");
    define_word(&in, "space", ' ');
    define_word(&in, "vline", '|');
    return !in.failed && (!is_patch || check_uses(&in, before));
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
    size_t length;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, file) >= sizeof path) {
        uriproof_error_set(error, "%s: the name of its folder is too long", file);
        return false;
    }
    char *text = uriproof_file_read(path, &length);
    if (text == NULL)
        uriproof_error_set(error, "%s: %s", path, error_reason(errno));
    bool read = text != NULL && uriproof_grammar_read(grammar, file, text, length, error);
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
