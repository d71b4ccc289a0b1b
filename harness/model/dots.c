/* SPDX-License-Identifier: MIT */
/* Paths without dot segments (RFC 3986, section 5.2.4). */
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
        if (segment.length - i < 3 || segment.octets[i] != '%' || segment.octets[i + 1] != '2' ||
            (segment.octets[i + 2] | 0x20) != 'e')
            return 0;
        escaped = true;
        i += 2;
    }
    if (dots > 2 || (escaped && which == DOTS_PRINTED) ||
        (escaped && which == DOTS_RESOLVED && value_of(w, TRAIT_DOTS_ESCAPED) == 0))
        return 0;
    return dots;
}

static uriproof_span segment_at(uriproof_span path, size_t at)
{
    const char *start = path.octets + at;
    const char *slash = at < path.length ? memchr(start, '/', path.length - at) : NULL;
    return span_from(start, slash != NULL ? slash : path.octets + path.length);
}

/* Removes the last segment that was written since `start`, and its slash. */
static void remove_last(way *w, size_t start, dots_of which)
{
    if (w->room->length == start && which == DOTS_RESOLVED &&
        value_of(w, TRAIT_ABOVE_ROOT) == ABOVE_ROOT_KEPT) {
        room_add(w->room, uriproof_span_of("/.."));
        return;
    }
    while (w->room->length > start && w->room->octets[--w->room->length] != '/')
        continue;
}

uriproof_span path_without_dots(way *w, uriproof_span path, dots_of which)
{
    const size_t start = w->room->length;
    size_t at = 0;
    const bool rooted = path.length > 0 && path.octets[0] == '/';
    bool bare = false; /* no slash is written before what follows */
    /* 5.2.4, A and D: dots at the front of a path without a root. */
    while (at < path.length && path.octets[at] != '/') {
        const uriproof_span segment = segment_at(path, at);
        const bool dots = dots_in(w, segment, which) > 0;
        at += segment.length;
        if (!dots) {
            room_add(w->room, segment);
            break;
        }
        at += at < path.length; /* its slash */
    }
    while (at < path.length) {
        const uriproof_span segment = segment_at(path, at + 1);
        const unsigned dots = dots_in(w, segment, which);
        at += 1 + segment.length;
        if (dots == 2) {
            remove_last(w, start, which);
            bare = !rooted && w->room->length == start && which == DOTS_RESOLVED &&
                   value_of(w, TRAIT_DOTS_ROOTLESS) == DOTS_ROOTLESS_KEPT;
        }
        if ((dots == 0 || at == path.length) && !bare)
            room_put(w->room, '/');
        if (dots == 0) {
            room_add(w->room, segment);
            bare = false;
        }
    }
    return room_since(w->room, start);
}
