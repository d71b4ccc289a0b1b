/* SPDX-License-Identifier: MIT */
/*
 * Writes results in several formats. TAP, JUnit, SARIF and workflow commands are for programs, JSON
 * can be read back, and Markdown, HTML and the badge are for people. There is one function for each
 * format. JSON is written by uriproof_results_write.
 *
 * The same results always give the same octets, so a report has no dates, times or addresses.
 * Foreign text, such as a URI or an adapter's name, is escaped for the format. Characters that do
 * not print are written as \xHH. Each function flushes `out`, and returns false if writing failed.
 * No function closes `out` or keeps any state.
 */
#ifndef URIPROOF_REPORTS_FORMATS_H
#define URIPROOF_REPORTS_FORMATS_H

#include "results/results.h"

bool report_write_tap(const uriproof_results *results, FILE *out);
bool report_write_tap14(const uriproof_results *results, FILE *out);
bool report_write_table(const uriproof_results *results, FILE *out);
bool report_write_junit(const uriproof_results *results, FILE *out);
bool report_write_markdown(const uriproof_results *results, FILE *out);
bool report_write_html(const uriproof_results *results, FILE *out);
bool report_write_sarif(const uriproof_results *results, FILE *out);
bool report_write_github(const uriproof_results *results, FILE *out);
bool report_write_badge(const uriproof_results *results, FILE *out);

#endif
