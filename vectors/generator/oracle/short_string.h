/* SPDX-License-Identifier: MIT */
/*
 * Short strings by value, which the naive rules rewrite step by step as the words of a text say,
 * and a pool that keeps octets until a case is written.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_SHORT_STRING_H
#define URIPROOF_GENERATOR_ORACLE_SHORT_STRING_H

#include <uriproof/reference.h>

enum { GEN_STRING_MAX = 256, GEN_POOL_SIZE = 1 << 17 };

/* A text of at most GEN_STRING_MAX octets. To add more ends the program. */
typedef struct gen_string {
    char octets[GEN_STRING_MAX];
    size_t length;
} gen_string;

/* A string of a span; an absent span gives the empty text. */
gen_string gen_string_of(uriproof_span span);

/* Adds to the end. */
void gen_add(gen_string *string, uriproof_span span);
void gen_add_words(gen_string *string, const char *words);
void gen_add_octet(gen_string *string, unsigned char octet);
/* Adds `octet` as an escape, its letters in upper case or in lower. */
void gen_add_escape(gen_string *string, unsigned char octet, bool upper);

/* Takes `length` octets out at `at`. */
void gen_take_out(gen_string *string, size_t at, size_t length);

/* The octets of *string, as long as it lives. */
uriproof_span gen_span(const gen_string *string);

/* The part of `span` from `from` up to `to`. */
uriproof_span gen_cut(uriproof_span span, size_t from, size_t to);

/* The place of the first, or the last, `octet`; span.length where there is none. */
size_t gen_first(uriproof_span span, char octet);
size_t gen_last(uriproof_span span, char octet);

/* Has `span` exactly these octets? Does it begin with them at `at`? */
bool gen_is(uriproof_span span, const char *words);
bool gen_has_at(uriproof_span span, size_t at, const char *words);

/* Octets by what they are in ASCII. */
bool gen_is_letter(unsigned char octet);
bool gen_is_digit(unsigned char octet);
bool gen_is_hex(unsigned char octet);

/* Does an escape, of hexadecimal digits of either case, stand at `at`; and of which octet? */
bool gen_is_escape(uriproof_span span, size_t at);
unsigned char gen_escaped(uriproof_span span, size_t at);

/* Octets that are kept until the pool is emptied. */
typedef struct gen_pool {
    char octets[GEN_POOL_SIZE];
    size_t used;
} gen_pool;

/* A copy of `span` in the pool; an absent span stays absent. */
uriproof_span gen_keep(gen_pool *pool, uriproof_span span);

#endif
