/* SPDX-License-Identifier: MIT */
/*
 * Writes a single page that needs nothing else. It has no scripts, fonts or pictures, and its
 * policy forbids them. A cell of the matrix links to the clause, and the clause links to each
 * vector. The details of a vector are written once.
 */
#include "html_dates.h"
#include "html_page.h"

#include <stdlib.h>
#include <string.h>

static void fact(const html_page *page, const char *what, const char *value)
{
    fprintf(page->out, "<div><dt>%s</dt>", what);
    html_text(page, "<dd>", value);
    fputs("</dd></div>\n", page->out);
}

static void count_fact(const html_page *page, const char *what, size_t count)
{
    fprintf(page->out, "<div><dt>%s</dt><dd>%zu</dd></div>\n", what, count);
}

static void header(const html_page *page)
{
    const uriproof_results *results = page->results;
    FILE *out = page->out;
    html_text(page, "<header>\n<h1>", results->document);
    fprintf(out, ": how %zu parser%s read%s it</h1>\n<dl class=\"facts\">\n",
            results->adapter_count, results->adapter_count == 1 ? "" : "s",
            results->adapter_count == 1 ? "s" : "");
    fact(page, "Dialect", results->dialect);
    fputs("<div><dt>Readings</dt><dd>", out);
    report_list(out, REPORT_XML, results->readings, "default");
    fputs("</dd></div>\n", out);
    count_fact(page, "Clauses", results->clause_count);
    count_fact(page, "Vectors", uriproof_count_cases(results));
    fact(page, "uriproof", results->uriproof);
    fputs("</dl>\n", out);
    if (report_ended_early(results)) {
        fputs("<p class=\"early\">The run was ended early: not every vector was asked.</p>\n", out);
    }
    fputs("<nav aria-label=\"Contents\"><ul>\n"
          "<li><a href=\"#parsers\">Parsers</a></li>\n"
          "<li><a href=\"#matrix\">Clauses by parser</a></li>\n",
          out);
    fputs(results->dialect_count > 0 ? "<li><a href=\"#dialects\">Differences by dialect</a></li>\n"
                                     : "",
          out);
    fputs("<li><a href=\"#clauses\">Each clause</a></li>\n"
          "<li><a href=\"#vectors\">Each vector</a></li>\n"
          "</ul></nav>\n</header>\n<main>\n"
          "<input type=\"checkbox\" id=\"only\">"
          "<label class=\"only\" for=\"only\">Show only clauses and vectors with a difference"
          "</label>\n",
          out);
}

static void adapter_row(const html_page *page, size_t number, const bool *shown)
{
    const uriproof_adapter_results *adapter = &page->results->adapters[number];
    size_t counts[URIPROOF_OUTCOME_COUNT];
    uriproof_count_outcomes(page->results, number, counts);
    html_text(page, "<tr><th scope=\"row\"><strong>", adapter->name);
    html_text(page, "</strong> ", adapter->version);
    html_text(page, " <span class=\"muted\">", adapter->language);
    fputs("</span>", page->out);
    report_unclaimed(page->out, REPORT_XML, "<br><strong>", page->results, number, "</strong>");
    fputs("</th>", page->out);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        if (shown[i]) {
            const char *look = counts[i] > 0 ? html_outcome_class((uriproof_outcome)i) : "none";
            fprintf(page->out, "<td class=\"%s\">%zu</td>", look, counts[i]);
        }
    }
    fputs("<td class=\"left\">", page->out);
    report_list(page->out, REPORT_XML, adapter->dialects, "nothing");
    fputs("</td></tr>\n", page->out);
}

static void legend(const html_page *page)
{
    fputs("<dl class=\"legend\">\n", page->out);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        fputs("<dt>", page->out);
        html_tag(page, (uriproof_outcome)i);
        fprintf(page->out, "</dt><dd>%s</dd>\n", uriproof_outcomes[i].about);
    }
    fputs("</dl>\n", page->out);
}

/* Says what an adapter declares to change by design. Without this, its agreement would look better
 * than it is. */
