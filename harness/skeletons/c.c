// @NAME@: an adapter for uriproof (docs/protocol.md).
// Needs: apt-get install gcc libc6-dev libcjson-dev
// Build: cc -O2 -o @NAME@ @FILE@ -lcjson
// Run: ./@NAME@
#define _POSIX_C_SOURCE 200809L
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char hello[] =
    "{\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"0\",\"language\":\"c\","
    "\"dialects\":[\"rfc3986\"],\"ops\":[\"parse\"]}\n";

// Adds a part: plain where it is printable ASCII, else in hexadecimal.
static void add_part(cJSON *parts, const char *name, const char *octets, size_t length)
{
    char key[32], *text = malloc(2 * length + 1);
    size_t plain = 0;
    while (plain < length && octets[plain] >= ' ' && octets[plain] <= '~')
        plain++;
    for (size_t i = 0; i < length; i++)
        sprintf(text + (plain < length ? 2 * i : i), plain < length ? "%02x" : "%c",
                (unsigned char)octets[i]);
    text[plain < length ? 2 * length : length] = '\0';
    snprintf(key, sizeof key, "%s%s", name, plain < length ? "_hex" : "");
    cJSON_AddStringToObject(parts, key, text);
    free(text);
}

// Takes octets, any of them, adds the parts, and says whether it is a URI.
static int parse(const char *uri, size_t length, cJSON *parts)
{
    // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    // A part that is absent is not added; one that is there and void is added with length 0. A text
    // without a scheme is no URI. 0 is a refusal; out of memory is none: abort(). What the parser
    // changes by design is declared in the hello's "gives". What it cannot be asked (a NUL in a C
    // string: never cut it) is answered "unsupported": true.
    // The parts of "generic" are scheme, path (with //host), search and fragmentid; a parser of
    // today has those of "components": scheme, userinfo, host, port, path, query, fragment.
    const char *end = uri + length, *at = uri;
    while (at < end && memchr(":/?#", *at, 4) == NULL)
        at++;
    if (at == uri || at == end || *at != ':')
        return 0;
    const char *path = at + 1, *fragment = memchr(path, '#', (size_t)(end - path));
    const char *query_end = fragment != NULL ? fragment : end;
    const char *query = memchr(path, '?', (size_t)(query_end - path));
    const char *path_end = query != NULL ? query : query_end;
    add_part(parts, "scheme", uri, (size_t)(at - uri));
    add_part(parts, "path", path, (size_t)(path_end - path));
    if (query != NULL)
        add_part(parts, "search", query + 1, (size_t)(query_end - query - 1));
    if (fragment != NULL)
        add_part(parts, "fragmentid", fragment + 1, (size_t)(end - fragment - 1));
    return 1;
}

// The octets of the request's uri, in place.
static char *uri_of(const cJSON *request, size_t *length)
{
    char *uri = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "uri"));
    if (uri == NULL) {
        uri = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(request, "uri_hex"));
        *length = strlen(uri) / 2;
        for (size_t i = 0; i < *length; i++)
            uri[i] = (char)strtol((char[]){uri[2 * i], uri[2 * i + 1], '\0'}, NULL, 16);
    } else {
        *length = strlen(uri);
    }
    return uri;
}

static void answer(const cJSON *request)
{
    size_t length;
    cJSON *out = cJSON_CreateObject(), *parts = cJSON_CreateObject();
    cJSON_AddItemToObject(out, "id",
                          cJSON_Duplicate(cJSON_GetObjectItem(request, "id"), cJSON_True));
    if (strcmp(cJSON_GetObjectItem(request, "op")->valuestring, "parse") == 0) {
        char *uri = uri_of(request, &length);
        int valid = parse(uri, length, parts);
        cJSON_AddBoolToObject(out, "valid", valid);
        if (valid)
            cJSON_AddItemReferenceToObject(out, "generic", parts);
    } else {
        cJSON_AddTrueToObject(out, "unsupported");
    }
    char *line = cJSON_PrintUnformatted(out);
    puts(line);
    free(line);
    cJSON_Delete(out);
    cJSON_Delete(parts);
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        cJSON *request = cJSON_Parse(line);
        if (strcmp(cJSON_GetObjectItem(request, "op")->valuestring, "hello") == 0)
            fputs(hello, stdout);
        else
            answer(request);
        cJSON_Delete(request);
        fflush(stdout); // print elsewhere only to stderr
    }
    free(line);
    return 0;
}
