/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <string.h>
#include <uriproof/rfc3986.h>

/* ---- Invented faults ---- */

static bool has_octet(uriproof_span text, char octet)
{
    return text.length > 0 && memchr(text.octets, octet, text.length) != NULL;
}

/* A long path with a semicolon in its last segment loses that segment. */
static bool spoil_long_path(uriproof_answer *answer)
{
    uriproof_span *path = &answer->parts.components.path;
    size_t last = path->length;
    if (path->length < 25)
        return false;
    while (last > 0 && path->octets[last - 1] != '/')
        last--;
    if (!has_octet((uriproof_span){path->octets + last, path->length - last}, ';'))
        return false;
    path->length = last;
    return true;
}

/* Returns how many dots the segment at `at` has if it is one of dots alone; else 0. */
static size_t dots_at(uriproof_span path, size_t at)
{
    size_t dots = 0;
    while (at + dots < path.length && path.octets[at + dots] == '.')
        dots++;
    const bool ends = at + dots == path.length || path.octets[at + dots] == '/';
    return ends && dots <= 2 ? dots : 0;
}

/* A path ends before a third dot segment in a row, if these are `..`, `.` and `..`. */
static bool spoil_nested_dots(uriproof_answer *answer)
{
    uriproof_span *path = &answer->parts.components.path;
    for (size_t at = 1; at + 6 < path->length; at++)
        if (path->octets[at - 1] == '/' && dots_at(*path, at) == 2 && dots_at(*path, at + 3) == 1 &&
            dots_at(*path, at + 5) == 2) {
            path->length = at + 4;
            return true;
        }
    return false;
}

/* If an escape stands before the at-sign, and a digit after it, the escape is part of the host. */
static bool spoil_escape_before_at(uriproof_answer *answer)
{
    uriproof_components *parts = &answer->parts.components;
    const uriproof_span userinfo = parts->userinfo;
    if (userinfo.length < 3 || userinfo.octets[userinfo.length - 3] != '%' ||
        parts->host.length == 0 || parts->host.octets[0] < '0' || parts->host.octets[0] > '9')
        return false;
    parts->host.octets -= 4;
    parts->host.length += 4;
    parts->userinfo.length -= 3;
    return true;
}

/* An IPv6 address in which `::` stands for one group of zeros is rejected, if it has a letter. */
static bool spoil_address(uriproof_answer *answer)
{
    const uriproof_span host = answer->parts.components.host;
    size_t colons = 0;
    bool has_letter = false, has_gap = false;
    if (host.length < 2 || host.octets[0] != '[' || host.octets[1] == 'v')
        return false;
    for (size_t i = 1; i < host.length; i++) {
        colons += host.octets[i] == ':';
        has_gap = has_gap || (host.octets[i] == ':' && host.octets[i - 1] == ':');
        has_letter = has_letter || (host.octets[i] >= 'a' && host.octets[i] <= 'f');
    }
    if (!has_gap || !has_letter || colons != 7)
        return false;
    *answer = (uriproof_answer){.status = ANSWER_REJECTED};
    return true;
}

/* In a URI whose scheme has a plus sign and whose port is empty, a query ends at its second
 * question mark. */
static bool spoil_second_question(uriproof_answer *answer)
{
    uriproof_components *parts = &answer->parts.components;
    const char *question =
        parts->query.length > 0 ? memchr(parts->query.octets, '?', parts->query.length) : NULL;
    if (question == NULL || !has_octet(parts->scheme, '+') || !uriproof_present(parts->port) ||
        parts->port.length > 0)
        return false;
    parts->query.length = (size_t)(question - parts->query.octets);
    return true;
}

/* ---- Invented faults that were held out: no mutator was made or changed with them in mind ---- */

/* A path ends before the second of two equal escapes in a row, if the query is empty. */
static bool spoil_twin_escapes(uriproof_answer *answer)
{
    uriproof_components *parts = &answer->parts.components;
    uriproof_span *path = &parts->path;
    if (!uriproof_present(parts->query) || parts->query.length > 0)
        return false;
    for (size_t at = 0; at + 6 <= path->length; at++)
        if (path->octets[at] == '%' && memcmp(path->octets + at, path->octets + at + 3, 3) == 0) {
            path->length = at + 3;
            return true;
        }
    return false;
}

