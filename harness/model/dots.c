/* SPDX-License-Identifier: MIT */
/* Paths without dot segments (RFC 3986, section 5.2.4), or with slashes joined. */
#include "stages.h"
#include "values.h"

#include <string.h>

/* Returns 1 or 2 if a segment is so many dots, else 0. */
static unsigned dots_in(way *w, uriproof_span segment, dots_of which)
{
    unsigned dots = 0;
    bool escaped = false;
    for (size_t i = 0; i < segment.length; i++, dots++) {
        if (segment.octets[i] == '.')
            continue;
        if (escape_at(segment, i) != '.')
            return 0;
        escaped = true;
        i += 2;
    }
    if (dots > 2 || (escaped && which == DOTS_PRINTED) ||
        (escaped && which >= DOTS_RESOLVED && value_of(w, TRAIT_DOTS_ESCAPED) == 0))
        return 0;
    return dots;
}

static uriproof_span segment_at(uriproof_span path, size_t at)
{
    const char *slash = find(span_after(path, at), '/');
    return span_from(path.octets + at, slash != NULL ? slash : path.octets + path.length);
}

/* Returns true if .. stays where there is nothing left to remove. */
static bool keeps_above(way *w, bool rooted, dots_of which)
{
    if (which < DOTS_RESOLVED)
        return false;
    const unsigned value = value_of(w, TRAIT_ABOVE_ROOT);
    return value == ABOVE_ROOT_ALWAYS || value == (rooted ? ABOVE_ROOT_KEPT : ABOVE_ROOT_ROOTLESS);
}

/* Returns true if nothing was written since `start` but `..` segments. */
static bool is_above(const uriproof_buffer *room, size_t start)
{
    const uriproof_span written = room_since(room, start);
    const size_t length = written.length;
    return length == 0 || uriproof_span_equal(written, uriproof_span_of("..")) ||
           (length > 2 && memcmp(written.octets + length - 3, "/..", 3) == 0);
}

/* Removes the last segment that was written since `start`, and its slash. Returns true if what is
 * left is the whole path, should it end here. */
static bool remove_last(way *w, size_t start, bool rooted, dots_of which)
{
    const bool above = is_above(w->room, start);
    const uriproof_span written = room_since(w->room, start);
    if (w->kind == KIND_FILE && written.length == 3 && begins_with_drive(span_after(written, 1)) &&
        value_of(w, TRAIT_DRIVE) != DRIVE_NO)
        return false;
    if (above
            ? keeps_above(w, rooted, which)
            : !rooted && which >= DOTS_RESOLVED && find(room_since(w->room, start), '/') == NULL &&
                  value_of(w, TRAIT_DOTS_ROOTLESS) == DOTS_ROOTLESS_FIRST) {
        room_add(w->room, uriproof_span_of(w->room->length == start && !rooted ? ".." : "/.."));
        return true;
    }
    while (w->room->length > start && w->room->octets[--w->room->length] != '/')
        continue;
    return above && value_of(w, TRAIT_ABOVE_END) == ABOVE_END_NOTHING;
}

/* Returns how many of two slashes go with a .. above the root that they follow. */
static size_t joins_above(way *w, size_t start, uriproof_span rest, dots_of which)
{
    return which >= DOTS_RESOLVED && w->room->length == start && begins_with_two_slashes(rest) &&
           value_of(w, TRAIT_ABOVE_ROOT) == ABOVE_ROOT_JOINED;
}

/* Returns true if dots at the end of a path leave no slash there. */
static bool end_bare(way *w, size_t start, unsigned dots, dots_of which)
{
    if (which < DOTS_RESOLVED)
        return false;
    const unsigned value = value_of(w, TRAIT_ABOVE_END);
    return value == ABOVE_END_NEVER || (value == ABOVE_END_OWN && which != DOTS_MERGED) ||
           (value == ABOVE_END_DOUBLE && dots == 2 && w->room->length > start);
}

