/* SPDX-License-Identifier: MIT */
/*
 * The page "URL syntax" read a second time and literally: each function follows its sentences.
 * The readings are those of docs/readings.md.
 */
#ifndef URIPROOF_GENERATOR_ORACLE_ORACLE_URL_SYNTAX_H
#define URIPROOF_GENERATOR_ORACLE_ORACLE_URL_SYNTAX_H

#include "short_string.h"

typedef struct derive_page {
    const uriproof_dialect *dialect;
    const uriproof_readings *readings;
} derive_page;

/* Does `url` match, and what are its parts? On true *parts has those that are there. */
bool derive_page_parse(const derive_page *page, uriproof_span url, uriproof_components *parts);

/* The place of the first percent sign that the digits of an escape do not follow, or rather of
 * the octet that is no digit; text.length + 1 where there is none. */
size_t derive_page_broken_escape(const derive_page *page, uriproof_span text);

/* The clause, after the dialect's name and a full stop, that `url` breaks first; NULL where it
 * matches the grammar. */
const char *derive_page_broken(const derive_page *page, uriproof_span url);

/* The canonical form of `url`, which matches the grammar. */
derive_string derive_page_canonical(uriproof_span url);

/* What the page says of two URLs that match the grammar. */
typedef enum derive_identity {
    DERIVE_IDENTICAL,
    DERIVE_DIFFERENT,
    DERIVE_UNSAID /* they differ in nothing but an escape of which it does not speak */
} derive_identity;

derive_identity derive_page_compare(uriproof_span url, uriproof_span other);

#endif
