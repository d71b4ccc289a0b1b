/* SPDX-License-Identifier: MIT */
/*
 * Short strings with value semantics. The oracle rewrites them step by step, as the words of a
 * specification say.
 */
#ifndef URIPROOF_ORACLE_SHORT_STRING_H
#define URIPROOF_ORACLE_SHORT_STRING_H

#include <uriproof/reference.h>

enum { ORACLE_STRING_MAX = 256 };

/* A text of at most ORACLE_STRING_MAX octets. If more are added, the program ends. */
typedef struct oracle_string {
    char octets[ORACLE_STRING_MAX];
    size_t length;
} oracle_string;

/* Returns a string with the octets of a span. An absent span gives an empty string. */
oracle_string oracle_string_of(uriproof_span span);

/* Add text to the end of the string. */
void oracle_add(oracle_string *string, uriproof_span span);
void oracle_add_words(oracle_string *string, const char *words);
void oracle_add_octet(oracle_string *string, unsigned char octet);
/* Adds `octet` as an escape, with upper-case or lower-case digits. */
void oracle_add_escape(oracle_string *string, unsigned char octet, bool upper);

/* Removes `length` octets at `at`. */
void oracle_take_out(oracle_string *string, size_t at, size_t length);

/* Returns the octets of *string. They are valid as long as it lives. */
uriproof_span oracle_span(const oracle_string *string);

/* Returns the part of `span` from `from` up to `to`. */
uriproof_span oracle_cut(uriproof_span span, size_t from, size_t to);

/* oracle_first returns the place of the first `octet`, and oracle_last that of the last one. Both
 * return span.length if there is none. */
size_t oracle_first(uriproof_span span, char octet);
size_t oracle_last(uriproof_span span, char octet);

/* oracle_is returns true if `span` consists of these octets. oracle_has_at returns true if `span`
 * has them at `at`. */
bool oracle_is(uriproof_span span, const char *words);
bool oracle_has_at(uriproof_span span, size_t at, const char *words);

/* Classify octets by their meaning in ASCII. */
bool oracle_is_letter(unsigned char octet);
bool oracle_is_digit(unsigned char octet);
bool oracle_is_hex(unsigned char octet);

/* oracle_is_escape returns true if an escape begins at `at`; its digits may be in either case.
 * oracle_escaped returns the octet that it stands for. */
bool oracle_is_escape(uriproof_span span, size_t at);
unsigned char oracle_escaped(uriproof_span span, size_t at);

#endif
