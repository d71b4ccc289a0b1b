/* SPDX-License-Identifier: MIT */
/* Where the scheme, the authority, the path, the query and the fragment end. */
#include "stages.h"
#include "values.h"

/* Octets that may end something, as bits. */
enum { COLON = 1, SLASH = 2, QUESTION = 4, HASH = 8 };

static const unsigned char delimiters[256] = {
    [':'] = COLON, ['/'] = SLASH, ['?'] = QUESTION, ['#'] = HASH};

/* Returns the first octet that is one of some delimiters, which are bits; or the end. */
static const char *first_of(const char *at, const char *end, unsigned which)
{
    while (at != end && (delimiters[(unsigned char)*at] & which) == 0)
        at++;
    return at;
}

/* ---- The scheme ---- */

/* Returns the kind of the scheme as this parser has kinds. */
static scheme_kind own_kind(way *w)
{
    const uriproof_span scheme = w->parts.scheme;
    if (w->known == NULL)
        return uriproof_present(scheme) ? KIND_OTHER : KIND_NONE;
    const bool is_ws = is_named(scheme, "ws") || is_named(scheme, "wss");
    return is_ws && value_of(w, TRAIT_SCHEMES) == SCHEMES_NO_WS ? KIND_OTHER : w->known->kind;
}

static bool is_scheme(way *w, uriproof_span text)
{
    const char first = text.octets[0];
    if (!uriproof_is_letter(first)) {
        const unsigned value = value_of(w, TRAIT_SCHEME_FIRST);
        if (value == SCHEME_FIRST_LETTER ||
            (value == SCHEME_FIRST_ALNUM && !uriproof_is_digit(first)))
            return false;
    }
    const octet_set *set = octets_of(w, OCTETS_SCHEME);
    for (size_t i = 0; i < text.length; i++)
        if (text.octets[i] == '%' ? value_of(w, TRAIT_SCHEME_PERCENT) == SCHEME_PERCENT_REJECTED
                                  : !octet_in(set, (unsigned char)text.octets[i]))
            return false;
    return true;
}

/* Returns a scheme without the octets that it does not take, and with those that escapes of it
 * stand for. */
static uriproof_span cleaned(way *w, uriproof_span text)
{
    const octet_set *set = octets_of(w, OCTETS_SCHEME);
    const size_t start = w->room->length;
    for (size_t i = 0; i < text.length; i++) {
        const int escaped = escape_at(text, i);
        const bool decodes = escaped >= 0 && octet_in(set, (unsigned char)escaped);
        const char c = decodes ? (char)escaped : text.octets[i];
        if (octet_in(set, (unsigned char)c))
            room_put(w->room, c);
        i += decodes ? 2 : 0;
    }
    return room_since(w->room, start);
}

/* Reads what is before the first colon. Sets *scheme to whether it is a scheme. Returns false if
 * the text is rejected. */
static bool read_before_colon(way *w, uriproof_span before, bool *scheme)
{
    const unsigned empty =
        before.length == 0 ? value_of(w, TRAIT_SCHEME_EMPTY) : SCHEME_EMPTY_WRONG;
    *scheme = before.length == 0 ? empty != SCHEME_EMPTY_WRONG : is_scheme(w, before);
    if (*scheme) {
        if (empty != SCHEME_EMPTY_ABSENT)
            w->parts.scheme = before;
        return true;
    }
    const unsigned value = value_of(w, TRAIT_SCHEME_WRONG);
    if (value == SCHEME_WRONG_CLEANED) {
        *scheme = before.length > 0;
        w->parts.scheme = cleaned(w, before);
        return *scheme;
    }
    return value == SCHEME_WRONG_PATH;
}

/* Treats a text without a scheme. Returns false if it is rejected. */
static bool may_lack_scheme(way *w, uriproof_span *text)
{
    const unsigned value = value_of(w, TRAIT_SCHEME_NEEDED);
    if (value == SCHEME_HTTP) {
        *text = room_after(w->room, "//", *text);
        w->parts.scheme = uriproof_span_of("http");
    }
    return value != SCHEME_REQUIRED;
}

