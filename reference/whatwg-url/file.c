/* SPDX-License-Identifier: MIT */
/* The basic URL parser: file state, file slash state and file host state. */
#include "parser.h"

static bool base_is_file(const parser *p)
{
    return p->base != NULL && uriproof_span_equal(p->base->scheme, uriproof_span_of("file"));
}

static bool slash(parser *p, int c)
{
    if (c == '\\')
        whatwg_error(p, "whatwg-url.file.backslash", "invalid-reverse-solidus");
    return c == '/' || c == '\\';
}

/* The reference goes on from base's path: set the query to null. If the rest of the input does not
 * start with a Windows drive letter, shorten the path. Otherwise, set the path to an empty list.
 * Set state to path state and decrease pointer by 1. */
static step path_of_base(parser *p)
{
    whatwg_clear_query(p);
    if (!whatwg_starts_with_drive_letter(p)) {
        whatwg_shorten(p);
    } else {
        whatwg_error(p, "whatwg-url.file.drive-letter-reference",
                     "file-invalid-Windows-drive-letter");
        whatwg_clear_path(p);
    }
    return go(p, PATH_STATE, AGAIN);
}

/* Set the scheme to "file" and the host to the empty string. If c is "/" or "\", set state to file
 * slash state. Otherwise, if base's scheme is "file", the reference is relative to it. Otherwise,
 * set state to path state, and decrease pointer by 1. */
step file_state(parser *p, int c)
{
    if (!uriproof_present(p->url->scheme))
        whatwg_copy_scheme(p); /* no scheme state has found that it is "file" */
    whatwg_set_empty_host(p);
    if (slash(p, c))
        return go(p, FILE_SLASH_STATE, NEXT);
    return base_is_file(p) ? whatwg_relative_to_base(p, c, path_of_base) : go(p, PATH_STATE, AGAIN);
}

/* If the rest of the input does not start with a Windows drive letter and base's path[0] is a
 * normalized one, append that to the path. */
static void keep_drive_letter(parser *p)
{
    const uriproof_span path = p->base->path;
    const bool ends = path.length == 3 || (path.length > 3 && path.octets[3] == '/');
    if (whatwg_starts_with_drive_letter(p) || !ends ||
        !whatwg_is_normalized_drive_letter(path.octets + 1, 2))
        return;
    segment(p)[0] = path.octets[1];
    segment(p)[1] = path.octets[2];
    p->segment_length = 2;
    whatwg_append_segment(p);
}

/* If c is "/" or "\", set state to file host state. Otherwise, if base's scheme is "file", set the
 * host to its host, and keep its drive letter. Set state to path state, and decrease pointer by 1.
 */
step file_slash_state(parser *p, int c)
{
    if (slash(p, c))
        return go(p, FILE_HOST_STATE, NEXT);
    if (base_is_file(p)) {
        whatwg_copy_authority(p);
        keep_drive_letter(p);
    }
    return go(p, PATH_STATE, AGAIN);
}

/* Buffer is not emptied, and is then that of the path state. */
static step drive_letter_is_path(parser *p)
{
    whatwg_error_at(p, "whatwg-url.file-host.drive-letter",
                    "file-invalid-Windows-drive-letter-host", p->buffer);
    segment(p)[0] = (char)*p->buffer;
    segment(p)[1] = (char)*after_tabs(p, p->buffer + 1);
    p->segment_length = 2;
    p->buffer = NULL;
    return go(p, PATH_STATE, AGAIN);
}

/* Returns true if buffer is a Windows drive letter. */
static bool buffer_is_drive_letter(const parser *p)
{
    const unsigned char *second = after_tabs(p, p->buffer + 1);
    return second < p->pointer && after_tabs(p, second + 1) == p->pointer &&
           whatwg_is_drive_letter((const unsigned char[]){*p->buffer, *second}, 2);
}

/* Parse the host in buffer. If it is "localhost", set it to the empty string. */
static step host_ends(parser *p)
{
    if (whatwg_host_parser(p) == FAIL)
        return FAIL;
    if (uriproof_span_equal(p->url->host, uriproof_span_of("localhost")))
        whatwg_set_empty_host(p);
    p->buffer = NULL;
    return go(p, PATH_START_STATE, AGAIN);
}

/* If c is not the EOF code point, "/", "\", "?" or "#", append it to buffer. Otherwise decrease
 * pointer by 1, and then: if buffer is a Windows drive letter, it is the start of the path; if it
 * is empty, set the host to the empty string; otherwise it is the host. */
step file_host_state(parser *p, int c)
{
    if (c != END && c != '/' && c != '\\' && c != '?' && c != '#') {
        if (p->buffer == NULL)
            p->buffer = p->pointer;
        return NEXT;
    }
    if (p->buffer == NULL) {
        whatwg_set_empty_host(p);
        return go(p, PATH_START_STATE, AGAIN);
    }
    return buffer_is_drive_letter(p) ? drive_letter_is_path(p) : host_ends(p);
}
