/* SPDX-License-Identifier: MIT */
#include "decode.h"

#include "production.h"
#include "url_syntax.h"

#include <string.h>

/* Returns the place of a lower-case letter in the escape at `at`, if a reading only allows the
 * digits "(0-9, A-F)". Otherwise returns a place beyond the text. This reading belongs to RFC 1630
 * and its draft. */
static size_t small_digit(const uriproof_dialect *dialect, const uriproof_readings *readings,
                          uriproof_span text, size_t at)
{
    bool prose = oracle_reads(dialect, readings, "hex-letters", "prose");
    for (size_t i = at + 1; prose && oracle_is_escape(text, at) && i <= at + 2; i++)
        if (text.octets[i] >= 'a' && text.octets[i] <= 'f')
            return i;
    return text.length + 1;
}

oracle_decoded oracle_decode(const uriproof_dialect *dialect, const uriproof_readings *readings,
                             uriproof_span text)
{
    const oracle_url_syntax page = {dialect, readings};
    bool is_page = strcmp(dialect->name, "url-syntax") == 0;
    oracle_decoded decoded = {.text = {.length = 0}};
    for (size_t at = 0; at < text.length; at++) {
        bool escape = oracle_is_escape(text, at);
        size_t broken = is_page ? oracle_url_syntax_broken_escape(&page, text)
                                : small_digit(dialect, readings, text, at);
        if (text.octets[at] == '%' && (!escape || broken <= text.length)) {
            decoded.is_broken = true;
            decoded.broken_at = broken <= text.length ? broken : at + 1;
            return decoded;
        }
        unsigned char octet = escape ? oracle_escaped(text, at) : (unsigned char)text.octets[at];
        decoded.has_null = decoded.has_null || (escape && octet == 0);
        oracle_add_octet(&decoded.text, octet);
        at += escape ? 2 : 0;
    }
    return decoded;
}
