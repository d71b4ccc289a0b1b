/* SPDX-License-Identifier: MIT */
#include "short_string.h"

#include "room.h"

#include <string.h>

derive_string derive_string_of(uriproof_span span)
{
    derive_string string = {.length = 0};
    derive_add(&string, span);
    return string;
}

void derive_add(derive_string *string, uriproof_span span)
{
    for (size_t i = 0; i < span.length; i++)
        derive_add_octet(string, (unsigned char)span.octets[i]);
}

void derive_add_words(derive_string *string, const char *words)
{
    derive_add(string, uriproof_span_of(words));
}

void derive_add_octet(derive_string *string, unsigned char octet)
{
    derive_require_room(string->length + 1, DERIVE_STRING_MAX, "octets of a text",
                        "DERIVE_STRING_MAX");
    string->octets[string->length++] = (char)octet;
}

void derive_add_escape(derive_string *string, unsigned char octet, bool upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    derive_add_octet(string, '%');
    derive_add_octet(string, (unsigned char)digits[octet >> 4]);
    derive_add_octet(string, (unsigned char)digits[octet & 15]);
}

void derive_take_out(derive_string *string, size_t at, size_t length)
{
    memmove(string->octets + at, string->octets + at + length, string->length - at - length);
    string->length -= length;
}

uriproof_span derive_span(const derive_string *string)
{
    return (uriproof_span){string->octets, string->length};
}

uriproof_span derive_cut(uriproof_span span, size_t from, size_t to)
{
    return (uriproof_span){span.octets + from, to - from};
}

size_t derive_first(uriproof_span span, char octet)
{
    size_t at = 0;
    while (at < span.length && span.octets[at] != octet)
        at++;
    return at;
}

size_t derive_last(uriproof_span span, char octet)
{
    for (size_t at = span.length; at > 0; at--)
        if (span.octets[at - 1] == octet)
            return at - 1;
    return span.length;
}

bool derive_is(uriproof_span span, const char *words)
{
    return span.length == strlen(words) && derive_has_at(span, 0, words);
}

bool derive_has_at(uriproof_span span, size_t at, const char *words)
{
    size_t length = strlen(words);
    return at + length <= span.length &&
           (length == 0 || memcmp(span.octets + at, words, length) == 0);
}

bool derive_is_letter(unsigned char octet)
{
    return (octet >= 'A' && octet <= 'Z') || (octet >= 'a' && octet <= 'z');
}

bool derive_is_digit(unsigned char octet)
{
    return octet >= '0' && octet <= '9';
}

bool derive_is_hex(unsigned char octet)
{
    return derive_is_digit(octet) || (octet >= 'A' && octet <= 'F') ||
           (octet >= 'a' && octet <= 'f');
}

bool derive_is_escape(uriproof_span span, size_t at)
{
    return at + 2 < span.length && span.octets[at] == '%' &&
           derive_is_hex((unsigned char)span.octets[at + 1]) &&
           derive_is_hex((unsigned char)span.octets[at + 2]);
}

static unsigned value_of(unsigned char digit)
{
    return derive_is_digit(digit) ? digit - 0x30U : (digit | 0x20U) - 0x61U + 10U;
}

unsigned char derive_escaped(uriproof_span span, size_t at)
{
    return (unsigned char)(value_of((unsigned char)span.octets[at + 1]) << 4 |
                           value_of((unsigned char)span.octets[at + 2]));
}

uriproof_span derive_keep(derive_pool *pool, uriproof_span span)
{
    if (span.octets == NULL)
        return span;
    derive_require_room(pool->used + span.length, DERIVE_POOL_SIZE, "octets of one case's answers",
                        "DERIVE_POOL_SIZE");
    char *kept = pool->octets + pool->used;
    memcpy(kept, span.octets, span.length);
    pool->used += span.length;
    return (uriproof_span){kept, span.length};
}
