/* SPDX-License-Identifier: MIT */
/*
 * The state of the basic URL parser (section "URL parsing").
 *
 * The standard's parser works on code points; this one works on the octets of UTF-8. Every code
 * point that a step asks for is ASCII, and percent-encoding is by octet. Tabs and newlines, which
 * the standard removes first, are skipped where the pointer moves.
 *
 * The URL is written as it will be serialized: the parts are set in the order in which the
 * serializer writes them. So a step that appends to the path writes to the end of the output.
 */
#ifndef URIPROOF_WHATWG_URL_PARSER_H
#define URIPROOF_WHATWG_URL_PARSER_H

#include "../percent.h"
#include "code_points.h"

#include <uriproof/whatwg-url.h>

/* The EOF code point. */
enum { END = -1 };

typedef enum state {
    SCHEME_START_STATE,
    SCHEME_STATE,
    NO_SCHEME_STATE,
    SPECIAL_RELATIVE_OR_AUTHORITY_STATE,
    PATH_OR_AUTHORITY_STATE,
    RELATIVE_STATE,
    RELATIVE_SLASH_STATE,
    SPECIAL_AUTHORITY_SLASHES_STATE,
    SPECIAL_AUTHORITY_IGNORE_SLASHES_STATE,
    AUTHORITY_STATE,
    HOST_STATE,
    PORT_STATE,
    FILE_STATE,
    FILE_SLASH_STATE,
    FILE_HOST_STATE,
    PATH_START_STATE,
    PATH_STATE,
    OPAQUE_PATH_STATE,
    QUERY_STATE,
    FRAGMENT_STATE
} state;

/* What comes after a run of a state. */
typedef enum step {
    NEXT,  /* the pointer is increased by 1 */
    AGAIN, /* the state has decreased the pointer by 1, so c stays the same */
    FAIL   /* the parser returns failure */
} step;

/* The standard's `buffer` is one of three things here. In the scheme state it is the output, which
 * is still empty. In the authority, host and file host states it is the part of the input from
 * `buffer` to the pointer, and empty if `buffer` is NULL. In the path state it is the
 * `segment_length` octets after the output and one octet of room for a slash. In the port state
 * `port` is its value. In the query state it is not used (see there). */
typedef struct parser {
    const unsigned char *text;  /* the text, from which offsets count */
    const unsigned char *input; /* its first code point that is not removed */
    const unsigned char *end;
    const unsigned char *pointer;
    const unsigned char *buffer;
    size_t segment_length;
    unsigned port; /* at most PORT_TOO_LARGE */
    bool port_given;
    state state;
    bool at_sign_seen;
    bool inside_brackets;
    bool password_token_seen;

    uriproof_whatwg_url_record *url;
    bool is_special;
    bool is_file;
    int default_port;                       /* -1 if it is null */
    const uriproof_whatwg_url_record *base; /* NULL if it is null */

    char *out; /* the serialized URL */
    size_t length;
    unsigned char *scratch; /* the end of out, and room for a host */

    const uriproof_services *services;
    uriproof_whatwg_url_rejection *rejection;
    uriproof_verdict verdict; /* if the parser fails */
} parser;

enum { PORT_TOO_LARGE = 0x10000 };

/* ---- The pointer ---- */

static inline const unsigned char *after_tabs(const parser *p, const unsigned char *at)
{
    while (at != p->end && is_tab_or_newline(*at))
        at++;
    return at;
}

/* The code point, or the octet of one, that the pointer points to. */
static inline int current(const parser *p)
{
    return p->pointer != p->end ? *p->pointer : END;
}

static inline void increase_pointer(parser *p)
{
    p->pointer = after_tabs(p, p->pointer + 1);
}

/* Returns true if `remaining` starts with this octet. */
static inline bool remaining_starts_with(const parser *p, unsigned char octet)
{
    const unsigned char *at = after_tabs(p, p->pointer + 1);
    return at != p->end && *at == octet;
}

static inline step go(parser *p, state next, step then)
{
    p->state = next;
    return then;
}

/* ---- Errors: errors.c ---- */

/* Tells a validation error at `at`, a place in the text, and the clause that says what comes of it.
 */
void whatwg_error_at(parser *p, const char *clause, const char *name, const unsigned char *at);

static inline bool reports(const parser *p)
{
    return p->services->report != NULL;
}

static inline void whatwg_error(parser *p, const char *clause, const char *name)
{
    whatwg_error_at(p, clause, name, p->pointer);
}

/* Sets the rejection, and tells the validation error if `error` is not NULL. Returns FAIL. */
step whatwg_fail_at(parser *p, const char *clause, const char *error, const unsigned char *at);

/* Says that the result depends on a service that is missing. Returns FAIL. */
step whatwg_undefined_at(parser *p, const char *clause, const unsigned char *at);

static inline step whatwg_fail(parser *p, const char *clause, const char *error)
{
    return whatwg_fail_at(p, clause, error, p->pointer);
}

/* Tells whether the code point at the pointer, which is in a path, query or fragment, is no URL
 * unit. */
void whatwg_url_unit_error(parser *p);

static inline void whatwg_check_url_unit(parser *p)
{
    if (reports(p))
        whatwg_url_unit_error(p);
}

/* ---- The URL that is written: record.c ---- */

/* Sets is_special, is_file and default_port, which depend on the scheme. */
void whatwg_scheme_set(parser *p);

static inline void whatwg_put_octet(parser *p, char octet)
{
    p->out[p->length++] = octet;
}

/* Appends the octet to a part of the URL that ends the output, percent-encoded if it is in the
 * set. */
void whatwg_append_encoded(parser *p, uriproof_span *part, unsigned char octet, unsigned set);

