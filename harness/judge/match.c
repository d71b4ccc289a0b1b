/* SPDX-License-Identifier: MIT */
#include "match.h"

#include "base/base.h"

#include <string.h>

/* ---- The views of an answer ---- */

/* Cuts `text` at the first (or last) `delimiter`. *front gets the text before the delimiter, and
 * *text the text after it. Returns false, and changes nothing, if there is no delimiter. */
static bool cut(uriproof_span *text, char delimiter, bool last, uriproof_span *front)
{
    for (size_t i = 0; i < text->length; i++) {
        size_t at = last ? text->length - 1 - i : i;
        if (text->octets[at] != delimiter)
            continue;
        *front = (uriproof_span){text->octets, at};
        *text = (uriproof_span){text->octets + at + 1, text->length - at - 1};
        return true;
    }
    return false;
}

static void cut_userinfo(uriproof_span userinfo, uri_pieces *p)
{
    if (cut(&userinfo, ':', false, &p->at[PIECE_USER]))
        p->at[PIECE_PASSWORD] = userinfo;
    else
        p->at[PIECE_USER] = userinfo;
}

static void cut_authority(uriproof_span authority, uri_pieces *p)
{
    uriproof_span userinfo;
    if (cut(&authority, '@', true, &userinfo))
        cut_userinfo(userinfo, p);
    uriproof_span port = authority;
    if (cut(&port, ':', true, &p->at[PIECE_HOST]) && span_is_digits(port))
        p->at[PIECE_PORT] = port;
    else
        p->at[PIECE_HOST] = authority;
}

static uri_pieces pieces_of_generic(const uriproof_generic *generic)
{
    uri_pieces p = {{{NULL, 0}}};
    p.at[PIECE_SCHEME] = generic->scheme;
    p.at[PIECE_QUERY] = generic->search;
    p.at[PIECE_FRAGMENT] = generic->fragmentid;
    p.at[PIECE_PATH] = generic->path;
    if (generic->path.length < 2 || memcmp(generic->path.octets, "//", 2) != 0)
        return p;
    const char *start = generic->path.octets + 2;
    size_t length = generic->path.length - 2;
    const char *slash = memchr(start, '/', length);
    size_t authority = slash != NULL ? (size_t)(slash - start) : length;
    cut_authority((uriproof_span){start, authority}, &p);
    p.at[PIECE_PATH] = (uriproof_span){start + authority, length - authority};
    return p;
}

static uri_pieces pieces_of_components(const uriproof_components *parts)
{
    uri_pieces p = {{{NULL, 0}}};
    p.at[PIECE_SCHEME] = parts->scheme;
    p.at[PIECE_USER] = parts->user;
    p.at[PIECE_PASSWORD] = parts->password;
    if (uriproof_present(parts->userinfo))
        cut_userinfo(parts->userinfo, &p);
    p.at[PIECE_HOST] = parts->host;
    p.at[PIECE_PORT] = parts->port;
    p.at[PIECE_PATH] = parts->path;
    p.at[PIECE_QUERY] = parts->query;
    p.at[PIECE_FRAGMENT] = parts->fragment;
    return p;
}

uri_pieces parts_pieces(const uriproof_parts *parts)
{
    return parts->has_components ? pieces_of_components(&parts->components)
                                 : pieces_of_generic(&parts->generic);
}

/* ---- Equality up to what is declared ---- */

static bool generic_equal(const uriproof_generic *a, const uriproof_generic *b)
{
    return uriproof_span_equal(a->scheme, b->scheme) && uriproof_span_equal(a->path, b->path) &&
           uriproof_span_equal(a->search, b->search) &&
           uriproof_span_equal(a->fragmentid, b->fragmentid);
}

