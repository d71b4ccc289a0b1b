/* SPDX-License-Identifier: MIT */
/* Normal forms (RFC 3986, sections 6.2.2 and 6.2.3), and the comparison of URIs (6.1). */
#include "stages.h"
#include "values.h"

#include <string.h>

/* ---- Escapes and case (6.2.2.1, 6.2.2.2) ---- */

/* How a part is written. */
typedef struct writing {
    octet_part part;
    bool folds;         /* its letters become lower case */
    unsigned escapes;   /* a value of TRAIT_NORMAL_ESCAPES */
    const char *digits; /* of escapes; NULL: as they are */
} writing;

/* Returns true if the escape of that octet is decoded. */
static bool is_decoded(const writing *how, char octet)
{
    const bool segment = how->escapes == DECODES_SEGMENT;
    if (how->escapes == DECODES_UNRESERVED || (segment && how->part < OCTETS_PATH))
        return is_unreserved(octet);
    return segment ? octet_in(&octets_of_rfc3986[how->part], (unsigned char)octet) &&
                         (how->part != OCTETS_PATH || octet != '/')
                   : how->escapes != DECODES_KEPT;
}

static uriproof_span write_part(way *w, const writing *how, uriproof_span text)
{
    const size_t start = w->room->length;
    for (size_t i = 0; i < text.length; i++) {
        const int escaped = escape_at(text, i);
        const char c = escaped >= 0 ? (char)escaped : text.octets[i];
        if (escaped < 0 || is_decoded(how, c))
            room_put(w->room, how->folds ? lower(c) : c);
        else if (how->digits != NULL)
            room_escape(w->room, c, how->digits);
        else
            room_add(w->room, (uriproof_span){text.octets + i, 3});
        i += escaped >= 0 ? 2 : 0;
    }
    return room_since(w->room, start);
}

/* Writes a part in normal form. `of_case` is the trait that folds it; TRAIT_COUNT: none does. */
static void normalise_part(way *w, octet_part part, trait_id of_case, uriproof_span *text)
{
    writing how = {.part = part, .escapes = DECODES_KEPT};
    bool escapes = false;
    bool bare = false; /* a % begins no escape: what follows it is not decoded, since a digit could
                          make an escape of it */
    for (size_t i = 0; i < text->length; i++) {
        escapes = escapes || escape_at(*text, i) >= 0;
        bare = bare || (text->octets[i] == '%' && escape_at(*text, i) < 0);
    }
    if (escapes) {
        how.escapes = bare ? DECODES_KEPT : value_of(w, TRAIT_NORMAL_ESCAPES);
        how.digits = value_of(w, TRAIT_NORMAL_HEX) == NORMAL_HEX_UPPER ? upper_digits : NULL;
    }
    /* An escape may be that of a letter. */
    const unsigned letters = (has_upper(*text) || escapes) && of_case != TRAIT_COUNT
                                 ? value_of(w, of_case)
                                 : NORMAL_CASE_KEPT;
    how.folds = letters != NORMAL_CASE_KEPT;
    if (letters == NORMAL_CASE_WHOLE)
        how.digits = lower_digits;
    if (!escapes && !how.folds)
        return;
    *text = write_part(w, &how, *text);
}

/* Writes the host. Its zone keeps its case, unless the case of all is folded; after a % that begins
 * no escape it stays as it is. */
static void normalise_host(way *w)
{
    uriproof_span *host = &w->parts.host;
    const char *percent = host->length > 0 && *host->octets == '[' ? find(*host, '%') : NULL;
    if (percent == NULL) {
        normalise_part(w, OCTETS_HOST, TRAIT_NORMAL_HOST, host);
        return;
    }
    uriproof_span address = span_from(host->octets, percent);
    uriproof_span zone = span_from(percent, host->octets + host->length);
    const bool whole = value_of(w, TRAIT_NORMAL_HOST) == NORMAL_CASE_WHOLE;
    normalise_part(w, OCTETS_HOST, TRAIT_NORMAL_HOST, &address);
    if (zone.length >= 3 && memcmp(zone.octets, "%25", 3) == 0)
        normalise_part(w, OCTETS_HOST, whole ? TRAIT_NORMAL_HOST : TRAIT_COUNT, &zone);
    *host = room_join(w->room, address, zone, absent);
}

/* ---- Dots (6.2.2.3), and the scheme's rules (6.2.3) ---- */

static void normalise_path(way *w)
{
    uriproof_span *path = &w->parts.path;
    normalise_part(w, OCTETS_PATH, TRAIT_COUNT, path);
    if (has_two_slashes(*path) && value_of(w, TRAIT_SLASHES_MERGED) == SLASHES_MERGED_DOTS)
        *path = path_joined(w, *path, true);
    if (find(*path, '.') != NULL) {
        const unsigned value = value_of(w, TRAIT_NORMAL_DOTS);
        if (value == NORMAL_DOTS_REMOVED || (value == NORMAL_DOTS_ROOTED && is_rooted(*path)))
            *path = path_without_dots(w, *path, DOTS_RESOLVED);
    }
}

