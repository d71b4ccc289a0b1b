/* SPDX-License-Identifier: MIT */
/*
 * An adapter for uriparser, https://uriparser.github.io/. docs/parsers/c.md says which calls it
 * uses.
 */
#include "adapter.h"

#include "protocol/server.h"
#include <stdio.h>
#include <string.h>
#include <uriparser/Uri.h>

static struct {
    uriproof_scratch text; /* memory for spans of the answer that do not point into the request */
    char words[64];        /* the message of a rejection */
} state;

static const char *version(void)
{
    return URI_VER_ANSI;
}

static const char *error_words(int code)
{
    switch (code) {
    case URI_ERROR_SYNTAX:
        return "syntax error";
    case URI_ERROR_ADDBASE_REL_BASE:
        return "the base is relative";
    case URI_ERROR_RANGE_INVALID:
        return "invalid range";
    default:
        return "refused";
    }
}

/* Answers with a rejection. If `code` says that memory ran out, that is not a rejection. */
static void refuse(uriproof_answer *answer, int code)
{
    if (code == URI_ERROR_MALLOC)
        adapter_no_memory();
    answer->status = ANSWER_REJECTED;
    answer->error = error_words(code);
}

/* Parses the reference `text`. On success the caller frees *uri. */
static bool parse_reference(uriproof_span text, UriUriA *uri, uriproof_answer *answer)
{
    const char *first = text.octets != NULL ? text.octets : "";
    const char *place = NULL;
    int code = uriParseSingleUriExA(uri, first, first + text.length, &place);

    if (code == URI_SUCCESS)
        return true;
    refuse(answer, code);
    if (code == URI_ERROR_SYNTAX && place != NULL) {
        (void)snprintf(state.words, sizeof state.words, "syntax error at %td", place - first);
        answer->error = state.words;
    }
    return false;
}

/* Does the same as parse_reference, and rejects a reference without a scheme. */
static bool parse_uri(uriproof_span text, UriUriA *uri, uriproof_answer *answer)
{
    if (!parse_reference(text, uri, answer))
        return false;
    if (uri->scheme.first != NULL)
        return true;
    answer->error = "relative reference";
    uriFreeUriMembersA(uri);
    return false;
}

static uriproof_span span_of_range(UriTextRangeA range)
{
    if (range.first == NULL)
        return (uriproof_span){NULL, 0};
    return (uriproof_span){range.first, (size_t)(range.afterLast - range.first)};
}

static char *append(char *end, uriproof_span span)
{
    if (span.length > 0)
        memcpy(end, span.octets, span.length);
    return end + span.length;
}

/* Returns the greatest possible length of the path: each segment with a slash, and one more
 * slash. */
static size_t path_room(const UriUriA *uri)
{
    size_t room = 1;

    for (const UriPathSegmentA *segment = uri->pathHead; segment != NULL; segment = segment->next)
        room += span_of_range(segment->text).length + 1;
    return room;
}

/* Writes the path to *end and moves *end to its end. uriparser's list only has the segments. A
 * slash comes before the first one if there is a host, or if absolutePath is set (never both). The
 * path is joined from the list, and not cut out of the request, so that an error in the list
 * becomes visible. */
static uriproof_span join_path(const UriUriA *uri, char **end)
{
    char *start = *end;
    char *out = start;
    bool slash = uri->absolutePath || (uri->hostText.first != NULL && uri->pathHead != NULL);

    if (slash)
        *out++ = '/';
    for (const UriPathSegmentA *segment = uri->pathHead; segment != NULL; segment = segment->next) {
        out = append(out, span_of_range(segment->text));
        if (segment->next != NULL)
            *out++ = '/';
    }
    *end = out;
    return (uriproof_span){start, (size_t)(out - start)};
}

/* Returns the host. hostText omits the brackets of an IP literal, and hostData tells whether it is
 * one. */
static uriproof_span join_host(const UriUriA *uri, char **end)
{
    uriproof_span text = span_of_range(uri->hostText);

    if (uri->hostData.ip6 == NULL && uri->hostData.ipFuture.first == NULL)
        return text;
    char *start = *end;
    start[0] = '[';
    char *out = append(start + 1, text);
    *out++ = ']';
    *end = out;
    return (uriproof_span){start, (size_t)(out - start)};
}

static void answer_parse(const uriproof_request *request, uriproof_answer *answer)
{
    UriUriA uri;

    if (!parse_uri(request->field[0], &uri, answer))
        return;
    uriproof_components *parts = &answer->parts.components;
    size_t host_room = span_of_range(uri.hostText).length + 2;
    char *end = adapter_room(&state.text, path_room(&uri) + host_room);

    answer->status = ANSWER_ACCEPTED;
    answer->parts.has_components = true;
    parts->scheme = span_of_range(uri.scheme);
    parts->userinfo = span_of_range(uri.userInfo);
    parts->host = join_host(&uri, &end);
    parts->port = span_of_range(uri.portText);
    parts->path = join_path(&uri, &end);
    parts->query = span_of_range(uri.query);
    parts->fragment = span_of_range(uri.fragment);
    /* The ranges point into the request. If they are empty, they point to static octets. */
    uriFreeUriMembersA(&uri);
}

