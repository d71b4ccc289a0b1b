/* SPDX-License-Identifier: MIT */
#include "formats.h"

static const uriproof_report_format formats[] = {
    {"tap", "tap", "TAP version 13, for prove and other harnesses", report_write_tap},
    {"table", "txt", "adapters by outcome, for a terminal", report_write_table},
    {"json", "json", "the results themselves, to be read back", report_write_json},
    {"junit", "xml", "JUnit XML, for continuous integration", report_write_junit},
    {"markdown", "md", "tables and differences, for an issue or a wiki", report_write_markdown},
    {"html", "html", "one page with every clause and vector, for a browser", report_write_html},
};

const uriproof_report_format *uriproof_report_formats(size_t *count)
{
    *count = sizeof formats / sizeof formats[0];
    return formats;
}
