/* SPDX-License-Identifier: MIT */
/* The result of a reference relative to a base (RFC 3986, section 5.2). */
#include "stages.h"
#include "values.h"

/* ---- The parts of the result ---- */

/* Returns true if a slash is put between the authority of the base and a reference. */
static bool has_slash(way *w, const way *base)
{
    const unsigned value = value_of(w, TRAIT_MERGE_EMPTY);
    return value == MERGE_EMPTY_SLASH || (value == MERGE_EMPTY_HOST && base->parts.host.length > 0);
}

static bool may_have_dots(uriproof_span path)
{
    return find(path, '.') != NULL || find(path, '%') != NULL;
}

/* Returns true if the path of the base has no root. */
static bool is_opaque(const way *base)
{
    return !is_rooted(base->parts.path) && (base->parts.path.length > 0 || !base->has_authority);
}

/* Puts the path of the base before that of the reference. Returns false if it is rejected. */
static bool merge(way *w, const way *base, uriproof_span path, target *t)
{
    uriproof_span front = base->parts.path;
    const bool empty = base->has_authority && front.length == 0;
    const unsigned of_opaque =
        is_opaque(base) ? value_of(w, TRAIT_MERGE_OPAQUE) : MERGE_OPAQUE_MERGED;
    if (of_opaque == MERGE_OPAQUE_REJECTED)
        return false;
    const char *slash = find_last(front, '/');
    const bool rooted =
        of_opaque == MERGE_OPAQUE_SLASH || (empty && has_slash(w, base)) ||
        (slash == NULL && (of_opaque == MERGE_OPAQUE_MISSING || of_opaque == MERGE_OPAQUE_AFTER));
    const uriproof_span root = uriproof_span_of(rooted ? "/" : "");
    front.length = of_opaque == MERGE_OPAQUE_REF     ? 0
                   : slash != NULL                   ? (size_t)(slash + 1 - front.octets)
                   : of_opaque == MERGE_OPAQUE_FIRST ? (size_t)(front.length > 1)
                   : of_opaque == MERGE_OPAQUE_AFTER ? front.length
                                                     : 0;
    t->parts.path = of_opaque == MERGE_OPAQUE_AFTER ? room_join(w->room, front, root, path)
                                                    : room_join(w->room, root, front, path);
    return true;
}

static bool is_empty(way *w, const uriproof_components *ref)
{
    return ref->path.length == 0 &&
           (!uriproof_present(ref->query) ||
            (ref->query.length == 0 && value_of(w, TRAIT_REF_QUERY) == REF_QUERY_EMPTY));
}

static const octet_set any = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};

/* The result of a reference with an empty path and no query. */
static bool same_document(way *w, const way *base, const uriproof_components *ref, target *t)
{
    t->parts.path = base->parts.path;
    t->parts.query = base->parts.query;
    t->parts.fragment = ref->fragment;
    if (find(ref->fragment, '#') != NULL &&
        value_of(w, TRAIT_RESULT_ESCAPES) == RESULT_ESCAPES_HASH)
        t->parts.fragment = room_escaped(w->room, &any, ref->fragment, "#");
    t->dots = may_have_dots(t->parts.path) && value_of(w, TRAIT_DOTS_BASE) == DOTS_BASE_QUERY
                  ? TRAIT_COUNT
                  : TRAIT_DOTS_BASE;
    const bool plain = !uriproof_present(ref->fragment);
    const unsigned value = value_of(w, TRAIT_REF_EMPTY);
    if (value == REF_EMPTY_WHOLE && plain)
        t->parts.fragment = base->parts.fragment;
    const bool folder = (value == REF_EMPTY_FOLDER && plain) || value == REF_EMPTY_ENDS;
    if (value == REF_EMPTY_NO_QUERY || folder)
        t->parts.query = absent;
    if (folder && base->parts.path.length > 0)
        return merge(w, base, ref->path, t);
    return true;
}

/* Returns how many octets at the front of a reference are dot segments, and the slash before, after
 * which there is one at most. */
static size_t front_dots(const uriproof_components *ref)
{
    const uriproof_span path = ref->path;
    const size_t root = path.octets[0] == '/';
    const bool alone =
        root == 0 && !uriproof_present(ref->query) && !uriproof_present(ref->fragment);
    for (size_t at = root;;) {
        size_t end = at;
        while (end < path.length && path.octets[end] == '.')
            end++;
        const bool ends = end < path.length ? path.octets[end] == '/' : alone;
        if (end == at || end - at > 2 || !ends || (root == 1 && at > 1))
            return at;
        at = end + (end < path.length);
    }
}

/* Gives a path with a root the drive letter of the base, but not one that begins with its own: that
 * is not merged. Returns true if the path is that of the result. */