/* Writes the authority of the components, if they have one, and the path. */
static void put_path(octet_buffer *text, const uriproof_components *components)
{
    octet_buffer room = {NULL, 0, 0};
    const bool has_userinfo = uriproof_present(components->userinfo);
    const text_parts parts = {
        .at = {[TEXT_USERINFO] =
                   has_userinfo ? components->userinfo
                                : parts_userinfo(components->user, components->password, &room),
               [TEXT_HOST] = components->host,
               [TEXT_PORT] = components->port,
               [TEXT_PATH] = components->path}};
    parts_compose(&parts, text);
    buffer_free(&room);
}

/* Returns true if `components`, with the authority put back into the path, are `generic`, octet by
 * octet. */
static bool composes(const uriproof_components *components, const uriproof_generic *generic)
{
    octet_buffer path = {NULL, 0, 0};
    put_path(&path, components);
    uriproof_generic view = {components->scheme,
                             {path.octets != NULL ? path.octets : "", path.length},
                             components->query,
                             components->fragment};
    bool equal = generic_equal(generic, &view);
    buffer_free(&path);
    return equal;
}

/* Compares the generic view `given` with components alone. First the components are joined, since
 * dialects cut an authority at different @ signs. Only if the joined text differs, the view is cut.
 */
static bool generic_of_components(const uriproof_components *expected,
                                  const uriproof_generic *given, const transform_set *transforms)
{
    if (composes(expected, given))
        return true;
    uri_pieces components = pieces_of_components(expected), generic = pieces_of_generic(given);
    return pieces_match(&components, &generic, transforms);
}

static bool generic_view_equal(const uriproof_parts *expected, const uriproof_generic *given,
                               const transform_set *transforms)
{
    if (!expected->has_generic)
        return generic_of_components(&expected->components, given, transforms);
    uri_pieces e = pieces_of_generic(&expected->generic), g = pieces_of_generic(given);
    return pieces_match(&e, &g, transforms);
}

/* Compares each view that is given, piece by piece, with the same view of the expected parts. */
static bool views_equal(const uriproof_parts *expected, const uriproof_parts *given,
                        const transform_set *transforms)
{
    if (given->has_generic && !generic_view_equal(expected, &given->generic, transforms))
        return false;
    if (!given->has_components)
        return true;
    uri_pieces e = parts_pieces(expected);
    uri_pieces g = pieces_of_components(&given->components);
    return pieces_match(&e, &g, transforms);
}

/* Compares octet by octet the views that are expected. */
static bool equal_as_written(const uriproof_parts *expected, const uriproof_parts *given)
{
    static const transform_set nothing = {{0}};
    if (expected->has_generic && given->has_generic &&
        !generic_equal(&expected->generic, &given->generic))
        return false;
    if (expected->has_generic && given->has_components &&
        !composes(&given->components, &expected->generic))
        return false;
    bool comparable = given->has_components || !expected->has_generic;
    return !expected->has_components || !comparable || views_equal(expected, given, &nothing);
}

/* Removes from *needed, one by one, each transform without which the two still match. */
static void drop_unneeded(const uriproof_parts *expected, const uriproof_parts *given,
                          transform_set *needed)
{
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        for (unsigned way = 0; way < TRANSFORM_COUNT; way++) {
            transform_set fewer = *needed;
            fewer.declared[i] = (unsigned short)(fewer.declared[i] & ~(1U << way));
            if (fewer.declared[i] != needed->declared[i] && views_equal(expected, given, &fewer))
                *needed = fewer;
        }
    }
}

bool parts_match(const uriproof_parts *expected, const uriproof_parts *given,
                 const transform_set *transforms, transform_set *needed)
{
    *needed = (transform_set){{0}};
    if (equal_as_written(expected, given))
        return true;
    if (!views_equal(expected, given, transforms))
        return false;
    *needed = *transforms;
    drop_unneeded(expected, given, needed);
    return true;
}

bool parts_divided_alike(const uriproof_parts *expected, const uriproof_parts *given)
{
    static const transform_set nothing = {{0}};
    return views_equal(expected, given, &nothing);
}
