/* SPDX-License-Identifier: MIT */
/* Section "Origin". */
#include <uriproof/whatwg-url.h>

static bool is_one_of(uriproof_span scheme, const char *const *names)
{
    while (*names != NULL && !uriproof_span_equal(scheme, uriproof_span_of(*names)))
        names++;
    return *names != NULL;
}

/* For "ftp", "http", "https", "ws" and "wss", return the tuple origin. For "file" and all others,
 * return a new opaque origin. */
static uriproof_whatwg_url_origin origin_of_scheme(const uriproof_whatwg_url_record *url)
{
    static const char *const with_tuple[] = {"ftp", "http", "https", "ws", "wss", NULL};
    if (!is_one_of(url->scheme, with_tuple))
        return (uriproof_whatwg_url_origin){.is_opaque = true};
    return (uriproof_whatwg_url_origin){
        .scheme = url->scheme, .host = url->host, .port = url->port};
}

/* Let pathURL be the result of parsing the serialized path. If that is failure, return a new opaque
 * origin. If its scheme is "http", "https" or "file", return its origin. Return a new opaque
 * origin. */
static uriproof_verdict origin_of_blob(uriproof_span path, const uriproof_services *services,
                                       uriproof_buffer *out, uriproof_whatwg_url_origin *origin)
{
    static const char *const allowed[] = {"http", "https", "file", NULL};
    uriproof_whatwg_url_record url;
    uriproof_services silent = {.report = NULL};
    if (services != NULL)
        silent = *services;
    silent.report = NULL;
    const uriproof_verdict verdict =
        uriproof_whatwg_url_parse(path, (uriproof_span){NULL, 0}, &silent, out, &url, NULL);
    if (verdict == URIPROOF_SILENT || verdict == URIPROOF_NO_ROOM)
        return verdict;
    *origin = (uriproof_whatwg_url_origin){.is_opaque = true};
    if (verdict == URIPROOF_OK && is_one_of(url.scheme, allowed))
        *origin = origin_of_scheme(&url);
    return URIPROOF_OK;
}

uriproof_verdict uriproof_whatwg_url_origin_of(const uriproof_whatwg_url_record *url,
                                               const uriproof_services *services,
                                               uriproof_buffer *out,
                                               uriproof_whatwg_url_origin *origin)
{
    if (uriproof_span_equal(url->scheme, uriproof_span_of("blob")))
        return origin_of_blob(url->path, services, out, origin);
    *origin = origin_of_scheme(url);
    return URIPROOF_OK;
}
