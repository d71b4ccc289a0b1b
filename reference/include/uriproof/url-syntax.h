/* SPDX-License-Identifier: MIT */
/*
 * "URL syntax", the early page on Uniform Resource Locators: the prefix, the scheme, the Internet
 * protocol parts, and the encoding of octets. The page says that its BNF "is given in an a later
 * section", but has no such section. So the code accepts what the page does not forbid. Its
 * operations are called through the dialect.
 *
 * uriproof/reference.h has the rules on ownership of octets, on threads and on time.
 */
#ifndef URIPROOF_URL_SYNTAX_H
#define URIPROOF_URL_SYNTAX_H

#include <uriproof/reference.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers the readings in the order of uriproof_url_syntax.readings. */
typedef enum uriproof_url_syntax_reading {
    URIPROOF_URL_SYNTAX_URL_LETTERS,
    URIPROOF_URL_SYNTAX_HEX_LETTERS,
    URIPROOF_URL_SYNTAX_LOGIN_AT,
    URIPROOF_URL_SYNTAX_READING_COUNT
} uriproof_url_syntax_reading;

/* The table of operations of this dialect. Its clauses have ids that begin with url-syntax. */
extern const uriproof_dialect uriproof_url_syntax;

#ifdef __cplusplus
}
#endif

#endif
