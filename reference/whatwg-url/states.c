/* SPDX-License-Identifier: MIT */
/* The basic URL parser: its states from the scheme to the authority. The comments paraphrase the
 * steps. A step about a state override is left out, since none is ever given. */
#include "parser.h"

/* If c is an ASCII alpha, append it, lowercased, to buffer, and set state to scheme state.
 * Otherwise, set state to no scheme state and decrease pointer by 1. */
step scheme_start_state(parser *p, int c)
{
    if (!c_is_in(c, ASCII_ALPHA))
        return go(p, NO_SCHEME_STATE, AGAIN);
    whatwg_put_octet(p, (char)ascii_lowercase((unsigned char)c));
    return go(p, SCHEME_STATE, NEXT);
}

/* Returns true if remaining starts with "//". */
static bool two_slashes_remain(const parser *p)
{
    const unsigned char *first = after_tabs(p, p->pointer + 1);
    const unsigned char *second = first != p->end ? after_tabs(p, first + 1) : p->end;
    return second != p->end && *first == '/' && *second == '/';
}

/* After the colon: the scheme is buffer, and says which state is next. */
static step scheme_ends(parser *p)
{
    const uriproof_whatwg_url_record *base = p->base;
    p->url->scheme = (uriproof_span){p->out, p->length};
    whatwg_scheme_set(p);
    whatwg_put_octet(p, ':');
    if (p->is_file) { /* If the scheme is "file": */
        if (!two_slashes_remain(p))
            whatwg_error(p, "whatwg-url.file.slashes-optional",
                         "special-scheme-missing-following-solidus");
        return go(p, FILE_STATE, NEXT);
    }
    /* Otherwise, if url is special, base is non-null, and its scheme is url's scheme: */
    if (p->is_special && base != NULL && uriproof_span_equal(base->scheme, p->url->scheme))
        return go(p, SPECIAL_RELATIVE_OR_AUTHORITY_STATE, NEXT);
    /* Otherwise, if url is special: */
    if (p->is_special)
        return go(p, SPECIAL_AUTHORITY_SLASHES_STATE, NEXT);
    /* Otherwise, if remaining starts with "/", increase pointer by 1. */
    if (remaining_starts_with(p, '/')) {
        increase_pointer(p);
        return go(p, PATH_OR_AUTHORITY_STATE, NEXT);
    }
    /* Otherwise, set url's path to the empty string. */
    whatwg_begin_opaque_path(p);
    return go(p, OPAQUE_PATH_STATE, NEXT);
}

/* Appends c to buffer, and the code points after it that would be appended too. */
static step append(parser *p, int c)
{
    whatwg_put_octet(p, (char)ascii_lowercase((unsigned char)c));
    while (p->pointer + 1 != p->end && is_in_set(p->pointer[1], SCHEME_REST))
        whatwg_put_octet(p, (char)ascii_lowercase(*++p->pointer));
    return NEXT;
}

/* If c is an ASCII alphanumeric, "+", "-" or ".", append it, lowercased, to buffer. Otherwise, if c
 * is ":", the scheme ends. Otherwise, empty buffer, set state to no scheme state, and start over.
 */
step scheme_state(parser *p, int c)
{
    if (c_is_in(c, SCHEME_REST))
        return append(p, c);
    if (c == ':')
        return scheme_ends(p);
    p->length = 0;
    p->pointer = p->input;
    return go(p, NO_SCHEME_STATE, AGAIN);
}

/* The base has an opaque path and c is "#": take its scheme, path and query. */
static step fragment_of_base(parser *p)
{
    whatwg_copy_scheme(p);
    whatwg_copy_path(p);
    whatwg_copy_query(p);
    whatwg_begin_fragment(p);
    return go(p, FRAGMENT_STATE, NEXT);
}

/* If base is null, or has an opaque path and c is not "#", return failure. If it has one and c is
 * "#", only the fragment is new. Otherwise, set state to relative state, or for a base of scheme
 * "file" to file state, and decrease pointer by 1. */
