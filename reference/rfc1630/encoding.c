/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Encoding reserved characters": the conventional encoding, both ways. */
#include "canonical.h"
#include "characters.h"
#include "grammar.h"

#include <string.h>

/* The octet at `at` that should have been a hexadecimal digit and is not; NULL where both
 * that follow the percent sign are. */
static const unsigned char *broken_escape(const unsigned char *percent, const unsigned char *end)
{
    for (int i = 1; i <= 2; i++)
        if (percent + i == end || !is_in(percent[i], HEX))
            return percent + i;
    return NULL;
}

uriproof_verdict uriproof_rfc1630_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal)
{
    (void)readings;
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
                *refusal = (uriproof_refusal){"escape", (size_t)(broken - start),
                                              "rfc1630.encoding.percent-extension"};
            return URIPROOF_INVALID;
        }
        out->octets[out->length++] = (char)(hex_value(at[1]) << 4 | hex_value(at[2]));
        at += 3;
    }
    return URIPROOF_OK;
}

static bool is_dots(uriproof_span text)
{
    return (text.length == 1 && memcmp(text.octets, ".", 1) == 0) ||
           (text.length == 2 && memcmp(text.octets, "..", 2) == 0);
}

uriproof_verdict uriproof_rfc1630_encode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out)
{
    unsigned set = path_set(readings);
    bool dots = is_dots(text);
    out->length = 0;
    if (out->capacity / 3 < text.length)
        return URIPROOF_NO_ROOM;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        if (!dots && stands_bare(octet, set, readings)) {
            out->octets[out->length++] = (char)octet;
            continue;
        }
        out->octets[out->length++] = '%';
        out->octets[out->length++] = hex_digit(octet >> 4);
        out->octets[out->length++] = hex_digit(octet);
    }
    return URIPROOF_OK;
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

bool uriproof_rfc1630_encodes(uriproof_span encoded, uriproof_span text,
                              const uriproof_readings *readings)
{
    const unsigned char *at = (const unsigned char *)(encoded.octets != NULL ? encoded.octets : "");
    const unsigned char *end = at + encoded.length;
    unsigned set = path_set(readings);
    if (is_dots(text) && encoded.length == text.length)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        size_t length;
        if (at == end || octet_at(at, end, &length) != (unsigned char)text.octets[i])
            return false;
        if (length == 1 && !stands_bare(*at, set, readings))
            return false;
        at += length;
    }
    return at == end;
}

bool uriproof_rfc1630_next_word(uriproof_span *search, uriproof_span *word)
{
    if (!uriproof_present(*search))
        return false;
    const char *plus = search->length > 0 ? memchr(search->octets, '+', search->length) : NULL;
    *word = *search;
    if (plus == NULL) {
        *search = (uriproof_span){NULL, 0};
        return true;
    }
    word->length = (size_t)(plus - search->octets);
    search->octets = plus + 1;
    search->length -= word->length + 1;
    return true;
}
