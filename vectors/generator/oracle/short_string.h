/* SPDX-License-Identifier: MIT */
/*
 * Short strings by value, which the naive rules rewrite step by step as the words of a text say,
 * and a pool that keeps octets until a case is written.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_SHORT_STRING_H
#define URIPROOF_GENERATOR_ORACLE_SHORT_STRING_H

#include <uriproof/reference.h>

enum { DERIVE_STRING_MAX = 256, DERIVE_POOL_SIZE = 1 << 17 };

/* A text of at most DERIVE_STRING_MAX octets. To add more ends the program. */
typedef struct derive_string {
    char octets[DERIVE_STRING_MAX];
    size_t length;
} derive_string;

/* A string of a span; an absent span gives the empty text. */
derive_string derive_string_of(uriproof_span span);

/* Adds to the end. */
void derive_add(derive_string *string, uriproof_span span);
void derive_add_words(derive_string *string, const char *words);
void derive_add_octet(derive_string *string, unsigned char octet);
/* Adds `octet` as an escape, its letters in upper case or in lower. */
void derive_add_escape(derive_string *string, unsigned char octet, bool upper);

/* Takes `length` octets out at `at`. */
void derive_take_out(derive_string *string, size_t at, size_t length);

/* The octets of *string, as long as it lives. */
uriproof_span derive_span(const derive_string *string);

/* The part of `span` from `from` up to `to`. */
uriproof_span derive_cut(uriproof_span span, size_t from, size_t to);

/* The place of the first, or the last, `octet`; span.length where there is none. */
size_t derive_first(uriproof_span span, char octet);
size_t derive_last(uriproof_span span, char octet);

/* Has `span` exactly these octets? Does it begin with them at `at`? */
bool derive_is(uriproof_span span, const char *words);
bool derive_has_at(uriproof_span span, size_t at, const char *words);

/* Octets by what they are in ASCII. */
bool derive_is_letter(unsigned char octet);
bool derive_is_digit(unsigned char octet);
bool derive_is_hex(unsigned char octet);

/* Does an escape, of hexadecimal digits of either case, stand at `at`; and of which octet? */
bool derive_is_escape(uriproof_span span, size_t at);
unsigned char derive_escaped(uriproof_span span, size_t at);

/* Octets that are kept until the pool is emptied. */
typedef struct derive_pool {
    char octets[DERIVE_POOL_SIZE];
    size_t used;
} derive_pool;

/* A copy of `span` in the pool; an absent span stays absent. */
uriproof_span derive_keep(derive_pool *pool, uriproof_span span);

#endif
