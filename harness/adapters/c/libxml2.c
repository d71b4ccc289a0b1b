/* SPDX-License-Identifier: MIT */
/*
 * An adapter for libxml2's uri.h, https://gnome.pages.gitlab.gnome.org/libxml2/. docs/parsers/c.md
 * says which calls it uses.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <libxml/globals.h>
#include <libxml/uri.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    uriproof_scratch text[2];
    xmlURIPtr uri;   /* the URI of the last parse, which the answer points into */
    xmlChar *result; /* the result of the last other operation */
    char port[16];
} state;

/* Returns the version. xmlParserVersion is "20914" or "20914-GITv2.9.14". It is the version of the
 * loaded library, not of the header. */
static const char *version(void)
{
    static char dotted[32];
    long number = strtol(xmlParserVersion, NULL, 10);

    (void)snprintf(dotted, sizeof dotted, "%ld.%ld.%ld", number / 10000, number / 100 % 100,
                   number % 100);
    return dotted;
}

static void free_kept(void)
{
    xmlFreeURI(state.uri);
    state.uri = NULL;
    xmlFree(state.result);
    state.result = NULL;
}

/* Returns the text of the request's field `index` as a C string. If it has a NUL, returns NULL and
 * makes the answer unsupported. */
static const char *field(const uriproof_request *request, int index, uriproof_answer *answer)
{
    const char *string = adapter_string(&state.text[index], request->field[index]);

    if (string == NULL)
        answer->status = ANSWER_UNSUPPORTED;
    return string;
}

/* Sets the parts of the authority. If the text has a "//" and an empty host, the server is NULL and
 * the port -1. Port 0 means an absent port or port zero, which libxml2 does not distinguish. */
static void give_authority(const xmlURI *uri, uriproof_components *parts)
{
    parts->userinfo = uriproof_span_of(uri->user);
    parts->host = uriproof_span_of(uri->server);
    if (uri->server == NULL && uri->port == -1)
        parts->host = uriproof_span_of("");
    if (uri->port > 0) {
        (void)snprintf(state.port, sizeof state.port, "%d", uri->port);
        parts->port = uriproof_span_of(state.port);
    }
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = field(request, 0, answer);

    if (text == NULL)
        return;
    state.uri = xmlParseURIRaw(text, 1);
    const xmlURI *uri = state.uri;
    if (uri == NULL || uri->scheme == NULL) {
        answer->error = uri == NULL ? "not parsed" : "relative reference";
        return;
    }
    uriproof_components *parts = &answer->parts.components;
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = uriproof_span_of(uri->scheme);
    give_authority(uri, parts);
    parts->path = uriproof_span_of(uri->path);
    parts->query = uriproof_span_of(uri->query_raw);
    parts->fragment = uriproof_span_of(uri->fragment);
}

/* Answers with a string that libxml2 allocated. NULL is a rejection. */
static void give(xmlChar *string, uriproof_answer *answer)
{
    state.result = string;
    answer->status = string != NULL ? ANSWER_ACCEPTED : ANSWER_REJECTED;
    answer->result = uriproof_span_of((const char *)string);
    if (string == NULL)
        answer->error = "no result";
}

static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    const char *base = field(request, 0, answer);
    const char *reference = field(request, 1, answer);

    if (base != NULL && reference != NULL)
        give(xmlBuildURI((const xmlChar *)reference, (const xmlChar *)base), answer);
}

/* Decodes a text. The result is a C string, so every caller loses the octets after a decoded
 * NUL. */
static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = field(request, 0, answer);

    if (text != NULL)
        give((xmlChar *)xmlURIUnescapeString(text, (int)request->field[0].length, NULL), answer);
}

static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = field(request, 0, answer);

    if (text != NULL)
        give(xmlURIEscapeStr((const xmlChar *)text, (const xmlChar *)""), answer);
}

static const char *const dialects[] = {"rfc3986", NULL};

/* These were seen in libxml2 2.9.14; tests/libxml2.cases.json has them. */
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
    .answer = {[URIPROOF_PARSE] = answer_parse,
               [URIPROOF_RESOLVE] = answer_resolve,
               [URIPROOF_DECODE] = answer_decode,
               [URIPROOF_ENCODE] = answer_encode},
    .forget = free_kept,
    .parse_alone = parse_alone,
};