static bool put_drive(way *w, const way *base, target *t)
{
    const uriproof_span path = t->parts.path, of_base = base->parts.path;
    const bool rooted = is_rooted(path), own = begins_with_drive(span_after(path, rooted));
    const uriproof_span from = own                            ? span_after(path, rooted)
                               : rooted && is_rooted(of_base) ? span_after(of_base, 1)
                                                              : absent;
    if (!begins_with_drive(from) || value_of(w, TRAIT_DRIVE) == DRIVE_NO)
        return false;
    const char drive[] = {'/', *from.octets, ':', '\0'};
    t->parts.path = room_after(w->room, drive, own ? span_after(from, 2) : path);
    t->dots = TRAIT_DOTS_ROOTED;
    return true;
}

/* The path and the query for a reference without scheme and authority. */
static bool transform_path(way *w, const way *base, const uriproof_components *ref, target *t)
{
    if (is_empty(w, ref))
        return same_document(w, base, ref, t);
    t->parts.query = ref->query;
    t->parts.fragment = ref->fragment;
    if (ref->path.length == 0) {
        t->parts.path = base->parts.path;
        t->dots = TRAIT_DOTS_BASE;
        if (base->parts.path.length > 0 && is_opaque(base) &&
            value_of(w, TRAIT_MERGE_OPAQUE) == MERGE_OPAQUE_REF)
            t->parts.path.length = 0;
        const unsigned value = value_of(w, TRAIT_REF_QUERY);
        if (value == REF_QUERY_FRAGMENT && !uriproof_present(ref->fragment))
            t->parts.fragment = base->parts.fragment;
        if (value == REF_QUERY_AFTER && uriproof_present(base->parts.fragment) &&
            (!uriproof_present(base->parts.query) ||
             value_of(w, TRAIT_RESULT_ROOTED) == RESULT_ROOTED_NULL)) {
            t->parts.fragment =
                room_join(w->room, base->parts.fragment, uriproof_span_of("?"), ref->query);
            if (uriproof_present(ref->fragment))
                t->parts.fragment =
                    room_join(w->room, t->parts.fragment, uriproof_span_of("#"), ref->fragment);
            t->parts.query = absent;
        }
        if (value != REF_QUERY_FOLDER || t->parts.path.length == 0)
            return true;
        t->dots = TRAIT_DOTS_MERGED;
        return merge(w, base, ref->path, t);
    }
    const size_t dots = front_dots(ref);
    t->after = dots > 0 ? ref->path.length - dots : SIZE_MAX;
    t->dots = is_rooted(ref->path) ? TRAIT_DOTS_ROOTED : TRAIT_DOTS_MERGED;
    t->parts.path = ref->path;
    if ((base->kind == KIND_FILE && put_drive(w, base, t)) || is_rooted(ref->path))
        return true;
    if (dots > 0 && is_rooted(span_after(ref->path, dots)) &&
        value_of(w, TRAIT_SLASHES_MERGED) == SLASHES_MERGED_AFTER)
        t->parts.path = room_join(w->room, (uriproof_span){ref->path.octets, dots},
                                  span_after(ref->path, dots + 1), absent);
    return merge(w, base, t->parts.path, t);
}

/* Returns true if a reference has a scheme that says something. */
static bool is_absolute(way *w, const way *base, const way *ref)
{
    return uriproof_present(ref->parts.scheme) &&
           !(is_same(ref->parts.scheme, base->parts.scheme) &&
             value_of(w, TRAIT_SAME_SCHEME) == SAME_SCHEME_RELATIVE);
}

/* 5.2.2, Transform References. Returns false if the reference is rejected. */
static bool transform(way *w, const way *base, const way *ref, target *t)
{
    *t = (target){ref->parts, ref->has_authority, 0, TRAIT_COUNT};
    if (is_absolute(w, base, ref)) {
        const unsigned value = value_of(w, TRAIT_REF_SCHEME);
        if (value == REF_SCHEME_BASE)
            *t = (target){base->parts, base->has_authority, 0, TRAIT_COUNT};
        else
            t->dots = TRAIT_DOTS_ABSOLUTE;
        return value != REF_SCHEME_REJECTED;
    }
    t->parts.scheme = base->parts.scheme;
    if (ref->has_authority) {
        t->dots = TRAIT_DOTS_AUTHORITY;
        return true;
    }
    t->parts = base->parts;
    t->has_authority = base->has_authority;
    return transform_path(w, base, &ref->parts, t);
}

/* ---- The result ---- */

