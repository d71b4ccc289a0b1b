/* SPDX-License-Identifier: MIT */
/* One function for each format; see uriproof_report_format. */
#ifndef URIPROOF_REPORTS_FORMATS_H
#define URIPROOF_REPORTS_FORMATS_H

#include "reports.h"

bool report_write_tap(const uriproof_results *results, FILE *out);
bool report_write_tap14(const uriproof_results *results, FILE *out);
bool report_write_table(const uriproof_results *results, FILE *out);
bool report_write_json(const uriproof_results *results, FILE *out);
bool report_write_junit(const uriproof_results *results, FILE *out);
bool report_write_markdown(const uriproof_results *results, FILE *out);
bool report_write_html(const uriproof_results *results, FILE *out);
bool report_write_sarif(const uriproof_results *results, FILE *out);
bool report_write_github(const uriproof_results *results, FILE *out);
bool report_write_badge(const uriproof_results *results, FILE *out);

#endif
