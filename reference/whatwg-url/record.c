/* SPDX-License-Identifier: MIT */
/* The URL record that the parser writes (sections "URL representation" and "URL miscellaneous"). */
#include "parser.h"

#include <string.h>

typedef struct special_scheme {
    uriproof_span name;
    int default_port; /* -1 is null */
} special_scheme;

static const special_scheme special_schemes[] = {
    {{"ftp", 3}, 21},    {{"file", 4}, -1}, {{"http", 4}, 80},
    {{"https", 5}, 443}, {{"ws", 2}, 80},   {{"wss", 3}, 443},
};
enum { SPECIAL_SCHEMES = sizeof special_schemes / sizeof special_schemes[0] };

static const special_scheme *special_scheme_named(uriproof_span name)
{
    for (size_t i = 0; i < SPECIAL_SCHEMES; i++)
        if (name.length == special_schemes[i].name.length &&
            memcmp(name.octets, special_schemes[i].name.octets, name.length) == 0)
            return &special_schemes[i];
    return NULL;
}

void whatwg_scheme_set(parser *p)
{
    const special_scheme *special = special_scheme_named(p->url->scheme);
    p->is_special = special != NULL;
    p->default_port = p->is_special ? special->default_port : -1;
    p->is_file = p->is_special && p->default_port < 0;
}

static char *end_of_output(const parser *p)
{
    return p->out + p->length;
}

static void put_span(parser *p, uriproof_span span)
{
    memcpy(end_of_output(p), span.octets, span.length);
    p->length += span.length;
}

void whatwg_append_encoded(parser *p, uriproof_span *part, unsigned char octet, unsigned set)
{
    const size_t length = whatwg_encode_octet(octet, set, end_of_output(p));
    p->length += length;
    part->length += length;
}

void whatwg_append_run(parser *p, uriproof_span *part, unsigned set)
{
    char *to = end_of_output(p);
    const unsigned char *at = p->pointer;
    while (at + 1 != p->end && is_in_set(at[1], set))
        *to++ = (char)*++at;
    part->length += (size_t)(at - p->pointer);
    p->length += (size_t)(at - p->pointer);
    p->pointer = at;
}

/* Removes what was written after `end`. */
static void cut(parser *p, const char *end)
{
    p->length = (size_t)(end - p->out);
}

static const char *end_of(uriproof_span span)
{
    return span.octets + span.length;
}

/* ---- Parts of the base ---- */

void whatwg_copy_scheme(parser *p)
{
    p->length = 0;
    p->url->scheme = (uriproof_span){p->out, p->base->scheme.length};
    put_span(p, p->base->scheme);
    whatwg_scheme_set(p);
    whatwg_put_octet(p, ':');
}

/* Returns the part of the output that stands where `part` does in the base. */
static uriproof_span same_place(const parser *p, uriproof_span part)
{
    if (!uriproof_present(part))
        return part;
    return (uriproof_span){p->out + (part.octets - p->base->href.octets), part.length};
}

/* The schemes of the URL and its base are equal, so both write these parts at the same place. */
void whatwg_copy_authority(parser *p)
{
    uriproof_whatwg_url_record *url = p->url;
    const uriproof_whatwg_url_record *base = p->base;
    if (base->host_kind == URIPROOF_WHATWG_URL_NULL_HOST)
        return;
    cut(p, end_of(url->scheme) + 1);
    const char *from = end_of(base->scheme) + 1;
    put_span(p, (uriproof_span){from, (size_t)(base->path.octets - from)});
    url->username = same_place(p, base->username);
    url->password = same_place(p, base->password);
    url->host = same_place(p, base->host);
    url->host_kind = base->host_kind;
    url->port = same_place(p, base->port);
}

static void begin_path(parser *p)
{
    if (!uriproof_present(p->url->path))
        p->url->path = (uriproof_span){end_of_output(p), 0};
}

void whatwg_copy_path(parser *p)
{
    begin_path(p);
    put_span(p, p->base->path);
    p->url->path.length = p->base->path.length;
    p->url->path_size = p->base->path_size;
    p->url->has_opaque_path = p->base->has_opaque_path;
}

void whatwg_copy_query(parser *p)
{
    if (!uriproof_present(p->base->query))
        return;
    whatwg_begin_query(p);
    put_span(p, p->base->query);
    p->url->query.length = p->base->query.length;
}

/* ---- Credentials, host and port ---- */

void whatwg_begin_credentials(parser *p)
{
    if (uriproof_present(p->url->username))
        return;
    put_span(p, uriproof_span_of("//"));
    p->url->username = (uriproof_span){end_of_output(p), 0};
}

void whatwg_begin_password(parser *p)
{
    whatwg_put_octet(p, ':');
    p->url->password = (uriproof_span){end_of_output(p), 0};
}

