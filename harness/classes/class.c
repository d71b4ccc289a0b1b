/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memmem, which POSIX has since 2024 */

#include "class.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

const char *const class_kinds[CLASS_KIND_COUNT] = {
    [CLASS_VALIDITY] = "validity", [CLASS_BOUNDARY] = "boundary", [CLASS_EMPTY] = "empty",
    [CLASS_TEXT] = "text",         [CLASS_SPELLING] = "spelling", [CLASS_FAULT] = "fault",
};

/* The version of how ids are made. */
enum { ID_VERSION = 1 };

static const uriproof_readings defaults = {{0}};

/* ---- Characters ---- */

static const struct {
    char octet;
    const char *name;
} character_names[] = {
    {'@', "at-sign"},      {':', "colon"},        {'/', "slash"},        {'\\', "backslash"},
    {'?', "question"},     {'#', "number-sign"},  {'[', "left-bracket"}, {']', "right-bracket"},
    {'%', "percent"},      {'.', "dot"},          {' ', "space"},        {'\0', "nul"},
    {'\t', "white-space"}, {'\n', "white-space"}, {'\r', "white-space"},
};

static bool is_one_of(char octet, const char *octets)
{
    return octet != '\0' && strchr(octets, octet) != NULL;
}

/* Returns the name of the kind of character that `octet` is. */
static const char *character_name(char octet)
{
    for (size_t i = 0; i < sizeof character_names / sizeof character_names[0]; i++)
        if (character_names[i].octet == octet)
            return character_names[i].name;
    if ((octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z'))
        return "letter";
    if (octet >= '0' && octet <= '9')
        return "digit";
    if ((unsigned char)octet >= 0x80)
        return "8-bit";
    if ((unsigned char)octet < 0x20 || octet == 0x7f)
        return "control";
    return is_one_of(octet, "-_~")           ? "unreserved"
           : is_one_of(octet, "!$&'()*+,;=") ? "sub-delim"
                                             : "other";
}

static const char *character_at(uriproof_span text, size_t at)
{
    return at < text.length ? character_name(text.octets[at]) : "end";
}

/* ---- Clauses ---- */

/* The parts, the most telling first: that another host is asked matters more than that it is asked
 * another path. */
static const struct {
    uri_piece piece;
    char delimiter;     /* that the part has beside it */
    const char *clause; /* of the part as a whole */
} parts_by_weight[PIECE_COUNT] = {
    {PIECE_SCHEME, ':', "rfc3986.bnf.scheme"},     {PIECE_HOST, '/', "rfc3986.bnf.host"},
    {PIECE_PORT, ':', "rfc3986.bnf.port"},         {PIECE_USER, '@', "rfc3986.bnf.userinfo"},
    {PIECE_PASSWORD, ':', "rfc3986.bnf.userinfo"}, {PIECE_PATH, '/', "rfc3986.bnf.path"},
    {PIECE_QUERY, '?', "rfc3986.bnf.query"},       {PIECE_FRAGMENT, '#', "rfc3986.bnf.fragment"},
};

enum { EVERY_PART = (1U << PIECE_COUNT) - 1 };

enum {
    HOST_AND_PORT = 1U << PIECE_HOST | 1U << PIECE_PORT,
    IN_AUTHORITY = 1U << PIECE_HOST | 1U << PIECE_PORT | 1U << PIECE_USER | 1U << PIECE_PASSWORD
};

/* The clause that says what a delimiter ends, in some of the parts. */
static const struct {
    const char *character;
    unsigned pieces;
    const char *clause;
} delimiter_clauses[] = {
    {"at-sign", IN_AUTHORITY, "rfc3986.userinfo.at-sign"},
    {"colon", IN_AUTHORITY, "rfc3986.port.colon"},
    {"colon", 1U << PIECE_SCHEME, "rfc3986.reference.scheme-prefix"},
    {"slash", IN_AUTHORITY | 1U << PIECE_PATH, "rfc3986.authority.termination"},
    {"question", IN_AUTHORITY, "rfc3986.authority.termination"},
    {"number-sign", IN_AUTHORITY, "rfc3986.authority.termination"},
    {"question", 1U << PIECE_PATH, "rfc3986.path.termination"},
    {"number-sign", 1U << PIECE_PATH, "rfc3986.path.termination"},
    {"question", 1U << PIECE_QUERY, "rfc3986.query.delimiters"},
    {"number-sign", 1U << PIECE_QUERY, "rfc3986.query.delimiters"},
    {"number-sign", 1U << PIECE_FRAGMENT, "rfc3986.fragment.delimiters"},
    {"left-bracket", HOST_AND_PORT, "rfc3986.host.brackets"},
    {"right-bracket", HOST_AND_PORT, "rfc3986.host.brackets"},
};

static const char *clause_at(uri_piece piece, const char *character)
{
    size_t i = 0;
    for (; i < sizeof delimiter_clauses / sizeof delimiter_clauses[0]; i++)
        if ((delimiter_clauses[i].pieces >> piece & 1U) != 0 &&
            strcmp(delimiter_clauses[i].character, character) == 0)
            return delimiter_clauses[i].clause;
    for (i = 0; parts_by_weight[i].piece != piece; i++)
        ;
    return parts_by_weight[i].clause;
}

/* Returns the clause of a difference in a part. What a delimiter ends does not matter to data that
 * only one of two parsers writes otherwise, except in an authority. */
static const char *clause_of(class_kind kind, uri_piece piece, const char *character)
{
    bool in_authority = (HOST_AND_PORT >> piece & 1U) != 0;
    bool whole = kind == CLASS_SPELLING || (kind == CLASS_TEXT && !in_authority);
    return clause_at(piece, whole ? "none" : character);
}

static char delimiter_of(uri_piece piece)
{
    size_t i = 0;
    while (parts_by_weight[i].piece != piece)
        i++;
    return parts_by_weight[i].delimiter;
}

/* ---- Where two divisions of a text part ---- */

/* Where a part is in the text. */
typedef struct slice {
    bool found; /* its octets are in the text so */
    size_t start, end;
} slice;

/* Finds `part` in the text, not before `from`. The work grows with the text alone: both may be
 * long, and a part that is nearly in the text at many places would cost their product otherwise. */
static slice find(uriproof_span text, uriproof_span part, size_t from)
{
    const char *at = from <= text.length
                         ? memmem(text.octets + from, text.length - from, part.octets, part.length)
                         : NULL;
    if (at == NULL)
        return (slice){false, from, from};
    const size_t start = (size_t)(at - text.octets);
    return (slice){true, start, start + part.length};
}

/* Returns where the authority ends that begins with the next two slashes from `from`: at a slash,
 * `?` or `#`. Returns `from` if there are no such slashes. */
static size_t authority_end(uriproof_span text, size_t from)
{
    size_t at = from + (from < text.length && text.octets[from] == ':');
    if (at + 2 > text.length || memcmp(text.octets + at, "//", 2) != 0)
        return from;
    at += 2;
    while (at < text.length && !is_one_of(text.octets[at], "/?#"))
        at++;
    return at;
}

/* Can the part begin at `start`, if those before it end at `from`? No path comes after a `?` or
 * `#`, and no query after a `#`. */
static bool can_begin(uriproof_span text, uri_piece which, size_t from, size_t start)
{
    const char *never = which == PIECE_PATH ? "?#" : which == PIECE_QUERY ? "#" : "";
    for (size_t at = from; at < start; at++)
        if (is_one_of(text.octets[at], never))
            return false;
    return true;
}

/* Finds the part `which`, after those that come before it in a text. One that is not found is said
 * to be where those end. */
static slice find_piece(uriproof_span text, const uri_pieces *pieces, uri_piece which)
{
    slice at = {false, 0, 0};
    size_t scheme_end = 0;
    bool whole = true; /* is all of the authority in the text as the parser gives it? */
    for (unsigned i = 0; i <= (unsigned)which; i++) {
        uriproof_span part = pieces->at[i];
        const size_t from = i == PIECE_PATH && !whole ? authority_end(text, scheme_end) : at.end;
        if (part.length == 0 && i != (unsigned)which)
            continue;
        at = find(text, uriproof_present(part) ? part : (uriproof_span){"", 0}, from);
        if (!can_begin(text, (uri_piece)i, from, at.start))
            at = (slice){false, from, from};
        whole = whole && (at.found || (IN_AUTHORITY >> i & 1U) == 0);
        scheme_end = i == PIECE_SCHEME ? at.end : scheme_end;
    }
    return at;
}

/* Returns the kind of character at which the two parts `which`, both pieces of the text or absent,
 * are divided. */
static const char *boundary_character(uriproof_span text, const uri_pieces *a, const uri_pieces *b,
                                      uri_piece which)
{
    slice one = find_piece(text, a, which), other = find_piece(text, b, which);
    if (!uriproof_present(a->at[which]) || !uriproof_present(b->at[which])) {
        slice there = uriproof_present(a->at[which]) ? one : other;
        return character_at(text, there.start > 0 ? there.start - 1 : 0);
    }
    if (one.start != other.start)
        return character_at(text, (one.start > other.start ? one.start : other.start) - 1);
    return character_at(text, one.end < other.end ? one.end : other.end);
}

/* Returns how many octets both begin with, without a piece of an escape. */
static size_t shared_length(uriproof_span a, uriproof_span b)
{
    size_t at = 0;
    while (at < a.length && at < b.length && a.octets[at] == b.octets[at])
        at++;
    for (size_t back = 1; back <= 2 && back <= at; back++)
        if (a.octets[at - back] == '%')
            return at - back;
    return at;
}

/* Returns the kind of the first character of `written` that `changed` does not share. */
static const char *changed_character(uriproof_span written, uriproof_span changed)
{
    size_t at = shared_length(written, changed);
    return character_at(at < written.length ? written : changed, at);
}

/* Does so for two of which neither is as it was written. The longer one stands for what was
 * written, so that it does not matter which is first. */
static const char *differing_character(uriproof_span a, uriproof_span b)
{
    bool a_first = a.length != b.length ? a.length > b.length
                                        : a.length == 0 || memcmp(a.octets, b.octets, a.length) < 0;
    return a_first ? changed_character(a, b) : changed_character(b, a);
}

/* Returns the kind of the character of the text at which two parts are changed, each in its way. */
static const char *written_character(uriproof_span text, const uri_pieces *a, const uri_pieces *b,
                                     uri_piece which)
{
    uriproof_span one = a->at[which], other = b->at[which];
    const size_t x = find_piece(text, a, which).start, y = find_piece(text, b, which).start;
    size_t from = x < y ? x : y, shared = shared_length(one, other);
    while (from < text.length && is_one_of(text.octets[from], ":/?#@"))
        from++;
    slice both = find(text, (uriproof_span){one.octets, shared}, from);
    return shared == 0 || both.found ? character_at(text, both.end)
                                     : differing_character(one, other);
}

/* ---- The same, written in another way ---- */

/* Puts down what may be written in another way by RFC 3986, 6.2.2.1, 6.2.2.2 and 6.2.3. */
static const struct {
    const char *part, *transform;
} spellings[] = {
    {"scheme", "lowercased"},           {"host", "lowercased"},
    {"host", "decoded-unreserved"},     {"host", "uppercased-hex"},
    {"host", "ipv6-rewritten"},         {"userinfo", "decoded-unreserved"},
    {"userinfo", "uppercased-hex"},     {"port", "default-as-absent"},
    {"port", "empty-as-absent"},        {"port", "as-number"},
    {"path", "decoded-unreserved"},     {"path", "uppercased-hex"},
    {"query", "decoded-unreserved"},    {"query", "uppercased-hex"},
    {"fragment", "decoded-unreserved"}, {"fragment", "uppercased-hex"},
};

static transform_set all_spellings; /* set once: it is asked for at every part that differs */

static void set_spellings(void)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        transform_declare(&all_spellings, spellings[i].part, spellings[i].transform);
}

void class_allow_spellings(transform_set *set)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_spellings);
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        set->declared[i] |= all_spellings.declared[i];
}