/* Removes the dots with which the reference began. */
static void remove_front_dots(way *w, target *t)
{
    const uriproof_span path = t->parts.path;
    const size_t length = path.length > t->after ? path.length - t->after : 0;
    uriproof_span front = path_without_dots(w, (uriproof_span){path.octets, length}, DOTS_RESOLVED);
    if (front.length == 0 && length > 0 && path.octets[0] != '.' &&
        value_of(w, TRAIT_MERGE_OPAQUE) == MERGE_OPAQUE_FIRST)
        front = (uriproof_span){path.octets, 1};
    t->parts.path = room_join(w->room, front, span_after(path, length), absent);
}

static void remove_dots(way *w, target *t)
{
    if (t->dots == TRAIT_COUNT || !may_have_dots(t->parts.path))
        return;
    const unsigned value = value_of(w, t->dots);
    const bool merged = t->dots == TRAIT_DOTS_MERGED;
    if (value == (t->dots == TRAIT_DOTS_BASE ? DOTS_BASE_KEPT : DOTS_KEPT))
        return;
    if ((merged || t->dots == TRAIT_DOTS_ROOTED) && value == DOTS_ROOTED_FRONT)
        remove_front_dots(w, t);
    else if (t->dots != TRAIT_DOTS_ABSOLUTE || value != DOTS_ROOTED || is_rooted(t->parts.path))
        t->parts.path = path_without_dots(w, t->parts.path, merged ? DOTS_MERGED : DOTS_RESOLVED);
}

/* Joins the slashes of a merged path, or of each but that of the base alone. */
static void join_slashes(way *w, target *t)
{
    if (t->dots == TRAIT_COUNT || t->dots == TRAIT_DOTS_BASE || !has_two_slashes(t->parts.path))
        return;
    const unsigned value = value_of(w, TRAIT_SLASHES_MERGED);
    const bool joins = value == SLASHES_MERGED_JOINED || value == SLASHES_MERGED_INNER;
    if (value == SLASHES_MERGED_DOTS || (joins && t->dots == TRAIT_DOTS_MERGED))
        t->parts.path = path_joined(w, t->parts.path, value != SLASHES_MERGED_INNER);
}

/* Writes a slash before a path without one, also if nothing is left of it. */
static void root(way *w, target *t)
{
    const uriproof_span path = t->parts.path;
    if (t->dots != TRAIT_DOTS_ABSOLUTE && !is_rooted(path) &&
        value_of(w, TRAIT_RESULT_ROOTED) == RESULT_ROOTED_YES)
        t->parts.path = room_after(w->room, "/", path);
}

/* Settles whether the result has an authority that is empty. */
static void settle_authority(way *w, target *t)
{
    const bool relative = t->dots != TRAIT_DOTS_ABSOLUTE;
    result_drop_authority(w, t);
    t->has_authority = t->has_authority || result_adds_authority(w, &t->parts, relative);
}

/* Takes an empty authority for none, if that is so. */
static void drop_empty_authority(way *w)
{
    if (!w->has_authority || w->parts.host.length > 0)
        return;
    const unsigned value = value_of(w, TRAIT_AUTHORITY_EMPTY);
    const bool bare =
        value == AUTHORITY_EMPTY_ABSENT || (value == AUTHORITY_EMPTY_BARE && w->is_reference);
    if ((bare && w->authority.length == 0) ||
        (value == AUTHORITY_EMPTY_RELATIVE && !uriproof_present(w->parts.scheme)))
        w->has_authority = false;
}

/* Prepares a base, of which the path may be another than it has. */
static void prepare_base(way *base)
{
    uriproof_span *path = &base->parts.path;
    drop_empty_authority(base);
    result_decode(base);
    if (path->length == 0)
        return;
    if (!base->has_authority && !is_rooted(*path) &&
        value_of(base, TRAIT_BASE_ROOTLESS) == BASE_ROOTLESS_EMPTY)
        path->length = 0;
    if (may_have_dots(*path) && value_of(base, TRAIT_DOTS_BASE) == DOTS_BASE_FIRST)
        *path = path_without_dots(base, *path, DOTS_RESOLVED);
}

static way way_of(const way *w, bool is_reference)
{
    return (way){.profile = w->profile,
                 .op = w->op,
                 .is_reference = is_reference,
                 .room = w->room,
                 .trace = w->trace};
}

/* What comes of a base and a reference. */
typedef enum treatment { TREAT_RESOLVES, TREAT_REF, TREAT_BASE, TREAT_REJECTS } treatment;

/* Returns true if a reference is a fragment alone. */
static bool is_fragment(const way *ref)
{
    return !ref->has_authority && ref->parts.path.length == 0 &&
           !uriproof_present(ref->parts.query) && uriproof_present(ref->parts.fragment);
}

