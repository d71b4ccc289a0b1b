/* SPDX-License-Identifier: MIT */
/* RFC 3986, sections 2.1 to 2.4: encoding and decoding. */
#include "../percent.h"
#include "characters.h"
#include "compose.h"

#include <string.h>

/* Returns true if "%00" is in `text`. The escapes of `text` must not be broken. */
static bool has_null(uriproof_span text)
{
    for (size_t at = 0; at < text.length; at++)
        if (text.octets[at] == '%' && memcmp(text.octets + at, "%00", 3) == 0)
            return true;
    return false;
}

/* Rejects "%00" with the reading decode-null=rejected. 7.3 says that it should be "rejected if the
 * application is not expecting to receive raw data within a component".
 * rfc3986.encoding.null */
static uriproof_verdict reject_null(uriproof_span text, uriproof_buffer *out,
                                    uriproof_refusal *refusal)
{
    if (!has_null(text))
        return URIPROOF_OK;
    out->length = 0;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){NULL, 0, "rfc3986.encoding.null"};
    return URIPROOF_INVALID;
}

/* Decodes a text. A broken escape is neither accepted nor rejected: 2.4 says "when" to decode, but
 * not what a decoder does with a percent sign that no two hexadecimal digits follow. */
uriproof_verdict uriproof_rfc3986_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal)
{
    uriproof_verdict verdict =
        percent_decode(text, out, "pct-encoded", "rfc3986.bnf.pct-encoded", refusal);
    if (verdict == URIPROOF_OK && takes(readings, URIPROOF_RFC3986_DECODE_NULL, NULL_REJECTED))
        return reject_null(text, out, refusal);
    if (verdict != URIPROOF_INVALID)
        return verdict;
    out->length = 0;
    return URIPROOF_SILENT;
}

static bool is_unreserved(unsigned char octet, const uriproof_readings *readings)
{
    (void)readings;
    return is_in(octet, UNRESERVED);
}

static bool is_pchar(unsigned char octet, const uriproof_readings *readings)
{
    (void)readings;
    return is_in(octet, PCHAR);
}

/* "." and ".." may be written with or without escapes. `%2E` is equivalent to the dot, and escapes
 * of unreserved characters "should not be created by URI producers" (2.3). So no spelling protects
 * these texts from being taken for dot segments, and every spelling is accepted. */
enum { DOTS_RESERVED = false };

uriproof_verdict uriproof_rfc3986_encode(uriproof_span text, uriproof_buffer *out)
{
    return percent_encode(text, &(percent_segment){is_unreserved, DOTS_RESERVED}, NULL, out);
}

/* Accepts every character of a segment without an escape, since its scheme decides which of the
 * reserved characters are data. */
bool uriproof_rfc3986_encodes(uriproof_span encoded, uriproof_span text)
{
    return percent_encodes(encoded, text, &(percent_segment){is_pchar, DOTS_RESERVED}, NULL);
}
