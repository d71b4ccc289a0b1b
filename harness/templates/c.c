// @NAME@: an adapter for uriproof (docs/protocol.md).
// Helper: c/uriproof_adapter.h c/uriproof_adapter.c
// Needs: apt-get install gcc libc6-dev libcjson-dev
// Build: cc -O2 -o @NAME@ @FILE@ @DIR@uriproof_adapter.c -lcjson
// Run: ./@NAME@
#include "uriproof_adapter.h"

#include <string.h>

// Takes octets, any of them.
static void parse(const adapter_text *uri, cJSON *answer)
{
    // TO DO: ask your parser, and give what it gives. Repair nothing and guess nothing.
    // A part that is absent is not added; one that is there and empty is added with length 0. A
    // text without a scheme is no URI. Out of memory is no rejection: abort(). What the parser
    // cannot be asked (a NUL in a C string: never cut it) is adapter_unsupported(answer). The parts
    // of "generic" are scheme, path (with //host), search and fragmentid; a parser of today has
    // those of "components": scheme, userinfo, host, port, path, query, fragment.
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
    // What the parser changes by design is .transforms; that it checks nothing, is .splits.
    return adapter_serve(&(adapter_about){"@NAME@", "0", dialects, ops, .transforms = NULL});
}
