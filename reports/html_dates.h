/* SPDX-License-Identifier: MIT */
/* The section of the HTML report that says by which dialects the answers that differ are right. */
#ifndef URIPROOF_REPORTS_HTML_DATES_H
#define URIPROOF_REPORTS_HTML_DATES_H

#include "html_page.h"

/* Writes the section; nothing if the results were judged by no dialect. */
void html_dates(const html_page *page);

/* Writes for one result in words by which dialects it is right, if it was judged by them. */
void html_right_in(const html_page *page, const uriproof_result *result);

#endif