step no_scheme_state(parser *p, int c)
{
    const uriproof_whatwg_url_record *base = p->base;
    if (base == NULL || (base->has_opaque_path && c != '#'))
        return whatwg_fail(p, "whatwg-url.no-scheme.base-needed",
                           "missing-scheme-non-relative-URL");
    if (base->has_opaque_path)
        return fragment_of_base(p);
    const bool file = uriproof_span_equal(base->scheme, uriproof_span_of("file"));
    return go(p, file ? FILE_STATE : RELATIVE_STATE, AGAIN);
}

/* If c is "/" and remaining starts with "/", set state to special authority ignore slashes state
 * and increase pointer by 1. Otherwise, set state to relative state and decrease pointer by 1. */
step special_relative_or_authority_state(parser *p, int c)
{
    if (c == '/' && remaining_starts_with(p, '/')) {
        increase_pointer(p);
        return go(p, SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE, NEXT);
    }
    whatwg_error(p, "whatwg-url.special-relative.relative",
                 "special-scheme-missing-following-solidus");
    return go(p, RELATIVE_STATE, AGAIN);
}

/* If c is "/", set state to authority state. Otherwise, set state to path state, and decrease
 * pointer by 1. */
step path_or_authority_state(parser *p, int c)
{
    return c == '/' ? go(p, AUTHORITY_STATE, NEXT) : go(p, PATH_STATE, AGAIN);
}

/* Set the query to null, shorten the path, and read on in the path state. */
static step beside_last_segment(parser *p)
{
    whatwg_clear_query(p);
    whatwg_shorten(p);
    return go(p, PATH_STATE, AGAIN);
}

step whatwg_relative_to_base(parser *p, int c, step (*path)(parser *p))
{
    whatwg_copy_authority(p);
    whatwg_copy_path(p);
    whatwg_copy_query(p);
    if (c == '?') {
        whatwg_begin_query(p);
        return go(p, QUERY_STATE, NEXT);
    }
    if (c == '#') {
        whatwg_begin_fragment(p);
        return go(p, FRAGMENT_STATE, NEXT);
    }
    return c == END ? NEXT : path(p);
}

/* Set the scheme to that of base. If c is "/", set state to relative slash state. Otherwise, if url
 * is special and c is "\", do the same, with a validation error. */
step relative_state(parser *p, int c)
{
    whatwg_copy_scheme(p);
    if (c == '/')
        return go(p, RELATIVE_SLASH_STATE, NEXT);
    if (p->is_special && c == '\\') {
        whatwg_error(p, "whatwg-url.relative.backslash", "invalid-reverse-solidus");
        return go(p, RELATIVE_SLASH_STATE, NEXT);
    }
    return whatwg_relative_to_base(p, c, beside_last_segment);
}

/* If url is special and c is "/" or "\", set state to special authority ignore slashes state.
 * Otherwise, if c is "/", set state to authority state. Otherwise, take the credentials, host and
 * port of base, set state to path state, and decrease pointer by 1. */
step relative_slash_state(parser *p, int c)
{
    if (p->is_special && (c == '/' || c == '\\')) {
        if (c == '\\')
            whatwg_error(p, "whatwg-url.relative.backslash", "invalid-reverse-solidus");
        return go(p, SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE, NEXT);
    }
    if (c == '/')
        return go(p, AUTHORITY_STATE, NEXT);
    whatwg_copy_authority(p);
    return go(p, PATH_STATE, AGAIN);
}

/* If c is "/" and remaining starts with "/", increase pointer by 1. Otherwise, decrease it by 1. In
 * both cases, set state to special authority ignore slashes state. */
step special_authority_slashes_state(parser *p, int c)
{
    if (c == '/' && remaining_starts_with(p, '/')) {
        increase_pointer(p);
        return go(p, SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE, NEXT);
    }
    whatwg_error(p, "whatwg-url.special-authority.slashes-optional",
                 "special-scheme-missing-following-solidus");
    return go(p, SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE, AGAIN);
}

/* If c is neither "/" nor "\", set state to authority state and decrease pointer by 1. */
step special_authority_ignore_slashes_state(parser *p, int c)
{
    if (c != '/' && c != '\\')
        return go(p, AUTHORITY_STATE, AGAIN);
    whatwg_error(p, "whatwg-url.special-authority.ignore-slashes",
                 "special-scheme-missing-following-solidus");
    return NEXT;
}