static void transforms(const html_page *page)
{
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &page->results->adapters[i];
        if (adapter->transforms != NULL && adapter->transforms[0] != NULL) {
            html_text(page, "<p class=\"muted\">", adapter->name);
            fputs(" declares these transforms, changes that it makes by design: ", page->out);
            report_list(page->out, REPORT_XML, adapter->transforms, "");
            fprintf(page->out, ". Answers that agree only up to a transform: %zu.</p>\n",
                    uriproof_count_up_to(page->results, i));
        }
    }
}

/* Says where a parser's manual states that it accepts texts without a check. */
static void unvalidated(const html_page *page)
{
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &page->results->adapters[i];
        if (adapter->splits != NULL) {
            size_t counts[URIPROOF_OUTCOME_COUNT];
            uriproof_count_outcomes(page->results, i, counts);
            html_text(page, "<p class=\"muted\">", adapter->name);
            html_text(page, " splits a text and does not validate it (", adapter->splits);
            fprintf(page->out, "). Texts that it accepts and the specification rejects: %zu.</p>\n",
                    counts[URIPROOF_UNVALIDATED]);
        }
    }
}

static void write_parsers(const html_page *page)
{
    bool shown[URIPROOF_OUTCOME_COUNT] = {[URIPROOF_AGREE] = true};
    report_outcomes_seen(page->results, shown);
    fputs("<section aria-labelledby=\"parsers\">\n<h2 id=\"parsers\">Parsers</h2>\n"
          "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"parsers\">"
          "<table class=\"grid num\">\n<thead><tr><th scope=\"col\">Parser</th>",
          page->out);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        if (shown[i]) {
            fprintf(page->out, "<th scope=\"col\">%s %s</th>", report_symbols[i],
                    uriproof_outcomes[i].name);
        }
    }
    fputs("<th scope=\"col\" class=\"left\">claims</th></tr></thead>\n<tbody>\n", page->out);
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        adapter_row(page, i, shown);
    }
    fputs("</tbody></table></div>\n", page->out);
    transforms(page);
    unvalidated(page);
    legend(page);
    fputs("</section>\n", page->out);
}

/* Writes a cell of the matrix: the sign, and how many of the vectors that were run it stands
 * for. */
static void tally_cell(const html_page *page, size_t clause, size_t adapter)
{
    FILE *out = page->out;
    const report_tally *tally = report_tally_of(page->results, &page->index, clause, adapter);
    const char *look = tally->run == 0         ? "none"
                       : tally->bad > 0        ? "bad"
                       : tally->other_good > 0 ? "near"
                                               : "good";
    fprintf(out, "<td class=\"%s\"><a href=\"#", look);
    html_clause_anchor(page, clause);
    fputs("\">", out);
    if (tally->run == 0) {
        uriproof_outcome none = tally->not_run > 0 ? URIPROOF_NOT_RUN : URIPROOF_UNSUPPORTED;
        fprintf(out, "%s %s", report_symbols[none], uriproof_outcomes[none].name);
    } else if (tally->bad > 0) {
        fprintf(out, "\u2717 %zu/%zu", tally->bad, tally->run);
    } else if (tally->other_good > 0) {
        fprintf(out, "\u2248 %zu/%zu", tally->other_good, tally->run);
    } else {
        fprintf(out, "\u2713 %zu", tally->run);
    }
    fputs("</a></td>", out);
}

static const char *fine(bool bad)
{
    return bad ? "" : " class=\"fine\"";
}

static bool same_section(const uriproof_results_clause *a, const uriproof_results_clause *b)
{
    return strcmp(a->document, b->document) == 0 && strcmp(a->section, b->section) == 0;
}

/* Returns the number of the first clause after `first` that is in another section. */
static size_t section_end(const uriproof_results *results, size_t first)
{
    size_t end = first + 1;
    while (end < results->clause_count &&
           same_section(&results->clauses[first], &results->clauses[end])) {
        end++;
    }
    return end;
}

