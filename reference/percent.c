/* SPDX-License-Identifier: MIT */
#include "percent.h"

#include <string.h>

/* Returns the first of the two octets after a percent sign that is not a hexadecimal digit, or NULL
 * if both are digits. The result can be `end`. */
static const unsigned char *broken_digit(const unsigned char *percent, const unsigned char *end)
{
    for (int i = 1; i <= 2; i++)
        if (percent + i == end || hex_value(percent[i]) < 0)
            return percent + i;
    return NULL;
}

int percent_octet_at(const unsigned char *at, const unsigned char *end, size_t *length)
{
    *length = 1;
    if (*at != '%')
        return *at;
    *length = 3;
    if (broken_digit(at, end) != NULL)
        return -1;
    return octet_of_escape(at);
}

void percent_escape(unsigned char octet, char *out)
{
    static const char digits[] = "0123456789ABCDEF";
    out[0] = '%';
    out[1] = digits[octet >> 4];
    out[2] = digits[octet & 0xF];
}

uriproof_verdict percent_decode(uriproof_span text, uriproof_buffer *out, const char *production,
                                const char *clause, uriproof_refusal *refusal)
{
    const unsigned char *start = (const unsigned char *)(text.octets != NULL ? text.octets : "");
    const unsigned char *end = start + text.length;
    size_t length;
    out->length = 0;
    if (out->capacity < text.length)
        return URIPROOF_NO_ROOM;
    for (const unsigned char *at = start; at != end; at += length) {
        int octet = percent_octet_at(at, end, &length);
        if (octet >= 0) {
            out->octets[out->length++] = (char)octet;
            continue;
        }
        if (refusal != NULL)
            *refusal =
                (uriproof_refusal){production, (size_t)(broken_digit(at, end) - start), clause};
        return URIPROOF_INVALID;
    }
    return URIPROOF_OK;
}

const char *percent_small_digit(uriproof_span text)
{
    const char *start = text.octets != NULL ? text.octets : "", *end = start + text.length;
    for (const char *at = start; at != end; at++)
        for (int i = 1; *at == '%' && i <= 2; i++) {
            if (at + i == end || hex_value((unsigned char)at[i]) < 0)
                return NULL;
            if (at[i] >= 'a')
                return at + i;
        }
    return NULL;
}

uriproof_verdict percent_decode_of(uriproof_span text, bool small_digits, uriproof_buffer *out,
                                   const char *production, const char *clause,
                                   uriproof_refusal *refusal)
{
    const char *small = small_digits ? NULL : percent_small_digit(text);
    if (small == NULL)
        return percent_decode(text, out, production, clause, refusal);
    out->length = 0;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){production, (size_t)(small - text.octets), clause};
    return URIPROOF_INVALID;
}

/* Returns true for "." and "..", which a resolver would take for dot segments. */
static bool is_dots(uriproof_span text)
{
    return (text.length == 1 && memcmp(text.octets, ".", 1) == 0) ||
           (text.length == 2 && memcmp(text.octets, "..", 2) == 0);
}

uriproof_verdict percent_encode(uriproof_span text, const percent_segment *segment,
                                const uriproof_readings *readings, uriproof_buffer *out)
{
    bool dots = segment->dots_reserved && is_dots(text);
    out->length = 0;
    if (out->capacity / 3 < text.length)
        return URIPROOF_NO_ROOM;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        if (!dots && segment->is_data(octet, readings)) {
            out->octets[out->length++] = (char)octet;
            continue;
        }
        percent_escape(octet, out->octets + out->length);
        out->length += 3;
    }
    return URIPROOF_OK;
}

bool percent_encodes(uriproof_span encoded, uriproof_span text, const percent_segment *segment,
                     const uriproof_readings *readings)
{
    const unsigned char *at = (const unsigned char *)(encoded.octets != NULL ? encoded.octets : "");
    const unsigned char *end = at + encoded.length;
    if (segment->dots_reserved && is_dots(text) && encoded.length == text.length)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        size_t length;
        if (at == end || percent_octet_at(at, end, &length) != (unsigned char)text.octets[i])
            return false;
        if (length == 1 && !segment->is_data(*at, readings))
            return false;
        at += length;
    }
    return at == end;
}
