/* SPDX-License-Identifier: MIT */
#include "text_parts.h"

#include <string.h>

/* Returns where the first of these octets is, from `from` on; the length of the text if there is
 * none. */
static size_t find_first(uriproof_span text, size_t from, const char *octets)
{
    while (from < text.length &&
           (text.octets[from] == '\0' || strchr(octets, text.octets[from]) == NULL))
        from++;
    return from;
}

/* Returns the place after the last of the octet; 0 if there is none. */
static size_t after_last(uriproof_span text, char octet)
{
    size_t after = text.length;
    while (after > 0 && text.octets[after - 1] != octet)
        after--;
    return after;
}

static uriproof_span cut(uriproof_span text, size_t start, size_t end)
{
    return (uriproof_span){text.octets + start, end - start};
}

static void divide_authority(uriproof_span authority, text_parts *parts)
{
    const size_t host = after_last(authority, '@');
    if (host > 0)
        parts->at[TEXT_USERINFO] = cut(authority, 0, host - 1);
    const uriproof_span rest = cut(authority, host, authority.length);
    const size_t port = after_last(rest, ':');
    const bool has_port = port > after_last(rest, ']');
    parts->at[TEXT_HOST] = cut(rest, 0, has_port ? port - 1 : rest.length);
    if (has_port)
        parts->at[TEXT_PORT] = cut(rest, port, rest.length);
}

void parts_divide(uriproof_span text, text_parts *parts)
{
    memset(parts, 0, sizeof *parts);
    if (text.octets == NULL)
        text.octets = "";
    const size_t colon = find_first(text, 0, ":/?#");
    const bool has_scheme = colon > 0 && colon < text.length && text.octets[colon] == ':';
    size_t at = has_scheme ? colon + 1 : 0;
    if (has_scheme)
        parts->at[TEXT_SCHEME] = cut(text, 0, colon);
    if (text.length - at >= 2 && text.octets[at] == '/' && text.octets[at + 1] == '/') {
        const size_t end = find_first(text, at + 2, "/?#");
        divide_authority(cut(text, at + 2, end), parts);
        at = end;
    }
    const size_t query = find_first(text, at, "?#"), fragment = find_first(text, query, "#");
    parts->at[TEXT_PATH] = cut(text, at, query);
    if (query < fragment)
        parts->at[TEXT_QUERY] = cut(text, query + 1, fragment);
    if (fragment < text.length)
        parts->at[TEXT_FRAGMENT] = cut(text, fragment + 1, text.length);
}

void parts_compose(const text_parts *parts, octet_buffer *to)
{
    static const struct {
        const char *before, *after;
    } delimiters[TEXT_PARTS] = {
        [TEXT_SCHEME] = {"", ":"},  [TEXT_USERINFO] = {"", "@"}, [TEXT_HOST] = {"", ""},
        [TEXT_PORT] = {":", ""},    [TEXT_PATH] = {"", ""},      [TEXT_QUERY] = {"?", ""},
        [TEXT_FRAGMENT] = {"#", ""}};
    const bool has_authority = uriproof_present(parts->at[TEXT_USERINFO]) ||
                               uriproof_present(parts->at[TEXT_HOST]) ||
                               uriproof_present(parts->at[TEXT_PORT]);
    for (unsigned i = 0; i < TEXT_PARTS; i++) {
        if (i == TEXT_USERINFO && has_authority)
            buffer_add(to, "//", 2);
        if (!uriproof_present(parts->at[i]))
            continue;
        buffer_add(to, delimiters[i].before, strlen(delimiters[i].before));
        buffer_add(to, parts->at[i].octets, parts->at[i].length);
        buffer_add(to, delimiters[i].after, strlen(delimiters[i].after));
    }
}

uriproof_span parts_userinfo(uriproof_span user, uriproof_span password, octet_buffer *room)
{
    if (!uriproof_present(user) && !uriproof_present(password))
        return (uriproof_span){NULL, 0};
    room->length = 0;
    buffer_reserve(room, user.length + password.length + 1);
    if (uriproof_present(user))
        buffer_add(room, user.octets, user.length);
    if (uriproof_present(password)) {
        buffer_add(room, ":", 1);
        buffer_add(room, password.octets, password.length);
    }
    return (uriproof_span){room->octets, room->length};
}

uriproof_span parts_authority(const text_parts *parts)
{
    const uriproof_span user = parts->at[TEXT_USERINFO], host = parts->at[TEXT_HOST];
    const uriproof_span last = uriproof_present(parts->at[TEXT_PORT]) ? parts->at[TEXT_PORT] : host;
    const char *start = uriproof_present(user) ? user.octets : host.octets;
    return uriproof_present(host)
               ? (uriproof_span){start, (size_t)(last.octets - start) + last.length}
               : host;
}
