/* SPDX-License-Identifier: MIT */
#include "match.h"

#include <stdlib.h>
#include <string.h>

/* ---- The views of an answer ---- */

/* Octets put together from parts; absent until something is added. */
typedef struct composed {
    char *octets;
    size_t length;
} composed;

static void put(composed *c, uriproof_span part)
{
    if (part.length > 0)
        memcpy(c->octets + c->length, part.octets, part.length);
    c->length += part.length;
}

static void put_after(composed *c, const char *delimiter, uriproof_span part)
{
    if (!uriproof_present(part))
        return;
    put(c, uriproof_span_of(delimiter));
    put(c, part);
}

/* The user information as one text: as given, or user and password with their colon. */
static void put_userinfo(composed *c, const uriproof_components *parts)
{
    if (uriproof_present(parts->userinfo)) {
        put(c, parts->userinfo);
    } else if (uriproof_present(parts->user) || uriproof_present(parts->password)) {
        put(c, parts->user);
        put_after(c, ":", parts->password);
    } else {
        return;
    }
    put(c, uriproof_span_of("@"));
}

static bool has_authority(const uriproof_components *parts)
{
    return uriproof_present(parts->host) || uriproof_present(parts->port) ||
           uriproof_present(parts->userinfo) || uriproof_present(parts->user) ||
           uriproof_present(parts->password);
}

/* The generic view of `parts`, its authority put back into the path. The path is written to
 * *memory, which the caller frees. */
static uriproof_generic generic_of(const uriproof_components *parts, char **memory)
{
    size_t room = parts->userinfo.length + parts->user.length + parts->password.length +
                  parts->host.length + parts->port.length + parts->path.length + 8;
    composed path = {malloc(room), 0};
    uriproof_generic generic = {parts->scheme, {"", 0}, parts->query, parts->fragment};
    *memory = path.octets;
    if (has_authority(parts)) {
        put(&path, uriproof_span_of("//"));
        put_userinfo(&path, parts);
        put(&path, parts->host);
        put_after(&path, ":", parts->port);
    }
    put(&path, parts->path);
    generic.path = (uriproof_span){path.octets, path.length};
    return generic;
}

/* Cuts `text` at the first (or last) `delimiter`: *front gets what precedes it and `text`
 * what follows. False and nothing changed where there is none. */
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

/* ---- Equality up to what is declared ---- */

static bool generic_equal(const uriproof_generic *a, const uriproof_generic *b)
{
    return uriproof_span_equal(a->scheme, b->scheme) && uriproof_span_equal(a->path, b->path) &&
           uriproof_span_equal(a->search, b->search) &&
           uriproof_span_equal(a->fragmentid, b->fragmentid);
}

/* The authority of `components` put back: is it then `generic`, octet by octet? */
static bool composes(const uriproof_components *components, const uriproof_generic *generic)
{
    char *memory = NULL;
    uriproof_generic view = generic_of(components, &memory);
    bool equal = generic_equal(generic, &view);
    free(memory);
    return equal;
}

/* The generic view `given` against components alone: the text put together has not been cut, which
 * dialects do each at another @; only then is it cut here. */
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

/* Piece by piece, each view that is given against that view of what is expected. */
static bool views_equal(const uriproof_parts *expected, const uriproof_parts *given,
                        const transform_set *transforms)
{
    if (given->has_generic && !generic_view_equal(expected, &given->generic, transforms))
        return false;
    if (!given->has_components)
        return true;
    uri_pieces e = expected->has_components ? pieces_of_components(&expected->components)
                                            : pieces_of_generic(&expected->generic);
    uri_pieces g = pieces_of_components(&given->components);
    return pieces_match(&e, &g, transforms);
}

/* Octet by octet, in the views that are expected. */
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

/* Takes from *needed, one by one, what the two match without. */
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