static void clause_row(const html_page *page, size_t clause)
{
    bool bad = report_clause_is_bad(page->results, &page->index, clause);
    fprintf(page->out, "<tr%s><th scope=\"row\">", fine(bad));
    html_clause_link(page, clause);
    fputs("</th>", page->out);
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        tally_cell(page, clause, i);
    }
    fputs("</tr>\n", page->out);
}

static void section_group(const html_page *page, size_t first, size_t end)
{
    const uriproof_results_clause *clause = &page->results->clauses[first];
    bool bad = false;
    for (size_t i = first; i < end; i++) {
        bad = bad || report_clause_is_bad(page->results, &page->index, i);
    }
    fprintf(page->out, "<tbody%s>\n<tr><th scope=\"rowgroup\" colspan=\"%zu\"><span>", fine(bad),
            page->results->adapter_count + 1);
    html_text(page, "", clause->section);
    html_text(page, " <span class=\"muted\">", clause->document);
    fputs("</span></span></th></tr>\n", page->out);
    for (size_t i = first; i < end; i++) {
        clause_row(page, i);
    }
    fputs("</tbody>\n", page->out);
}

static void adapter_heads(const html_page *page)
{
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        html_name(page, "<th scope=\"col\" class=\"name\">", page->results->adapters[i].name);
        fputs("</th>", page->out);
    }
}

static void matrix(const html_page *page)
{
    fputs("<section aria-labelledby=\"matrix\">\n"
          "<h2 id=\"matrix\">Clauses by parser</h2>\n"
          "<p>\u2713 12: all 12 vectors agree. \u2248 2/12: no vector fails, but 2 of 12 agree "
          "only under another reading. \u2717 3/12: 3 of 12 fail. Vectors that the parser cannot "
          "be asked are not counted.</p>\n"
          "<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" "
          "aria-labelledby=\"matrix\"><table class=\"grid num\">\n"
          "<thead><tr><th scope=\"col\">Clause</th>",
          page->out);
    adapter_heads(page);
    fputs("</tr></thead>\n", page->out);
    size_t first = 0;
    while (first < page->results->clause_count) {
        size_t end = section_end(page->results, first);
        section_group(page, first, end);
        first = end;
    }
    fputs("</table></div>\n</section>\n", page->out);
}

static bool breaks_clause(const uriproof_case *one, size_t clause)
{
    for (size_t i = 0; i < one->group->breaks_count; i++) {
        if (one->group->clauses[i] == clause) {
            return true;
        }
    }
    return false;
}

static void case_row(const html_page *page, size_t clause, size_t number)
{
    const uriproof_results *results = page->results;
    fprintf(page->out, "<tr%s><th scope=\"row\">", fine(report_case_is_bad(results, number)));
    html_case_link(page, number);
    fprintf(page->out, "<span class=\"muted how\">%s it</span></th>",
            breaks_clause(&results->cases[number], clause) ? "breaks" : "obeys");
    for (size_t i = 0; i < results->adapter_count; i++) {
        uriproof_outcome outcome = results->adapters[i].results[number]->outcome;
        fprintf(page->out, "<td class=\"%s\">%s %s</td>", html_outcome_class(outcome),
                report_symbols[outcome], uriproof_outcomes[outcome].name);
    }
    fputs("</tr>\n", page->out);
}

/* Writes the document and the section, with a link if the results have one. */
static void source_of_clause(const html_page *page, const uriproof_results_clause *clause)
{
    bool linked = report_link_is_plain(clause->link);
    fputs(" <span class=\"muted\">(", page->out);
    if (linked) {
        html_text(page, "<a href=\"", clause->link);
    }
    html_text(page, linked ? "\">" : "", clause->document);
    html_text(page, ", ", clause->section);
    fputs(linked ? "</a>)</span>" : ")</span>", page->out);
}

