/* SPDX-License-Identifier: MIT */
/* The percent encoding, which every dialect has: an octet is written as "%" and two hexadecimal
 * digits. Such a group of three is called an escape. */
#ifndef URIPROOF_PERCENT_H
#define URIPROOF_PERCENT_H

#include <uriproof/reference.h>

/* Returns the value of a hexadecimal digit of either case, or -1 if `digit` is not one. */
static inline int hex_value(unsigned char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    int letter = (digit | 0x20) - 'a';
    return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/* Returns the octet that a complete escape stands for. */
static inline unsigned char octet_of_escape(const unsigned char *percent)
{
    return (unsigned char)(hex_value(percent[1]) * 16 + hex_value(percent[2]));
}

/* Returns the octet that the text at `at` begins with, or -1 if a broken escape begins there. Sets
 * *length to 3 for an escape and to 1 for any other octet. */
int percent_octet_at(const unsigned char *at, const unsigned char *end, size_t *length);

/* Writes `octet` as an escape, with upper-case digits, to the three octets at `out`. */
void percent_escape(unsigned char octet, char *out);

/* Decodes every escape of `text`. If an escape is broken, the refusal names `production` and
 * `clause`. */
uriproof_verdict percent_decode(uriproof_span text, uriproof_buffer *out, const char *production,
                                const char *clause, uriproof_refusal *refusal);

/* Returns the first lower-case hexadecimal digit in an escape of `text`. Returns NULL if there is
 * none, or if a broken escape comes before it. */
const char *percent_small_digit(uriproof_span text);

/* Does the same as percent_decode. If `small_digits` is false, it also rejects lower-case digits in
 * escapes. */
uriproof_verdict percent_decode_of(uriproof_span text, bool small_digits, uriproof_buffer *out,
                                   const char *production, const char *clause,
                                   uriproof_refusal *refusal);

/* Returns true if `octet` needs no escape in a segment and stands for itself there. */
typedef bool percent_is_data(unsigned char octet, const uriproof_readings *readings);

/* Tells which octets need no escape in a segment, and whether "." and ".." must be escaped. */
typedef struct percent_segment {
    percent_is_data *is_data;
    bool dots_reserved;
} percent_segment;

/* Writes `text` as one segment, and escapes the octets that do not stand for themselves there.
 * `out` needs room for 3 * text.length octets. */
uriproof_verdict percent_encode(uriproof_span text, const percent_segment *segment,
                                const uriproof_readings *readings, uriproof_buffer *out);

/* Returns true if `encoded` is `text` as one segment, no matter how many octets are escaped. */
bool percent_encodes(uriproof_span encoded, uriproof_span text, const percent_segment *segment,
                     const uriproof_readings *readings);

#endif
