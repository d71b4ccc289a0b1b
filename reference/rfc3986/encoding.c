/* SPDX-License-Identifier: MIT */
/* RFC 3986, sections 2.1 to 2.4. */
#include "characters.h"

#include <string.h>
#include <uriproof/rfc3986.h>

/* The octet behind the percent sign that should have been hexadecimal and is not; NULL where
 * both are. */
static const unsigned char *broken_escape(const unsigned char *percent, const unsigned char *end)
{
    for (int i = 1; i <= 2; i++)
        if (percent + i == end || !is_in(percent[i], HEXDIG))
            return percent + i;
    return NULL;
}

uriproof_verdict uriproof_rfc3986_decode(uriproof_span text, uriproof_buffer *out,
                                         uriproof_refusal *refusal)
{
    const unsigned char *start = (const unsigned char *)(text.octets != NULL ? text.octets : "");
    const unsigned char *end = start + text.length;
    out->length = 0;
    if (out->capacity < text.length)
        return URIPROOF_NO_ROOM;
    for (const unsigned char *at = start; at != end;) {
        if (*at != '%') {
            out->octets[out->length++] = (char)*at++;
            continue;
        }
        const unsigned char *broken = broken_escape(at, end);
        if (broken != NULL) {
            if (refusal != NULL)
                *refusal = (uriproof_refusal){"pct-encoded", (size_t)(broken - start),
                                              "rfc3986.bnf.pct-encoded"};
            return URIPROOF_INVALID;
        }
        out->octets[out->length++] = (char)(hex_value(at[1]) << 4 | hex_value(at[2]));
        at += 3;
    }
    return URIPROOF_OK;
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
        out->octets[out->length++] = '%';
        out->octets[out->length++] = hex_digit(octet >> 4);
        out->octets[out->length++] = hex_digit(octet);
    }
    return URIPROOF_OK;
}

static bool is_dots(uriproof_span text)
{
    return (text.length == 1 && memcmp(text.octets, ".", 1) == 0) ||
           (text.length == 2 && memcmp(text.octets, "..", 2) == 0);
}

/* The octet that `at` stands for, and how long it is written; -1 where it is a broken escape. */
static int octet_at(const unsigned char *at, const unsigned char *end, size_t *length)
{
    *length = 1;
    if (*at != '%')
        return *at;
    *length = 3;
    return broken_escape(at, end) != NULL ? -1 : (int)(hex_value(at[1]) << 4 | hex_value(at[2]));
}

bool uriproof_rfc3986_encodes(uriproof_span encoded, uriproof_span text)
{
    const unsigned char *at = (const unsigned char *)(encoded.octets != NULL ? encoded.octets : "");
    const unsigned char *end = at + encoded.length;
    if (is_dots(text) && encoded.length == text.length)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        size_t length;
        if (at == end || octet_at(at, end, &length) != (unsigned char)text.octets[i])
            return false;
        if (length == 1 && !is_in(*at, PCHAR))
            return false;
        at += length;
    }
    return at == end;
}
