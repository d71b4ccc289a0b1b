/* SPDX-License-Identifier: MIT */
/*
 * An adapter for http_parser, https://github.com/nodejs/http-parser. docs/parsers/c.md says which
 * call it uses.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <http_parser.h>
#include <stdio.h>

static struct {
    uriproof_scratch host;
} state;

static const char *version(void)
{
    static char words[32];
    unsigned long number = http_parser_version();

    (void)snprintf(words, sizeof words, "%lu.%lu.%lu", number >> 16 & 255U, number >> 8 & 255U,
                   number & 255U);
    return words;
}

/* Returns the octets of a field in `text`, or an absent span if its bit is not set. Positions only
 * have 16 bits. So in a text of 65,536 octets or more a position may be wrong, but it is never
 * beyond the text. */
static uriproof_span field_of(const struct http_parser_url *url, unsigned field, uriproof_span text)
{
    if ((url->field_set >> field & 1U) == 0)
        return (uriproof_span){NULL, 0};
    return (uriproof_span){text.octets + url->field_data[field].off, url->field_data[field].len};
}

/* Returns the host. If it is an IP literal, its position is within the brackets, so they are
 * visible around it. */
static uriproof_span host_of(const struct http_parser_url *url, uriproof_span text)
{
    uriproof_span host = field_of(url, UF_HOST, text);

    if (host.octets == NULL || host.octets == text.octets || host.octets[-1] != '[')
        return host;
    const size_t end = (size_t)(host.octets - text.octets) + host.length;
    if (end >= text.length || text.octets[end] != ']')
        return host;
    return adapter_bracketed(&state.host, host);
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    uriproof_components *parts = &answer->parts.components;
    struct http_parser_url url;

    http_parser_url_init(&url);
    if (http_parser_parse_url(text.octets != NULL ? text.octets : "", text.length, 0, &url) != 0) {
        answer->error = "not parsed";
        return;
    }
    parts->scheme = field_of(&url, UF_SCHEMA, text);
    if (parts->scheme.octets == NULL) {
        answer->error = "relative reference";
        return;
    }
    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->userinfo = field_of(&url, UF_USERINFO, text);
    parts->host = host_of(&url, text);
    parts->port = field_of(&url, UF_PORT, text);
    parts->path = field_of(&url, UF_PATH, text);
    parts->query = field_of(&url, UF_QUERY, text);
    parts->fragment = field_of(&url, UF_FRAGMENT, text);
}

/* The library does not claim any specification. */
static const char *const dialects[] = {"http-parser", NULL};

/* These were seen in http_parser 2.9.4; tests/http-parser.cases.json has them. */
static const uriproof_transform transforms[] = {
    {"userinfo", "empty-as-absent"}, {"host", "brackets-restored"},   {"path", "empty-as-absent"},
    {"query", "empty-as-absent"},    {"fragment", "empty-as-absent"}, {NULL, NULL}};

static bool parse_alone(const char *text, size_t length)
{
    struct http_parser_url url;

    http_parser_url_init(&url);
    return http_parser_parse_url(text, length, 0, &url) == 0;
}

const uriproof_server http_parser_server = {
    .name = "http-parser",
    .version = version,
    .language = "c",
    .dialects = dialects,
    .transforms = transforms,
    .answer = {[URIPROOF_PARSE] = answer_parse},
    .parse_alone = parse_alone,
};
