/* SPDX-License-Identifier: MIT */
/* RFC 1630, "Encoding reserved characters": encodes a text as a path segment, and decodes
 * escapes. */
#include "../percent.h"
#include "characters.h"
#include "grammar.h"

#include <string.h>

uriproof_verdict uriproof_rfc1630_decode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out, uriproof_refusal *refusal)
{
    return percent_decode_of(text, hex_set(readings) == HEX, out, "escape",
                             "rfc1630.encoding.percent-extension", refusal);
}

/* Returns true if `octet` needs no escape in an encoded segment. */
static bool is_data_in_segment(unsigned char octet, const uriproof_readings *readings)
{
    return stands_bare(octet, path_set(readings), readings);
}

static const percent_segment segment = {is_data_in_segment, true};

uriproof_verdict uriproof_rfc1630_encode(uriproof_span text, const uriproof_readings *readings,
                                         uriproof_buffer *out)
{
    return percent_encode(text, &segment, readings, out);
}

bool uriproof_rfc1630_encodes(uriproof_span encoded, uriproof_span text,
                              const uriproof_readings *readings)
{
    bool digits = hex_set(readings) == HEX || percent_small_digit(encoded) == NULL;
    return digits && percent_encodes(encoded, text, &segment, readings);
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