/* Writes the vectors of the clause that are shown on the page. A clause may have none. */
static void clause_vectors(const html_page *page, size_t clause)
{
    const report_index *index = &page->index;
    bool any = false;
    for (size_t i = index->start[clause]; i < index->start[clause + 1]; i++) {
        if (!index->shown[index->cases[i]])
            continue;
        if (!any) {
            fputs("<div class=\"scroll\"><table class=\"grid\">\n<thead><tr>"
                  "<th scope=\"col\">Vector</th>",
                  page->out);
            adapter_heads(page);
            fputs("</tr></thead>\n<tbody>\n", page->out);
        }
        any = true;
        case_row(page, clause, index->cases[i]);
    }
    fputs(any ? "</tbody></table></div>\n" : "", page->out);
}

static void clause_article(const html_page *page, size_t clause)
{
    const uriproof_results_clause *facts = &page->results->clauses[clause];
    bool bad = report_clause_is_bad(page->results, &page->index, clause);
    fprintf(page->out, "<article%s id=\"", fine(bad));
    html_clause_anchor(page, clause);
    fputs("\">\n<h3>", page->out);
    html_clause_link(page, clause);
    html_text(page, "</h3>\n<p>", facts->paraphrase);
    source_of_clause(page, facts);
    if (facts->rule != NULL) {
        html_text(page, "</p>\n<p><code>", facts->rule);
    }
    fputs(facts->rule != NULL ? "</code></p>\n" : "</p>\n", page->out);
    clause_vectors(page, clause);
    fputs("</article>\n", page->out);
}

static void clauses(const html_page *page)
{
    fputs("<section aria-labelledby=\"clauses\">\n<h2 id=\"clauses\">Each clause</h2>\n",
          page->out);
    for (size_t i = 0; i < page->results->clause_count; i++) {
        clause_article(page, i);
    }
    fputs("</section>\n", page->out);
}

/* Writes `words` as code and frees them. */
static void code(const html_page *page, const char *before, char *words, const char *after)
{
    fputs(before, page->out);
    html_text(page, "<code>", words);
    fprintf(page->out, "</code>%s", after);
    free(words);
}

/* Writes the length of a field in octets, if the field is too long to be shown. */
static void long_field(const html_page *page, const report_field *field)
{
    size_t octets = strlen(field->value) / (strcmp(field->key, field->name) != 0 ? 2 : 1);
    if (octets > REPORT_SHORT / 2) {
        fprintf(page->out, " <span class=\"muted\">%zu octets</span>", octets);
    }
}

static void input(const html_page *page, const uriproof_case *one)
{
    for (size_t i = 0; i < 2; i++) {
        report_field field;
        if (!report_field_read(one, i, &field))
            continue;
        fprintf(page->out, "<dt>%s</dt>", field.name);
        code(page, "<dd>", report_field_quoted(one, i), "");
        long_field(page, &field);
        report_field_free(&field);
        fputs("</dd>\n", page->out);
    }
}

static void clause_links(const html_page *page, const char *before, const size_t *list,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : before, page->out);
        html_clause_link(page, list[i]);
    }
    fputs(count > 0 ? "</dd>\n" : "", page->out);
}

/* Writes an answer that is more than plain agreement. */
static void gave(const html_page *page, const uriproof_adapter_results *adapter, size_t number)
{
    const uriproof_result *result = adapter->results[number];
    html_text(page, "<li><b>", adapter->name);
    fputs("</b><span>", page->out);
    html_tag(page, result->outcome);
    code(page, "</span>", report_describe(result->given), "");
    if (result->detail != NULL) {
        html_text(page, "<span class=\"words muted\">", result->detail);
        fputs("</span>", page->out);
    }
    html_right_in(page, result);
    fputs("</li>\n", page->out);
}

/* Returns true if a result needs a row of its own. */
static bool needs_row(const uriproof_result *result)
{
    return report_is_bad(result->outcome) || report_is_other_good(result->outcome);
}

static void gave_rows(const html_page *page, size_t number)
{
    bool any = false;
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &page->results->adapters[i];
        if (needs_row(adapter->results[number])) {
            fputs(any ? "" : "<ul class=\"gave\">\n", page->out);
            any = true;
            gave(page, adapter, number);
        }
    }
    fputs(any ? "</ul>\n" : "", page->out);
}

