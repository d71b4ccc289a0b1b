/* SPDX-License-Identifier: MIT */
/*
 * The forms in which results are written: TAP, JUnit, SARIF and workflow commands for machines that
 * gate, JSON to be read back, Markdown, HTML and a badge for people. One function for each; see
 * uriproof_report_format. JSON is the results file's: uriproof_results_write.
 *
 * Each writes the same octets for the same results: no dates, no times, no addresses. What comes
 * from outside (a URI, an adapter's name, its words) is data to all of them: it is escaped for the
 * form it is written in, and what does not print is written \xHH. Each returns false if `out` took
 * an error, which it learns by flushing it. None closes `out` or keeps any state.
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