static treatment treatment_of(way *w, const way *base, const way *ref, uriproof_span ref_text)
{
    const bool empty = base->parts.path.length == 0;
    const bool opaque = !base->has_authority && !is_rooted(base->parts.path);
    const bool against_opaque = opaque && !uriproof_present(ref->parts.scheme);
    switch (value_of(w, TRAIT_BASE_KNOWN)) {
    case BASE_REF_UNLESS_EMPTY:
        return ref_text.length > 0 ? TREAT_REF : TREAT_RESOLVES;
    case BASE_NOTHING_REJECTED:
        return empty && !base->has_authority ? TREAT_REJECTS : TREAT_RESOLVES;
    case BASE_OPAQUE_REF:
        return opaque ? TREAT_REF : TREAT_RESOLVES;
    case BASE_OPAQUE_KEPT:
        return against_opaque && !empty ? TREAT_BASE : TREAT_RESOLVES;
    case BASE_OPAQUE_FRAGMENT:
        return against_opaque && !is_fragment(ref) ? TREAT_REJECTS : TREAT_RESOLVES;
    case BASE_OPAQUE_HASH:
        return against_opaque && !uriproof_present(ref->parts.fragment) ? TREAT_REJECTS
                                                                        : TREAT_RESOLVES;
    default:
        return TREAT_RESOLVES;
    }
}

/* Writes path, authority and escapes as the result has them. */
static void form_result(way *w, target *t)
{
    join_slashes(w, t);
    const bool has_path = t->parts.path.length > 0;
    remove_dots(w, t);
    if (has_path)
        root(w, t);
    settle_authority(w, t);
    if (uriproof_present(t->parts.query) && t->parts.query.length == 0) {
        const unsigned value = value_of(w, TRAIT_QUERY_EMPTY);
        if (value == QUERY_EMPTY_ABSENT || value == QUERY_EMPTY_ZERO)
            t->parts.query = absent;
    }
    if (t->dots != TRAIT_DOTS_ABSOLUTE)
        result_escape(w, t);
}

/* Resolves to a base without a root itself. */
static bool keep_base(way *w, const way *base, const way *ref, uriproof_span *result)
{
    target t = {base->parts, false, 0, TRAIT_COUNT};
    t.parts.fragment = ref->parts.fragment;
    *result = result_write(w, &t);
    return !uriproof_present(ref->parts.query);
}

/* Writes the result; returns false if there is none. */
static bool write_target(way *w, target *t, uriproof_span *result)
{
    const bool bare = uriproof_span_equal(t->parts.path, uriproof_span_of("/"));
    form_result(w, t);
    if (!result_guard(w, t))
        return false;
    *result = result_write(w, t);
    way again = way_of(w, false);
    if (value_of(w, TRAIT_RESULT) != RESULT_UNPARSED && !model_parse(&again, *result))
        return false;
    if (value_of(w, TRAIT_RESULT_ROOTED) == RESULT_ROOTED_NULL) {
        t->parts = (uriproof_components){.scheme = t->parts.scheme,
                                         .path = bare ? uriproof_span_of("(nil)") : t->parts.path,
                                         .fragment = t->parts.fragment};
        t->has_authority = true;
        *result = result_write(w, t);
    }
    return true;
}

/* Parses base and reference. Returns what comes of them. */
static treatment parse_both(way *w, way *base, way *ref, uriproof_span base_text,
                            uriproof_span ref_text)
{
    const bool is_base = model_parse(base, base_text);
    w->kind = base->kind;
    if (is_base)
        ref->base = base;
    const unsigned wrong = is_base ? BASE_WRONG_REF : value_of(w, TRAIT_BASE_WRONG);
    if (wrong == BASE_WRONG_REJECTED || !model_parse(ref, ref_text))
        return TREAT_REJECTS;
    if (is_base)
        return treatment_of(w, base, ref, ref_text);
    if (wrong == BASE_WRONG_REF)
        return TREAT_REF;
    *base = way_of(w, false);
    return uriproof_present(ref->parts.scheme) ? TREAT_RESOLVES : TREAT_REJECTS;
}

bool model_resolve(way *w, uriproof_span base_text, uriproof_span ref_text, uriproof_span *result)
{
    way base = way_of(w, false), ref = way_of(w, true);
    target t;
    const treatment known = parse_both(w, &base, &ref, base_text, ref_text);
    *result = ref_text;
    if (known == TREAT_REJECTS || known == TREAT_REF)
        return known == TREAT_REF;
    prepare_base(&base);
    if (!uriproof_present(ref.parts.scheme)) {
        drop_empty_authority(&ref);
        result_decode(&ref);
    }
    if (known == TREAT_BASE)
        return keep_base(w, &base, &ref, result);
    if (is_absolute(w, &base, &ref) && value_of(w, TRAIT_REF_SCHEME) == REF_SCHEME_TEXT)
        return true;
    if (!transform(w, &base, &ref, &t))
        return false;
    if (t.dots == TRAIT_DOTS_ABSOLUTE)
        w->kind = ref.kind;
    return write_target(w, &t, result);
}