/* Writes one line for all adapters that have this outcome and no details. */
static void names_of(const html_page *page, size_t number, uriproof_outcome outcome, bool up_to)
{
    bool any = false;
    for (size_t i = 0; i < page->results->adapter_count; i++) {
        const uriproof_adapter_results *adapter = &page->results->adapters[i];
        const uriproof_result *result = adapter->results[number];
        if (result->outcome != outcome || result->up_to != up_to) {
            continue;
        }
        if (!any) {
            fputs("<dt>", page->out);
            html_tag(page, outcome);
            fputs("</dt><dd>", page->out);
        }
        html_text(page, any ? ", " : "", adapter->name);
        any = true;
    }
    fputs(any && up_to ? " <span class=\"muted\">(up to declared transforms)</span>" : "",
          page->out);
    fputs(any ? "</dd>\n" : "", page->out);
}

static void agreeing(const html_page *page, size_t number)
{
    names_of(page, number, URIPROOF_AGREE, false);
    names_of(page, number, URIPROOF_AGREE, true);
    names_of(page, number, URIPROOF_UNSUPPORTED, false);
    names_of(page, number, URIPROOF_NOT_RUN, false);
}

static void case_article(const html_page *page, size_t number)
{
    const uriproof_case *one = &page->results->cases[number];
    const uriproof_results_group *group = one->group;
    fprintf(page->out, "<article%s id=\"", fine(report_case_is_bad(page->results, number)));
    html_case_anchor(page, number);
    fputs("\">\n<h3>", page->out);
    html_case_link(page, number);
    fprintf(page->out, " <span class=\"muted\">%s</span></h3>\n", uriproof_ops[one->op].name);
    html_text(page, "<p>", group->about);
    fputs("</p>\n<dl class=\"pairs\">\n", page->out);
    input(page, one);
    code(page, "<dt>expected</dt><dd>", report_describe(one->expected), "</dd>\n");
    clause_links(page, "<dt>breaks</dt><dd>", group->clauses, group->breaks_count);
    clause_links(page, "<dt>obeys</dt><dd>", group->clauses + group->breaks_count,
                 group->clause_count - group->breaks_count);
    html_text(page, "<dt>origin</dt><dd>", group->origin);
    fputs("</dd>\n", page->out);
    agreeing(page, number);
    fputs("</dl>\n", page->out);
    gave_rows(page, number);
    fputs("</article>\n", page->out);
}

static void not_shown(const html_page *page)
{
    if (page->index.hidden == 0) {
        return;
    }
    fprintf(page->out,
            "<p>For each parser, the first %d failures of each group of generated vectors are "
            "shown. %zu generated vectors are not shown; %zu of these fail. The JSON results "
            "list those that fail, and count those with which every parser agrees.</p>\n",
            REPORT_SHOWN_OF_GROUP, page->index.hidden, page->index.hidden_bad);
}

static void vectors(const html_page *page)
{
    fputs("<section aria-labelledby=\"vectors\">\n<h2 id=\"vectors\">Each vector</h2>\n",
          page->out);
    not_shown(page);
    for (size_t i = 0; i < page->results->case_count; i++) {
        if (page->index.shown[i]) {
            case_article(page, i);
        }
    }
    fputs("</section>\n", page->out);
}

static bool write_html(const uriproof_results *results, FILE *out)
{
    html_page page = {.results = results, .out = out};
    report_index_make(results, &page.index);
    html_head(&page);
    header(&page);
    write_parsers(&page);
    matrix(&page);
    html_dates(&page);
    clauses(&page);
    vectors(&page);
    fputs("</main>\n</body>\n</html>\n", out);
    report_index_free(&page.index);
    return report_done(out);
}

const uriproof_report_format report_html = {
    .name = "html",
    .suffix = "html",
    .about = "one page with every clause and vector, for a browser",
    .write = write_html,
};
