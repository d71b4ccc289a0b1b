/* SPDX-License-Identifier: MIT */
/*
 * The page "URL syntax" read a second time and literally: each function follows its sentences.
 * The readings are those of docs/readings.md.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_ORACLE_URL_SYNTAX_H
#define URIPROOF_GENERATOR_ORACLE_ORACLE_URL_SYNTAX_H

#include "short_string.h"

typedef struct gen_url_syntax {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
} gen_url_syntax;

/* Does `url` match, and what are its parts? On true *parts has those that are there. */
bool gen_url_syntax_parse(const gen_url_syntax *page, uriproof_span url,
                          uriproof_components *parts);

/* The place of the first percent sign that the digits of an escape do not follow, or rather of
 * the octet that is no digit; text.length + 1 where there is none. */
size_t gen_url_syntax_broken_escape(const gen_url_syntax *page, uriproof_span text);

/* The clause, after the dialect's name and a full stop, that `url` breaks first; NULL where it
 * matches the grammar. */
const char *gen_url_syntax_broken(const gen_url_syntax *page, uriproof_span url);

/* The canonical form of `url`, which matches the grammar. */
gen_string gen_url_syntax_canonical(uriproof_span url);

/* What the page says of two URLs that match the grammar. */
typedef enum gen_comparison {
    GEN_IDENTICAL,
    GEN_DIFFERENT,
    GEN_UNSAID /* they differ in nothing but an escape of which it does not speak */
} gen_comparison;

gen_comparison gen_url_syntax_compare(uriproof_span url, uriproof_span other);

#endif
