/* SPDX-License-Identifier: MIT */
#include "html_page.h"

#include "html_style.h"

#include <string.h>

void html_text(const html_page *page, const char *before, const char *words)
{
    fputs(before, page->out);
    report_text_short(page->out, REPORT_XML, words);
}

void html_name(const html_page *page, const char *before, const char *words)
{
    fputs(before, page->out);
    report_text_short(page->out, REPORT_HTML_NAME, words);
}

const char *html_outcome_class(uriproof_outcome outcome)
{
    switch (outcome) {
    case URIPROOF_AGREE:
        return "good";
    case URIPROOF_ACCEPTABLE:
    case URIPROOF_INCOMPLETE:
    case URIPROOF_UNDEFINED:
    case URIPROOF_UNVALIDATED:
    case URIPROOF_SLOW:
        return "near";
    case URIPROOF_UNSUPPORTED:
    case URIPROOF_NOT_RUN:
        return "none";
    default:
        return "bad";
    }
}

void html_tag(const html_page *page, uriproof_outcome outcome)
{
    fprintf(page->out, "<span class=\"tag %s\">%s %s</span>", html_outcome_class(outcome),
            report_symbols[outcome], uriproof_outcomes[outcome].name);
}

/* Writes the id of the article of a clause ("c") or a vector ("v"). Links use the id of the clause
 * or vector, so they stay valid from run to run. If an id has unsafe characters, its number is used
 * instead. */
static void anchor(const html_page *page, char kind, const char *id, size_t number)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-";
    size_t length = strlen(id);
    if (length <= 100 && strspn(id, safe) == length) {
        fprintf(page->out, "%c-%s", kind, id);
    } else {
        fprintf(page->out, "%c_%zu", kind, number);
    }
}

void html_clause_anchor(const html_page *page, size_t clause)
{
    anchor(page, 'c', page->results->clauses[clause].id, clause);
}

void html_case_anchor(const html_page *page, size_t number)
{
    anchor(page, 'v', page->results->cases[number].id, number);
}

void html_clause_link(const html_page *page, size_t clause)
{
    fputs("<a href=\"#", page->out);
    html_clause_anchor(page, clause);
    html_name(page, "\">", page->results->clauses[clause].id);
    fputs("</a>", page->out);
}

void html_case_link(const html_page *page, size_t number)
{
    fputs("<a href=\"#", page->out);
    html_case_anchor(page, number);
    html_text(page, "\">", page->results->cases[number].id);
    fputs("</a>", page->out);
}

void html_head(const html_page *page)
{
    FILE *out = page->out;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" "
          "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n",
          out);
    html_text(page, "<title>uriproof: ", page->results->document);
    fputs("</title>\n<style>\n", out);
    for (size_t i = 0; report_html_style[i] != NULL; i++) {
        fprintf(out, "%s\n", report_html_style[i]);
    }
    fputs("</style>\n</head>\n<body>\n", out);
}
