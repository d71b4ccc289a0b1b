/* SPDX-License-Identifier: MIT */
/* The octets and escapes of all parts, and the forms of path, query and fragment. */
#include "stages.h"
#include "values.h"

/* ---- Octets and escapes ---- */

/* The number of a part among those that have escapes. */
static trait_id trait_of(trait_id first, octet_part part)
{
    return (trait_id)(first + (part - OCTETS_USERINFO));
}

/* What has to be rewritten. */
typedef struct faults {
    bool escapes; /* there are whole ones, */
    bool broken;  /* broken ones, */
    bool others;  /* octets that RFC 3986 does not take here */
} faults;

/* Returns true if the octets of a text are resolved or normalized as they are. */
static bool is_unchecked(way *w)
{
    if (w->op == MODEL_PARSE)
        return false;
    if (w->op != MODEL_RESOLVE)
        return value_of(w, TRAIT_NORMAL_CHECKED) == NORMAL_CHECKED_NO;
    const unsigned value = value_of(w, TRAIT_TEXTS_CHECKED);
    return value == TEXTS_UNCHECKED || (value == TEXTS_CHECKED_BASE && w->is_reference);
}

/* The printable octets that the URL standard escapes in a part (its percent-encode sets). */
static const char *const url_escapes[OCTET_PARTS] = {
    [OCTETS_SCHEME] = "",          [OCTETS_USERINFO] = " \"#<>?^`{}/:;=@[\\]|",
    [OCTETS_HOST] = " \"#<>?^`{}", [OCTETS_PATH] = " \"#<>?^`{}",
    [OCTETS_QUERY] = " \"#<>",     [OCTETS_FRAGMENT] = " \"<>`",
};

/* Returns true if the URL standard escapes it: in the query of a special scheme, `'` too. */
static bool is_url_escape(const way *w, octet_part part, char c)
{
    return is_also(url_escapes[part], c) ||
           (part == OCTETS_QUERY && c == '\'' && w->kind <= KIND_FILE);
}

/* The octets that a part may have as they are under each value of each trait, and that its form
 * keeps. `%` is not one of them. */
static octet_set plain_octets(const octet_set *set, octet_part part)
{
    octet_set plain;
    for (size_t i = 0; i < 4; i++)
        plain.bits[i] = set->bits[i] & octets_of_rfc3986[part].bits[i];
    for (const char *at = url_escapes[part]; part == OCTETS_USERINFO && *at != '\0'; at++)
        octet_put(&plain, (unsigned char)*at, false);
    if (part == OCTETS_QUERY)
        octet_put(&plain, '\'', false);
    return plain;
}

/* Returns false if the part takes some octet not. */
static bool look_at(way *w, octet_part part, const char *also, uriproof_span text, faults *found)
{
    const octet_set *set = octets_of(w, part);
    const octet_set plain = plain_octets(set, part);
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.octets[i];
        if (octet_in(&plain, (unsigned char)c))
            continue;
        if (c == '%') {
            const bool whole = escape_at(text, i) >= 0;
            found->escapes = found->escapes || whole;
            found->broken = found->broken || !whole;
            i += whole ? 2 : 0;
            continue;
        }
        if (!octet_in(set, (unsigned char)c) && !is_also(also, c) && !is_unchecked(w))
            return false;
        found->others = found->others || !octet_in(&octets_of_rfc3986[part], (unsigned char)c) ||
                        is_url_escape(w, part, c);
    }
    return true;
}

/* Writes an escape, which stands for an octet, in a form. */
static void put_form(way *w, unsigned form, char octet, const char *escape)
{
    const bool unreserved =
        is_unreserved(octet) && (form == ESCAPES_UNRESERVED || form == ESCAPES_BOTH ||
                                 (form == ESCAPES_NO_DOTS && octet != '.'));
    if (form == ESCAPES_DECODED || unreserved || (form == ESCAPES_NO_PERCENT && octet != '%'))
        room_put(w->room, octet);
    else if (form == ESCAPES_UPPER || form == ESCAPES_BOTH || form == ESCAPES_NO_DOTS)
        room_escape(w->room, octet, upper_digits);
    else
        room_add(w->room, (uriproof_span){escape, 3});
}

static bool is_encoded(const way *w, unsigned value, octet_part part, char c)
{
    const unsigned char octet = (unsigned char)c;
    const bool caret = c == '^' && part == OCTETS_PATH;
    const bool url = value == ENCODED_URL || (value == ENCODED_URL_CARET && !caret);
    if (octet_in(&octets_of_rfc3986[part], octet) || value == ENCODED_NONE)
        return url && is_url_escape(w, part, c);
    const bool control = octet < 0x20 || octet == 0x7f, blank = control || octet == 0x20;
    switch (value) {
    case ENCODED_ALL:
        return true;
    case ENCODED_UNBRACKETED:
        return octet != '[' && octet != ']';
    case ENCODED_HASH_KEPT:
        return octet != '#';
    case ENCODED_UNDERSCORES:
        return control;
    case ENCODED_BLANKS_HIGH:
        return blank || octet >= 0x80;
    case ENCODED_LOWER:
        return octet == 0x20 || octet >= 0x80;
    default:
        return octet >= 0x80 || (url && (blank || is_url_escape(w, part, c)));
    }
}

