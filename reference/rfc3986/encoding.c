/* SPDX-License-Identifier: MIT */
/* RFC 3986, sections 2.1 to 2.4. */
#include "../percent.h"
#include "characters.h"

#include <uriproof/rfc3986.h>

uriproof_verdict uriproof_rfc3986_decode(uriproof_span text, uriproof_buffer *out,
                                         uriproof_refusal *refusal)
{
    return percent_decode(text, out, "pct-encoded", "rfc3986.bnf.pct-encoded", refusal);
}

uriproof_verdict uriproof_rfc3986_encode(uriproof_span text, uriproof_buffer *out)
{
    out->length = 0;
    if (out->capacity / 3 < text.length)
        return URIPROOF_NO_ROOM;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        if (is_in(octet, UNRESERVED)) {
            out->octets[out->length++] = (char)octet;
            continue;
        }
        percent_escape(octet, out->octets + out->length);
        out->length += 3;
    }
    return URIPROOF_OK;
}

bool uriproof_rfc3986_encodes(uriproof_span encoded, uriproof_span text)
{
    const unsigned char *at = (const unsigned char *)(encoded.octets != NULL ? encoded.octets : "");
    const unsigned char *end = at + encoded.length;
    if (percent_is_dots(text) && encoded.length == text.length)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        size_t length;
        if (at == end || percent_octet_at(at, end, &length) != (unsigned char)text.octets[i])
            return false;
        if (length == 1 && !is_in(*at, PCHAR))
            return false;
        at += length;
    }
    return at == end;
}
