/* SPDX-License-Identifier: MIT */
#include "short_string.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

oracle_string oracle_string_of(uriproof_span span)
{
    oracle_string string = {.length = 0};
    oracle_add(&string, span);
    return string;
}

void oracle_add(oracle_string *string, uriproof_span span)
{
    for (size_t i = 0; i < span.length; i++)
        oracle_add_octet(string, (unsigned char)span.octets[i]);
}

void oracle_add_words(oracle_string *string, const char *words)
{
    oracle_add(string, uriproof_span_of(words));
}

void oracle_add_octet(oracle_string *string, unsigned char octet)
{
    if (string->length == ORACLE_STRING_MAX) {
        fprintf(stderr, "oracle: a text of more than %d octets; raise ORACLE_STRING_MAX\n",
                ORACLE_STRING_MAX);
        exit(EXIT_FAILURE);
    }
    string->octets[string->length++] = (char)octet;
}

void oracle_add_escape(oracle_string *string, unsigned char octet, bool upper)
{
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    oracle_add_octet(string, '%');
    oracle_add_octet(string, (unsigned char)digits[octet >> 4]);
    oracle_add_octet(string, (unsigned char)digits[octet & 15]);
}

void oracle_take_out(oracle_string *string, size_t at, size_t length)
{
    memmove(string->octets + at, string->octets + at + length, string->length - at - length);
    string->length -= length;
}

uriproof_span oracle_span(const oracle_string *string)
{
    return (uriproof_span){string->octets, string->length};
}

uriproof_span oracle_cut(uriproof_span span, size_t from, size_t to)
{
    return (uriproof_span){from > 0 ? span.octets + from : span.octets, to - from};
}

size_t oracle_first(uriproof_span span, char octet)
{
    size_t at = 0;
    while (at < span.length && span.octets[at] != octet)
        at++;
    return at;
}

size_t oracle_last(uriproof_span span, char octet)
{
    for (size_t at = span.length; at > 0; at--)
        if (span.octets[at - 1] == octet)
            return at - 1;
    return span.length;
}

bool oracle_is(uriproof_span span, const char *words)
{
    return span.length == strlen(words) && oracle_has_at(span, 0, words);
}

bool oracle_has_at(uriproof_span span, size_t at, const char *words)
{
    size_t length = strlen(words);
    return at + length <= span.length &&
           (length == 0 || memcmp(span.octets + at, words, length) == 0);
}

bool oracle_is_letter(unsigned char octet)
{
    return (octet >= 'A' && octet <= 'Z') || (octet >= 'a' && octet <= 'z');
}

bool oracle_is_digit(unsigned char octet)
{
    return octet >= '0' && octet <= '9';
}

bool oracle_is_hex(unsigned char octet)
{
    return oracle_is_digit(octet) || (octet >= 'A' && octet <= 'F') ||
           (octet >= 'a' && octet <= 'f');
}

bool oracle_is_escape(uriproof_span span, size_t at)
{
    return at + 2 < span.length && span.octets[at] == '%' &&
           oracle_is_hex((unsigned char)span.octets[at + 1]) &&
           oracle_is_hex((unsigned char)span.octets[at + 2]);
}

static unsigned value_of(unsigned char digit)
{
    return oracle_is_digit(digit) ? digit - 0x30U : (digit | 0x20U) - 0x61U + 10U;
}

unsigned char oracle_escaped(uriproof_span span, size_t at)
{
    return (unsigned char)(value_of((unsigned char)span.octets[at + 1]) << 4 |
                           value_of((unsigned char)span.octets[at + 2]));
}
