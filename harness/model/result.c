/* SPDX-License-Identifier: MIT */
/* How the parts of a result become a text (RFC 3986, section 5.3). */
#include "stages.h"
#include "values.h"

#include <string.h>

bool result_guard(way *w, target *t)
{
    const uriproof_span path = t->parts.path;
    if (t->has_authority || path.length < 2 || memcmp(path.octets, "//", 2) != 0)
        return true;
    const unsigned value = value_of(w, TRAIT_SLASHES_MADE);
    if (value == SLASHES_MADE_GUARDED || (value == SLASHES_MADE_MERGED && t->dots == TRAIT_DOTS_MERGED)) {
        const size_t start = w->room->length;
        room_add(w->room, uriproof_span_of("/."));
        room_add(w->room, path);
        t->parts.path = room_since(w->room, start);
    }
    if (value == SLASHES_MADE_JOINED)
        t->parts.path = (uriproof_span){path.octets + 1, path.length - 1};
    return value != SLASHES_MADE_REJECTED;
}

static void put_part(way *w, const char *before, uriproof_span part, const char *after)
{
    if (!uriproof_present(part))
        return;
    room_add(w->room, uriproof_span_of(before));
    room_add(w->room, part);
    room_add(w->room, uriproof_span_of(after));
}

uriproof_span result_write(way *w, const target *t)
{
    const size_t start = w->room->length;
    put_part(w, "", t->parts.scheme, ":");
    put_part(w, "", t->has_authority ? uriproof_span_of("//") : (uriproof_span){NULL, 0}, "");
    put_part(w, "", t->parts.userinfo, "@");
    put_part(w, "", t->parts.host, "");
    put_part(w, ":", t->has_authority ? t->parts.port : (uriproof_span){NULL, 0}, "");
    put_part(w, "", t->parts.path, "");
    put_part(w, "?", t->parts.query, "");
    put_part(w, "#", t->parts.fragment, "");
    return room_since(w->room, start);
}
