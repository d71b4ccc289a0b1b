/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Encoding reserved characters": the conventional encoding, both ways. */
#include "../percent.h"
#include "canonical.h"
#include "characters.h"
#include "grammar.h"

#include <string.h>

uriproof_verdict uriproof_rfc1630_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal)
{
    (void)readings;
    return percent_decode(text, out, "escape", "rfc1630.encoding.percent-extension", refusal);
}

uriproof_verdict uriproof_rfc1630_encode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out)
{
    unsigned set = path_set(readings);
    bool dots = percent_is_dots(text);
    out->length = 0;
    if (out->capacity / 3 < text.length)
        return URIPROOF_NO_ROOM;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char octet = (unsigned char)text.octets[i];
        if (!dots && stands_bare(octet, set, readings)) {
            out->octets[out->length++] = (char)octet;
            continue;
        }
        percent_escape(octet, out->octets + out->length);
        out->length += 3;
    }
    return URIPROOF_OK;
}

bool uriproof_rfc1630_encodes(uriproof_span encoded, uriproof_span text,
                              const uriproof_readings *readings)
{
    const unsigned char *at = (const unsigned char *)(encoded.octets != NULL ? encoded.octets : "");
    const unsigned char *end = at + encoded.length;
    unsigned set = path_set(readings);
    if (percent_is_dots(text) && encoded.length == text.length)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        size_t length;
        if (at == end || percent_octet_at(at, end, &length) != (unsigned char)text.octets[i])
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
