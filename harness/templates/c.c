// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: c/uriproof_adapter.h c/uriproof_adapter.c
// Needs: apt-get install gcc libc6-dev libcjson-dev
// Build: cc -O2 -o @NAME@ @FILE@ @DIR@uriproof_adapter.c -lcjson
// Run: ./@NAME@
#include "uriproof_adapter.h"

#include <string.h>

// Answers one request. The text may hold any octets.
static void parse(const adapter_text *uri, cJSON *answer)
{
    // TO DO: Call your parser and report what it returns. Do not repair or guess anything.
    // Do not add a part that is absent, and add an empty part with length 0. A text without a
    // scheme is not a URI: reject it. If memory runs out, call abort(). If the parser cannot take
    // the text (a C string cannot hold a NUL; never cut it), call adapter_unsupported(answer).
    // "generic" has the parts scheme, path (with //host), search and fragmentid. A parser that
    // splits the authority has "components": scheme, userinfo, host, port, path, query, fragment.
    const char *end = uri->octets + uri->length, *colon = uri->octets;
    while (colon < end && memchr(":/?#", *colon, 4) == NULL)
        colon++;
    if (colon == uri->octets || colon == end || *colon != ':') {
        adapter_reject(answer, "no scheme");
        return;
    }
    const char *path = colon + 1, *fragment = memchr(path, '#', (size_t)(end - path));
    const char *query_end = fragment != NULL ? fragment : end;
    const char *query = memchr(path, '?', (size_t)(query_end - path));
    const char *path_end = query != NULL ? query : query_end;
    cJSON *parts = adapter_accept(answer, "generic");
    adapter_add(parts, "scheme", uri->octets, (size_t)(colon - uri->octets));
    adapter_add(parts, "path", path, (size_t)(path_end - path));
    if (query != NULL)
        adapter_add(parts, "search", query + 1, (size_t)(query_end - query - 1));
    if (fragment != NULL)
        adapter_add(parts, "fragmentid", fragment + 1, (size_t)(end - fragment - 1));
}

int main(void)
{
    static const char *const dialects[] = {"rfc3986", NULL};
    static const adapter_op ops[] = {{"parse", parse}, {NULL, NULL}};
    // List changes by design in .transforms. If the parser does not validate, say so in .splits.
    return adapter_serve(&(adapter_about){"@NAME@", "0", dialects, ops, .transforms = NULL});
}
