/* SPDX-License-Identifier: MIT */
/*
 * The page "URL syntax" read a second time and literally: each function follows its sentences.
 * The readings are those of docs/readings.md.
 */
#ifndef URIPROOF_ORACLE_URL_SYNTAX_H
#define URIPROOF_ORACLE_URL_SYNTAX_H

#include "production.h"
#include "short_string.h"

typedef struct oracle_url_syntax {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
} oracle_url_syntax;

/* Does `url` match, and what are its parts? On true *parts has those that are there. */
bool oracle_url_syntax_parse(const oracle_url_syntax *page, uriproof_span url,
                             uriproof_components *parts);

/* The place of the first percent sign that the digits of an escape do not follow, or rather of
 * the octet that is no digit; text.length + 1 where there is none. */
size_t oracle_url_syntax_broken_escape(const oracle_url_syntax *page, uriproof_span text);

/* The clause, after the dialect's name and a full stop, that `url` breaks first; NULL if it
 * matches the grammar. */
const char *oracle_url_syntax_broken(const oracle_url_syntax *page, uriproof_span url);

/* The canonical form of `url`, which matches the grammar. */
oracle_string oracle_url_syntax_canonical(uriproof_span url);

/* `data`, any octets, as one path segment. */
oracle_string oracle_url_syntax_encode(uriproof_span data);

/* What the page says of two URLs that match the grammar. */
typedef enum oracle_comparison {
    ORACLE_IDENTICAL,
    ORACLE_DIFFERENT,
    ORACLE_UNSAID /* they differ in nothing but an escape of which it does not speak */
} oracle_comparison;

oracle_comparison oracle_url_syntax_compare(uriproof_span url, uriproof_span other);

#endif
