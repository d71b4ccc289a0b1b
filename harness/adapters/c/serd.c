/* SPDX-License-Identifier: MIT */
/*
 * An adapter for Serd's URIs, https://drobilla.net/software/serd. docs/parsers/c.md says which
 * calls it uses.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <serd/serd.h>
#include <string.h>

static struct {
    uriproof_scratch text[2]; /* the parsed texts, which the parts point into */
    uriproof_scratch path;
    uint8_t *result;
} state;

/* Returns the version of the library at build time. Serd has no call that tells it at run time. */
static const char *version(void)
{
    return URIPROOF_SERD_VERSION;
}

/* Parses the request's field `index`. If it returns false, *answer has the reason. */
static bool parse_reference(const uriproof_request *request, int index, SerdURI *uri,
                            uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text[index], request->field[index], answer);

    if (text == NULL)
        return false;
    SerdStatus status = serd_uri_parse((const uint8_t *)text, uri);
    if (status != SERD_SUCCESS)
        answer->error = (const char *)serd_strerror(status);
    return status == SERD_SUCCESS;
}

static uriproof_span span_of(SerdChunk chunk)
{
    return (uriproof_span){(const char *)chunk.buf, chunk.buf != NULL ? chunk.len : 0};
}

/* Returns the text between scheme and query. Serd does not split the authority. */
static uriproof_span authority_and_path(const SerdURI *uri)
{
    uriproof_span authority = span_of(uri->authority), path = span_of(uri->path);
    char *start = adapter_room(&state.path, authority.length + path.length + 2);
    char *end = start;

    if (authority.octets != NULL) {
        memcpy(end, "//", 2);
        memcpy(end + 2, authority.octets, authority.length);
        end += 2 + authority.length;
    }
    if (path.length > 0)
        memcpy(end, path.octets, path.length);
    return (uriproof_span){start, (size_t)(end - start) + path.length};
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    SerdURI uri = SERD_URI_NULL;
    uriproof_generic *parts = &answer->parts.generic;

    if (!parse_reference(request, 0, &uri, answer))
        return;
    if (uri.scheme.buf == NULL) {
        answer->error = "relative reference";
        return;
    }
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_generic = true;
    parts->scheme = span_of(uri.scheme);
    parts->path = authority_and_path(&uri);
    parts->search = span_of(uri.query);
    parts->fragmentid = span_of(uri.fragment);
    /* Serd includes the delimiter in the fragment. */
    if (parts->fragmentid.length > 0 && parts->fragmentid.octets[0] == '#') {
        parts->fragmentid.octets++;
        parts->fragmentid.length--;
    }
}

static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    SerdURI base = SERD_URI_NULL, reference = SERD_URI_NULL, full = SERD_URI_NULL;
    SerdChunk chunk = {NULL, 0};

    if (!parse_reference(request, 0, &base, answer) ||
        !parse_reference(request, 1, &reference, answer))
        return;
    serd_uri_resolve(&reference, &base, &full);
    (void)serd_uri_serialise(&full, serd_chunk_sink, &chunk);
    state.result = serd_chunk_sink_finish(&chunk);
    if (state.result == NULL)
        adapter_no_memory();
    adapter_give((const char *)state.result, "no result", answer);
}

static void free_kept(void)
{
    serd_free(state.result);
    state.result = NULL;
}

static const char *const dialects[] = {"rfc3986", NULL};

static bool parse_alone(const char *text, size_t length)
{
    SerdURI uri;

    (void)length;
    return serd_uri_parse((const uint8_t *)text, &uri) == SERD_SUCCESS;
}

const uriproof_server serd_server = {
    .name = "serd",
    .version = version,
    .language = "c",
    .dialects = dialects,
    .transforms = NULL,
    .answer = {[URIPROOF_PARSE] = answer_parse, [URIPROOF_RESOLVE] = answer_resolve},
    .forget = free_kept,
    .parse_alone = parse_alone,
};
