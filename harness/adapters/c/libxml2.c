/* SPDX-License-Identifier: MIT */
/*
 * libxml2's uri.h, https://gnome.pages.gitlab.gnome.org/libxml2/. docs/parsers/c.md says how
 * each call is mapped.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <libxml/globals.h>
#include <libxml/uri.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct libxml2_state {
    uriproof_scratch text[2];
    xmlURIPtr uri;   /* of the last parse; the answer points into it */
    xmlChar *result; /* of the last other operation */
    char port[16];
} libxml2_state;

/* xmlParserVersion is "20914" or "20914-GITv2.9.14", and not the header's but the library's. */
static const char *version(void)
{
    static char dotted[32];
    long number = strtol(xmlParserVersion, NULL, 10);

    (void)snprintf(dotted, sizeof dotted, "%ld.%ld.%ld", number / 10000, number / 100 % 100,
                   number % 100);
    return dotted;
}

static void free_kept(libxml2_state *state)
{
    xmlFreeURI(state->uri);
    state->uri = NULL;
    xmlFree(state->result);
    state->result = NULL;
}

/* The text of the request's field `index` as a C string. NULL, and an answer of unsupported,
 * where it holds a NUL. */
static const char *field(libxml2_state *state, const uriproof_request *request, int index,
                         uriproof_answer *answer)
{
    const char *string = adapter_string(&state->text[index], request->field[index]);

    if (string == NULL)
        answer->status = ANSWER_UNSUPPORTED;
    return string;
}

/* The authority. An empty host is a NULL server with the port -1 ("//" was there); port 0 is none,
 * or zero, which libxml2 does not tell apart. */
static void give_authority(libxml2_state *state, const xmlURI *uri, uriproof_components *parts)
{
    parts->userinfo = uriproof_span_of(uri->user);
    parts->host = uriproof_span_of(uri->server);
    if (uri->server == NULL && uri->port == -1)
        parts->host = uriproof_span_of("");
    if (uri->port > 0) {
        (void)snprintf(state->port, sizeof state->port, "%d", uri->port);
        parts->port = uriproof_span_of(state->port);
    }
}

static void answer_parse(libxml2_state *state, const uriproof_request *request,
                         uriproof_answer *answer)
{
    const char *text = field(state, request, 0, answer);

    if (text == NULL)
        return;
    state->uri = xmlParseURIRaw(text, 1);
    const xmlURI *uri = state->uri;
    if (uri == NULL || uri->scheme == NULL) {
        answer->error = uri == NULL ? "not parsed" : "relative reference";
        return;
    }
    uriproof_components *parts = &answer->parts.components;
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = uriproof_span_of(uri->scheme);
    give_authority(state, uri, parts);
    parts->path = uriproof_span_of(uri->path);
    parts->query = uriproof_span_of(uri->query_raw);
    parts->fragment = uriproof_span_of(uri->fragment);
}

/* Makes a string of libxml2's the result; NULL is a rejection. */
static void give(libxml2_state *state, xmlChar *string, uriproof_answer *answer)
{
    state->result = string;
    answer->status = string != NULL ? ANSWER_ACCEPTED : ANSWER_REJECTED;
    answer->result = uriproof_span_of((const char *)string);
    if (string == NULL)
        answer->error = "no result";
}

static void answer_resolve(libxml2_state *state, const uriproof_request *request,
                           uriproof_answer *answer)
{
    const char *base = field(state, request, 0, answer);
    const char *reference = field(state, request, 1, answer);

    if (base != NULL && reference != NULL)
        give(state, xmlBuildURI((const xmlChar *)reference, (const xmlChar *)base), answer);
}

/* A C string comes back, without a length: what follows a decoded NUL is lost to any caller. */
static void answer_decode(libxml2_state *state, const uriproof_request *request,
                          uriproof_answer *answer)
{
    const char *text = field(state, request, 0, answer);

    if (text != NULL)
        give(state, (xmlChar *)xmlURIUnescapeString(text, (int)request->field[0].length, NULL),
             answer);
}

static void answer_encode(libxml2_state *state, const uriproof_request *request,
                          uriproof_answer *answer)
{
    const char *text = field(state, request, 0, answer);

    if (text != NULL)
        give(state, xmlURIEscapeStr((const xmlChar *)text, (const xmlChar *)""), answer);
}

static void answer_request(void *opaque, const uriproof_request *request, uriproof_answer *answer)
{
    static void (*const by_op[URIPROOF_OP_COUNT])(libxml2_state *, const uriproof_request *,
                                                  uriproof_answer *) = {
        [URIPROOF_PARSE] = answer_parse,
        [URIPROOF_RESOLVE] = answer_resolve,
        [URIPROOF_DECODE] = answer_decode,
        [URIPROOF_ENCODE] = answer_encode,
    };
    libxml2_state *state = opaque;

    free_kept(state);
    by_op[request->op](state, request, answer);
}

static libxml2_state the_state;

static const char *const dialects[] = {"rfc3986", NULL};

/* Seen in libxml2 2.9.14; docs/parsers/c.md has the evidence. */
static const uriproof_transform transforms[] = {
    {"path", "empty-as-absent"}, {"port", "as-number"}, {NULL, NULL}};

static bool parse_alone(const char *text, size_t length)
{
    xmlURIPtr uri = xmlParseURIRaw(text, 1);

    (void)length;
    xmlFreeURI(uri);
    return uri != NULL;
}

const uriproof_server libxml2_server = {
    .name = "libxml2",
    .version = version,
    .language = "c",
    .dialects = dialects,
    .transforms = transforms,
    .ops = {[URIPROOF_PARSE] = true,
            [URIPROOF_RESOLVE] = true,
            [URIPROOF_DECODE] = true,
            [URIPROOF_ENCODE] = true},
    .state = &the_state,
    .answer = answer_request,
    .parse_alone = parse_alone,
};