/* Appends octets of the input, from the pointer on, to a part that ends the output, as long as they
 * are in the set. */
void whatwg_append_run(parser *p, uriproof_span *part, unsigned set);

/* Sets the scheme; the username, password, host and port; the path; or the query, to that of the
 * base URL. */
void whatwg_copy_scheme(parser *p);
void whatwg_copy_authority(parser *p);
void whatwg_copy_path(parser *p);
void whatwg_copy_query(parser *p);

/* Writes what precedes the credentials. */
void whatwg_begin_credentials(parser *p);

/* Begins the password, after the username. */
void whatwg_begin_password(parser *p);

/* Writes what precedes the host, and removes a host that was written before. */
void whatwg_begin_host(parser *p);

/* Sets the host to the octets that were written since whatwg_begin_host. */
void whatwg_host_written(parser *p, uriproof_whatwg_url_host_kind kind);

void whatwg_set_empty_host(parser *p);
void whatwg_set_port(parser *p);

/* Sets the path, which has been copied, to an empty list. */
void whatwg_clear_path(parser *p);

/* Sets the path to the empty string, which makes it opaque. */
void whatwg_begin_opaque_path(parser *p);

/* The octets of `buffer` in the path state. */
static inline char *segment(const parser *p)
{
    return p->out + p->length + 1;
}

/* Appends `buffer` to the path, and empties it. */
void whatwg_append_segment(parser *p);

/* The end of the relative state and of the file state. A reference without a slash at its start has
 * the host, path and query of the base, with the credentials and port, which a base with scheme
 * "file" does not have. If c is "?", set the query to the empty string; otherwise, if c is "#", the
 * fragment; otherwise, if c is not the EOF code point, the path goes on by `path`. */
step whatwg_relative_to_base(parser *p, int c, step (*path)(parser *p));

/* Shortens the URL's path. */
void whatwg_shorten(parser *p);

/* Sets the query to null. */
void whatwg_clear_query(parser *p);

/* Sets the query, or the fragment, to the empty string. */
void whatwg_begin_query(parser *p);
void whatwg_begin_fragment(parser *p);

/* Completes the URL, and sets its href. */
void whatwg_finish(parser *p);

/* Writes the shortest decimal number. Returns how many octets it writes. */
size_t whatwg_serialize_integer(unsigned value, char *out);

/* ---- Percent-encoded bytes: percent_bytes.c ---- */

/* Writes the octet, percent-encoded if it is in the set. Returns how many octets it writes. */
static inline size_t whatwg_encode_octet(unsigned char octet, unsigned set, char *out)
{
    if (is_percent_encoded(octet, set)) {
        percent_escape(octet, out);
        return 3;
    }
    *out = (char)octet;
    return 1;
}

/* Percent-decodes `length` octets in place. Returns the new length. */
size_t whatwg_percent_decode(unsigned char *octets, size_t length);

/* Returns true if a percent-encoded byte begins at `at`. */
bool whatwg_is_percent_encoded_byte(const unsigned char *at, const unsigned char *end);

/* ---- Windows drive letters: drive_letter.c ---- */

/* Returns true for the two octets of a Windows drive letter. */
bool whatwg_is_drive_letter(const unsigned char *octets, size_t length);
bool whatwg_is_normalized_drive_letter(const char *octets, size_t length);

/* Returns true if the input from the pointer on starts with a Windows drive letter. */
bool whatwg_starts_with_drive_letter(const parser *p);

/* ---- Hosts: host.c, domain.c, ipv4.c, ipv6.c ---- */

/* Runs the host parser on `buffer`, with isOpaque if the URL is not special, and sets the host.
 * Returns NEXT or FAIL. */
step whatwg_host_parser(parser *p);

/* Runs the domain parser on valid UTF-8 without U+FFFD, with beStrict false, and writes the result
 * to the output. is_ascii tells whether the domain is an ASCII string. Returns NEXT or FAIL. */
step whatwg_domain_parser(parser *p, uriproof_span domain, bool is_ascii);

/* Returns true if the ASCII domain ends in a number. */
bool whatwg_ends_in_a_number(uriproof_span domain);

/* Runs the IPv4 parser and the IPv4 serializer on the host, an ASCII domain, and writes the result
 * in its place. Returns NEXT or FAIL. */
step whatwg_ipv4_parser(parser *p);

/* Runs the IPv6 parser on the octets between brackets, and writes the serialized address. Returns
 * NEXT or FAIL. */
step whatwg_ipv6_parser(parser *p, uriproof_span input);

/* An IPv6 address as its pieces. */
typedef struct ipv6_address {
    uint16_t pieces[8];
} ipv6_address;

/* Runs the IPv6 serializer. `out` has room for 39 octets. Returns how many it writes. */
size_t whatwg_ipv6_serialize(const ipv6_address *address, char *out);

/* Returns the place in the text of the octet with this number of `buffer`. */
const unsigned char *whatwg_place_in_buffer(const parser *p, size_t number);

/* Returns the place of the octet with this number of the percent-decoding of `buffer`. */
const unsigned char *whatwg_place_of_decoded(const parser *p, size_t number);

/* ---- The states: states.c, authority.c, file.c, path.c ---- */

typedef step run_state(parser *p, int c);

run_state scheme_start_state, scheme_state, no_scheme_state, special_relative_or_authority_state,
    path_or_authority_state, relative_state, relative_slash_state, special_authority_slashes_state,
    special_authority_ignore_slashes_state, authority_state, host_state, port_state, file_state,
    file_slash_state, file_host_state, path_start_state, path_state, opaque_path_state, query_state,
    fragment_state;

/* Returns the name of a state as the standard prints it. */
const char *whatwg_state_name(state number);

#endif