static void put_encoded(way *w, unsigned value, octet_part part, char octet)
{
    if (value == ENCODED_UNDERSCORES)
        room_put(w->room, '_');
    else if (value == ENCODED_LOWER && part == OCTETS_QUERY && octet == ' ')
        room_put(w->room, '+');
    else
        room_escape(w->room, octet, value == ENCODED_LOWER ? lower_digits : upper_digits);
}

/* Decodes a part that has an octet besides brackets that RFC 3986 does not take there, and escapes
 * it anew. */
static void write_anew(way *w, octet_part part, uriproof_span *text)
{
    size_t i = 0;
    while (i < text->length &&
           (text->octets[i] == '%' || !is_encoded(w, ENCODED_UNBRACKETED, part, text->octets[i])))
        i++;
    if (i < text->length)
        *text = room_escaped(w->room, &octets_of_rfc3986[part], room_decoded(w->room, *text),
                             part == OCTETS_PATH ? "!'()*" : "'");
}

bool part_rewrite(way *w, octet_part part, const char *also, uriproof_span *text)
{
    faults found = {false, false, false};
    if (!look_at(w, part, also, *text, &found))
        return false;
    if (!found.escapes && !found.broken && !found.others)
        return true;
    unsigned percent = PERCENT_REJECTED, form = ESCAPES_KEPT, encoded = ENCODED_NONE;
    if (found.escapes || found.broken)
        percent = value_of(w, trait_of(TRAIT_PERCENT, part));
    if (found.broken && percent == PERCENT_REJECTED && is_unchecked(w))
        percent = PERCENT_TAKEN;
    if (percent == PERCENT_REFUSED || (found.broken && percent == PERCENT_REJECTED))
        return !found.escapes && !found.broken;
    if (found.escapes)
        form = value_of(w, trait_of(TRAIT_ESCAPES, part));
    if (found.others)
        encoded = value_of(w, trait_of(TRAIT_ENCODED, part));
    if (form == ESCAPES_KEPT && encoded == ENCODED_NONE &&
        !(found.broken && percent != PERCENT_TAKEN))
        return true;
    if (encoded == ENCODED_ANEW) {
        write_anew(w, part, text);
        return true;
    }
    const bool all = found.broken && percent == PERCENT_ALL_ENCODED;
    const size_t start = w->room->length;
    for (size_t i = 0; i < text->length; i++) {
        const char c = text->octets[i];
        const int escaped = all ? -1 : escape_at(*text, i);
        if (escaped >= 0) {
            put_form(w, form, (char)escaped, text->octets + i);
            i += 2;
        } else if (c == '%') {
            room_add(w->room, uriproof_span_of(percent == PERCENT_TAKEN ? "%" : "%25"));
        } else if (is_encoded(w, encoded, part, c) &&
                   (encoded == ENCODED_URL || encoded == ENCODED_URL_CARET || !is_also(also, c))) {
            put_encoded(w, encoded, part, c);
        } else {
            room_put(w->room, c);
        }
    }
    *text = room_since(w->room, start);
    return true;
}

size_t part_taken(way *w, octet_part part, const char *also, uriproof_span text)
{
    size_t i = 0;
    for (const octet_set *set = octets_of(w, part); i < text.length; i++) {
        const char c = text.octets[i];
        if (c != '%' && !octet_in(set, (unsigned char)c) && !is_also(also, c))
            break;
        if (c != '%')
            continue;
        const unsigned percent = value_of(w, trait_of(TRAIT_PERCENT, part));
        const bool whole = escape_at(text, i) >= 0;
        if (percent == PERCENT_REFUSED || (percent == PERCENT_REJECTED && !whole))
            break;
        i += whole ? 2 : 0;
    }
    return i;
}

/* ---- Path, query and fragment ---- */

static bool has_dot_segment(uriproof_span path)
{
    for (size_t i = 0; i < path.length; i++)
        if ((i == 0 || path.octets[i - 1] == '/') &&
            (path.octets[i] == '.' || path.octets[i] == '%'))
            return true;
    return false;
}

static void join_slashes(way *w)
{
    const uriproof_span path = w->parts.path;
    if (!has_two_slashes(path))
        return;
    const unsigned value = value_of(w, TRAIT_PATH_SLASHES);
    const bool opaque = uriproof_present(w->parts.scheme) && !is_rooted(path);
    if (value == PATH_SLASHES_JOINED || (value == PATH_SLASHES_HIERARCHICAL && !opaque))
        w->parts.path = path_joined(w, path, true);
}

