/* SPDX-License-Identifier: MIT */
#include "class.h"

#include "places.h"
#include "spelling.h"

#include <string.h>
#include <uriproof/rfc3986.h>

static const uriproof_readings defaults = {{0}};

/* ---- One part ---- */

static void class_of_piece(uriproof_span text, const uri_pieces *a, const uri_pieces *b,
                           uri_piece which, answer_class *found)
{
    uriproof_span one = a->at[which], other = b->at[which];
    const char delimiter = piece_delimiter(which);
    bool both = uriproof_present(one) && uriproof_present(other);
    bool one_written = piece_is_written(text, a, which);
    bool other_written = piece_is_written(text, b, which);
    bool as_written = one_written && other_written;
    found->part = piece_names[which];
    if (!both && one.length == 0 && other.length == 0) {
        found->kind = CLASS_EMPTY;
        found->character = octet_kind(delimiter);
    } else {
        found->kind = is_spelling(which, a, b) ? CLASS_SPELLING
                      : as_written             ? CLASS_BOUNDARY
                                               : CLASS_TEXT;
        found->character = as_written      ? boundary_character(text, a, b, which)
                           : one_written   ? changed_character(one, other)
                           : other_written ? changed_character(other, one)
                                           : written_character(text, a, b, which);
    }
    found->clause = clause_of_difference(found->kind, which, found->character);
}

/* Returns the pieces with an empty path if there is none: by RFC 3986, 3, each URI has a path. */
static uri_pieces with_path(const uri_pieces *pieces)
{
    uri_pieces whole = *pieces;
    if (!uriproof_present(whole.at[PIECE_PATH]))
        whole.at[PIECE_PATH] = uriproof_span_of("");
    return whole;
}

/* Of the parts that differ, whose bits `parts` has, the most telling counts; one that is the same
 * data in both, or nothing, only if there is no other. */
static bool class_of_pieces(uriproof_span text, unsigned parts, const uri_pieces *a,
                            const uri_pieces *b, answer_class *found)
{
    bool any = false;
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        uri_piece which = parts_by_weight[i].piece;
        if ((parts >> which & 1U) == 0)
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

bool class_between_parts(uriproof_span text, unsigned parts, const uri_pieces *one_side,
                         const uri_pieces *other_side, const transform_set *allowed,
                         answer_class *found)
{
    const uri_pieces a = with_path(one_side), b = with_path(other_side);
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if (piece_same((uri_piece)i, &a, &b, allowed->declared[i]))
            parts &= ~(1U << i);
    return class_of_pieces(text, parts, &a, &b, found);
}

/* The class of the divisions of two parsers. */
static bool class_of_parsers(uriproof_span text, const reply *one_side, const transform_set *of_a,
                             const reply *other_side, const transform_set *of_b,
                             answer_class *found)
{
    const uri_pieces a = with_path(&one_side->pieces), b = with_path(&other_side->pieces);
    unsigned parts = 0;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if (!class_same_part((uri_piece)i, &a, of_a, &b, of_b))
            parts |= 1U << i;
    return class_of_pieces(text, parts, &a, &b, found);
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
        return octet_kind(piece_delimiter(which));
    for (size_t at = 0; at < part.length; at++)
        if (!is_alphanumeric(part.octets[at]) && !octet_is_in(part.octets[at], usual[which]))
            return octet_kind_at(part, at);
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
                       : uriproof_present(host) ? octet_kind(piece_delimiter(PIECE_HOST))
                                                : "none";
    found->clause = is_empty                 ? clause_of_place(PIECE_PATH, "end")
                    : uriproof_present(host) ? clause_of_place(PIECE_HOST, found->character)
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
        character = octet_kind_at(pieces->at[which], 0);
    }
    found->part = piece_names[which];
    found->character = character;
    found->clause = clause_of_place(which, character);
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
        found->character = octet_kind_at(text, refusal.offset);
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
    uriproof_parts one, other;
    uriproof_refusal refusal;
    found->part = uriproof_ops[op].result;
    found->clause = "rfc3986.bnf.URI-reference";
    found->character = differing_character(a->result, b->result);
    if (!parse_3986(a->result, &one, &refusal) || !parse_3986(b->result, &other, &refusal))
        return;
    const uri_pieces x = parts_pieces(&one), y = parts_pieces(&other);
    size_t i = 0;
    while (i < PIECE_COUNT && piece_same(parts_by_weight[i].piece, &x, &y, 0))
        i++;
    if (i == PIECE_COUNT)
        return;
    const uri_piece which = parts_by_weight[i].piece;
    found->part = piece_names[which];
    found->character = differing_character(x.at[which], y.at[which]);
    found->kind = is_spelling(which, &x, &y) ? CLASS_SPELLING : CLASS_TEXT;
    found->clause = clause_of_difference(found->kind, which, found->character);
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
        both ? differing_character(a->answer.result, b->answer.result) : octet_kind_at(text, at);
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
        return class_of_parsers(text, a, of_a, b, of_b, found);
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
        if (!class_same_part((uri_piece)i, &x, of_a, &y, of_b))
            return false;
        needed->declared[i] =
            needed_of_piece((uri_piece)i, &x, &y, of_a->declared[i] | of_b->declared[i]);
    }
    return !transform_none(needed);
}

/* Returns the piece that the class is about; PIECE_COUNT if it is about no piece. */
static unsigned piece_of(const answer_class *c)
{
    unsigned piece = 0;
    while (piece < PIECE_COUNT && strcmp(c->part, piece_names[piece]) != 0)
        piece++;
    return piece;
}

bool class_by_design(const uriproof_request *request, const answer_class *c, const reply *given,
                     const transform_set *of_given, const reply *other, transform_set *needed)
{
    const unsigned piece = piece_of(c);
    const uri_pieces *g = &given->pieces, *o = &other->pieces;
    *needed = (transform_set){{0}};
    if (piece == PIECE_COUNT || c->kind == CLASS_VALIDITY || !reply_accepts(given) ||
        !reply_accepts(other) || !class_is_other_target((uri_piece)piece, o, g) ||
        piece_is_written(request->field[0], g, (uri_piece)piece) ||
        !piece_match((uri_piece)piece, o, g, of_given->declared[piece]))
        return false;
    needed->declared[piece] = needed_of_piece((uri_piece)piece, o, g, of_given->declared[piece]);
    return true;
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
