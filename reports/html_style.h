/* SPDX-License-Identifier: MIT */
#ifndef URIPROOF_REPORTS_HTML_STYLE_H
#define URIPROOF_REPORTS_HTML_STYLE_H

/* The style sheet of the HTML report, line by line; ends in NULL. */
extern const char *const report_html_style[];

#endif