/* Must the octet be escaped in such a part, so that it is data and no delimiter? Some parsers take
 * a backslash for a slash, so in a host and a path it is no mere data. */
static bool is_mere_data(uri_piece which, char octet)
{
    const bool late = which != PIECE_SCHEME && which != PIECE_HOST && which != PIECE_PORT;
    return (unsigned char)octet >= 0x80 || is_one_of(octet, " \"<>^`{|}") ||
           (late && is_one_of(octet, "[]")) || (late && which != PIECE_PATH && octet == '\\');
}

static bool begins_escape(uriproof_span text, size_t at)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    return at + 2 < text.length && is_one_of(text.octets[at + 1], digits) &&
           is_one_of(text.octets[at + 2], digits);
}

/* Writes the part to `out`, in which there is room for three times its length, with escapes for
 * what must have them, and without those that need not be. Returns how many octets it wrote. */
static size_t write_escaped(uri_piece which, uriproof_span part, char *out)
{
    static const char digits[] = "0123456789ABCDEF";
    char *octets = malloc(part.length + 1);
    const uriproof_span undone = {octets, undo_unreserved(part, octets)};
    size_t length = 0;
    for (size_t at = 0; at < undone.length; at++) {
        const unsigned char octet = (unsigned char)undone.octets[at];
        const bool escaped =
            is_mere_data(which, undone.octets[at]) || (octet == '%' && !begins_escape(undone, at));
        if (escaped) {
            out[length++] = '%';
            out[length++] = digits[octet >> 4];
            out[length++] = digits[octet & 15U];
        } else {
            out[length++] = which == PIECE_HOST && octet >= 'A' && octet <= 'Z'
                                ? (char)(octet + 'a' - 'A')
                                : (char)octet;
        }
    }
    free(octets);
    return length;
}

