/* SPDX-License-Identifier: MIT */
/*
 * "URL syntax", the early page on Uniform Resource Locators: the prefix, the scheme, the Internet
 * protocol parts, and the encoding of octets. Its BNF "is given in an a later section" that is no
 * part of it, so what it does not forbid is taken. Its operations are reached through the dialect.
 *
 * For the ownership of octets, for threads and for time see uriproof/reference.h.
 */
#ifndef URIPROOF_URL_SYNTAX_H
#define URIPROOF_URL_SYNTAX_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The readings, in the order of uriproof_url_syntax.readings. */
typedef enum uriproof_url_syntax_reading {
    URIPROOF_URL_SYNTAX_URL_LETTERS,
    URIPROOF_URL_SYNTAX_HEX_LETTERS,
    URIPROOF_URL_SYNTAX_LOGIN_AT,
    URIPROOF_URL_SYNTAX_READING_COUNT
} uriproof_url_syntax_reading;

/* The dialect. Clauses: url-syntax.* */
extern const uriproof_dialect uriproof_url_syntax;

#ifdef __cplusplus
}
#endif

#endif
