/* SPDX-License-Identifier: MIT */
/*
 * "Encoding prohibited characters": escapes stand for octets. The page says that "% signs can be
 * selectively and reversibly expanded", but "The reserved characters shall however never be
 * arbitrarly encoded and decoded". Of the reserved characters it only names the slash. So only
 * escapes of letters and digits can safely be decoded.
 * Clauses: url-syntax.encoding.*
 */
#include "../percent.h"
#include "page.h"

#include <string.h>

static bool is_alphanum(unsigned char octet)
{
    unsigned char letter = octet | 0x20;
    return (octet >= '0' && octet <= '9') || (letter >= 'a' && letter <= 'z');
}

/* Decodes the escapes of letters and digits, and writes the others with upper-case digits. */
uriproof_verdict url_syntax_normalize(uriproof_span url, const uriproof_readings *readings,
                                      uriproof_buffer *out, uriproof_refusal *refusal)
{
    out->length = 0;
    if (out->capacity < 16 || (out->capacity - 16) / 3 < url.length)
        return URIPROOF_NO_ROOM;
    if (!url_syntax_parse(url, readings, NULL, refusal))
        return URIPROOF_SILENT;
    const unsigned char *at = (const unsigned char *)url.octets, *end = at + url.length;
    size_t length;
    for (; at != end; at += length) {
        unsigned char octet = (unsigned char)percent_octet_at(at, end, &length);
        if (length == 1 || is_alphanum(octet)) {
            out->octets[out->length++] = (char)octet;
            continue;
        }
        percent_escape(octet, out->octets + out->length);
        out->length += 3;
    }
    return URIPROOF_OK;
}

/* Returns true if the decoded texts are equal. Both must match the grammar. Sets *silent to true if
 * some character is escaped in one text and not in the other, since it may be reserved. */
static bool same_octets(uriproof_span url, uriproof_span other, bool *silent)
{
    const unsigned char *a = (const unsigned char *)url.octets, *a_end = a + url.length;
    const unsigned char *b = (const unsigned char *)other.octets, *b_end = b + other.length;
    size_t a_length, b_length;
    for (; a != a_end && b != b_end; a += a_length, b += b_length) {
        int octet = percent_octet_at(a, a_end, &a_length);
        if (octet != percent_octet_at(b, b_end, &b_length))
            return false;
        if (a_length == b_length || is_alphanum((unsigned char)octet))
            continue;
        if (octet == '/')
            return false;
        *silent = true;
    }
    return a == a_end && b == b_end;
}

uriproof_verdict url_syntax_equivalent(uriproof_span url, uriproof_span other,
                                       const uriproof_readings *readings, uriproof_buffer *scratch,
                                       bool *equal, uriproof_refusal *refusal)
{
    bool silent = false;
    (void)scratch;
    if (!url_syntax_parse(url, readings, NULL, refusal) ||
        !url_syntax_parse(other, readings, NULL, refusal))
        return URIPROOF_SILENT;
    *equal = same_octets(url, other, &silent);
    if (!*equal || !silent)
        return URIPROOF_OK;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){"url", 0, "url-syntax.encoding.reserved-never"};
    return URIPROOF_SILENT;
}

/* Returns the position where the first broken escape of `text` is broken, or NULL if none is. */
static const char *first_broken(uriproof_span text, const uriproof_readings *readings)
{
    const char *start = text.octets != NULL ? text.octets : "";
    const char *end = start + text.length, *broken;
    for (const char *at = start; at != end; at++)
        if (*at == '%' && (broken = broken_at(at, end, readings)) != NULL)
            return broken;
    return NULL;
}

uriproof_verdict url_syntax_decode(uriproof_span text, const uriproof_readings *readings,
                                   uriproof_buffer *out, uriproof_refusal *refusal)
{
    const char *broken = first_broken(text, readings);
    if (broken == NULL)
        return percent_decode(text, out, "escape", "url-syntax.encoding.escape", refusal);
    out->length = 0;
    if (refusal != NULL)
        *refusal = (uriproof_refusal){"escape", (size_t)(broken - text.octets),
                                      broken_clause(broken, text.octets + text.length)};
    return URIPROOF_INVALID;
}

static bool is_data(unsigned char octet, const uriproof_readings *readings)
{
    (void)readings;
    return octet != '/' && octet != '%';
}

/* Dots need no escape, since this page has no partial form. */
static const percent_segment segment = {is_data, false};

uriproof_verdict url_syntax_encode(uriproof_span text, const uriproof_readings *readings,
                                   uriproof_buffer *out, uriproof_refusal *refusal)
{
    (void)refusal;
    return percent_encode(text, &segment, readings, out);
}

bool url_syntax_encodes(uriproof_span encoded, uriproof_span text,
                        const uriproof_readings *readings)
{
    return first_broken(encoded, readings) == NULL &&
           percent_encodes(encoded, text, &segment, readings);
}
