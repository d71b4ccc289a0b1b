/* SPDX-License-Identifier: MIT */
/* The percent encoding, which every dialect has: "%" and two hexadecimal digits. */
#ifndef URIPROOF_PERCENT_H
#define URIPROOF_PERCENT_H

#include <uriproof/reference.h>

/* The octet that the text at `at` begins with, bare or escaped, and in *length how long that is
 * written; -1 where it is a broken escape. */
int percent_octet_at(const unsigned char *at, const unsigned char *end, size_t *length);

/* Writes an escape, in upper-case hexadecimal, to the three octets at `out`. */
void percent_escape(unsigned char octet, char *out);

/* Undoes every escape of `text`. A broken one is refused in `production` by `clause`. */
uriproof_verdict percent_decode(uriproof_span text, uriproof_buffer *out, const char *production,
                                const char *clause, uriproof_refusal *refusal);

/* True where `text` is one or two dots and nothing else. */
bool percent_is_dots(uriproof_span text);

#endif
