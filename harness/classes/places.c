/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for memmem, which POSIX has since 2024 */

#include "places.h"

#include "base/base.h"

#include <string.h>

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

bool octet_is_in(char octet, const char *octets)
{
    return octet != '\0' && strchr(octets, octet) != NULL;
}

size_t next_octet_of(uriproof_span text, size_t from, const char *octets)
{
    while (from < text.length && !octet_is_in(text.octets[from], octets))
        from++;
    return from;
}

const char *octet_kind(char octet)
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
    return octet_is_in(octet, "-_~")           ? "unreserved"
           : octet_is_in(octet, "!$&'()*+,;=") ? "sub-delim"
                                               : "other";
}

const char *octet_kind_at(uriproof_span text, size_t at)
{
    return at < text.length ? octet_kind(text.octets[at]) : "end";
}

/* ---- Clauses ---- */

const weighed_part parts_by_weight[PIECE_COUNT] = {
    {PIECE_SCHEME, ':', "rfc3986.bnf.scheme"},     {PIECE_HOST, '/', "rfc3986.bnf.host"},
    {PIECE_PORT, ':', "rfc3986.bnf.port"},         {PIECE_USER, '@', "rfc3986.bnf.userinfo"},
    {PIECE_PASSWORD, ':', "rfc3986.bnf.userinfo"}, {PIECE_PATH, '/', "rfc3986.bnf.path"},
    {PIECE_QUERY, '?', "rfc3986.bnf.query"},       {PIECE_FRAGMENT, '#', "rfc3986.bnf.fragment"},
};

enum { IN_AUTHORITY = HOST_AND_PORT | 1U << PIECE_USER | 1U << PIECE_PASSWORD };