/* Are both parts the same data, written in another way? By RFC 3986 an empty path after a host is
 * the same as a slash. */
static bool is_spelling(uri_piece which, const uri_pieces *a, const uri_pieces *b)
{
    transform_set allowed = {{0}};
    uriproof_span one = a->at[which], other = b->at[which];
    class_allow_spellings(&allowed);
    if (which == PIECE_PATH && uriproof_present(a->at[PIECE_HOST]) &&
        uriproof_present(b->at[PIECE_HOST]))
        transform_declare(&allowed, "path", "empty-as-slash");
    if (piece_same(which, a, b, allowed.declared[which]))
        return true;
    if (!uriproof_present(one) || !uriproof_present(other))
        return false;
    char *x = malloc(3 * one.length + 1), *y = malloc(3 * other.length + 1);
    const size_t length = write_escaped(which, one, x);
    bool same = length == write_escaped(which, other, y) && memcmp(x, y, length) == 0;
    free(x);
    free(y);
    return same;
}

/* ---- One part ---- */

static void class_of_piece(uriproof_span text, const uri_pieces *a, const uri_pieces *b,
                           uri_piece which, answer_class *found)
{
    uriproof_span one = a->at[which], other = b->at[which];
    const char delimiter = delimiter_of(which);
    bool both = uriproof_present(one) && uriproof_present(other);
    bool one_written = find_piece(text, a, which).found;
    bool other_written = find_piece(text, b, which).found;
    bool as_written = one_written && other_written;
    found->part = piece_names[which];
    if (!both && one.length == 0 && other.length == 0) {
        found->kind = CLASS_EMPTY;
        found->character = character_name(delimiter);
    } else {
        found->kind = is_spelling(which, a, b) ? CLASS_SPELLING
                      : as_written             ? CLASS_BOUNDARY
                                               : CLASS_TEXT;
        found->character = as_written      ? boundary_character(text, a, b, which)
                           : one_written   ? changed_character(one, other)
                           : other_written ? changed_character(other, one)
                                           : written_character(text, a, b, which);
    }
    found->clause = clause_of(found->kind, which, found->character);
}

