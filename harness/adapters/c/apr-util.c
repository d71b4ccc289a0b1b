/* SPDX-License-Identifier: MIT */
/*
 * An adapter for the URIs of the Apache Portable Runtime, https://apr.apache.org/.
 * docs/parsers/c.md says which calls it uses.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <apr_escape.h>
#include <apr_general.h>
#include <apr_pools.h>
#include <apr_uri.h>
#include <apu_version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    uriproof_scratch text;
    uriproof_scratch result;
    uriproof_scratch host;
} state;

static int end_without_memory(int code)
{
    (void)code;
    adapter_no_memory();
}

/* Returns the pool for the parts of a URI, emptied. */
static apr_pool_t *empty_pool(void)
{
    static apr_pool_t *pool;

    if (pool != NULL) {
        apr_pool_clear(pool);
        return pool;
    }
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create_ex(&pool, NULL, end_without_memory, NULL) != APR_SUCCESS)
        adapter_no_memory();
    (void)atexit(apr_terminate);
    return pool;
}

/* Returns the host. APR omits the brackets of an IP literal from it, but not from hostinfo, which
 * is the whole authority. There the host comes after the last @, if there is a user. The brackets
 * are put back if they are around just this host. */
static uriproof_span host_of(const apr_uri_t *uri)
{
    uriproof_span host = uriproof_span_of(uri->hostname);
    const char *at = uri->hostinfo != NULL ? strrchr(uri->hostinfo, '@') : NULL;
    const char *first = at != NULL ? at + 1 : uri->hostinfo;

    if (host.octets == NULL || first == NULL)
        return host;
    uriproof_span bracketed = adapter_bracketed(&state.host, host);
    return strncmp(first, bracketed.octets, bracketed.length) == 0 ? bracketed : host;
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[0], answer);
    uriproof_components *parts = &answer->parts.components;
    apr_uri_t uri;

    if (text == NULL)
        return;
    apr_status_t status = apr_uri_parse(empty_pool(), text, &uri);
    if (status != APR_SUCCESS || uri.scheme == NULL) {
        answer->error = status != APR_SUCCESS ? "not parsed" : "relative reference";
        return;
    }
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = uriproof_span_of(uri.scheme);
    parts->user = uriproof_span_of(uri.user);
    parts->password = uriproof_span_of(uri.password);
    parts->host = host_of(&uri);
    parts->port = uriproof_span_of(uri.port_str);
    parts->path = uriproof_span_of(uri.path);
    parts->query = uriproof_span_of(uri.query);
    parts->fragment = uriproof_span_of(uri.fragment);
}

/* Reports the result. Both calls write a NUL at the end. APR_NOTFOUND means that there was nothing
 * to change. */
static void give(apr_status_t status, const char *result, uriproof_answer *answer)
{
    bool done = status == APR_SUCCESS || status == APR_NOTFOUND;

    adapter_give(done ? result : NULL, status == APR_BADCH ? "forbidden octet" : "bad escape",
                 answer);
}

static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[0], answer);

    if (text == NULL)
        return;
    char *result = adapter_room(&state.result, request->field[0].length + 1);
    give(apr_unescape_url(result, text, APR_ESCAPE_STRING, NULL, NULL, 0, NULL), result, answer);
}

static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[0], answer);

    if (text == NULL)
        return;
    char *result = adapter_room(&state.result, 3 * request->field[0].length + 1);
    give(apr_escape_path_segment(result, text, APR_ESCAPE_STRING, NULL), result, answer);
}

/* The library does not claim any specification. */
static const char *const dialects[] = {"apr-util", NULL};

/* These are documented and were seen in APR-util 1.6.3; tests/apr-util.cases.json has them. */
static const uriproof_transform transforms[] = {
    {"host", "brackets-restored"}, {"path", "empty-as-absent"}, {NULL, NULL}};

static bool parse_alone(const char *text, size_t length)
{
    apr_uri_t uri;

    (void)length;
    return apr_uri_parse(empty_pool(), text, &uri) == APR_SUCCESS;
}

const uriproof_server apr_util_server = {
    .name = "apr-util",
    .version = apu_version_string,
    .language = "c",
    .dialects = dialects,
    .transforms = transforms,
    .answer = {[URIPROOF_PARSE] = answer_parse,
               [URIPROOF_DECODE] = answer_decode,
               [URIPROOF_ENCODE] = answer_encode},
    .parse_alone = parse_alone,
};