/* The port is lost if the host, of two octets or more, is the scheme. */
static bool spoil_echoed_scheme(uriproof_answer *answer)
{
    uriproof_components *parts = &answer->parts.components;
    if (parts->scheme.length < 2 || parts->host.length != parts->scheme.length ||
        memcmp(parts->scheme.octets, parts->host.octets, parts->host.length) != 0 ||
        parts->port.length == 0)
        return false;
    parts->port = (uriproof_span){NULL, 0};
    return true;
}

const fault faults[FAULT_COUNT] = {
    {"long-path", "a path of 25 octets or more loses its last segment if that has a semicolon",
     NULL, NULL, "a:/aaaaaaaaaaaaaaaaaaaaaaa;", spoil_long_path, false},
    {"nested-dots", "a path ends before the third of the dot segments `..`, `.` and `..`", NULL,
     NULL, "a:/.././..", spoil_nested_dots, false},
    {"escape-before-at", "an escape before the at-sign is part of a host that begins with a digit",
     NULL, NULL, "a://%41@1", spoil_escape_before_at, false},
    {"address-gap", "an IPv6 address of seven colons with a gap and a letter is rejected", NULL,
     NULL, "a://[1:2:3:4:5:6::a]", spoil_address, false},
    {"second-question",
     "a query ends at its second question mark if the scheme has a plus sign and "
     "the port is empty",
     NULL, NULL, "a+b://h:/?q?", spoil_second_question, false},
    {"neon-query", "neon 0.32.5: the query is part of the host", "neon",
     "1/parse/host/boundary/rfc3986.authority.termination/question", "x://h?q", NULL, false},
    {"neon-port", "neon 0.32.5: a port of many digits becomes another number", "neon",
     "1/parse/port/text/rfc3986.bnf.port/digit", "x://h:80000000000/", NULL, false},
    {"uriparser-normal", "uriparser 0.9.7: the normal form has a host that the text has not",
     "uriparser", "1/parse-normal/host/boundary/rfc3986.authority.termination/colon", "x:a/..///a",
     NULL, false},
    {"libsoup-future", "libsoup 2.74: an address of a future version with an empty port", "libsoup",
     "1/parse/host/boundary/rfc3986.host.brackets/left-bracket", "a://[v2.2]:/", NULL, false},
    {"libsoup-port", "libsoup 2.74: a port of many digits becomes another number", "libsoup",
     "1/parse/port/text/rfc3986.bnf.port/digit", "a://h:99999999999/", NULL, false},
    {"twin-escapes", "a path ends before an escape that is repeated, if the query is empty", NULL,
     NULL, "a:%41%41?", spoil_twin_escapes, true},
    {"echoed-scheme", "the port is lost if the host, of two octets or more, is the scheme", NULL,
     NULL, "ab://ab:1", spoil_echoed_scheme, true},
    {"libevent-sign", "libevent 2.1.12: a plus sign in an IPv4 address within an IPv6 address",
     "libevent", "1/parse/uri/validity/rfc3986.bnf.IP-literal/sub-delim", "x://[::0.+0.0.0]", NULL,
     true},
};

const fault *fault_named(const char *name)
{
    for (size_t i = 0; i < FAULT_COUNT; i++)
        if (strcmp(faults[i].name, name) == 0)
            return &faults[i];
    return NULL;
}

/* ---- The parser ---- */

static const fault *present;
static bool shown;

static const char *version(void)
{
    return "1";
}

static void parse(const uriproof_request *request, uriproof_answer *answer)
{
    static const uriproof_readings defaults = {{0}};
    static uriproof_scratch scratch;
    uriproof_ask(&uriproof_rfc3986, &defaults, request, &scratch, answer);
    answer->parts.has_generic = false;
    if (answer->status == ANSWER_ACCEPTED && present->spoil(answer))
        shown = true;
}

const uriproof_server *fault_server(const fault *one)
{
    static const uriproof_server server = {.name = "faulty",
                                           .version = version,
                                           .language = "c",
                                           .answer = {[URIPROOF_PARSE] = parse}};
    present = one;
    shown = false;
    return &server;
}

bool fault_was_shown(void)
{
    return shown;
}
