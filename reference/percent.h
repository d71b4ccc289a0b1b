/* SPDX-License-Identifier: MIT */
/* The percent encoding, which every dialect has: "%" and two hexadecimal digits. */
#ifndef URIPROOF_PERCENT_H
#define URIPROOF_PERCENT_H

#include <uriproof/reference.h>

/* The value of a hexadecimal digit, in either case; -1 if it is not one. */
static inline int hex_value(unsigned char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    int letter = (digit | 0x20) - 'a';
    return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/* The octet that a whole escape stands for. */
static inline unsigned char octet_of_escape(const unsigned char *percent)
{
    return (unsigned char)(hex_value(percent[1]) * 16 + hex_value(percent[2]));
}

/* The octet that the text at `at` begins with, bare or escaped, and in *length how long that is
 * written; -1 if it is a broken escape. */
int percent_octet_at(const unsigned char *at, const unsigned char *end, size_t *length);

/* Writes an escape, in upper-case hexadecimal, to the three octets at `out`. */
void percent_escape(unsigned char octet, char *out);

/* Undoes every escape of `text`. A broken one is rejected in `production` by `clause`. */
uriproof_verdict percent_decode(uriproof_span text, uriproof_buffer *out, const char *production,
                                const char *clause, uriproof_refusal *refusal);

/* The first digit of an escape that is a small letter, if no escape is broken before it; or
 * NULL. */
const char *percent_small_digit(uriproof_span text);

/* percent_decode; where not `small_digits`, an escape with a small letter is broken there. */
uriproof_verdict percent_decode_of(uriproof_span text, bool small_digits, uriproof_buffer *out,
                                   const char *production, const char *clause,
                                   uriproof_refusal *refusal);

/* Returns true if `octet` may appear unescaped in a segment and is data there. */
typedef bool percent_is_data(unsigned char octet, const uriproof_readings *readings);

/* What is data in a segment, and whether "." and ".." are not. */
typedef struct percent_segment {
    percent_is_data *is_data;
    bool dots_reserved;
} percent_segment;

/* Writes `text` as one segment: what is not data there is escaped. `out` needs room for
 * 3 * text.length octets. */
uriproof_verdict percent_encode(uriproof_span text, const percent_segment *segment,
                                const uriproof_readings *readings, uriproof_buffer *out);

/* Is `encoded`, however much of it is escaped, `text` as one segment? */
bool percent_encodes(uriproof_span encoded, uriproof_span text, const percent_segment *segment,
                     const uriproof_readings *readings);

#endif
