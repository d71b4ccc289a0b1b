/* SPDX-License-Identifier: MIT */
/* The basic URL parser: authority state, host state and port state. */
#include "parser.h"

/* Appends c to buffer, and the code points after it that only would be appended. */
static step append(parser *p)
{
    if (p->buffer == NULL)
        p->buffer = p->pointer;
    while (p->pointer + 1 != p->end && is_in_set(p->pointer[1], PLAIN_IN_AUTHORITY))
        p->pointer++;
    return NEXT;
}

/* c is the EOF code point, "/", "?" or "#"; or url is special and c is "\". */
static bool ends_authority(const parser *p, int c)
{
    return c == END || c == '/' || c == '?' || c == '#' || (p->is_special && c == '\\');
}

static uriproof_span *credential(parser *p)
{
    return p->password_token_seen ? &p->url->password : &p->url->username;
}

/* For each code point of buffer: if it is ":" and passwordTokenSeen is false, set that to true.
 * Otherwise, percent-encode it with the userinfo percent-encode set, and append it to the password
 * if passwordTokenSeen is true, and else to the username. */
static void append_credentials(parser *p)
{
    if (p->buffer == NULL)
        return;
    for (const unsigned char *at = p->buffer; at != p->pointer; at++) {
        if (is_tab_or_newline(*at))
            continue;
        if (*at == ':' && !p->password_token_seen) {
            p->password_token_seen = true;
            whatwg_begin_password(p);
        } else {
            whatwg_append_encoded(p, credential(p), *at, USERINFO_SET);
        }
    }
}

/* c is "@". If atSignSeen is true, buffer begins with "%40". Buffer is then part of the
 * credentials. It is emptied at each "@", so the time is linear. */
static step at_sign(parser *p)
{
    whatwg_error(p, "whatwg-url.authority.at-last", "invalid-credentials");
    whatwg_begin_credentials(p);
    if (p->at_sign_seen)
        whatwg_append_encoded(p, credential(p), '@', USERINFO_SET);
    p->at_sign_seen = true;
    append_credentials(p);
    p->buffer = NULL;
    return NEXT;
}

/* If c is "@", buffer is part of the credentials. Otherwise, if the authority ends: if atSignSeen
 * is true and buffer is empty, return failure; else set pointer back to where buffer begins, empty
 * it, and set state to host state. Otherwise, append c to buffer. */
step authority_state(parser *p, int c)
{
    if (c == '@')
        return at_sign(p);
    if (!ends_authority(p, c))
        return append(p);
    if (p->at_sign_seen && p->buffer == NULL)
        return whatwg_fail(p, "whatwg-url.authority.host-after-at", "host-missing");
    if (p->buffer != NULL)
        p->pointer = p->buffer;
    p->buffer = NULL;
    return go(p, HOST_STATE, AGAIN);
}

/* Parses the host in buffer, empties it, and goes to another state. */
static step host_ends(parser *p, state next, step then)
{
    if (whatwg_host_parser(p) == FAIL)
        return FAIL;
    p->buffer = NULL;
    return go(p, next, then);
}

/* If c is ":" and insideBrackets is false: if buffer is empty, return failure; else parse the host
 * and set state to port state. Otherwise, if the authority ends: if url is special and buffer is
 * empty, return failure; else parse the host, set state to path start state and decrease pointer by
 * 1. Otherwise, keep insideBrackets and append c to buffer. */
step host_state(parser *p, int c)
{
    const bool port = c == ':' && !p->inside_brackets;
    const bool end = ends_authority(p, c);
    if (p->buffer == NULL && (port || (end && p->is_special)))
        return whatwg_fail(p, port ? "whatwg-url.host.port-needs-host" : "whatwg-url.host.missing",
                           "host-missing");
    if (port)
        return host_ends(p, PORT_STATE, NEXT);
    if (end)
        return host_ends(p, PATH_START_STATE, AGAIN);
    if (c == '[')
        p->inside_brackets = true;
    if (c == ']')
        p->inside_brackets = false;
    return append(p);
}

/* Appends a digit to buffer, of which only the value matters. */
static step append_digit(parser *p, int c)
{
    p->port_given = true;
    p->port = p->port * 10 + (unsigned)(c - '0');
    if (p->port > PORT_TOO_LARGE)
        p->port = PORT_TOO_LARGE;
    return NEXT;
}

/* If c is an ASCII digit, append it to buffer. Otherwise, if the authority ends: if buffer is not
 * empty and its value not a 16-bit unsigned integer, return failure; else it is the port, or null
 * if it is the default port; set state to path start state and decrease pointer by 1. Otherwise,
 * return failure. */
step port_state(parser *p, int c)
{
    if (c_is_in(c, ASCII_DIGIT))
        return append_digit(p, c);
    if (!ends_authority(p, c))
        return whatwg_fail(p, "whatwg-url.port.digits", "port-invalid");
    if (p->port_given && p->port == PORT_TOO_LARGE)
        return whatwg_fail(p, "whatwg-url.port.range", "port-out-of-range");
    if (p->port_given)
        whatwg_set_port(p);
    return go(p, PATH_START_STATE, AGAIN);
}
