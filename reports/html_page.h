/* SPDX-License-Identifier: MIT */
/* What the sections of the HTML report are written with. */
#ifndef URIPROOF_REPORTS_HTML_PAGE_H
#define URIPROOF_REPORTS_HTML_PAGE_H

#include "summary.h"

typedef struct html_page {
    const uriproof_results *results;
    report_index index;
    FILE *out;
} html_page;

/* Writes `before`, which is HTML, and `words`, which are text. */
void html_text(const html_page *page, const char *before, const char *words);

/* The same for a name that may be longer than its cell is wide. */
void html_name(const html_page *page, const char *before, const char *words);

/* The class of how an outcome looks; its sign and its name say the same. */
const char *html_outcome_class(uriproof_outcome outcome);

void html_tag(const html_page *page, uriproof_outcome outcome);

/* The id of a clause's or vector's article. */
void html_clause_anchor(const html_page *page, size_t clause);
void html_case_anchor(const html_page *page, size_t number);

void html_clause_link(const html_page *page, size_t clause);
void html_case_link(const html_page *page, size_t number);

/* From the page's first line to the beginning of its body. */
void html_head(const html_page *page);

#endif