/* Is the part the same up to what either parser declares? */
static bool same_piece(uri_piece which, const uri_pieces *a, const transform_set *of_a,
                       const uri_pieces *b, const transform_set *of_b)
{
    return piece_same(which, a, b, of_a->declared[which] | of_b->declared[which]);
}

/* Returns the pieces with an empty path if there is none: by RFC 3986, 3, each URI has a path. */
static uri_pieces with_path(const uri_pieces *pieces)
{
    uri_pieces whole = *pieces;
    if (!uriproof_present(whole.at[PIECE_PATH]))
        whole.at[PIECE_PATH] = uriproof_span_of("");
    return whole;
}

/* Of the parts that differ the most telling counts; one that is the same data in both, or nothing,
 * only if there is no other. */
static bool class_of_pieces(uriproof_span text, unsigned parts, const uri_pieces *one_side,
                            const transform_set *of_a, const uri_pieces *other_side,
                            const transform_set *of_b, answer_class *found)
{
    const uri_pieces one_whole = with_path(one_side), other_whole = with_path(other_side);
    const uri_pieces *a = &one_whole, *b = &other_whole;
    bool any = false;
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        uri_piece which = parts_by_weight[i].piece;
        if ((parts >> which & 1U) == 0 || same_piece(which, a, of_a, b, of_b))
            continue;
        answer_class one = *found;
        class_of_piece(text, a, b, which, &one);
        bool slight = one.kind == CLASS_EMPTY || one.kind == CLASS_SPELLING;
        if (!any || !slight)
            *found = one;
        if (!slight)
            return true;
        any = true;
    }
    return any;
}

