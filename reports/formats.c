/* SPDX-License-Identifier: MIT */
#include "formats.h"

const uriproof_report_format uriproof_report_formats[] = {
    {"tap", "tap", "TAP version 13, for prove and other harnesses", report_write_tap},
    {"tap14", "tap", "TAP version 14, for programs that can read it", report_write_tap14},
    {"table", "txt", "adapters by outcome, for a terminal", report_write_table},
    {"json", "json", "all results, for 'uriproof report' and 'compare'", uriproof_results_write},
    {"junit", "xml", "JUnit XML, for continuous integration", report_write_junit},
    {"markdown", "md", "tables and differences, for an issue or a wiki", report_write_markdown},
    {"html", "html", "one page with every clause and vector, for a browser", report_write_html},
    {"sarif", "sarif", "SARIF 2.1.0, for code scanning", report_write_sarif},
    {"github", "txt", "workflow commands of GitHub Actions, on standard output",
     report_write_github},
    {"badge", "badge.json", "a shields.io endpoint: how many answers are right",
     report_write_badge},
};

const size_t uriproof_report_format_count =
    sizeof uriproof_report_formats / sizeof uriproof_report_formats[0];
