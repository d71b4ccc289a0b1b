/* SPDX-License-Identifier: MIT */
/* How the parts of a result become a text (RFC 3986, section 5.3). */
#include "stages.h"
#include "values.h"

#include <string.h>

/* ---- Escapes that are written anew ---- */

static bool has_percent(uriproof_span text)
{
    return text.length > 0 && memchr(text.octets, '%', text.length) != NULL;
}

static void decode(way *w, uriproof_span *text)
{
    if (!has_percent(*text) || value_of(w, TRAIT_RESULT_ESCAPES) == RESULT_ESCAPES_KEPT)
        return;
    const size_t start = w->room->length;
    for (size_t i = 0; i < text->length; i++) {
        char octet = text->octets[i];
        if (octet == '%' && i + 2 < text->length) {
            const int high = uriproof_hex_value(text->octets[i + 1]);
            const int low = uriproof_hex_value(text->octets[i + 2]);
            if (high >= 0 && low >= 0) {
                octet = (char)(high << 4 | low);
                i += 2;
            }
        }
        room_put(w->room, octet);
    }
    *text = room_since(w->room, start);
}

void result_decode(way *w)
{
    decode(w, &w->parts.userinfo);
    decode(w, &w->parts.path);
    decode(w, &w->parts.fragment);
}

/* Returns true if some value of the trait escapes the octet. */
static bool may_be_escaped(octet_part part, char octet)
{
    return !octet_in(&octets_of_rfc3986[part], (unsigned char)octet) ||
           (part == OCTETS_PATH && octet == ':');
}

static void escape(way *w, octet_part part, uriproof_span *text)
{
    size_t first = 0;
    while (first < text->length && !may_be_escaped(part, text->octets[first]))
        first++;
    if (first == text->length)
        return;
    const unsigned value = value_of(w, TRAIT_RESULT_ESCAPES);
    if (value == RESULT_ESCAPES_KEPT)
        return;
    const size_t start = w->room->length;
    for (size_t i = 0; i < text->length; i++) {
        const unsigned char octet = (unsigned char)text->octets[i];
        const bool taken = octet_in(&octets_of_rfc3986[part], octet);
        if (taken && (octet != ':' || part != OCTETS_PATH || value != RESULT_ESCAPES_COLON)) {
            room_put(w->room, (char)octet);
            continue;
        }
        room_put(w->room, '%');
        room_put(w->room, "0123456789ABCDEF"[octet >> 4]);
        room_put(w->room, "0123456789ABCDEF"[octet & 15]);
    }
    *text = room_since(w->room, start);
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

bool result_guard(way *w, target *t)
{
    const uriproof_span path = t->parts.path;
    if (t->has_authority || path.length < 2 || memcmp(path.octets, "//", 2) != 0)
        return true;
    const unsigned value = value_of(w, TRAIT_SLASHES_MADE);
    if (value == SLASHES_MADE_GUARDED ||
        (value == SLASHES_MADE_MERGED && t->dots == TRAIT_DOTS_MERGED)) {
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