bool class_between_parts(uriproof_span text, unsigned parts, const uri_pieces *a,
                         const uri_pieces *b, const transform_set *allowed, answer_class *found)
{
    return class_of_pieces(text, parts, a, allowed, b, allowed, found);
}

/* ---- Whole answers ---- */

static bool parse_3986(uriproof_span text, uriproof_parts *parts, uriproof_refusal *refusal)
{
    static const uriproof_parts none = {0};
    *parts = none;
    return uriproof_dialect_named("rfc3986")->parse(text, &defaults, parts, refusal);
}

/* What is usual in a part, so that a parser which rejects the text does not reject it for that:
 * letters and digits, and these. */
static const char *const usual[PIECE_COUNT] = {
    [PIECE_SCHEME] = "",        [PIECE_HOST] = "-.",         [PIECE_PORT] = "",
    [PIECE_USER] = "-._",       [PIECE_PASSWORD] = "-._",    [PIECE_PATH] = "/-._~",
    [PIECE_QUERY] = "/-._~=&+", [PIECE_FRAGMENT] = "/-._~=",
};

static bool is_alphanumeric(char octet)
{
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z') ||
           (octet >= '0' && octet <= '9');
}

/* Is the port, which has digits alone, more than 65535? */
static bool is_too_large(uriproof_span port)
{
    enum { HIGHEST = 65535 };
    unsigned long number = 0;
    for (size_t at = 0; at < port.length && number <= HIGHEST; at++)
        number = number * 10 + (unsigned long)(port.octets[at] - '0');
    return number > HIGHEST;
}

/* Returns the kind of the first character of a part that is not usual; NULL if all are. An empty
 * part is not usual either, but for a path after a host. */
static const char *unusual_character(const uri_pieces *pieces, uri_piece which)
{
    uriproof_span part = pieces->at[which];
    if (!uriproof_present(part))
        return NULL;
    if (part.length == 0 && which == PIECE_PATH)
        return uriproof_present(pieces->at[PIECE_HOST]) ? NULL : "end";
    if (part.length == 0)
        return character_name(delimiter_of(which));
    for (size_t at = 0; at < part.length; at++)
        if (!is_alphanumeric(part.octets[at]) && !is_one_of(part.octets[at], usual[which]))
            return character_at(part, at);
    return which == PIECE_PORT && is_too_large(part) ? "digit" : NULL;
}

/* Is it a URI without a host, with an empty one, or without anything after its scheme? That is
 * unusual whatever else is in it: the parsers that reject one want a host. Then names it. */
static bool class_of_no_host(const uri_pieces *pieces, answer_class *found)
{
    const uriproof_span host = pieces->at[PIECE_HOST];
    const bool is_empty = !uriproof_present(host) && pieces->at[PIECE_PATH].length == 0;
    if (!uriproof_present(pieces->at[PIECE_SCHEME]) || host.length > 0)
        return false;
    found->part = piece_names[is_empty ? PIECE_PATH : PIECE_HOST];
    found->character = is_empty                 ? "end"
                       : uriproof_present(host) ? character_name(delimiter_of(PIECE_HOST))
                                                : "none";
    found->clause = is_empty                 ? clause_at(PIECE_PATH, "end")
                    : uriproof_present(host) ? clause_at(PIECE_HOST, found->character)
                                             : "rfc3986.bnf.hier-part";
    return true;
}

/* Names the first part that has something unusual. If none has, it is the scheme, which may not be
 * known, or the path of a relative reference. */
static void class_of_unusual(const uri_pieces *pieces, answer_class *found)
{
    uri_piece which = PIECE_SCHEME;
    const char *character = NULL;
    if (class_of_no_host(pieces, found))
        return;
    for (size_t i = 0; i < PIECE_COUNT && character == NULL; i++)
        character = unusual_character(pieces, which = parts_by_weight[i].piece);
    if (character == NULL) {
        bool has_both =
            uriproof_present(pieces->at[PIECE_SCHEME]) && uriproof_present(pieces->at[PIECE_HOST]);
        which = has_both ? PIECE_SCHEME : PIECE_PATH;
        character = character_at(pieces->at[which], 0);
    }
    found->part = piece_names[which];
    found->character = character;
    found->clause = clause_at(which, character);
}

