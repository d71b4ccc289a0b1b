/* SPDX-License-Identifier: MIT */
/* The section of the HTML report that says which dialects make a differing answer right. */
#ifndef URIPROOF_REPORTS_HTML_DATES_H
#define URIPROOF_REPORTS_HTML_DATES_H

#include "html_page.h"

/* Writes the section, or nothing if the results were not judged by dialects. */
void html_dates(const html_page *page);

/* Writes which dialects make one result right, if it was judged by them. */
void html_right_in(const html_page *page, const uriproof_result *result);

#endif