/* Returns true if the port has the value of the scheme's own. */
static bool is_default_port(uriproof_span scheme, uriproof_span port)
{
    const known_scheme *known = scheme_known(scheme);
    return known != NULL && known->port != NULL && is_named(without_zeros(port), known->port);
}

/* Drops an empty port, and the default one of the scheme. */
static void normalise_port(way *w)
{
    const bool empty = w->parts.port.length == 0;
    if (!uriproof_present(w->parts.port) ||
        (!empty && !is_default_port(w->parts.scheme, w->parts.port)))
        return;
    const unsigned value = value_of(w, TRAIT_NORMAL_PORT);
    const bool by_http = empty || is_named(w->parts.scheme, "http");
    if (value == NORMAL_PORT_SCHEME || (value == NORMAL_PORT_HTTP && by_http) ||
        value == (empty ? NORMAL_PORT_EMPTY : NORMAL_PORT_DEFAULT))
        w->parts.port = absent;
}

/* 3.2.2: for file "no authority, an empty host, and "localhost" all mean the end-user's machine".
 */
static void normalise_local(way *w)
{
    const uriproof_components *p = &w->parts;
    if (!is_named(p->scheme, "file") || uriproof_present(p->userinfo) ||
        uriproof_present(p->port) || (p->path.length > 0 && !is_rooted(p->path)) ||
        (p->host.length > 0 && !is_named(p->host, "localhost")) ||
        value_of(w, TRAIT_NORMAL_LOCAL) != NORMAL_LOCAL_EMPTY)
        return;
    w->has_authority = true;
    w->parts.host = uriproof_span_of("");
}

static void normalise_empty_path(way *w)
{
    if (w->parts.path.length > 0)
        return;
    const unsigned value = value_of(w, TRAIT_NORMAL_PATH);
    if (value == NORMAL_PATH_ALWAYS || (value == NORMAL_PATH_SLASH && w->has_authority))
        w->parts.path = uriproof_span_of("/");
}

static void normalise(way *w)
{
    uriproof_components *p = &w->parts;
    normalise_part(w, OCTETS_SCHEME, TRAIT_NORMAL_SCHEME, &p->scheme);
    normalise_part(w, OCTETS_USERINFO, TRAIT_COUNT, &p->userinfo);
    normalise_host(w);
    normalise_port(w);
    normalise_path(w);
    normalise_part(w, OCTETS_QUERY, TRAIT_COUNT, &p->query);
    normalise_part(w, OCTETS_FRAGMENT, TRAIT_COUNT, &p->fragment);
    normalise_local(w);
    normalise_empty_path(w);
    if (!w->has_authority && result_adds_authority(w, p, false)) {
        w->has_authority = true;
        p->host = uriproof_span_of("");
    }
}

/* ---- The operations ---- */

bool model_normalize(way *w, uriproof_span text, uriproof_span *form)
{
    if (!model_parse(w, text))
        return false;
    normalise(w);
    target t = {w->parts, w->has_authority, 0, TRAIT_COUNT};
    result_drop_authority(w, &t);
    if (!result_guard(w, &t))
        return false;
    *form = result_write(w, &t);
    if (!uriproof_span_equal(*form, text) && t.has_authority && w->authority.length == 0 &&
        value_of(w, TRAIT_AUTHORITY_EMPTY) == AUTHORITY_EMPTY_ABSENT) {
        t.has_authority = false;
        *form = result_write(w, &t);
    }
    return true;
}

/* Returns false if the comparison rejects a path that has become //. */
static bool may_compare(way *w)
{
    return w->has_authority || !begins_with_two_slashes(w->parts.path) ||
           value_of(w, TRAIT_EQUIVALENT_SLASHES) == EQUIVALENT_SLASHES_TOLD;
}

bool model_equivalent(way *w, uriproof_span first, uriproof_span second, bool *equal)
{
    way other = *w;
    if (!model_parse(w, first) || !model_parse(&other, second))
        return false;
    if (value_of(w, TRAIT_EQUIVALENT) == EQUIVALENT_FORMS) {
        normalise(w);
        normalise(&other);
        if (!may_compare(w) || !may_compare(&other))
            return false;
    }
    /* So a path that has become // is told from an authority. */
    *equal = w->has_authority == other.has_authority &&
             uriproof_span_equal(w->parts.userinfo, other.parts.userinfo) &&
             model_parts_equal(&w->parts, &other.parts) == MODEL_PARTS;
    return true;
}