/* What a text of a question has to be. */
typedef enum text_rule {
    RULE_URI,
    RULE_REFERENCE,    /* a reference, of which the rule of a URI is only one case */
    RULE_RATHER_A_URI, /* a reference too; but a relative one is unusual, as with normalize */
} text_rule;

static bool parse_by_rule(uriproof_span text, text_rule rule, uriproof_parts *parts,
                          uriproof_refusal *refusal)
{
    if (rule == RULE_URI)
        return parse_3986(text, parts, refusal);
    *parts = (uriproof_parts){.has_components = true};
    return uriproof_rfc3986_parse_reference(text, &parts->components, refusal);
}

/* One accepts and the other rejects. If RFC 3986 rejects, they part where it does. Else the first
 * unusual thing stands for the difference. So the class follows from the text alone, whichever
 * parser rejects it. */
static void class_of_validity(uriproof_span text, text_rule rule, answer_class *found)
{
    uriproof_parts parts;
    uriproof_refusal refusal;
    found->kind = CLASS_VALIDITY;
    if (!parse_by_rule(text, rule, &parts, &refusal)) {
        found->part = "uri";
        found->clause = refusal.clause;
        found->character = character_at(text, refusal.offset);
        return;
    }
    const uri_pieces pieces = parts_pieces(&parts);
    class_of_unusual(&pieces, found);
    if (rule == RULE_RATHER_A_URI && !uriproof_present(pieces.at[PIECE_SCHEME])) {
        found->part = piece_names[PIECE_SCHEME];
        found->clause = "rfc3986.bnf.relative-ref";
        found->character = "none";
    }
}

void class_of_rejection(uriproof_span text, answer_class *found)
{
    class_of_validity(text, RULE_RATHER_A_URI, found);
}

/* Of two texts, the one that RFC 3986 rejects stands for the difference; of a resolution the
 * reference, and of a comparison the first, if it rejects both or none. */
static void class_of_request(const uriproof_request *request, answer_class *found)
{
    const bool resolves = request->op == URIPROOF_RESOLVE;
    const bool compares = request->op == URIPROOF_EQUIVALENT;
    const uriproof_span first = request->field[resolves], second = request->field[!resolves];
    const text_rule rule = resolves                            ? RULE_REFERENCE
                           : compares                          ? RULE_RATHER_A_URI
                           : request->op == URIPROOF_NORMALIZE ? RULE_RATHER_A_URI
                                                               : RULE_URI;
    const text_rule other_rule = resolves ? RULE_URI : rule;
    uriproof_parts parts;
    uriproof_refusal refusal;
    bool other = (resolves || compares) && parse_by_rule(first, rule, &parts, &refusal) &&
                 !parse_by_rule(second, other_rule, &parts, &refusal);
    class_of_validity(other ? second : first, other ? other_rule : rule, found);
}

/* Two results. If both are URIs, they part where their parts do. */
static void class_of_results(uriproof_op op, const uriproof_answer *a, const uriproof_answer *b,
                             answer_class *found)
{
    static const transform_set nothing = {{0}};
    uriproof_parts one, other;
    uriproof_refusal refusal;
    found->part = uriproof_ops[op].result;
    found->clause = "rfc3986.bnf.URI-reference";
    found->character = differing_character(a->result, b->result);
    if (!parse_3986(a->result, &one, &refusal) || !parse_3986(b->result, &other, &refusal))
        return;
    const uri_pieces x = parts_pieces(&one), y = parts_pieces(&other);
    size_t i = 0;
    while (i < PIECE_COUNT && same_piece(parts_by_weight[i].piece, &x, &nothing, &y, &nothing))
        i++;
    if (i == PIECE_COUNT)
        return;
    const uri_piece which = parts_by_weight[i].piece;
    found->part = piece_names[which];
    found->character = differing_character(x.at[which], y.at[which]);
    found->kind = is_spelling(which, &x, &y) ? CLASS_SPELLING : CLASS_TEXT;
    found->clause = clause_of(found->kind, which, found->character);
}

