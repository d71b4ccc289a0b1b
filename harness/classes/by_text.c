/* SPDX-License-Identifier: MIT */
#include "by_text.h"

#include "places.h"

#include "base/base.h"

#include <uriproof/rfc3986.h>

/* Returns the scheme with its colon; of no octets if there is none. */
static uriproof_span scheme_of(uriproof_span text)
{
    size_t end = 0;
    while (end < text.length && !octet_is_in(text.octets[end], ":/?#"))
        end++;
    const bool has_scheme = end < text.length && text.octets[end] == ':';
    return (uriproof_span){text.octets, has_scheme ? end + 1 : 0};
}

/* Returns the authority of a reference, which may be no reference by the grammar: what is between
 * two slashes, at the start or after a scheme, and the next delimiter (RFC 3986, 3.2). Absent if
 * there is none. */
static uriproof_span authority_of(uriproof_span text)
{
    size_t start = scheme_of(text).length;
    if (text.length - start < 2 || text.octets[start] != '/' || text.octets[start + 1] != '/')
        return (uriproof_span){NULL, 0};
    start += 2;
    size_t end = start;
    while (end < text.length && !octet_is_in(text.octets[end], "/?#"))
        end++;
    return (uriproof_span){text.octets + start, end - start};
}

/* Is it the authority of what RFC 3986 answers by the readings that are as printed? */
static bool is_as_printed(const uriproof_request *request, uriproof_span authority)
{
    static const uriproof_readings printed = {{0}};
    uriproof_scratch scratch = {NULL, 0, NULL};
    uriproof_answer answer;
    uriproof_ask(uriproof_dialect_named("rfc3986"), &printed, request, &scratch, &answer);
    const bool same = uriproof_span_equal(authority_of(answer.result), authority);
    uriproof_scratch_free(&scratch);
    return same;
}

bool is_authority_by_text(const uriproof_request *request, uriproof_span a, uriproof_span b)
{
    const uriproof_span one = authority_of(a), other = authority_of(b);
    if (request->op != URIPROOF_RESOLVE && request->op != URIPROOF_NORMALIZE)
        return false;
    for (size_t i = 0; i < 2; i++)
        if (uriproof_present(request->field[i]) &&
            uriproof_present(authority_of(request->field[i])))
            return false;
    return uriproof_present(one) != uriproof_present(other) &&
           uriproof_span_equal(scheme_of(a), scheme_of(b)) &&
           is_as_printed(request, uriproof_present(one) ? one : other);
}