/* Writes what stands for dots at the front of a path without a root, of which `rest` is left. */
static uriproof_span mark_front(way *w, uriproof_span rest, bool slash)
{
    const unsigned value = value_of(w, TRAIT_DOTS_FRONT);
    if (value == DOTS_FRONT_NOTHING || (value == DOTS_FRONT_FOLDER && rest.length > 0))
        return rest;
    const bool after = rest.length > 0 ? !is_rooted(rest) : slash || value == DOTS_FRONT_FOLDER;
    return room_after(w->room, after ? "./" : ".", rest);
}

/* Writes a segment. The first one of file may be a drive letter, which has a colon then. */
static void put_segment(way *w, size_t start, uriproof_span segment)
{
    const bool drive = w->kind == KIND_FILE && segment.length == 2 && begins_with_drive(segment) &&
                       w->room->length == start + 1 && value_of(w, TRAIT_DRIVE) != DRIVE_NO;
    room_add(w->room, segment);
    if (drive)
        w->room->octets[w->room->length - 1] = ':';
}

static uriproof_span remove_dots(way *w, uriproof_span path, dots_of which)
{
    const size_t start = w->room->length;
    size_t at = 0;
    const bool rooted = is_rooted(path);
    bool bare = false;  /* no slash is written before what follows */
    bool front = false; /* its first segment was removed, */
    bool slash = false; /* and a slash after it */
    /* 5.2.4, A and D: dots at the front of a path without a root. */
    while (at < path.length && path.octets[at] != '/') {
        const uriproof_span segment = segment_at(path, at);
        const unsigned dots = dots_in(w, segment, which);
        at += segment.length;
        if (dots == 0 || (dots == 2 && keeps_above(w, false, which))) {
            room_add(w->room, segment);
            break;
        }
        front = true;
        slash = at < path.length;
        at += slash;
    }
    while (at < path.length) {
        const uriproof_span segment = segment_at(path, at + 1);
        const unsigned dots = dots_in(w, segment, which);
        at += 1 + segment.length;
        if (dots == 2) {
            at += joins_above(w, start, span_after(path, at), which);
            if (remove_last(w, start, rooted, which) && at == path.length)
                break;
            front = front || w->room->length == start;
            bare = !rooted && w->room->length == start && which >= DOTS_RESOLVED &&
                   value_of(w, TRAIT_DOTS_ROOTLESS) == DOTS_ROOTLESS_KEPT;
        }
        if ((dots == 0 || (at == path.length && !end_bare(w, start, dots, which))) && !bare)
            room_put(w->room, '/');
        if (dots == 0) {
            put_segment(w, start, segment);
            bare = false;
        }
    }
    if (w->room->length == start && which >= DOTS_RESOLVED &&
        (which == DOTS_MERGED || (path.length > 0 && path.octets[path.length - 1] == '/')) &&
        value_of(w, TRAIT_ABOVE_END) == ABOVE_END_OWN)
        room_put(w->room, '/');
    const uriproof_span rest = room_since(w->room, start);
    return front && !rooted && which >= DOTS_RESOLVED ? mark_front(w, rest, slash) : rest;
}

uriproof_span path_without_dots(way *w, uriproof_span path, dots_of which)
{
    const bool dot = is_named(path, "/."), two = is_named(path, "/..") && which >= DOTS_RESOLVED;
    const bool alone =
        (dot || two) && value_of(w, TRAIT_ABOVE_END) == (dot ? ABOVE_END_DOT : ABOVE_END_ALONE);
    return alone ? path : remove_dots(w, path, which);
}

bool has_two_slashes(uriproof_span path)
{
    for (size_t i = 1; i < path.length; i++)
        if (path.octets[i] == '/' && path.octets[i - 1] == '/')
            return true;
    return false;
}

uriproof_span path_joined(way *w, uriproof_span path, bool all)
{
    const size_t start = w->room->length;
    bool front = true;
    for (size_t i = 0; i < path.length; i++) {
        front = front && path.octets[i] == '/';
        if (i == 0 || path.octets[i] != '/' || path.octets[i - 1] != '/' || (front && !all))
            room_put(w->room, path.octets[i]);
    }
    return room_since(w->room, start);
}
