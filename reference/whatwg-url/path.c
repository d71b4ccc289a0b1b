/* SPDX-License-Identifier: MIT */
/* The basic URL parser: the states of the path, the query and the fragment. */
#include "parser.h"

static step go_to_query(parser *p)
{
    whatwg_begin_query(p);
    return go(p, QUERY_STATE, NEXT);
}

static step go_to_fragment(parser *p)
{
    whatwg_begin_fragment(p);
    return go(p, FRAGMENT_STATE, NEXT);
}

/* url is special, so its path is never empty. If c is neither "/" nor "\", decrease pointer by 1.
 */
static step start_special_path(parser *p, int c)
{
    if (c == '\\')
        whatwg_error(p, "whatwg-url.path.backslash", "invalid-reverse-solidus");
    return go(p, PATH_STATE, c == '/' || c == '\\' ? NEXT : AGAIN);
}

/* If url is special, set state to path state. Otherwise, if c is "?", set state to query state;
 * otherwise, if c is "#", to fragment state; otherwise, if c is not the EOF code point, to path
 * state, and if c is not "/", decrease pointer by 1. */
step path_start_state(parser *p, int c)
{
    if (p->is_special)
        return start_special_path(p, c);
    if (c == '?')
        return go_to_query(p);
    if (c == '#')
        return go_to_fragment(p);
    if (c == END)
        return NEXT;
    return go(p, PATH_STATE, c == '/' ? NEXT : AGAIN);
}

/* Returns how many octets at `at` are a dot: 1 for ".", 3 for "%2e" in either case, else 0. */
static size_t dot_length(const char *at, size_t length)
{
    if (length >= 1 && at[0] == '.')
        return 1;
    return length >= 3 && at[0] == '%' && at[1] == '2' && (at[2] == 'e' || at[2] == 'E') ? 3 : 0;
}

/* Returns how many dots buffer consists of: 1 for a single-dot URL path segment, 2 for a double-dot
 * one, and 0 for another. */
static int dots(const parser *p)
{
    const size_t first = dot_length(segment(p), p->segment_length);
    if (first == 0 || first == p->segment_length)
        return first > 0;
    const size_t second = dot_length(segment(p) + first, p->segment_length - first);
    return second > 0 && first + second == p->segment_length ? 2 : 0;
}

static void append_empty_segment(parser *p)
{
    p->segment_length = 0;
    whatwg_append_segment(p);
}

/* If the scheme is "file", the path is empty, and buffer is a Windows drive letter, replace its
 * second code point with ":". */
static void normalize_drive_letter(parser *p)
{
    if (p->is_file && p->url->path_size == 0 &&
        whatwg_is_drive_letter((const unsigned char *)segment(p), p->segment_length))
        segment(p)[1] = ':';
}

/* If buffer is a double-dot URL path segment, shorten the path, and if no slash follows, append the
 * empty string. Otherwise, if it is a single-dot one and no slash follows, append the empty string.
 * Otherwise, if it is not a single-dot one, append it. Empty buffer. */
static void end_segment(parser *p, bool slash_follows)
{
    const int count = dots(p);
    if (count == 0) {
        normalize_drive_letter(p);
        whatwg_append_segment(p);
        return;
    }
    if (count == 2)
        whatwg_shorten(p);
    if (!slash_follows)
        append_empty_segment(p);
    p->segment_length = 0;
}

/* Appends c to buffer, percent-encoded with the path percent-encode set, and then the URL code
 * points after it that only would be appended. */
static void append_to_segment(parser *p, int c)
{
    char *end = segment(p) + p->segment_length;
    whatwg_check_url_unit(p);
    end += whatwg_encode_octet((unsigned char)c, PATH_SET, end);
    while (p->pointer + 1 != p->end && is_in_set(p->pointer[1], PLAIN_IN_PATH))
        *end++ = (char)*++p->pointer;
    p->segment_length = (size_t)(end - segment(p));
}

/* If c is the EOF code point or "/", or url is special and c is "\", or c is "?" or "#": the
 * segment in buffer ends, and after "?" or "#" the query or the fragment begins. Otherwise, append
 * c to buffer. */
step path_state(parser *p, int c)
{
    const bool slash = c == '/' || (p->is_special && c == '\\');
    if (!slash && c != END && c != '?' && c != '#') {
        append_to_segment(p, c);
        return NEXT;
    }
    if (c == '\\')
        whatwg_error(p, "whatwg-url.path.backslash", "invalid-reverse-solidus");
    end_segment(p, slash);
    if (c == '?')
        return go_to_query(p);
    return c == '#' ? go_to_fragment(p) : NEXT;
}

/* c is a space. If remaining starts with "?" or "#", append "%20" to the path, else a space. */
static void append_space(parser *p)
{
    const bool last = remaining_starts_with(p, '?') || remaining_starts_with(p, '#');
    whatwg_error(p, "whatwg-url.opaque.space", "invalid-URL-unit");
    whatwg_append_encoded(p, &p->url->path, ' ', last ? QUERY_SET : C0_CONTROL_SET);
}

/* If c is "?", set state to query state. Otherwise, if c is "#", to fragment state. Otherwise, if c
 * is a space, append it as such or encoded. Otherwise, if c is not the EOF code point, append it,
 * percent-encoded with the C0 control percent-encode set. */
step opaque_path_state(parser *p, int c)
{
    if (c == '?')
        return go_to_query(p);
    if (c == '#')
        return go_to_fragment(p);
    if (c == ' ') {
        append_space(p);
    } else if (c != END) {
        whatwg_check_url_unit(p);
        whatwg_append_encoded(p, &p->url->path, (unsigned char)c, C0_CONTROL_SET);
        whatwg_append_run(p, &p->url->path, PLAIN_IN_PATH);
    }
    return NEXT;
}

/* If c is "#", set state to fragment state. Otherwise, if c is not the EOF code point, append it to
 * buffer. The standard percent-encodes buffer when it ends, since encoders of some encodings have a
 * state; that of UTF-8 has none, so each code point is encoded and appended to the query at once.
 */
step query_state(parser *p, int c)
{
    if (c == '#')
        return go_to_fragment(p);
    if (c == END)
        return NEXT;
    whatwg_check_url_unit(p);
    whatwg_append_encoded(p, &p->url->query, (unsigned char)c,
                          p->is_special ? SPECIAL_QUERY_SET : QUERY_SET);
    whatwg_append_run(p, &p->url->query, PLAIN_IN_QUERY);
    return NEXT;
}

/* If c is not the EOF code point, append it, percent-encoded with the fragment percent-encode set,
 * to the fragment. */
step fragment_state(parser *p, int c)
{
    if (c == END)
        return NEXT;
    whatwg_check_url_unit(p);
    whatwg_append_encoded(p, &p->url->fragment, (unsigned char)c, FRAGMENT_SET);
    whatwg_append_run(p, &p->url->fragment, URL_CODE_POINT);
    return NEXT;
}
