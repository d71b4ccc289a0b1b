/* SPDX-License-Identifier: MIT */
/* Decoding, by the words of any of the specifications. */
#ifndef URIPROOF_ORACLE_DECODE_H
#define URIPROOF_ORACLE_DECODE_H

#include "short_string.h"

/* A text without its escapes. */
typedef struct oracle_decoded {
    oracle_string text;
    bool is_broken;   /* an escape has no two digits, and there is no text */
    size_t broken_at; /* the place of the octet that is not a digit */
    bool has_null;    /* an escape was of an octet 00 */
} oracle_decoded;

/* "A percent sign followed by two hexadecimal digits": each is undone, once. By the words of each
 * dialect: they differ in which letters are digits alone. */
oracle_decoded oracle_decode(const uriproof_dialect *dialect, const uriproof_readings *readings,
                             uriproof_span text);

#endif