static bool read_scheme(way *w, uriproof_span *text)
{
    const char *end = text->octets + text->length;
    const char *colon = first_of(text->octets, end, COLON | SLASH | QUESTION | HASH);
    bool scheme = false;
    if (colon != end && *colon == ':' &&
        !read_before_colon(w, span_from(text->octets, colon), &scheme))
        return false;
    if (scheme)
        *text = span_from(colon + 1, end);
    else if (!w->is_reference && !may_lack_scheme(w, text))
        return false;
    w->known = scheme_known(w->parts.scheme);
    w->kind = own_kind(w);
    if (w->base != NULL && uriproof_present(w->parts.scheme) &&
        is_same(w->parts.scheme, w->base->parts.scheme) &&
        value_of(w->base, TRAIT_SAME_SCHEME) == SAME_SCHEME_LEFT_OUT) {
        w->parts.scheme = absent;
        w->kind = KIND_NONE;
    }
    if (w->base != NULL && w->kind == KIND_NONE &&
        value_of(w->base, TRAIT_REF_RULES) == REF_RULES_BASE) {
        w->known = w->base->known;
        w->kind = w->base->kind;
    }
    if (has_upper(w->parts.scheme) && value_of(w, TRAIT_SCHEME_CASE) != CASE_KEPT)
        w->parts.scheme = room_lower(w->room, w->parts.scheme, CASE_WHOLE);
    return true;
}

/* ---- The rest ---- */

/* Turns backslashes into slashes, before the query or everywhere. */
static void turn_backslashes(way *w, uriproof_span *text)
{
    const char *end = text->octets + text->length, *backslash = find(*text, '\\');
    if (backslash == NULL)
        return;
    const unsigned value = value_of(w, TRAIT_BACKSLASH);
    const char *until =
        value == BACKSLASH_ALWAYS ? end : first_of(text->octets, end, QUESTION | HASH);
    if (value != BACKSLASH_ALWAYS && value != BACKSLASH_SLASH)
        return;
    const size_t start = w->room->length;
    for (const char *at = text->octets; at != end; at++)
        room_put(w->room, (char)(at < until && *at == '\\' ? '/' : *at));
    *text = room_since(w->room, start);
}

static bool is_slash(char c)
{
    return c == '/';
}

/* Returns how many octets at the start of `text` begin an authority; SIZE_MAX if none does. */
static size_t authority_begins(way *w, uriproof_span text)
{
    static const struct {
        size_t least, most;
    } begins[] = {
        [BEGIN_TWO] = {2, 2},         [BEGIN_ANY] = {0, SIZE_MAX},   [BEGIN_SOME] = {1, SIZE_MAX},
        [BEGIN_MORE] = {2, SIZE_MAX}, [BEGIN_NEVER] = {SIZE_MAX, 0}, [BEGIN_NOT_THREE] = {2, 2}};
    const size_t slashes = count_while(text, is_slash);
    if (!uriproof_present(w->parts.scheme) && slashes < 2)
        return SIZE_MAX;
    const unsigned value = value_of(w, TRAIT_AUTHORITY_BEGIN);
    if (slashes < begins[value].least || (value == BEGIN_NOT_THREE && slashes > 2))
        return SIZE_MAX;
    return slashes < begins[value].most ? slashes : begins[value].most;
}

/* Returns the first octet that ends the authority. */
static const char *authority_end_from(way *w, const char *at, const char *end)
{
    static const unsigned char ends[] = {SLASH | QUESTION | HASH, SLASH, SLASH | HASH,
                                         SLASH | QUESTION};
    const char *found = first_of(at, end, SLASH | QUESTION | HASH);
    if (found != end && *found != '/')
        found = first_of(found, end, ends[value_of(w, TRAIT_AUTHORITY_END)]);
    const char *backslash = find(span_from(at, found), '\\');
    return backslash != NULL && value_of(w, TRAIT_BACKSLASH) == BACKSLASH_ENDS ? backslash : found;
}

static const char *authority_ends(way *w, const char *at, const char *end)
{
    const char *found = authority_end_from(w, at, end);
    const char *userinfo = find_last(span_from(at, found), '@');
    const char *host = userinfo == NULL ? at : userinfo + 1;
    if (found == end || *host != '[' || find(span_from(host, found), ']') != NULL)
        return found;
    const char *close = find(span_from(found, end), ']');
    if (close == NULL || value_of(w, TRAIT_BRACKETS_HOLD) == BRACKETS_HOLD_NO)
        return found;
    w->holds = true;
    return authority_end_from(w, close, end);
}

static const char *fragment_begins(way *w, uriproof_span text)
{
    const char *hash = find(text, '#');
    const unsigned value = hash != NULL ? value_of(w, TRAIT_FRAGMENT_AT) : FRAGMENT_NONE;
    if (hash != NULL && value != FRAGMENT_FIRST)
        w->path_also = w->query_also = "#";
    return value == FRAGMENT_NONE   ? text.octets + text.length
           : value == FRAGMENT_LAST ? find_last(text, '#')
                                    : hash;
}

