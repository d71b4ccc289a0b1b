/* SPDX-License-Identifier: MIT */
/* Sections "URL serializing" and "URL equivalence". The parser writes the serialized URL, so only
 * the choice about the fragment is left. */
#include <uriproof/whatwg-url.h>

/* If exclude fragment is false and the fragment is non-null, "#" and the fragment are appended. */
uriproof_span uriproof_whatwg_url_serialize(const uriproof_whatwg_url *url, bool exclude_fragment)
{
    uriproof_span output = url->href;
    if (exclude_fragment && uriproof_present(url->fragment))
        output.length -= url->fragment.length + 1;
    return output;
}

bool uriproof_whatwg_url_equals(const uriproof_whatwg_url *a, const uriproof_whatwg_url *b,
                                bool exclude_fragments)
{
    return uriproof_span_equal(uriproof_whatwg_url_serialize(a, exclude_fragments),
                               uriproof_whatwg_url_serialize(b, exclude_fragments));
}
