/* SPDX-License-Identifier: MIT */
/* Decodes escapes by the words of any of the specifications. */
#ifndef URIPROOF_ORACLE_DECODE_H
#define URIPROOF_ORACLE_DECODE_H

#include "short_string.h"

/* A text with its escapes decoded. */
typedef struct oracle_decoded {
    oracle_string text;
    bool is_broken;   /* an escape lacks a digit, so there is no text */
    size_t broken_at; /* the place of the octet that is not a digit */
    bool has_null;    /* the text has an escape of the octet 00 */
} oracle_decoded;

/* Decodes each "A percent sign followed by two hexadecimal digits" once. The dialects only differ
 * in which letters they take as digits. */
oracle_decoded oracle_decode(const uriproof_dialect *dialect, const uriproof_readings *readings,
                             uriproof_span text);

#endif
