/* SPDX-License-Identifier: MIT */
/*
 * An adapter for libevent's evhttp_uri_parse, https://libevent.org/. docs/parsers/c.md says which
 * calls it uses.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <errno.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    uriproof_scratch text;
    struct evhttp_uri *uri; /* the URI of the last parse, which the answer points into */
    char *result;           /* the result of the last other operation */
    char port[16];
} state;

static const char *version(void)
{
    return event_get_version();
}

static void free_kept(void)
{
    if (state.uri != NULL)
        evhttp_uri_free(state.uri);
    state.uri = NULL;
    free(state.result);
    state.result = NULL;
}

/* Parses a text, and returns NULL for a rejection. If memory ran out, which errno tells, it ends
 * the process instead. */
static struct evhttp_uri *parse_strictly(const char *text)
{
    errno = 0;
    struct evhttp_uri *uri = evhttp_uri_parse_with_flags(text, 0);

    if (uri == NULL && errno == ENOMEM)
        adapter_no_memory();
    return uri;
}

/* Reports the parts. An absent part is NULL in libevent, with two exceptions: the path is always
 * present, and the port is -1 if it is absent or empty. */
static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_string(&state.text, request->field[0]);

    if (text == NULL) {
        answer->status = ANSWER_UNSUPPORTED; /* the function takes no length */
        return;
    }
    state.uri = parse_strictly(text);
    const struct evhttp_uri *uri = state.uri;
    if (uri == NULL || evhttp_uri_get_scheme(uri) == NULL) {
        answer->error = uri == NULL ? "not parsed" : "relative reference";
        return;
    }
    uriproof_components *parts = &answer->parts.components;
    int port = evhttp_uri_get_port(uri);
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = uriproof_span_of(evhttp_uri_get_scheme(uri));
    parts->userinfo = uriproof_span_of(evhttp_uri_get_userinfo(uri));
    parts->host = uriproof_span_of(evhttp_uri_get_host(uri));
    if (port != -1) {
        (void)snprintf(state.port, sizeof state.port, "%d", port);
        parts->port = uriproof_span_of(state.port);
    }
    parts->path = uriproof_span_of(evhttp_uri_get_path(uri));
    parts->query = uriproof_span_of(evhttp_uri_get_query(uri));
    parts->fragment = uriproof_span_of(evhttp_uri_get_fragment(uri));
}

/* Answers with octets that libevent allocated. Both calls never reject a text, so NULL means that
 * memory ran out. */
static void give(char *octets, size_t length, uriproof_answer *answer)
{
    if (octets == NULL)
        adapter_no_memory();
    state.result = octets;
    answer->status = ANSWER_ACCEPTED;
    answer->result = (uriproof_span){octets, length};
}

static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_string(&state.text, request->field[0]);
    size_t length = 0;

    if (text == NULL) {
        answer->status = ANSWER_UNSUPPORTED;
        return;
    }
    char *decoded = evhttp_uridecode(text, 0, &length);
    give(decoded, length, answer);
}

static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    const char *first = text.octets != NULL ? text.octets : "";
    char *encoded = evhttp_uriencode(first, (ev_ssize_t)text.length, 0);

    give(encoded, uriproof_span_of(encoded).length, answer);
}

static const char *const dialects[] = {"rfc3986", NULL};

/* These were seen in libevent 2.1.12; tests/libevent.cases.json has them. */
static const uriproof_transform transforms[] = {
    {"port", "empty-as-absent"}, {"port", "as-number"}, {NULL, NULL}};

static bool parse_alone(const char *text, size_t length)
{
    struct evhttp_uri *uri = evhttp_uri_parse_with_flags(text, 0);

    (void)length;
    if (uri == NULL)
        return false;
    evhttp_uri_free(uri);
    return true;
}

const uriproof_server libevent_server = {
    .name = "libevent",
    .version = version,
    .language = "c",
    .dialects = dialects,
    .transforms = transforms,
    .answer = {[URIPROOF_PARSE] = answer_parse,
               [URIPROOF_DECODE] = answer_decode,
               [URIPROOF_ENCODE] = answer_encode},
    .forget = free_kept,
    .parse_alone = parse_alone,
};
