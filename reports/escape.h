/* SPDX-License-Identifier: MIT */
/*
 * Writes foreign text so that it stays text. Each function first writes octets that do not print as
 * \xHH: control characters, marks that change the direction of writing, and octets that are not
 * UTF-8. So they cannot break a line, a terminal or an XML parser. Then it escapes the characters
 * that have a meaning in the format.
 */
#ifndef URIPROOF_REPORTS_ESCAPE_H
#define URIPROOF_REPORTS_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum report_style {
    REPORT_TAP,       /* a description or a comment */
    REPORT_YAML,      /* between the double quotes of a YAML string */
    REPORT_XML,       /* content, or an attribute in double quotes, also for HTML */
    REPORT_HTML_NAME, /* the same, for a name that may be broken after a dot */
    REPORT_MARKDOWN,  /* prose, or a table's cell */
    REPORT_SARIF,     /* a message of SARIF, before it is written as a JSON string */
    REPORT_GITHUB,    /* the message of a workflow command of GitHub Actions */
    REPORT_PROPERTY,  /* a property of such a command */
    REPORT_PLAIN      /* no character has a meaning */
} report_style;

/* report_text_short shortens texts with more octets. */
enum { REPORT_SHORT = 2048 };

/* Writes the whole of `text`. */
void report_text(FILE *out, report_style style, const char *text);

/* Writes `text`. If it is long, writes its beginning, its length and its end. */
void report_text_short(FILE *out, report_style style, const char *text);

/* Writes `text` as a Markdown code span, shortened if it is long. It must not be used in a cell of
 * a table, since a `|` would still end the cell. */
void report_code_span(FILE *out, const char *text);

/* Writes a word so that a shell reads it as one. Octets that do not print are written as \xHH. */
void report_shell_word(FILE *out, const char *word);

/* Returns true if `link` can be written as a link in every format without escapes. It must begin
 * with https and consist of characters of a URL, without those that end a link in Markdown. Returns
 * false for NULL. */
bool report_link_is_plain(const char *link);

#endif
