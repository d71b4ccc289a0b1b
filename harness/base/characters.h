/* SPDX-License-Identifier: MIT */
/* Reads and writes octets and characters from outside: UTF-8, hexadecimal, what is printed or
 * seen. */
#ifndef URIPROOF_BASE_CHARACTERS_H
#define URIPROOF_BASE_CHARACTERS_H

#include <stdint.h>
#include <stdio.h>
#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns true if the octet is one of printable ASCII, 0x20 to 0x7E. */
static inline bool uriproof_is_printable(char octet)
{
    return octet >= 0x20 && octet <= 0x7e;
}

static inline bool uriproof_is_digit(char octet)
{
    return octet >= '0' && octet <= '9';
}

static inline bool uriproof_is_letter(char octet)
{
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z');
}

/* Returns true if the octet may stand in a string of JSON as it is, and be printed. */
static inline bool uriproof_is_json_plain(char octet)
{
    return uriproof_is_printable(octet) && octet != '"' && octet != '\\';
}

/* Returns true if the text begins with https:// and then has only characters of a URL, and none
 * that ends a link in Markdown. Such a text can be written as a link in every report without
 * escapes. */
bool uriproof_is_plain_link(const char *text);

/* Returns true if all octets are printable. */
bool uriproof_all_printable(uriproof_span octets);

/* Writes the octets; each that is not printable is written as \xNN. Returns how many columns it
 * wrote. */
int print_octets(FILE *out, uriproof_span octets);

/* Writes words from outside, which may not be UTF-8. Characters that a reader would not see or that
 * could control a terminal are written as \xNN. */
void put_printable(FILE *out, const char *words);

/* Writes a word so that a shell reads it as one. What is not seen is written as put_printable does.
 */
void print_shell_word(FILE *out, const char *word);

/* Returns the value of a hexadecimal digit in either case; -1 if it is not one. */
int uriproof_hex_value(char digit);

/* Returns true if the text is an even number of lower-case hexadecimal digits, as in the protocol
 * and the vectors. */
bool uriproof_is_hexadecimal(const char *digits);

/* Writes the octets that `length` digits stand for. `length` must be even. The octets may be
 * written over the digits. */
void uriproof_hex_decode(const char *digits, size_t length, char *octets);

/* Writes two lower-case digits for each octet, and no NUL. */
void uriproof_hex_encode(uriproof_span octets, char *digits);

/* Reads the character that `text` of `room` octets begins with, as UTF-8 (RFC 3629): returns its
 * length in octets, 1 to 4, and sets *character. Returns 0 if the text is empty, or its octets are
 * not UTF-8 there. */
size_t uriproof_utf8_decode(const char *text, size_t room, uint32_t *character);

/* Returns true if the whole text is UTF-8. */
bool uriproof_is_utf8(uriproof_span text);

/* Does the same as uriproof_utf8_decode for a NUL-terminated text, and stops before its NUL. The
 * words of an adapter may not be UTF-8, so a report checks them before it writes them. */
size_t uriproof_utf8_read(const char *text, uint32_t *character);

/* Adds a word to a list of words with commas. */
void add_word(char *list, size_t room, const char *word);

/* Cuts `text` to at most `most` octets, of which the last three say that there was more. Never cuts
 * a character of UTF-8. Returns `text`. */
char *text_cut(char *text, size_t most);

/* Does the same, but leaves out the middle, since two long texts often differ at their ends. */
char *text_cut_inside(char *text, size_t most);

/* Returns false if a reader would not see the character, or if the character changes how others are
 * seen. Reports and messages write such a character as octets. */
bool uriproof_is_seen(uint32_t character);

#ifdef __cplusplus
}
#endif

#endif