/* If the URL includes credentials, the serializer writes the username, ":" and the password if that
 * is not empty, and "@". */
static void end_credentials(parser *p)
{
    if (p->url->password.length == 0)
        cut(p, end_of(p->url->username));
    if (p->url->username.length + p->url->password.length > 0)
        whatwg_put_octet(p, '@');
}

void whatwg_begin_host(parser *p)
{
    uriproof_span *host = &p->url->host;
    if (uriproof_present(*host)) {
        cut(p, host->octets);
    } else {
        whatwg_begin_credentials(p);
        end_credentials(p);
    }
    *host = (uriproof_span){end_of_output(p), 0};
}

void whatwg_host_written(parser *p, uriproof_whatwg_url_host_kind kind)
{
    p->url->host.length = (size_t)(end_of_output(p) - p->url->host.octets);
    p->url->host_kind = kind;
}

void whatwg_set_empty_host(parser *p)
{
    whatwg_begin_host(p);
    whatwg_host_written(p, URIPROOF_WHATWG_URL_EMPTY_HOST);
}

/* Serializes an integer: the shortest possible decimal number. */
size_t whatwg_serialize_integer(unsigned value, char *out)
{
    size_t length = 1;
    for (unsigned rest = value / 10; rest > 0; rest /= 10)
        length++;
    for (size_t i = length; i > 0; i--, value /= 10)
        out[i - 1] = (char)('0' + value % 10);
    return length;
}

void whatwg_set_port(parser *p)
{
    if ((int)p->port == p->default_port)
        return;
    whatwg_put_octet(p, ':');
    p->url->port.octets = end_of_output(p);
    p->url->port.length = whatwg_serialize_integer(p->port, end_of_output(p));
    p->length += p->url->port.length;
}

/* ---- Path, query and fragment ---- */

void whatwg_clear_path(parser *p)
{
    cut(p, p->url->path.octets);
    p->url->path.length = 0;
    p->url->path_size = 0;
}

void whatwg_begin_opaque_path(parser *p)
{
    begin_path(p);
    p->url->has_opaque_path = true;
}

void whatwg_append_segment(parser *p)
{
    begin_path(p);
    p->out[p->length] = '/';
    p->length += 1 + p->segment_length;
    p->url->path.length += 1 + p->segment_length;
    p->url->path_size++;
    p->segment_length = 0;
}

/* If the scheme is "file", the path's size is 1, and its segment is a normalized Windows drive
 * letter, return. Remove the path's last segment, if any. Each octet is removed once at most, so
 * the time is linear. */
void whatwg_shorten(parser *p)
{
    uriproof_span *path = &p->url->path;
    if (p->url->path_size == 0)
        return;
    if (p->is_file && p->url->path_size == 1 &&
        whatwg_is_normalized_drive_letter(path->octets + 1, path->length - 1))
        return;
    while (path->octets[--path->length] != '/')
        continue;
    p->url->path_size--;
    cut(p, end_of(*path));
}

void whatwg_clear_query(parser *p)
{
    cut(p, end_of(p->url->path));
    p->url->query = (uriproof_span){NULL, 0};
}

void whatwg_begin_query(parser *p)
{
    begin_path(p);
    cut(p, end_of(p->url->path));
    whatwg_put_octet(p, '?');
    p->url->query = (uriproof_span){end_of_output(p), 0};
}

void whatwg_begin_fragment(parser *p)
{
    begin_path(p);
    whatwg_put_octet(p, '#');
    p->url->fragment = (uriproof_span){end_of_output(p), 0};
}

/* If the host is null, the path is a list of more than one segment, and the first is empty, the
 * serializer writes "/." before the path. */
static void guard_path(parser *p)
{
    uriproof_whatwg_url_record *url = p->url;
    if (url->host_kind != URIPROOF_WHATWG_URL_NULL_HOST || url->has_opaque_path ||
        url->path_size < 2 || url->path.octets[1] != '/')
        return;
    char *path = p->out + (url->path.octets - p->out);
    memmove(path + 2, path, (size_t)(end_of_output(p) - path));
    memcpy(path, "/.", 2);
    p->length += 2;
    url->path.octets += 2;
    if (uriproof_present(url->query))
        url->query.octets += 2;
    if (uriproof_present(url->fragment))
        url->fragment.octets += 2;
}

void whatwg_finish(parser *p)
{
    uriproof_whatwg_url_record *url = p->url;
    begin_path(p);
    guard_path(p);
    const uriproof_span empty = {end_of(url->scheme) + 1, 0};
    if (!uriproof_present(url->username))
        url->username = empty;
    if (url->password.length == 0)
        url->password = empty;
    url->href = (uriproof_span){p->out, p->length};
}
