/* SPDX-License-Identifier: MIT */
/*
 * Writes text from outside so that it stays text. Every writer here first writes as \xHH what does
 * not print: control characters, marks that change the direction of writing, octets that are not
 * UTF-8. So they break no line, terminal or XML parser. Then it escapes what has a meaning in the
 * format.
 */
#ifndef URIPROOF_REPORTS_ESCAPE_H
#define URIPROOF_REPORTS_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum report_style {
    REPORT_TAP,       /* a description or a comment */
    REPORT_YAML,      /* between the double quotes of a YAML string */
    REPORT_XML,       /* content or a double-quoted attribute, of HTML too */
    REPORT_HTML_NAME, /* the same for a name, which may be broken after a dot */
    REPORT_MARKDOWN,  /* prose, or a table's cell */
    REPORT_SARIF,     /* a message of SARIF, before it is a string of JSON */
    REPORT_GITHUB,    /* the words of a workflow command of GitHub Actions */
    REPORT_PROPERTY,  /* a property of such a command */
    REPORT_PLAIN      /* nothing has a meaning */
} report_style;

/* Texts over so many octets are shortened by report_text_short. */
enum { REPORT_SHORT = 2048 };

/* Writes the whole of `text`. */
void report_text(FILE *out, report_style style, const char *text);

/* Writes `text`, or where it is long its beginning, its length in words, and its end. */
void report_text_short(FILE *out, report_style style, const char *text);

/* Writes `text`, shortened where it is long, as a Markdown code span. Not for a table's cell,
 * where a `|` would still end the cell. */
void report_code_span(FILE *out, const char *text);

/* Whether `link` may stand as a link in any format as it is: https, and made of the characters of
 * a URI alone, without those by which Markdown ends a link. NULL may not. */
bool report_link_is_plain(const char *link);

#endif
