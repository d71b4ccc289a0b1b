/* SPDX-License-Identifier: MIT */
/*
 * An adapter for libcurl's URL API, https://curl.se/libcurl/c/libcurl-url.html. docs/parsers/c.md
 * says which calls it uses.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

/* The parts that libcurl returns, and where the answer has them. */
static const struct {
    CURLUPart part;
    size_t offset;
} parts[] = {
    {CURLUPART_SCHEME, offsetof(uriproof_components, scheme)},
    {CURLUPART_USER, offsetof(uriproof_components, user)},
    {CURLUPART_PASSWORD, offsetof(uriproof_components, password)},
    {CURLUPART_HOST, offsetof(uriproof_components, host)},
    {CURLUPART_PORT, offsetof(uriproof_components, port)},
    {CURLUPART_PATH, offsetof(uriproof_components, path)},
    {CURLUPART_QUERY, offsetof(uriproof_components, query)},
    {CURLUPART_FRAGMENT, offsetof(uriproof_components, fragment)},
};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

static struct {
    uriproof_scratch text, host;
    char *kept[PART_COUNT]; /* strings of libcurl, which the last answer points to */
} state;

static const char *version(void)
{
    return curl_version_info(CURLVERSION_NOW)->version;
}

static void free_kept(void)
{
    for (size_t i = 0; i < PART_COUNT; i++) {
        curl_free(state.kept[i]);
        state.kept[i] = NULL;
    }
}

/* Returns true if `code` is no error. Otherwise makes the answer a rejection. */
static bool accepted(CURLUcode code, uriproof_answer *answer)
{
    if (code == CURLUE_OUT_OF_MEMORY)
        adapter_no_memory();
    if (code != CURLUE_OK)
        answer->error = curl_url_strerror(code);
    return code == CURLUE_OK;
}

static CURLU *new_url(void)
{
    CURLU *url = curl_url();

    if (url == NULL)
        adapter_no_memory();
    return url;
}

/* Sets the URL of `url`. If it has one already, libcurl resolves `text` against it. */
static bool set_url(CURLU *url, uriproof_span text, unsigned flags, uriproof_answer *answer)
{
    const char *string = adapter_string(&state.text, text);

    if (string == NULL) {
        answer->status = ANSWER_UNSUPPORTED;
        return false;
    }
    return accepted(curl_url_set(url, CURLUPART_URL, string, flags), answer);
}

static bool says_absent(CURLUcode code)
{
    return code >= CURLUE_NO_SCHEME && code <= CURLUE_NO_FRAGMENT;
}

static bool get_parts(CURLU *url, uriproof_answer *answer)
{
    char *components = (char *)&answer->parts.components;

    for (size_t i = 0; i < PART_COUNT; i++) {
        CURLUcode code = curl_url_get(url, parts[i].part, &state.kept[i], 0);
        if (says_absent(code))
            continue;
        if (!accepted(code, answer))
            return false;
        uriproof_span span = {state.kept[i], strlen(state.kept[i])};
        memcpy(components + parts[i].offset, &span, sizeof span);
    }
    return true;
}

/* Returns true if this zone comes right after the `%` of the host in the text, and not after `%25`.
 * The last bracket before the path, the query and the fragment is the host's. */
static bool is_bare(const char *zone, const char *text)
{
    const char *slash = strchr(text, '/');
    const char *host = slash != NULL ? slash + strspn(slash, "/") : text;
    const size_t length = strcspn(host, "/?#"), zone_length = strlen(zone);
    size_t at = length;

    while (at > 0 && host[at - 1] != '[')
        at--;
    while (at < length && host[at] != '%')
        at++;
    return length - at > zone_length + 1 && host[at + 1 + zone_length] == ']' &&
           memcmp(host + at + 1, zone, zone_length) == 0;
}

/* Puts the zone back into the host: libcurl makes it a part of its own. It is written as in the
 * text, after `%` or `%25`. state.text still has the text. */
static void put_zone(CURLU *url, uriproof_answer *answer)
{
    uriproof_span *host = &answer->parts.components.host;
    char *zone = NULL;
    if (curl_url_get(url, CURLUPART_ZONEID, &zone, 0) == CURLUE_OK && host->length > 1) {
        const size_t most = host->length + strlen(zone) + sizeof "%25]";
        char *whole = adapter_room(&state.host, most);
        int length = snprintf(whole, most, "%.*s%s%s]", (int)host->length - 1, host->octets,
                              is_bare(zone, state.text.octets) ? "%" : "%25", zone);
        *host = (uriproof_span){whole, (size_t)length};
    }
    curl_free(zone);
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    CURLU *url = new_url();

    /* PATH_AS_IS keeps the dots. A parse asks for the octets as they are, and only resolve removes
     * dots. */
    if (set_url(url, request->field[0], CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS, answer) &&
        get_parts(url, answer)) {
        put_zone(url, answer);
        answer->status = ANSWER_ACCEPTED;
        answer->parts.has_components = true;
    }
    curl_url_cleanup(url);
}

/* Answers with a string that libcurl allocated. */
static void give(char *string, size_t length, uriproof_answer *answer)
{
    state.kept[0] = string;
    answer->status = ANSWER_ACCEPTED;
    answer->result = (uriproof_span){string, length};
}

static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    CURLU *url = new_url();
    char *full = NULL;

    if (set_url(url, request->field[0], CURLU_NON_SUPPORT_SCHEME, answer) &&
        set_url(url, request->field[1], CURLU_NON_SUPPORT_SCHEME, answer) &&
        accepted(curl_url_get(url, CURLUPART_URL, &full, 0), answer))
        give(full, strlen(full), answer);
    curl_url_cleanup(url);
}

/* Returns a C string for an empty text. Both functions below take the length 0 to mean "up to the
 * NUL". */
static const char *octets_of(uriproof_span text)
{
    return text.length > 0 ? text.octets : "";
}

static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    int length = 0;
    char *out = curl_easy_unescape(NULL, octets_of(text), (int)text.length, &length);

    if (out == NULL)
        adapter_no_memory();
    give(out, (size_t)length, answer);
}

static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    char *out = curl_easy_escape(NULL, octets_of(text), (int)text.length);

    if (out == NULL)
        adapter_no_memory();
    else
        give(out, strlen(out), answer);
}

static const char *const dialects[] = {"rfc3986", NULL};

/* These were seen in libcurl 7.88.1; tests/libcurl.cases.json has them. */
static const uriproof_transform transforms[] = {
    {"scheme", "lowercased"},
    {"host", "decoded"},
    {"host", "empty-as-absent"},
    {"host", "address-rewritten"},
    {"port", "empty-as-absent"},
    {"port", "as-number"},
    {"path", "empty-as-slash"},
    {"fragment", "empty-as-absent"},
    {NULL, NULL},
};

static bool parse_alone(const char *text, size_t length)
{
    CURLU *url = new_url();

    (void)length;
    CURLUcode code =
        curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS);
    curl_url_cleanup(url);
    return code == CURLUE_OK;
}

const uriproof_server libcurl_server = {
    .name = "libcurl",
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
