/* SPDX-License-Identifier: MIT */
#include "class.h"

#include "by_text.h"
#include "division.h"
#include "places.h"

#include <string.h>

/* ---- One part ---- */

/* The part is there for one parser alone. */
static void class_of_absent(uriproof_span text, piece_place present, uri_piece which,
                            answer_class *found)
{
    found->character = absent_character(text, present, which);
    found->clause = clause_of_absence(found->kind, which, found->character);
}

static void class_of_piece(uriproof_span text, const uri_pieces *a, const uri_pieces *b,
                           uri_piece which, answer_class *found)
{
    const uriproof_span one = a->at[which], other = b->at[which];
    const bool in_one = uriproof_present(one), both = in_one && uriproof_present(other);
    const piece_place x = piece_find(text, a, which), y = piece_find(text, b, which);
    const bool as_written = x.written && y.written;
    const size_t first = x.start < y.start ? x.start : y.start;
    found->part = piece_names[which];
    found->kind = !both && one.length == 0 && other.length == 0 ? CLASS_EMPTY
                  : is_spelling(which, a, b)                    ? CLASS_SPELLING
                  : as_written                                  ? CLASS_BOUNDARY
                                                                : CLASS_TEXT;
    if (!both && found->kind != CLASS_EMPTY) {
        class_of_absent(text, in_one ? x : y, which, found);
        return;
    }
    found->character = found->kind == CLASS_EMPTY ? octet_kind(piece_delimiter(which))
                       : as_written               ? boundary_character(text, x, y)
                       : x.written                ? changed_character(text, one, other)
                       : y.written                ? changed_character(text, other, one)
                                                  : written_character(text, one, other, first);
    found->clause = clause_of_difference(found->kind, which, found->character);
}

/* The piece of two results that differs. */
static void class_of_result_piece(const uri_pieces *a, const uri_pieces *b, uri_piece which,
                                  answer_class *found)
{
    const uriproof_span one = a->at[which], other = b->at[which];
    const bool both = uriproof_present(one) && uriproof_present(other);
    found->part = piece_names[which];
    found->kind = !both && one.length == 0 && other.length == 0 ? CLASS_EMPTY
                  : is_spelling(which, a, b)                    ? CLASS_SPELLING
                                                                : CLASS_TEXT;
    found->character = found->kind == CLASS_EMPTY ? octet_kind(piece_delimiter(which))
                                                  : differing_character(one, other);
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
 * data in both, or nothing, only if there is no other. `text` is what both are parts of; NULL if
 * they are the parts of two results. */
static bool class_of_pieces(const uriproof_span *text, unsigned parts, const uri_pieces *a,
                            const uri_pieces *b, answer_class *found)
{
    bool any = false;
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        uri_piece which = parts_by_weight[i].piece;
        if ((parts >> which & 1U) == 0)
            continue;
        answer_class one = *found;
        if (text != NULL)
            class_of_piece(*text, a, b, which, &one);
        else
            class_of_result_piece(a, b, which, &one);
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
        if ((parts >> i & 1U) != 0 && piece_same((uri_piece)i, &a, &b, allowed->declared[i]))
            parts &= ~(1U << i);
    return class_of_pieces(&text, parts, &a, &b, found);
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
    return class_of_pieces(&text, parts, &a, &b, found);
}

/* ---- Whole answers ---- */

/* Two results, one of which has an authority by the text. */
static void class_of_authority_by_text(const uriproof_answer *a, const uriproof_answer *b,
                                       answer_class *found)
{
    *found = (answer_class){.operation = found->operation,
                            .kind = CLASS_BY_TEXT,
                            .part = piece_names[PIECE_HOST],
                            .clause = "rfc3986.syntax.no-double-slash",
                            .character = "slash"};
    if (is_path_kept(a->result, b->result))
        return;
    const uri_pieces x = {.at[PIECE_PATH] = path_of(a->result)};
    const uri_pieces y = {.at[PIECE_PATH] = path_of(b->result)};
    class_of_result_piece(&x, &y, PIECE_PATH, found);
}

/* Two results. They part where their parts do, unless one has no authority by the grammar. */
static void class_of_results(const uriproof_request *request, const uriproof_answer *a,
                             const uriproof_answer *b, answer_class *found)
{
    uri_pieces x, y;
    unsigned parts = 0;
    found->part = uriproof_ops[request->op].result;
    found->clause = "rfc3986.bnf.URI-reference";
    found->character = differing_character(a->result, b->result);
    if (is_authority_by_text(request, a->result, b->result)) {
        class_of_authority_by_text(a, b, found);
        return;
    }
    if (!text_divide(a->result, &x) || !text_divide(b->result, &y))
        return;
    for (unsigned i = 0; i < PIECE_COUNT; i++)
        if (!piece_same((uri_piece)i, &x, &y, 0))
            parts |= 1U << i;
    class_of_pieces(NULL, parts, &x, &y, found);
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

bool class_of_fault(const char *operation, const reply *r, answer_class *found)
{
    *found = (answer_class){.operation = operation,
                            .kind = CLASS_FAULT,
                            .part = "uri",
                            .clause = "none",
                            .character = uriproof_outcomes[r->fault].name};
    return reply_is_fault(r);
}

bool class_between(const uriproof_request *request, const reply *a, const transform_set *of_a,
                   const reply *b, const transform_set *of_b, answer_class *found)
{
    const char *operation = uriproof_ops[request->op].name;
    uriproof_span text = request->field[uriproof_ops[request->op].fields[1] != NULL];
    *found = (answer_class){.operation = operation,
                            .kind = CLASS_TEXT,
                            .part = "uri",
                            .clause = "none",
                            .character = "none"};
    if (a->fault == URIPROOF_UNSUPPORTED || b->fault == URIPROOF_UNSUPPORTED ||
        reply_equal(request->op, a, b))
        return false;
    if (a->fault != URIPROOF_AGREE || b->fault != URIPROOF_AGREE) {
        const bool one =
            b->fault == URIPROOF_AGREE || (a->fault != URIPROOF_AGREE && a->fault < b->fault);
        class_of_fault(operation, one ? a : b, found);
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
        class_of_results(request, &a->answer, &b->answer, found);
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
        piece_find(request->field[0], g, (uri_piece)piece).written ||
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

size_t class_piece(const char *id, const reply *a, const reply *b)
{
    class_words words;
    size_t piece = 0;
    if (id == NULL || !reply_accepts(a) || !reply_accepts(b) || !class_words_of(id, &words) ||
        !uriproof_span_equal(words.operation, uriproof_span_of("parse")))
        return PIECE_COUNT;
    while (piece < PIECE_COUNT &&
           !uriproof_span_equal(words.part, uriproof_span_of(piece_names[piece])))
        piece++;
    return piece;
}
