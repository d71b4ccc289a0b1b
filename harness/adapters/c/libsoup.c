/* SPDX-License-Identifier: MIT */
/*
 * An adapter for SoupURI of libsoup 2.4, https://libsoup.org/. docs/parsers/c.md says which calls
 * it uses.
 *
 * libsoup uses GLib, which ends the process if memory runs out, as adapters do.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <libsoup/soup.h>
#include <stdio.h>
#include <string.h>

/* RFC 3986's reserved characters. soup_uri_encode is told to escape them too, so that its result is
 * one segment. */
static const char reserved[] = ":/?#[]@!$&'()*+,;=";

static struct {
    uriproof_scratch text;
    uriproof_scratch host;
    uriproof_scratch port;
    SoupURI *uri[2]; /* the URIs of the request's fields, which the answer points into */
    SoupURI *full;
    char *result;
} state;

static const char *version(void)
{
    static char words[32];

    (void)snprintf(words, sizeof words, "%u.%u.%u", soup_get_major_version(),
                   soup_get_minor_version(), soup_get_micro_version());
    return words;
}

static void free_kept(void)
{
    g_clear_pointer(&state.uri[0], soup_uri_free);
    g_clear_pointer(&state.uri[1], soup_uri_free);
    g_clear_pointer(&state.full, soup_uri_free);
    g_clear_pointer(&state.result, g_free);
}

/* Parses the request's field `index`. If it returns NULL, *answer has the reason. */
static SoupURI *parse_uri(const uriproof_request *request, int index, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[index], answer);

    if (text == NULL)
        return NULL;
    state.uri[index] = soup_uri_new(text);
    if (state.uri[index] == NULL)
        answer->error = "not parsed";
    return state.uri[index];
}

/* Returns the next octet of `text`. libsoup removes these before it parses. */
static const char *skip_removed(const char *text)
{
    return text + strspn(text, "\t\n\r");
}

/* Returns true if the host, as it is written in `text`, begins with a bracket. libsoup takes the
 * first @ as the end of the user. */
static bool begins_with_bracket(const char *text)
{
    const char *slash = strchr(text, '/');
    const char *second = slash != NULL ? skip_removed(slash + 1) : "";

    if (*second != '/')
        return false;
    const char *host = skip_removed(second + 1);
    const char *at = memchr(host, '@', strcspn(host, "/?#"));
    return *(at != NULL ? skip_removed(at + 1) : host) == '[';
}

/* Returns the host, in brackets if it is an IP literal. libsoup itself writes them around a host
 * with a colon. But a host with escapes may have a colon after decoding, so the text must have a
 * bracket too. */
static uriproof_span host_of(const SoupURI *uri)
{
    uriproof_span host = uriproof_span_of(uri->host);

    if (uri->host == NULL || strchr(uri->host, ':') == NULL ||
        !begins_with_bracket(state.text.octets))
        return host;
    return adapter_bracketed(&state.host, host);
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    const SoupURI *uri = parse_uri(request, 0, answer);
    uriproof_components *parts = &answer->parts.components;

    if (uri == NULL)
        return;
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = uriproof_span_of(uri->scheme);
    parts->user = uriproof_span_of(uri->user);
    parts->password = uriproof_span_of(uri->password);
    parts->host = host_of(uri);
    if (uri->port != 0)
        parts->port = adapter_number(&state.port, uri->port);
    parts->path = uriproof_span_of(uri->path);
    parts->query = uriproof_span_of(uri->query);
    parts->fragment = uriproof_span_of(uri->fragment);
}

/* Resolves a reference. soup_uri_to_string omits the password, as its manual says. libsoup has no
 * call that writes a whole URI with it, so such a result is unsupported. */
static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    SoupURI *base = parse_uri(request, 0, answer);
    const char *reference =
        base != NULL ? adapter_asked(&state.text, request->field[1], answer) : NULL;

    if (reference == NULL)
        return;
    state.full = soup_uri_new_with_base(base, reference);
    if (state.full == NULL) {
        answer->error = "not resolved";
    } else if (state.full->password != NULL) {
        answer->status = ANSWER_UNSUPPORTED;
    } else {
        state.result = soup_uri_to_string(state.full, FALSE);
        adapter_give(state.result, "no result", answer);
    }
}

static void answer_equivalent(const uriproof_request *request, uriproof_answer *answer)
{
    SoupURI *uri = parse_uri(request, 0, answer);
    SoupURI *other = uri != NULL ? parse_uri(request, 1, answer) : NULL;

    if (other == NULL)
        return;
    answer->status = ANSWER_ACCEPTED;
    answer->has_equal = true;
    answer->equal = soup_uri_equal(uri, other) != FALSE;
}

/* Decodes a text. The result is a C string, so every caller loses the octets after a decoded
 * NUL. */
static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[0], answer);

    if (text == NULL)
        return;
    state.result = soup_uri_decode(text);
    adapter_give(state.result, "not decoded", answer);
}

static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text, request->field[0], answer);

    if (text == NULL)
        return;
    state.result = soup_uri_encode(text, reserved);
    adapter_give(state.result, "not encoded", answer);
}

static const char *const dialects[] = {"rfc3986", NULL};

/* These are documented and were seen in libsoup 2.74.3; tests/libsoup.cases.json has them. */
static const uriproof_transform transforms[] = {
    {"scheme", "lowercased"},
    {"user", "decoded"},
    {"password", "decoded"},
    {"host", "decoded"},
    {"host", "brackets-restored"},
    {"port", "as-number"},
    {"port", "with-default"},
    {"port", "empty-as-absent"},
    {"path", "decoded-unreserved"},
    {"path", "empty-as-slash"},
    {"path", "dots-removed"},
    {"query", "decoded-unreserved"},
    {"fragment", "decoded-unreserved"},
    {NULL, NULL},
};

static bool parse_alone(const char *text, size_t length)
{
    SoupURI *uri = soup_uri_new(text);

    (void)length;
    if (uri == NULL)
        return false;
    soup_uri_free(uri);
    return true;
}

const uriproof_server libsoup_server = {
    .name = "libsoup",
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