/* Answers with the text that uriparser writes for `uri`. */
static void give_uri(const UriUriA *uri, uriproof_answer *answer)
{
    int length = 0;
    int code = uriToStringCharsRequiredA(uri, &length);

    if (code == URI_SUCCESS) {
        char *out = adapter_room(&state.text, (size_t)length + 1);
        code = uriToStringA(out, uri, length + 1, NULL);
        answer->result = (uriproof_span){out, strlen(out)};
    }
    if (code == URI_SUCCESS)
        answer->status = ANSWER_ACCEPTED;
    else
        refuse(answer, code);
}

static void resolve_parsed(const UriUriA *base, const UriUriA *reference, uriproof_answer *answer)
{
    UriUriA full;
    int code = uriAddBaseUriA(&full, reference, base);

    if (code != URI_SUCCESS) {
        refuse(answer, code);
        return;
    }
    give_uri(&full, answer);
    uriFreeUriMembersA(&full);
}

static void answer_resolve(const uriproof_request *request, uriproof_answer *answer)
{
    UriUriA base;
    UriUriA reference;

    if (!parse_reference(request->field[0], &base, answer))
        return;
    if (parse_reference(request->field[1], &reference, answer)) {
        resolve_parsed(&base, &reference, answer);
        uriFreeUriMembersA(&reference);
    }
    uriFreeUriMembersA(&base);
}

/* Does the same as parse_reference, and normalizes the result. */
static bool parse_normalized(uriproof_span text, UriUriA *uri, uriproof_answer *answer)
{
    if (!parse_reference(text, uri, answer))
        return false;
    int code = uriNormalizeSyntaxA(uri);
    if (code == URI_SUCCESS)
        return true;
    refuse(answer, code);
    uriFreeUriMembersA(uri);
    return false;
}

static void answer_normalize(const uriproof_request *request, uriproof_answer *answer)
{
    UriUriA uri;

    if (!parse_normalized(request->field[0], &uri, answer))
        return;
    give_uri(&uri, answer);
    uriFreeUriMembersA(&uri);
}

/* Compares two URIs. The manual of uriEqualsUriA says that it compares without normalization. So
 * the adapter normalizes both first, with the same library. */
static void answer_equivalent(const uriproof_request *request, uriproof_answer *answer)
{
    UriUriA uri;
    UriUriA other;

    if (!parse_normalized(request->field[0], &uri, answer))
        return;
    if (parse_normalized(request->field[1], &other, answer)) {
        answer->status = ANSWER_ACCEPTED;
        answer->has_equal = true;
        answer->equal = uriEqualsUriA(&uri, &other) == URI_TRUE;
        uriFreeUriMembersA(&other);
    }
    uriFreeUriMembersA(&uri);
}

/* Decodes a text. The function returns the end of its result, so a decoded `%00` loses nothing. */
static void answer_decode(const uriproof_request *request, uriproof_answer *answer)
{
    if (adapter_string(&state.text, request->field[0]) == NULL) {
        answer->status = ANSWER_UNSUPPORTED; /* the function takes no length */
        return;
    }
    char *text = state.text.octets;
    const char *end = uriUnescapeInPlaceExA(text, URI_FALSE, URI_BR_DONT_TOUCH);
    answer->status = ANSWER_ACCEPTED;
    answer->result = (uriproof_span){text, (size_t)(end - text)};
}

static void answer_encode(const uriproof_request *request, uriproof_answer *answer)
{
    uriproof_span text = request->field[0];
    const char *first = text.octets != NULL ? text.octets : "";
    char *out = adapter_room(&state.text, 3 * text.length + 1);
    const char *end = uriEscapeExA(first, first + text.length, out, URI_FALSE, URI_FALSE);

    answer->status = ANSWER_ACCEPTED;
    answer->result = (uriproof_span){out, (size_t)(end - out)};
}

static const char *const dialects[] = {"rfc3986", NULL};

static bool parse_alone(const char *text, size_t length)
{
    UriUriA uri;
    const char *place;

    if (uriParseSingleUriExA(&uri, text, text + length, &place) != URI_SUCCESS)
        return false;
    uriFreeUriMembersA(&uri);
    return true;
}

static const uriproof_transform transforms[] = {{"host", "brackets-restored"}, {NULL, NULL}};

const uriproof_server uriparser_server = {
    .name = "uriparser",
    .version = version,
    .language = "c",
    .dialects = dialects,
    .transforms = transforms,
    .answer = {[URIPROOF_PARSE] = answer_parse,
               [URIPROOF_RESOLVE] = answer_resolve,
               [URIPROOF_NORMALIZE] = answer_normalize,
               [URIPROOF_EQUIVALENT] = answer_equivalent,
               [URIPROOF_DECODE] = answer_decode,
               [URIPROOF_ENCODE] = answer_encode},
    .parse_alone = parse_alone,
};
