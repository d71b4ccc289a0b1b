/* SPDX-License-Identifier: MIT */
#include "by_text.h"

#include "division.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>
#include <uriproof/rfc3986.h>

/* Is it the authority of what RFC 3986 answers by the readings that are as printed? */
static bool is_as_printed(const uriproof_request *request, uriproof_span authority)
{
    static const uriproof_readings printed = {{0}};
    uriproof_scratch scratch = {0};
    uriproof_answer answer;
    uriproof_ask(uriproof_dialect_named("rfc3986"), &printed, request, &scratch, &answer);
    const bool same = uriproof_span_equal(authority_of(answer.result), authority);
    uriproof_scratch_free(&scratch);
    return same;
}

/* Does the request have an authority that its result has to have? A base has none to give to a
 * reference that has a scheme (5.2.2). */
static bool has_authority(const uriproof_request *request)
{
    const bool resolve = request->op == URIPROOF_RESOLVE;
    const uriproof_span text = request->field[resolve];
    return uriproof_present(authority_of(text)) ||
           (resolve && scheme_of(text).length == 0 &&
            uriproof_present(authority_of(request->field[0])));
}

bool is_authority_by_text(const uriproof_request *request, uriproof_span a, uriproof_span b)
{
    const uriproof_span one = authority_of(a), other = authority_of(b);
    if ((request->op != URIPROOF_RESOLVE && request->op != URIPROOF_NORMALIZE) ||
        has_authority(request))
        return false;
    return uriproof_present(one) != uriproof_present(other) &&
           uriproof_span_equal(scheme_of(a), scheme_of(b)) &&
           is_as_printed(request, uriproof_present(one) ? one : other);
}

/* Returns what is after the scheme, up to `?` or `#`. */
static uriproof_span hierarchy_of(uriproof_span text)
{
    const uriproof_span scheme = scheme_of(text), path = path_of(text);
    return (uriproof_span){text.octets + scheme.length,
                           (size_t)(path.octets - text.octets) + path.length - scheme.length};
}

bool is_path_kept(uriproof_span a, uriproof_span b)
{
    const bool a_has = uriproof_present(authority_of(a));
    const uriproof_span made = hierarchy_of(a_has ? a : b), path = path_of(a_has ? b : a);
    char *octets = malloc(path.length + 1);
    memcpy(octets, path.octets, path.length);
    const size_t length = uriproof_rfc3986_remove_dot_segments(octets, path.length);
    const bool same = uriproof_span_equal(made, (uriproof_span){octets, length});
    free(octets);
    return same;
}