/* The class of two answers about octets that are no URI, which are encoded or decoded. */
static void class_of_octets(uriproof_span text, const reply *a, const reply *b, answer_class *found)
{
    bool both = reply_accepts(a) && reply_accepts(b);
    size_t at = 0;
    while (at < text.length && text.octets[at] != '%')
        at++;
    found->kind = both ? CLASS_TEXT : CLASS_VALIDITY;
    found->part = "text";
    found->clause = "rfc3986.bnf.pct-encoded";
    found->character =
        both ? differing_character(a->answer.result, b->answer.result) : character_at(text, at);
}

bool class_between(const uriproof_request *request, const reply *a, const transform_set *of_a,
                   const reply *b, const transform_set *of_b, answer_class *found)
{
    uriproof_span text = request->field[uriproof_ops[request->op].fields[1] != NULL];
    *found = (answer_class){.operation = uriproof_ops[request->op].name,
                            .kind = CLASS_TEXT,
                            .part = "uri",
                            .clause = "none",
                            .character = "none"};
    if (a->fault == URIPROOF_UNSUPPORTED || b->fault == URIPROOF_UNSUPPORTED ||
        reply_equal(request->op, a, b))
        return false;
    if (a->fault != URIPROOF_AGREE || b->fault != URIPROOF_AGREE) {
        found->kind = CLASS_FAULT;
        found->character = uriproof_outcomes[a->fault != URIPROOF_AGREE ? a->fault : b->fault].name;
    } else if (request->op == URIPROOF_DECODE || request->op == URIPROOF_ENCODE) {
        class_of_octets(text, a, b, found);
    } else if (reply_accepts(a) != reply_accepts(b)) {
        class_of_request(request, found);
    } else if (request->op == URIPROOF_PARSE || request->op == URIPROOF_URL) {
        return class_of_pieces(text, EVERY_PART, &a->pieces, of_a, &b->pieces, of_b, found);
    } else if (request->op == URIPROOF_EQUIVALENT) {
        found->part = "equal";
        found->clause = "rfc3986.compare.strings";
        found->character = differing_character(request->field[0], request->field[1]);
    } else {
        class_of_results(request->op, &a->answer, &b->answer, found);
    }
    return true;
}

/* Returns the transforms of `declared` that are needed for the piece to be the same in both. */
static unsigned short needed_of_piece(uri_piece which, const uri_pieces *a, const uri_pieces *b,
                                      unsigned short declared)
{
    for (unsigned transform = 0; transform < TRANSFORM_COUNT; transform++) {
        const unsigned short fewer = declared & (unsigned short)~(1U << transform);
        if (fewer != declared && piece_same(which, a, b, fewer))
            declared = fewer;
    }
    return declared;
}

bool class_excused(const uriproof_request *request, const reply *a, const transform_set *of_a,
                   const reply *b, const transform_set *of_b, transform_set *needed)
{
    *needed = (transform_set){{0}};
    if (!reply_accepts(a) || !reply_accepts(b) ||
        (request->op != URIPROOF_PARSE && request->op != URIPROOF_URL))
        return false;
    const uri_pieces x = with_path(&a->pieces), y = with_path(&b->pieces);
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        if (uriproof_span_equal(x.at[i], y.at[i]))
            continue;
        if (!same_piece((uri_piece)i, &x, of_a, &y, of_b))
            return false;
        needed->declared[i] =
            needed_of_piece((uri_piece)i, &x, &y, of_a->declared[i] | of_b->declared[i]);
    }
    return !transform_none(needed);
}

bool class_equal(const answer_class *a, const answer_class *b)
{
    return a->kind == b->kind && strcmp(a->operation, b->operation) == 0 &&
           strcmp(a->part, b->part) == 0 && strcmp(a->clause, b->clause) == 0 &&
           strcmp(a->character, b->character) == 0;
}

bool request_is_smaller(const uriproof_request *a, const uriproof_request *b)
{
    size_t x = a->field[0].length + a->field[1].length;
    size_t y = b->field[0].length + b->field[1].length;
    for (size_t f = 0; x == y && f < 2; f++) {
        size_t n =
            a->field[f].length < b->field[f].length ? a->field[f].length : b->field[f].length;
        int order = n > 0 ? memcmp(a->field[f].octets, b->field[f].octets, n) : 0;
        if (order != 0)
            return order < 0;
    }
    return x < y;
}