static const char *query_begins(way *w, uriproof_span text)
{
    const char *mark = find(text, '?'), *end = text.octets + text.length;
    if (mark == NULL)
        return end;
    const unsigned value = value_of(w, TRAIT_QUERY_AT);
    const bool hierarchical =
        w->has_authority || !uriproof_present(w->parts.scheme) || *text.octets == '/';
    if (value == QUERY_ALWAYS || (value == QUERY_HIERARCHICAL && hierarchical) ||
        (value == QUERY_ROOTED && (hierarchical || *text.octets == '?')))
        return mark;
    w->path_also = *w->path_also == '#' ? "#?" : "?";
    return value == QUERY_LAST ? find_last(text, '?') : end;
}

static void read_path_query_fragment(way *w, const char *at, const char *end)
{
    const char *hash = fragment_begins(w, span_from(at, end));
    const char *mark = query_begins(w, span_from(at, hash));
    w->parts.path = span_from(at, mark);
    if (mark != hash)
        w->parts.query = span_from(mark + 1, hash);
    if (hash != end)
        w->parts.fragment = span_from(hash + 1, end);
}

/* Returns false if a URI may not be without what it lacks. */
static bool may_lack(way *w)
{
    const uriproof_components *p = &w->parts;
    const bool ends = !uriproof_present(p->query) && !uriproof_present(p->fragment);
    if (w->has_authority) {
        if (w->authority.length > 0 || p->path.length > 0)
            return true;
        const unsigned value = value_of(w, TRAIT_AUTHORITY_NOTHING);
        w->has_authority = value != AUTHORITY_NOTHING_ABSENT;
        return value != AUTHORITY_NOTHING_NO && (value != AUTHORITY_NOTHING_END || !ends);
    }
    if (!w->is_reference && value_of(w, TRAIT_AUTHORITY_NEEDED) == AUTHORITY_REQUIRED)
        return false;
    if (is_rooted(p->path) || (w->is_reference && !uriproof_present(p->scheme)))
        return true;
    if (p->path.length == 0) {
        const unsigned value = value_of(w, TRAIT_NOTHING);
        return value == NOTHING_TAKEN || value == NOTHING_ONE || (value == NOTHING_END && !ends);
    }
    const unsigned value = value_of(w, TRAIT_ROOTLESS);
    if (value == ROOTLESS_SLASH)
        w->parts.path = room_after(w->room, "/", p->path);
    return value != ROOTLESS_REJECTED;
}

/* Returns true if a number follows the scheme as a port follows a host. */
static bool looks_like_port(uriproof_span text)
{
    const size_t digits = count_while(text, uriproof_is_digit);
    return digits > 0 && (digits == text.length || text.octets[digits] == '/');
}

bool stage_division(way *w, uriproof_span text)
{
    w->path_also = w->query_also = "";
    if (!read_scheme(w, &text))
        return false;
    if (uriproof_present(w->parts.scheme) && looks_like_port(text) &&
        value_of(w, TRAIT_HOST_PORT) == HOST_PORT_REJECTED)
        return false;
    if (uriproof_present(w->parts.scheme) && text.length <= 1 &&
        value_of(w, TRAIT_NOTHING) == NOTHING_ONE)
        return false;
    turn_backslashes(w, &text);
    const char *at = text.octets, *end = at + text.length;
    const size_t begins = authority_begins(w, text);
    w->has_authority = begins != SIZE_MAX;
    if (w->has_authority) {
        at += begins;
        const char *until = authority_ends(w, at, end);
        w->authority = span_from(at, until);
        at = until;
        if (w->authority.length > 0 && until[-1] == '\n' &&
            value_of(w, TRAIT_LINE_ENDS) == LINE_ENDS_AUTHORITY)
            w->authority.length--;
    }
    const bool drive = w->kind == KIND_FILE && w->authority.length == 2 &&
                       begins_with_drive(w->authority) && value_of(w, TRAIT_DRIVE) != DRIVE_NO;
    if (drive) {
        at = w->authority.octets;
        w->authority.length = 0;
    }
    read_path_query_fragment(w, at, end);
    if (drive)
        w->parts.path = room_after(w->room, "/", w->parts.path);
    return may_lack(w);
}
