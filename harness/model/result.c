/* SPDX-License-Identifier: MIT */
/* How the parts of a result become a text (RFC 3986, section 5.3). */
#include "stages.h"
#include "values.h"

/* ---- Escapes that are written anew ---- */

/* A text that was decoded is a string of C. */
static uriproof_span until_nul(uriproof_span text)
{
    const char *nul = find(text, '\0');
    return nul != NULL ? span_from(text.octets, nul) : text;
}

static void decode(way *w, uriproof_span *text)
{
    if (find(*text, '%') == NULL)
        return;
    const unsigned value = value_of(w, TRAIT_RESULT_ESCAPES);
    if (value != RESULT_ESCAPES_KEPT && value != RESULT_ESCAPES_HASH)
        *text = until_nul(room_decoded(w->room, *text));
}

void result_decode(way *w)
{
    decode(w, &w->parts.userinfo);
    decode(w, &w->parts.path);
    decode(w, &w->parts.fragment);
    if (find(w->parts.host, '%') != NULL &&
        value_of(w, TRAIT_RESULT_ESCAPES) == RESULT_ESCAPES_COLON)
        w->parts.host = room_decoded(w->room, w->parts.host);
}

static void escape(way *w, octet_part part, uriproof_span *text)
{
    const octet_set *set = &octets_of_rfc3986[part];
    const char *colon = part == OCTETS_PATH ? ":" : "";
    size_t i = 0;
    while (i < text->length && octet_in(set, (unsigned char)text->octets[i]) &&
           !is_also(colon, text->octets[i]))
        i++;
    const unsigned value = i < text->length ? value_of(w, TRAIT_RESULT_ESCAPES) : 0;
    if (value == RESULT_ESCAPES_ANEW)
        *text = room_escaped(w->room, set, *text, "");
    if (value == RESULT_ESCAPES_COLON)
        *text = room_escaped(w->room, octets_of(w, part), *text, colon);
}

void result_escape(way *w, target *t)
{
    escape(w, OCTETS_USERINFO, &t->parts.userinfo);
    escape(w, OCTETS_PATH, &t->parts.path);
    escape(w, OCTETS_FRAGMENT, &t->parts.fragment);
}

/* ---- The text ---- */

void result_drop_authority(way *w, target *t)
{
    const uriproof_components *p = &t->parts;
    if (t->has_authority && p->host.length == 0 && !uriproof_present(p->userinfo) &&
        !uriproof_present(p->port) && value_of(w, TRAIT_AUTHORITY_EMPTY) == AUTHORITY_EMPTY_DROPPED)
        t->has_authority = false;
}

bool result_adds_authority(way *w, const uriproof_components *parts, bool is_relative)
{
    if (!uriproof_present(parts->scheme))
        return false;
    const bool rooted = is_rooted(parts->path);
    const unsigned value = value_of(w, TRAIT_AUTHORITY_ADDED);
    return value == AUTHORITY_ADDED_ANY || (value == AUTHORITY_ADDED_ALWAYS && rooted) ||
           (value == AUTHORITY_ADDED_RELATIVE && rooted && is_relative);
}

/* Returns true if a path begins as a scheme does: with a segment that has a colon. */
static bool looks_like_scheme(const target *t)
{
    size_t i = 0;
    const uriproof_span path = t->parts.path;
    while (i < path.length && path.octets[i] != ':' && path.octets[i] != '/')
        i++;
    return i < path.length && path.octets[i] == ':' && !t->has_authority &&
           !uriproof_present(t->parts.scheme);
}

bool result_guard(way *w, target *t)
{
    const uriproof_span path = t->parts.path;
    if (looks_like_scheme(t)) {
        const unsigned colon = value_of(w, TRAIT_COLON_MADE);
        if (colon == COLON_GUARDED)
            t->parts.path = room_after(w->room, "./", path);
        return colon != COLON_REJECTED;
    }
    if (t->has_authority || !begins_with_two_slashes(path))
        return true;
    const unsigned value = value_of(w, TRAIT_SLASHES_MADE);
    if (value == MADE_GUARDED || (value == MADE_MERGED && t->dots == TRAIT_DOTS_MERGED))
        t->parts.path = room_after(w->room, "/.", path);
    if (value == MADE_JOINED)
        t->parts.path = span_after(path, 1);
    return value != MADE_REJECTED;
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
    put_part(w, "", t->has_authority ? uriproof_span_of("//") : absent, "");
    put_part(w, "", t->parts.userinfo, "@");
    put_part(w, "", t->parts.host, "");
    put_part(w, ":", t->has_authority ? t->parts.port : absent, "");
    if (t->parts.path.length == 0 && uriproof_present(t->parts.scheme) &&
        (uriproof_present(t->parts.query) || uriproof_present(t->parts.fragment)) &&
        value_of(w, TRAIT_RESULT_ROOTED) == RESULT_ROOTED_QUERY)
        room_put(w->room, '/');
    put_part(w, "", t->parts.path, "");
    put_part(w, "?", t->parts.query, "");
    put_part(w, "#", t->parts.fragment, "");
    return room_since(w->room, start);
}
