/* SPDX-License-Identifier: MIT */
/*
 * Short strings by value, which the oracle rewrites step by step as the words of a text say.
 */
#ifndef URIPROOF_ORACLE_SHORT_STRING_H
#define URIPROOF_ORACLE_SHORT_STRING_H

#include <uriproof/reference.h>

enum { ORACLE_STRING_MAX = 256 };

/* A text of at most ORACLE_STRING_MAX octets. To add more ends the program. */
typedef struct oracle_string {
    char octets[ORACLE_STRING_MAX];
    size_t length;
} oracle_string;

/* A string of a span; an absent span gives the empty text. */
oracle_string oracle_string_of(uriproof_span span);

/* Adds to the end. */
void oracle_add(oracle_string *string, uriproof_span span);
void oracle_add_words(oracle_string *string, const char *words);
void oracle_add_octet(oracle_string *string, unsigned char octet);
/* Adds `octet` as an escape, its letters in upper case or in lower. */
void oracle_add_escape(oracle_string *string, unsigned char octet, bool upper);

/* Takes `length` octets out at `at`. */
void oracle_take_out(oracle_string *string, size_t at, size_t length);

/* The octets of *string, as long as it lives. */
uriproof_span oracle_span(const oracle_string *string);

/* The part of `span` from `from` up to `to`. */
uriproof_span oracle_cut(uriproof_span span, size_t from, size_t to);

/* The place of the first, or the last, `octet`; span.length where there is none. */
size_t oracle_first(uriproof_span span, char octet);
size_t oracle_last(uriproof_span span, char octet);

/* Has `span` exactly these octets? Does it begin with them at `at`? */
bool oracle_is(uriproof_span span, const char *words);
bool oracle_has_at(uriproof_span span, size_t at, const char *words);

/* Octets by what they are in ASCII. */
bool oracle_is_letter(unsigned char octet);
bool oracle_is_digit(unsigned char octet);
bool oracle_is_hex(unsigned char octet);

/* Does an escape, of hexadecimal digits of either case, stand at `at`; and of which octet? */
bool oracle_is_escape(uriproof_span span, size_t at);
unsigned char oracle_escaped(uriproof_span span, size_t at);

#endif