static void read_empty_path(way *w)
{
    const unsigned value = value_of(w, TRAIT_PATH_EMPTY);
    const bool slash =
        value == PATH_EMPTY_ALWAYS || (value == PATH_EMPTY_SLASH && w->has_authority) ||
        (value == PATH_EMPTY_END && w->has_authority && !uriproof_present(w->parts.query) &&
         !uriproof_present(w->parts.fragment)) ||
        (value == PATH_EMPTY_HOST && w->parts.host.length > 0);
    if (slash)
        w->parts.path = uriproof_span_of("/");
    if (value == PATH_EMPTY_ABSENT || (value == PATH_EMPTY_HOST && !slash))
        w->parts.path = absent;
}

/* 20 to 7E. */
static const octet_set printable = {{UINT64_C(0xffffffff00000000), UINT64_C(0x7fffffffffffffff)}};

/* Checks and rewrites the octets of the path. */
static bool read_path_octets(way *w)
{
    uriproof_span *path = &w->parts.path;
    const bool opaque = uriproof_present(w->parts.scheme) && !w->has_authority &&
                        path->length > 0 && !is_rooted(*path);
    const unsigned value = opaque ? value_of(w, TRAIT_OPAQUE) : OPAQUE_PATH;
    if (value == OPAQUE_CONTROLS)
        *path = room_escaped(w->room, &printable, *path, "");
    return value == OPAQUE_ANY || value == OPAQUE_CONTROLS ||
           part_rewrite(w, value == OPAQUE_QUERY ? OCTETS_QUERY : OCTETS_PATH, w->path_also, path);
}

/* Strips white space from the path of a text that is normalized. */
static void strip_path(way *w)
{
    uriproof_span path = w->parts.path;
    path = span_after(path, count_while(path, is_white));
    while (path.length > 0 && is_white(path.octets[path.length - 1]))
        path.length--;
    if (path.length < w->parts.path.length &&
        value_of(w, TRAIT_NORMAL_BLANKS) != NORMAL_BLANKS_KEPT)
        w->parts.path = path;
}

static bool read_path(way *w)
{
    if (w->op >= MODEL_NORMALIZE && w->parts.path.length > 0)
        strip_path(w);
    if (!read_path_octets(w))
        return false;
    join_slashes(w);
    uriproof_span *path = &w->parts.path;
    /* That of a reference is for resolve. */
    const bool of_uri = !w->is_reference || uriproof_present(w->parts.scheme);
    const bool drive =
        w->kind == KIND_FILE && is_rooted(*path) && begins_with_drive(span_after(*path, 1));
    if (is_rooted(*path) && (has_dot_segment(*path) || drive) && of_uri) {
        const unsigned value = value_of(w, TRAIT_PATH_DOTS);
        if (value != PATH_DOTS_KEPT)
            *path = path_without_dots(w, *path,
                                      value == PATH_DOTS_ESCAPED ? DOTS_ESCAPED : DOTS_PRINTED);
    }
    if (path->length == 0 && (of_uri || w->has_authority))
        read_empty_path(w);
    while (begins_with_two_slashes(*path) && value_of(w, TRAIT_PATH_SLASHES) == PATH_SLASHES_FRONT)
        *path = span_after(*path, 1);
    if (is_rooted(*path) && value_of(w, TRAIT_PATH_ROOT) == PATH_ROOT_DROPPED)
        *path = span_after(*path, 1);
    return true;
}

/* Reads a query or a fragment, which may be absent. */
static bool read_end(way *w, octet_part part, const char *also, trait_id of_empty,
                     uriproof_span *text)
{
    if (!uriproof_present(*text))
        return true;
    /* Whether that of a reference is left out, its result says. */
    const bool later =
        part == OCTETS_QUERY && w->is_reference && !uriproof_present(w->parts.scheme);
    if ((text->length == 0 || is_named(*text, "0")) && !later) {
        const unsigned value = value_of(w, of_empty);
        if (value == QUERY_EMPTY_REJECTED && text->length == 0)
            return false;
        if (value == QUERY_EMPTY_ZERO || (value == QUERY_EMPTY_ABSENT && text->length == 0)) {
            *text = absent;
            return true;
        }
    }
    if (part == OCTETS_FRAGMENT) {
        const size_t taken = part_taken(w, part, also, *text);
        const char *line = find(*text, '\n');
        const unsigned value = taken < text->length || line != NULL
                                   ? value_of(w, TRAIT_FRAGMENT_WRONG)
                                   : FRAGMENT_WRONG_REJECTED;
        if (value == FRAGMENT_WRONG_DROPPED)
            text->length = taken;
        if (value == FRAGMENT_WRONG_LINE && line != NULL)
            *text = span_from(text->octets, line);
    }
    return part_rewrite(w, part, also, text);
}

bool stage_parts(way *w)
{
    return read_path(w) &&
           read_end(w, OCTETS_QUERY, w->query_also, TRAIT_QUERY_EMPTY, &w->parts.query) &&
           read_end(w, OCTETS_FRAGMENT, w->query_also, TRAIT_FRAGMENT_EMPTY, &w->parts.fragment);
}