void class_id(const answer_class *c, char id[CLASS_ID_ROOM])
{
    snprintf(id, CLASS_ID_ROOM, "%d/%s/%s/%s/%s/%s", ID_VERSION, c->operation, c->part,
             class_kinds[c->kind], c->clause, c->character);
}

/* ---- Risk ---- */

static const class_risk
    other_host = {"other-host", "CWE-918, CWE-436", "another host is asked than was checked", 0},
    other_scheme = {"other-scheme", "CWE-436", "another protocol is used than was checked", 1},
    credentials = {"credentials", "CWE-522", "a user name or a password goes elsewhere", 2},
    other_path = {"other-path", "CWE-22, CWE-436", "another resource is asked than was checked", 3},
    other_query = {"other-query", "CWE-436", "a cache or a filter sees another query", 4},
    cache_key = {"cache-key", "CWE-436", "what is kept for one text is given for another", 4},
    validity = {"validity", "CWE-436", "what one rejects, the other uses", 5},
    no_answer = {"no-answer", "CWE-248", "a text stops the parser", 0},
    no_risk = {"none", NULL, "no known harm", 6};

static bool is_word(uriproof_span words, const char *word)
{
    return uriproof_span_equal(words, uriproof_span_of(word));
}

static const class_risk *risk_of(uriproof_span kind, uriproof_span part)
{
    static const struct {
        const char *part;
        const class_risk *risk;
    } by_part[] = {
        {"host", &other_host},   {"port", &other_host},      {"scheme", &other_scheme},
        {"user", &credentials},  {"password", &credentials}, {"path", &other_path},
        {"query", &other_query}, {"uri", &other_path},       {"equal", &cache_key},
    };
    if (is_word(kind, class_kinds[CLASS_FAULT]))
        return &no_answer;
    if (is_word(kind, class_kinds[CLASS_VALIDITY]))
        return &validity;
    if (is_word(kind, class_kinds[CLASS_EMPTY]) || is_word(kind, class_kinds[CLASS_SPELLING]))
        return &no_risk;
    for (size_t i = 0; i < sizeof by_part / sizeof by_part[0]; i++)
        if (is_word(part, by_part[i].part))
            return by_part[i].risk;
    return &no_risk;
}

const class_risk *class_risk_of(const answer_class *c)
{
    return risk_of(uriproof_span_of(class_kinds[c->kind]), uriproof_span_of(c->part));
}

/* ---- What an id says ---- */

bool class_words_of(const char *id, class_words *words)
{
    uriproof_span *const list[] = {&words->operation, &words->part, &words->kind, &words->clause,
                                   &words->character};
    const size_t count = sizeof list / sizeof list[0];
    char version[16];
    int length = snprintf(version, sizeof version, "%d/", ID_VERSION);
    if (strncmp(id, version, (size_t)length) != 0)
        return false;
    id += length;
    for (size_t i = 0; i < count; i++) {
        size_t word = strcspn(id, "/");
        *list[i] = (uriproof_span){id, word};
        if (word == 0 || (id[word] == '\0') != (i + 1 == count))
            return false;
        id += word + 1;
    }
    return true;
}

size_t class_piece(const char *id, const reply *a, const reply *b)
{
    class_words words;
    size_t piece = 0;
    if (id == NULL || !reply_accepts(a) || !reply_accepts(b) || !class_words_of(id, &words) ||
        !is_word(words.operation, "parse"))
        return PIECE_COUNT;
    while (piece < PIECE_COUNT && !is_word(words.part, piece_names[piece]))
        piece++;
    return piece;
}

const class_risk *class_risk_of_id(const char *id)
{
    class_words words;
    return class_words_of(id, &words) ? risk_of(words.kind, words.part) : &no_risk;
}

unsigned class_risk_rank(const char *name)
{
    static const class_risk *const risks[] = {&other_host, &other_scheme, &credentials,
                                              &other_path, &other_query,  &cache_key,
                                              &validity,   &no_answer,    &no_risk};
    unsigned unknown = 0;
    for (size_t i = 0; i < sizeof risks / sizeof risks[0]; i++) {
        if (strcmp(risks[i]->name, name) == 0)
            return risks[i]->rank;
        unknown = risks[i]->rank >= unknown ? risks[i]->rank + 1 : unknown;
    }
    return unknown;
}
