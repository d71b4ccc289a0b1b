/* SPDX-License-Identifier: MIT */
/*
 * The oracle for the page "URL syntax". Each function follows the page's sentences literally.
 * docs/readings.md describes the readings.
 */
#ifndef URIPROOF_ORACLE_URL_SYNTAX_H
#define URIPROOF_ORACLE_URL_SYNTAX_H

#include "production.h"
#include "short_string.h"

typedef struct oracle_url_syntax {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
} oracle_url_syntax;

/* Returns true if `url` matches, and sets *parts to its parts. */
bool oracle_url_syntax_parse(const oracle_url_syntax *page, uriproof_span url,
                             uriproof_components *parts);

/* Returns the place where the first broken escape is broken: the place of the octet that should be
 * a digit. Returns text.length + 1 if no escape is broken. */
size_t oracle_url_syntax_broken_escape(const oracle_url_syntax *page, uriproof_span text);

/* Returns the first clause that `url` breaks, without the dialect's name and the full stop. Returns
 * NULL if it matches the grammar. */
const char *oracle_url_syntax_broken(const oracle_url_syntax *page, uriproof_span url);

/* Returns the canonical form of `url`, which must match the grammar. */
oracle_string oracle_url_syntax_canonical(uriproof_span url);

/* Returns `data`, which may hold any octets, encoded as one path segment. */
oracle_string oracle_url_syntax_encode(uriproof_span data);

/* What the page says of two URLs that match the grammar. */
typedef enum oracle_comparison {
    ORACLE_IDENTICAL,
    ORACLE_DIFFERENT,
    ORACLE_UNSAID /* they only differ in whether a character is escaped, and the page does not say
                     whether that matters */
} oracle_comparison;

oracle_comparison oracle_url_syntax_compare(uriproof_span url, uriproof_span other);

#endif
