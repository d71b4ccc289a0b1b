/* SPDX-License-Identifier: MIT */
/* A page of the site, and what all kinds of pages have in common. */
#ifndef URIPROOF_REPORTS_PAGE_H
#define URIPROOF_REPORTS_PAGE_H

#include "site.h"

typedef struct page {
    site *site;
    FILE *out;        /* never NULL; what is written after a failure is lost */
    const char *root; /* the way to the site's folder: "" or "../" */
} page;

/* The pages that each page leads to. */
typedef enum page_place {
    PAGE_INDEX,
    PAGE_CLAUSES,
    PAGE_PAIRS,
    PAGE_LINEAGE,
    PAGE_PLACE_COUNT
} page_place;

/* Begins the page `path` of the site ("parsers/libcurl.html"): its head, its navigation, and its
 * heading `title`, which is text. */
page page_begin(site *s, page_place place, const char *path, const char *title);

/* Ends the page. If it could not be written, the site has failed. */
void page_end(page *p);

/* Writes `before` as HTML and then `words` as text, shortened if it is long. */
void page_text(const page *p, const char *before, const char *words);

/* Does the same for a name that may be wider than its cell. */
void page_name(const page *p, const char *before, const char *words);

/* Writes a text as code. Octets that do not print are written as \xNN. */
void page_octets(const page *p, uriproof_span octets);

/* Writes the sign and the name of an outcome. Its colour says no more. */
void page_outcome(const page *p, uriproof_outcome outcome);

/* Writes how many of `of` are good, as per cent and as a bar. */
void page_share(const page *p, size_t good, size_t of);

/* Writes the way from this page to the page of an adapter by a dialect, of a clause, or of the pair
 * of two adapters, for the attribute href. */
void page_way_to_parser(const page *p, size_t adapter, size_t dialect);
void page_way_to_clause(const page *p, size_t clause);
void page_way_to_pair(const page *p, size_t a, size_t b);

/* Write links to them, whose words are their names. */
void page_link_parser(const page *p, size_t adapter, size_t dialect);
void page_link_clause(const page *p, size_t clause);

/* Writes the id of a vector, as a link if a page has it. */
void page_link_case(const page *p, size_t number);

/* Writes the name of the anchor of a vector on its clause's page. */
void page_case_anchor(const page *p, size_t number);

/* Write the name of the file of each: "parsers/libcurl.rfc3986.html". They go to `out`. */
void page_parser_file(FILE *out, const site *s, size_t adapter, size_t dialect);
void page_clause_file(FILE *out, const site *s, size_t clause);
void page_pair_file(FILE *out, const site *s, size_t a, size_t b);
void page_lineage_file(FILE *out, const site *s, size_t dialect);

/* Does the same for a case that is on a page, with its anchor. */
void page_case_file(FILE *out, const site *s, size_t number);

/* Writes the request of a case: its texts. */
void page_request(const page *p, const uriproof_case *one);

/* Writes what was expected of a case and what was given, part by part with the differing parts
 * marked, or in words if they have no parts (answers.c). */
void page_answers(const page *p, const uriproof_case *one, const uriproof_result *result);

#endif
