/* SPDX-License-Identifier: MIT */
/*
 * An adapter for neon's ne_uri.h, https://notroj.github.io/neon/. docs/parsers/c.md says which
 * calls it uses.
 *
 * neon ends the process if memory runs out, as adapters do.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <neon/ne_alloc.h>
#include <neon/ne_uri.h>
#include <neon/ne_utils.h>
#include <stdio.h>
#include <string.h>

static struct {
    uriproof_scratch text;
    uriproof_scratch port;
    ne_uri uri[2]; /* the URIs of the request's fields, which the answer points into */
    char *result;
} state;

/* Returns the second word, up to the colon, of "neon 0.32.5: Library build, ...". */
static const char *version(void)
{
    static char number[32];
    const char *words = strchr(ne_version_string(), ' ');

    if (words == NULL)
        return ne_version_string();
    (void)snprintf(number, sizeof number, "%.*s", (int)strcspn(words + 1, ": "), words + 1);
    return number;
}

static void free_kept(void)
{
    ne_uri_free(&state.uri[0]);
    ne_uri_free(&state.uri[1]);
    ne_free(state.result);
    state.result = NULL;
}

/* Returns the text with a second NUL, under AddressSanitizer too. If an IP literal is the end of
 * the text, ne_uri_parse reads the octet after the NUL (docs/findings.md), and that would end a
 * fuzzing engine at each such text. */
static const char *two_nuls(uriproof_span text)
{
    char *string = adapter_room(&state.text, text.length + 2);

    if (text.length > 0)
        memcpy(string, text.octets, text.length);
    memset(string + text.length, '\0', 2);
    return string;
}

/* Parses the request's field `index`. If it returns NULL, *answer has the reason. */
static const ne_uri *parse_reference(const uriproof_request *request, int index,
                                     uriproof_answer *answer)
{
    if (adapter_asked(&state.text, request->field[index], answer) == NULL)
        return NULL;
    const char *text = two_nuls(request->field[index]);
    if (ne_uri_parse(text, &state.uri[index]) == 0)
        return &state.uri[index];
    answer->error = "not parsed";
    return NULL;
}

/* Does the same as parse_reference, and rejects a reference without a scheme. */
static const ne_uri *parse_uri(const uriproof_request *request, int index, uriproof_answer *answer)
{
    const ne_uri *uri = parse_reference(request, index, answer);

    if (uri == NULL || uri->scheme != NULL)
        return uri;
    answer->error = "relative reference";
    return NULL;
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    const ne_uri *uri = parse_uri(request, 0, answer);
    uriproof_components *parts = &answer->parts.components;

    if (uri == NULL)
        return;
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = uriproof_span_of(uri->scheme);
    parts->userinfo = uriproof_span_of(uri->userinfo);
    parts->host = uriproof_span_of(uri->host);
    if (uri->port != 0)
        parts->port = adapter_number(&state.port, uri->port);
    parts->path = uriproof_span_of(uri->path);
    parts->query = uriproof_span_of(uri->query);
    parts->fragment = uriproof_span_of(uri->fragment);
}

static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    const ne_uri *base = parse_reference(request, 0, answer);
    const ne_uri *reference = parse_reference(request, 1, answer);
    ne_uri full;

    if (base == NULL || reference == NULL)
        return;
    state.result = ne_uri_unparse(ne_uri_resolve(base, reference, &full));
    ne_uri_free(&full);
    adapter_give(state.result, "no result", answer);
}

static void answer_equivalent(const uriproof_request *request, uriproof_answer *answer)
{
    const ne_uri *uri = parse_reference(request, 0, answer);
    const ne_uri *other = uri != NULL ? parse_reference(request, 1, answer) : NULL;

    if (other == NULL)
        return;
    answer->status = ANSWER_ACCEPTED;
    answer->has_equal = true;
    answer->equal = ne_uri_cmp(uri, other) == 0;
}

/* Decodes a text. The result is a C string, so every caller loses the octets after a decoded
 * NUL. */
static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[0], answer);

    if (text == NULL)
        return;
    state.result = ne_path_unescape(text);
    adapter_give(state.result, "invalid escape", answer);
}

/* Encodes a text. ne_path_escape takes a path and does not escape its slashes. So it cannot encode
 * a text with slashes as one segment. */
static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[0], answer);

    if (text == NULL)
        return;
    if (strchr(text, '/') != NULL) {
        answer->status = ANSWER_UNSUPPORTED;
        return;
    }
    state.result = ne_path_escape(text);
    adapter_give(state.result, "no result", answer);
}

static const char *const dialects[] = {"rfc3986", NULL};

/* These were seen in neon 0.32.5; tests/neon.cases.json has them. */
static const uriproof_transform transforms[] = {
    {"port", "empty-as-absent"}, {"port", "as-number"}, {"path", "empty-as-slash"}, {NULL, NULL}};

static bool parse_alone(const char *text, size_t length)
{
    ne_uri uri;
    bool taken = ne_uri_parse(text, &uri) == 0;

    (void)length;
    ne_uri_free(&uri);
    return taken;
}

const uriproof_server neon_server = {
    .name = "neon",
    .version = version,
    .language = "c",
    .dialects = dialects,
    .transforms = transforms,
    .answer = {[URIPROOF_PARSE] = answer_parse,
               [URIPROOF_RESOLVE] = answer_resolve,
               [URIPROOF_DECODE] = answer_decode,
               [URIPROOF_EQUIVALENT] = answer_equivalent,
               [URIPROOF_ENCODE] = answer_encode},
    .forget = free_kept,
    .parse_alone = parse_alone,
};
