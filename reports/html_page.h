/* SPDX-License-Identifier: MIT */
/* Functions that all sections of the HTML report use. */
#ifndef URIPROOF_REPORTS_HTML_PAGE_H
#define URIPROOF_REPORTS_HTML_PAGE_H

#include "summary.h"

typedef struct html_page {
    const uriproof_results *results;
    report_index index;
    FILE *out;
} html_page;

/* Writes `before` as HTML, and then `words` as text. */
void html_text(const html_page *page, const char *before, const char *words);

/* Does the same for a name that may be wider than its cell. */
void html_name(const html_page *page, const char *before, const char *words);

/* Returns the CSS class for an outcome. Its sign and its name give the same information. */
const char *html_outcome_class(uriproof_outcome outcome);

void html_tag(const html_page *page, uriproof_outcome outcome);

/* html_clause_anchor writes the id of a clause's article, and html_case_anchor that of a
 * vector's. */
void html_clause_anchor(const html_page *page, size_t clause);
void html_case_anchor(const html_page *page, size_t number);

void html_clause_link(const html_page *page, size_t clause);
void html_case_link(const html_page *page, size_t number);

/* Writes the page from its first line to the start of its body. */
void html_head(const html_page *page);

#endif
