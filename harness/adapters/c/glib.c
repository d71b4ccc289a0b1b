/* SPDX-License-Identifier: MIT */
/*
 * An adapter for GLib's GUri, https://docs.gtk.org/glib/struct.Uri.html. docs/parsers/c.md says
 * which calls it uses.
 *
 * GLib ends the process if memory runs out, as adapters do.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <glib.h>
#include <stdio.h>
#include <string.h>

/* With these flags GUri decodes no part, and does not treat a host as a DNS name. Without
 * PARSE_RELAXED it is strict. */
static const GUriFlags as_written = G_URI_FLAGS_ENCODED | G_URI_FLAGS_NON_DNS;

/* The parts of a reference. An absent part is NULL. */
typedef struct guri_parts {
    char *scheme;
    char *userinfo;
    char *host;
    char *path;
    char *query;
    char *fragment;
    int port; /* -1 if it is absent */
} guri_parts;

static struct {
    uriproof_scratch text[2];
    uriproof_scratch host;
    uriproof_scratch port;
    guri_parts parts; /* the parts of the last parse, which the answer points into */
    char *result;
    GBytes *decoded;
    GError *error;
} state;

static const char *version(void)
{
    static char words[32];

    (void)snprintf(words, sizeof words, "%u.%u.%u", glib_major_version, glib_minor_version,
                   glib_micro_version);
    return words;
}

static void free_parts(guri_parts *parts)
{
    g_free(parts->scheme);
    g_free(parts->userinfo);
    g_free(parts->host);
    g_free(parts->path);
    g_free(parts->query);
    g_free(parts->fragment);
    *parts = (guri_parts){0};
}

static void free_kept(void)
{
    free_parts(&state.parts);
    g_clear_pointer(&state.result, g_free);
    g_clear_pointer(&state.decoded, g_bytes_unref);
    g_clear_error(&state.error);
}

/* Returns an English message for the error. GLib's own messages are translated, and may contain
 * octets that are not text. */
static const char *words_of(void)
{
    static const char *const by_code[] = {
        [G_URI_ERROR_FAILED] = "failed",
        [G_URI_ERROR_BAD_SCHEME] = "bad scheme",
        [G_URI_ERROR_BAD_USER] = "bad user",
        [G_URI_ERROR_BAD_PASSWORD] = "bad password",
        [G_URI_ERROR_BAD_AUTH_PARAMS] = "bad auth params",
        [G_URI_ERROR_BAD_HOST] = "bad host",
        [G_URI_ERROR_BAD_PORT] = "bad port",
        [G_URI_ERROR_BAD_PATH] = "bad path",
        [G_URI_ERROR_BAD_QUERY] = "bad query",
        [G_URI_ERROR_BAD_FRAGMENT] = "bad fragment",
    };
    const GError *error = state.error;

    if (error == NULL)
        return "no result, and no error";
    bool known = error->domain == G_URI_ERROR && error->code >= 0 &&
                 (size_t)error->code < sizeof by_code / sizeof by_code[0];
    return known ? by_code[error->code] : "refused";
}

/* Splits a text. g_uri_parse accepts the same texts if they have a scheme, but it removes dots. */
static bool split(const char *text, guri_parts *parts, GError **error)
{
    return g_uri_split(text, as_written, &parts->scheme, &parts->userinfo, &parts->host,
                       &parts->port, &parts->path, &parts->query, &parts->fragment, error) != FALSE;
}

/* Returns the host. GUri omits the brackets of an IP literal. Only an IP literal has a colon, since
 * a name ends at its first colon; g_uri_to_string uses this rule too. */
static uriproof_span host_of(void)
{
    uriproof_span host = uriproof_span_of(state.parts.host);

    if (host.octets == NULL || strchr(host.octets, ':') == NULL)
        return host;
    return adapter_bracketed(&state.host, host);
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    const char *text = adapter_asked(&state.text[0], request->field[0], answer);
    const guri_parts *found = &state.parts;
    uriproof_components *parts = &answer->parts.components;

    if (text == NULL)
        return;
    if (!split(text, &state.parts, &state.error) || found->scheme == NULL) {
        answer->error = state.error != NULL ? words_of() : "relative reference";
        return;
    }
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = uriproof_span_of(found->scheme);
    parts->userinfo = uriproof_span_of(found->userinfo);
    parts->host = host_of();
    if (found->port != -1)
        parts->port = adapter_number(&state.port, (unsigned)found->port);
    parts->path = uriproof_span_of(found->path);
    parts->query = uriproof_span_of(found->query);
    parts->fragment = uriproof_span_of(found->fragment);
}

static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    const char *base = adapter_asked(&state.text[0], request->field[0], answer);
    const char *reference = adapter_asked(&state.text[1], request->field[1], answer);

    if (base == NULL || reference == NULL)
        return;
    state.result = g_uri_resolve_relative(base, reference, as_written, &state.error);
    adapter_give(state.result, words_of(), answer);
}

/* Uses g_uri_unescape_bytes, since it takes a length, and its result may have a NUL. */
static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    const char *first = text.octets != NULL ? text.octets : "";
    gsize length = 0;

    state.decoded = g_uri_unescape_bytes(first, (gssize)text.length, NULL, &state.error);
    if (state.decoded == NULL) {
        answer->error = words_of();
        return;
    }
    const char *octets = g_bytes_get_data(state.decoded, &length);
    answer->status = ANSWER_ACCEPTED;
    answer->result = (uriproof_span){length > 0 ? octets : "", length};
}

static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    const char *first = text.octets != NULL ? text.octets : "";

    state.result = g_uri_escape_bytes((const guint8 *)first, text.length, NULL);
    adapter_give(state.result, "no result", answer);
}

static const char *const dialects[] = {"rfc3986", NULL};

/* These were seen in GLib 2.74.6; tests/glib.cases.json has them. */
static const uriproof_transform transforms[] = {
    {"scheme", "lowercased"},       {"userinfo", "decoded-unreserved"},
    {"userinfo", "uppercased-hex"}, {"host", "decoded-unreserved"},
    {"host", "uppercased-hex"},     {"host", "zone-decoded"},
    {"host", "brackets-restored"},  {"port", "empty-as-absent"},
    {"port", "as-number"},          {"path", "decoded-unreserved"},
    {"path", "uppercased-hex"},     {"query", "decoded-unreserved"},
    {"query", "uppercased-hex"},    {"fragment", "decoded-unreserved"},
    {"fragment", "uppercased-hex"}, {NULL, NULL},
};

static bool parse_alone(const char *text, size_t length)
{
    guri_parts parts = {0};
    bool taken = split(text, &parts, NULL);

    (void)length;
    free_parts(&parts);
    return taken;
}

const uriproof_server glib_server = {
    .name = "glib",
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