/* The clause that says what a delimiter ends, in some of the parts. */
static const struct {
    const char *character;
    unsigned pieces;
    const char *clause;
} delimiter_clauses[] = {
    {"at-sign", IN_AUTHORITY, "rfc3986.userinfo.at-sign"},
    {"colon", HOST_AND_PORT, "rfc3986.port.colon"},
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

const char *clause_of_place(uri_piece piece, const char *character)
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

const char *clause_of_absence(class_kind kind, uri_piece piece, const char *character)
{
    const bool no_slashes = piece == PIECE_HOST && strcmp(character, "colon") == 0;
    return no_slashes ? "rfc3986.authority.termination"
                      : clause_of_difference(kind, piece, character);
}

const char *clause_of_difference(class_kind kind, uri_piece piece, const char *character)
{
    bool in_authority = (HOST_AND_PORT >> piece & 1U) != 0;
    bool whole = kind == CLASS_SPELLING || (kind == CLASS_TEXT && !in_authority);
    return clause_of_place(piece, whole ? "none" : character);
}

char piece_delimiter(uri_piece piece)
{
    size_t i = 0;
    while (parts_by_weight[i].piece != piece)
        i++;
    return parts_by_weight[i].delimiter;
}

/* ---- Where two divisions of a text part ---- */

/* Finds `part` in the text, not before `from`. The work grows with the text alone: both may be
 * long, and a part that is nearly in the text at many places would cost their product otherwise. */
static piece_place find(uriproof_span text, uriproof_span part, size_t from)
{
    const char *at = from <= text.length
                         ? memmem(text.octets + from, text.length - from, part.octets, part.length)
                         : NULL;
    if (at == NULL)
        return (piece_place){false, from, from};
    const size_t start = (size_t)(at - text.octets);
    return (piece_place){true, start, start + part.length};
}

/* Returns where the authority begins after a scheme that ends at `from`: after the colon and two
 * slashes; if there are no slashes, after the colon. */
static size_t authority_start(uriproof_span text, size_t from)
{
    const size_t at = from + (from < text.length && text.octets[from] == ':');
    const bool slashes = at + 2 <= text.length && memcmp(text.octets + at, "//", 2) == 0;
    return at + (slashes ? 2 : 0);
}

/* Returns where that authority ends: at a slash, `?` or `#`. */
static size_t authority_end(uriproof_span text, size_t from)
{
    const size_t at = authority_start(text, from);
    return at < from + 2 ? from : next_octet_of(text, at, "/?#");
}

/* Returns the place after the next `delimiter` from `from`; if there is none, `from`. */
static size_t after_next(uriproof_span text, char delimiter, size_t from)
{
    const char *found =
        from < text.length ? memchr(text.octets + from, delimiter, text.length - from) : NULL;
    return found != NULL ? (size_t)(found - text.octets) + 1 : from;
}

/* Returns the place after the delimiter with which the part `which` begins, if those before it end
 * at `from`, and the scheme at `scheme_end`. */
static size_t usual_start(uriproof_span text, const uri_pieces *pieces, uri_piece which,
                          size_t from, size_t scheme_end)
{
    const bool user = uriproof_present(pieces->at[PIECE_USER]);
    if (which == PIECE_QUERY || which == PIECE_FRAGMENT)
        return after_next(text, piece_delimiter(which), from);
    if ((IN_AUTHORITY >> which & 1U) != 0 && authority_start(text, scheme_end) > from)
        from = authority_start(text, scheme_end);
    const bool colon = from < text.length && text.octets[from] == ':';
    if (which == PIECE_PATH)
        return from + (colon && from == scheme_end);
    if (which == PIECE_HOST && user)
        while (from < text.length && text.octets[from] == ':')
            from++;
    if (which == PIECE_HOST && user)
        return from + (from < text.length && text.octets[from] == '@');
    return from + (colon && (which == PIECE_PASSWORD || which == PIECE_PORT));
}

/* Can the part begin at `start`, if those before it end at `from`? No path comes after a `?` or
 * `#`, and no query after a `#`. */
static bool can_begin(uriproof_span text, uri_piece which, size_t from, size_t start)
{
    const char *never = which == PIECE_PATH ? "?#" : which == PIECE_QUERY ? "#" : "";
    for (size_t at = from; at < start; at++)
        if (octet_is_in(text.octets[at], never))
            return false;
    return true;
}

/* What can end a part that its usual start does not have as it is. A path, query or fragment is
 * only looked for as it is. */
static const char *const part_ends[PIECE_COUNT] = {
    [PIECE_SCHEME] = ":",     [PIECE_USER] = ":@",     [PIECE_PASSWORD] = "@",
    [PIECE_HOST] = "/?#\\:@", [PIECE_PORT] = "/?#\\@",
};

/* Sets *at to what stands at `start` in the text, if the part `which` is that, or is what
 * transforms make of it. Some parsers begin an authority after more slashes than two. */
static bool find_changed(uriproof_span text, const uri_pieces *pieces, uri_piece which,
                         size_t start, piece_place *at)
{
    enum { MOST_TRIES = 4, EVERY_TRANSFORM = (1U << TRANSFORM_COUNT) - 1 };
    uri_pieces own = *pieces;
    size_t from = start;
    if (which == PIECE_USER || which == PIECE_HOST)
        while (from < text.length && octet_is_in(text.octets[from], "/\\"))
            from++;
    const bool in_brackets = from < text.length && text.octets[from] == '[';
    size_t end = in_brackets ? next_octet_of(text, from, "]") : from;
    for (unsigned i = 0; i < MOST_TRIES && part_ends[which] != NULL; i++) {
        end = next_octet_of(text, i > 0 ? end + 1 : end, part_ends[which]);
        own.at[which] = (uriproof_span){text.octets + from, end - from};
        const bool same = uriproof_span_equal(own.at[which], pieces->at[which]);
        *at = (piece_place){same, same ? from : start, end};
        if (same || piece_same(which, &own, pieces, EVERY_TRANSFORM))
            return true;
        if (end == text.length)
            return false;
    }
    return false;
}

/* Finds the part `which` after those before it, which end at `from`: after its delimiter, else as
 * it is in the authority, else changed after its delimiter, else anywhere. What is changed there by
 * a transform does not stand elsewhere: in `http://0x7f.1/127.0.0.1` the host `127.0.0.1` is no
 * piece of the path. But in `http://1@0.0.0.1/` it is what stands after the at-sign. */
static piece_place find_after(uriproof_span text, const uri_pieces *pieces, uri_piece which,
                              size_t from, size_t scheme_end)
{
    const uriproof_span part = pieces->at[which];
    const uriproof_span sought = uriproof_present(part) ? part : (uriproof_span){"", 0};
    const size_t start = usual_start(text, pieces, which, from, scheme_end);
    piece_place at = find(text, sought, start), changed;
    const bool is_near =
        at.written && (at.start == start || ((IN_AUTHORITY >> which & 1U) != 0 &&
                                             at.start < authority_end(text, scheme_end)));
    if (sought.length > 0 && !is_near && find_changed(text, pieces, which, start, &changed))
        return changed;
    if (!at.written)
        at = find(text, sought, from);
    return at.written && can_begin(text, which, from, at.start)
               ? at
               : (piece_place){false, start, start};
}

piece_place piece_find(uriproof_span text, const uri_pieces *pieces, uri_piece which)
{
    piece_place at = {false, 0, 0};
    size_t scheme_end = 0;
    bool whole = true; /* is all of the authority in the text as the parser gives it? */
    for (unsigned i = 0; i <= (unsigned)which; i++) {
        const size_t from = i == PIECE_PATH && !whole ? authority_end(text, scheme_end) : at.end;
        if (pieces->at[i].length == 0 && i != (unsigned)which)
            continue;
        at = find_after(text, pieces, (uri_piece)i, from, scheme_end);
        whole = whole && (at.written || (IN_AUTHORITY >> i & 1U) == 0);
        scheme_end = i == PIECE_SCHEME ? at.end : scheme_end;
    }
    return at;
}

const char *absent_character(uriproof_span text, piece_place present, uri_piece which)
{
    const bool by_delimiter = which == PIECE_SCHEME || which == PIECE_USER ||
                              which == PIECE_QUERY || which == PIECE_FRAGMENT;
    return by_delimiter || present.start == 0 ? octet_kind(piece_delimiter(which))
                                              : octet_kind_at(text, present.start - 1);
}

const char *boundary_character(uriproof_span text, piece_place one, piece_place other)
{
    if (one.start != other.start)
        return octet_kind_at(text, (one.start > other.start ? one.start : other.start) - 1);
    return octet_kind_at(text, one.end < other.end ? one.end : other.end);
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

/* Returns the octet that is written as the escape at that place; -1 if there is no escape. */
static int escaped_octet(uriproof_span text, size_t at)
{
    if (at + 2 >= text.length || text.octets[at] != '%')
        return -1;
    const int high = uriproof_hex_value(text.octets[at + 1]);
    const int low = uriproof_hex_value(text.octets[at + 2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

/* Returns the kind of the first character of `one` that `other` does not share. */
static const char *first_difference(uriproof_span one, uriproof_span other)
{
    const size_t at = shared_length(one, other);
    return octet_kind_at(at < one.length ? one : other, at);
}

const char *changed_character(uriproof_span text, uriproof_span written, uriproof_span changed)
{
    const size_t at = shared_length(written, changed);
    const bool escaped = at < written.length && written.octets[at] == '%';
    const int octet = escaped ? -1 : escaped_octet(changed, at);
    if (octet >= 0 && !find(text, (uriproof_span){changed.octets + at, 3}, 0).written)
        return octet_kind((char)octet);
    return first_difference(written, changed);
}

const char *differing_character(uriproof_span a, uriproof_span b)
{
    bool a_first = a.length != b.length ? a.length > b.length
                                        : a.length == 0 || memcmp(a.octets, b.octets, a.length) < 0;
    return a_first ? first_difference(a, b) : first_difference(b, a);
}

const char *written_character(uriproof_span text, uriproof_span one, uriproof_span other,
                              size_t from)
{
    const size_t shared = shared_length(one, other);
    piece_place both = find(text, (uriproof_span){one.octets, shared}, from);
    return shared == 0 || both.written ? octet_kind_at(text, both.end)
                                       : differing_character(one, other);
}
