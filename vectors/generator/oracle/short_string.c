/* SPDX-License-Identifier: MIT */
#include "short_string.h"

#include "room.h"

#include <string.h>

gen_string gen_string_of(uriproof_span span)
{
    gen_string string = {.length = 0};
    gen_add(&string, span);
    return string;
}

void gen_add(gen_string *string, uriproof_span span)
{
    for (size_t i = 0; i < span.length; i++)
        gen_add_octet(string, (unsigned char)span.octets[i]);
}

void gen_add_words(gen_string *string, const char *words)
{
    gen_add(string, uriproof_span_of(words));
}

void gen_add_octet(gen_string *string, unsigned char octet)
{
    gen_require_room(string->length + 1, GEN_STRING_MAX, "octets of a text", "GEN_STRING_MAX");
    string->octets[string->length++] = (char)octet;
}

void gen_add_escape(gen_string *string, unsigned char octet, bool upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    gen_add_octet(string, '%');
    gen_add_octet(string, (unsigned char)digits[octet >> 4]);
    gen_add_octet(string, (unsigned char)digits[octet & 15]);
}

void gen_take_out(gen_string *string, size_t at, size_t length)
{
    memmove(string->octets + at, string->octets + at + length, string->length - at - length);
    string->length -= length;
}

uriproof_span gen_span(const gen_string *string)
{
    return (uriproof_span){string->octets, string->length};
}

uriproof_span gen_cut(uriproof_span span, size_t from, size_t to)
{
    return (uriproof_span){span.octets + from, to - from};
}

size_t gen_first(uriproof_span span, char octet)
{
    size_t at = 0;
    while (at < span.length && span.octets[at] != octet)
        at++;
    return at;
}

size_t gen_last(uriproof_span span, char octet)
{
    for (size_t at = span.length; at > 0; at--)
        if (span.octets[at - 1] == octet)
            return at - 1;
    return span.length;
}

bool gen_is(uriproof_span span, const char *words)
{
    return span.length == strlen(words) && gen_has_at(span, 0, words);
}

bool gen_has_at(uriproof_span span, size_t at, const char *words)
{
    size_t length = strlen(words);
    return at + length <= span.length &&
           (length == 0 || memcmp(span.octets + at, words, length) == 0);
}

bool gen_is_letter(unsigned char octet)
{
    return (octet >= 'A' && octet <= 'Z') || (octet >= 'a' && octet <= 'z');
}

bool gen_is_digit(unsigned char octet)
{
    return octet >= '0' && octet <= '9';
}

bool gen_is_hex(unsigned char octet)
{
    return gen_is_digit(octet) || (octet >= 'A' && octet <= 'F') || (octet >= 'a' && octet <= 'f');
}

bool gen_is_escape(uriproof_span span, size_t at)
{
    return at + 2 < span.length && span.octets[at] == '%' &&
           gen_is_hex((unsigned char)span.octets[at + 1]) &&
           gen_is_hex((unsigned char)span.octets[at + 2]);
}

static unsigned value_of(unsigned char digit)
{
    return gen_is_digit(digit) ? digit - 0x30U : (digit | 0x20U) - 0x61U + 10U;
}

unsigned char gen_escaped(uriproof_span span, size_t at)
{
    return (unsigned char)(value_of((unsigned char)span.octets[at + 1]) << 4 |
                           value_of((unsigned char)span.octets[at + 2]));
}

uriproof_span gen_keep(gen_pool *pool, uriproof_span span)
{
    if (span.octets == NULL)
        return span;
    gen_require_room(pool->used + span.length, GEN_POOL_SIZE, "octets of one case's answers",
                     "GEN_POOL_SIZE");
    char *kept = pool->octets + pool->used;
    memcpy(kept, span.octets, span.length);
    pool->used += span.length;
    return (uriproof_span){kept, span.length};
}
