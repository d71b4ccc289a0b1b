/* SPDX-License-Identifier: MIT */
#include "html_dates.h"

#include <stdlib.h>

/* The look of each correctness. Its sign and its name give the same information. */
static const char *const looks[URIPROOF_CORRECTNESS_COUNT] = {
    [URIPROOF_RIGHT_THERE] = "good",
    [URIPROOF_ACCEPTABLE_THERE] = "near",
    [URIPROOF_WRONG_THERE] = "bad",
    [URIPROOF_NOT_ASKED_THERE] = "none",
};

void html_right_in(const html_page *page, const uriproof_result *result)
{
    static const struct {
        uriproof_correctness correctness;
        const char *words;
    } said[] = {{URIPROOF_RIGHT_THERE, "right in "},
                {URIPROOF_ACCEPTABLE_THERE, "acceptable in "},
                {URIPROOF_WRONG_THERE, "wrong in "}};
    if (result->right_in == NULL) {
        return;
    }
    fputs("<span class=\"words muted\">", page->out);
    bool any = false;
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        char before[32];
        snprintf(before, sizeof before, "%s%s", any ? "; " : "", said[i].words);
        any = report_dialects(page->out, REPORT_XML, before, page->results, result,
                              said[i].correctness) ||
              any;
    }
    fputs("</span>", page->out);
}

static void dialect_heads(const html_page *page)
{
    for (size_t i = 0; i < page->results->dialect_count; i++) {
        html_name(page, "<th scope=\"col\" class=\"name\">", page->results->dialects[i].name);
        fputs("</th>", page->out);
    }
}

static void summary_row(const html_page *page, size_t adapter)
{
    report_dates dates;
    report_dates_make(page->results, adapter, &dates);
    html_text(page, "<tr><th scope=\"row\">", page->results->adapters[adapter].name);
    fprintf(page->out, "</th><td>%zu</td>", dates.answers);
    for (size_t i = 0; i < page->results->dialect_count; i++) {
        fprintf(page->out, "<td class=\"%s\">%zu</td>", dates.right[i] > 0 ? "good" : "none",
                dates.right[i]);
    }
    fprintf(page->out, "<td>%zu</td></tr>\n", dates.nowhere);
    free(dates.right);
}

static void summary(const html_page *page)
{
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"dialects\">"
          "<table class=\"grid num\">\n<thead><tr><th scope=\"col\">Parser</th>"
          "<th scope=\"col\">differences</th>",
          page->out);
    dialect_heads(page);
    fputs("<th scope=\"col\">none</th></tr></thead>\n<tbody>\n", page->out);
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        summary_row(page, i);
    }
    fputs("</tbody></table></div>\n", page->out);
}

static void legend(const html_page *page)
{
    fputs("<dl class=\"legend\">\n", page->out);
    for (size_t i = 0; i < URIPROOF_CORRECTNESS_COUNT; i++) {
        fprintf(page->out, "<dt><span class=\"tag %s\">%s %s</span></dt><dd>%s</dd>\n", looks[i],
                report_correctness_symbols[i], uriproof_correctnesses[i].name,
                uriproof_correctnesses[i].about);
    }
    fprintf(page->out, "</dl>\n<p class=\"muted\">%s</p>\n", report_right_refusals);
    for (size_t i = 0; i < page->results->dialect_count; i++) {
        html_name(page, i > 0 ? ", " : "<p class=\"muted\">", page->results->dialects[i].name);
        html_text(page, " is ", page->results->dialects[i].document);
    }
    fputs(".</p>\n", page->out);
}

static void dated_row(const html_page *page, const uriproof_result *result, size_t number)
{
    fputs("<tr><th scope=\"row\">", page->out);
    html_case_link(page, number);
    fprintf(page->out, "</th><td class=\"%s\">%s %s</td>", html_outcome_class(result->outcome),
            report_symbols[result->outcome], uriproof_outcomes[result->outcome].name);
    for (size_t i = 0; i < page->results->dialect_count; i++) {
        uriproof_correctness correctness = uriproof_right_in(result, i);
        fprintf(page->out, "<td class=\"%s\">%s %s</td>", looks[correctness],
                report_correctness_symbols[correctness], uriproof_correctnesses[correctness].name);
    }
    fputs("</tr>\n", page->out);
}

/* Writes the differences of one adapter below its name. */
static void adapter_group(const html_page *page, const uriproof_adapter_results *adapter)
{
    fprintf(page->out, "<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"%zu\"><span>",
            page->results->dialect_count + 2);
    html_text(page, "", adapter->name);
    html_text(page, " <span class=\"muted\">", adapter->version);
    fputs("</span></span></th></tr>\n", page->out);
    for (size_t i = 0; i < page->results->case_count; i++) {
        if (page->index.shown[i] && report_is_dated(adapter->results[i])) {
            dated_row(page, adapter->results[i], i);
        }
    }
    fputs("</tbody>\n", page->out);
}

static void differences(const html_page *page)
{
    fputs("<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" "
          "aria-labelledby=\"dialects\"><table class=\"grid\">\n"
          "<thead><tr><th scope=\"col\">Vector</th><th scope=\"col\">Outcome</th>",
          page->out);
    dialect_heads(page);
    fputs("</tr></thead>\n", page->out);
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        adapter_group(page, &page->results->adapters[i]);
    }
    fputs("</table></div>\n", page->out);
}

void html_dates(const html_page *page)
{
    if (page->results->dialect_count == 0) {
        return;
    }
    fputs("<section aria-labelledby=\"dialects\">\n"
          "<h2 id=\"dialects\">Differences by dialect</h2>\n"
          "<p>Each answer that differs was also judged by every dialect, with its default "
          "readings, since an answer that is wrong by one specification may be right by another. "
          "The first table counts how many answers are right in each dialect, and in no dialect. "
          "The second table lists the answers.</p>\n",
          page->out);
    summary(page);
    legend(page);
    differences(page);
    fputs("</section>\n", page->out);
}
