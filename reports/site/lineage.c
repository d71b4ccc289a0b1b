/* SPDX-License-Identifier: MIT */
/* The pages about generations: how much of each specification each parser keeps, and which
 * specification it follows where these part. */
#include "generations.h"
#include "pages.h"
#include "specifications.h"

#include <stdlib.h>
#include <string.h>

/* How many rules of a dialect the first page names; its own page has them all. */
enum { RULES_FIRST = 6 };

/* ---- The picture ---- */

/* The picture of a parser: a line for each dialect, with its name, a bar, and a number. */
enum { LINE_HEIGHT = 24, NAME_MOST = 18, BAR_LEFT = 140, BAR_WIDTH = 110, PICTURE_WIDTH = 320 };

static void put_kept_part(const page *p, const site_score *score)
{
    if (score->rules == 0)
        fputs("not asked", p->out);
    else
        page_per_cent(p, score->kept, score->rules);
}

static void put_bar(const page *p, const char *document, const site_score *score, size_t number)
{
    size_t top = number * LINE_HEIGHT, base = top + 17;
    char name[NAME_MOST + 1];
    snprintf(name, sizeof name, "%s", document);
    fprintf(p->out, "<text x=\"0\" y=\"%zu\">", base);
    report_text(p->out, REPORT_XML, name);
    fputs("</text>", p->out);
    if (score->rules > 0)
        fprintf(p->out,
                "<rect x=\"%d\" y=\"%zu\" width=\"%d\" height=\"10\"/>"
                "<rect class=\"full\" x=\"%d\" y=\"%zu\" width=\"%zu\" height=\"10\"/>",
                BAR_LEFT, top + 7, BAR_WIDTH, BAR_LEFT, top + 7,
                score->kept * BAR_WIDTH / score->rules);
    fprintf(p->out, "<text x=\"%d\" y=\"%zu\" text-anchor=\"end\">", PICTURE_WIDTH, base);
    put_kept_part(p, score);
    fputs("</text>\n", p->out);
}

static void put_picture(const page *p, size_t adapter)
{
    const uriproof_adapter_results *a = &p->site->results->adapters[adapter];
    fputs("<figure><figcaption>", p->out);
    page_link_parser(p, adapter, site_first_dialect(p->site, adapter));
    page_name(p, " <span class=\"muted\">", a->version);
    fprintf(p->out, "</span></figcaption>\n<svg viewBox=\"0 0 %d %zu\" role=\"img\" aria-label=\"",
            PICTURE_WIDTH, p->site->dialect_count * LINE_HEIGHT);
    page_text(p, "", a->name);
    for (size_t i = 0; i < p->site->dialect_count; i++) {
        page_text(p, i > 0 ? ", " : ": ", p->site->dialects[i].document);
        fputc(' ', p->out);
        put_kept_part(p, site_score_of(p->site, adapter, i));
    }
    fputs("\">\n", p->out);
    for (size_t i = 0; i < p->site->dialect_count; i++)
        put_bar(p, p->site->dialects[i].document, site_score_of(p->site, adapter, i), i);
    fputs("</svg></figure>\n", p->out);
}

/* ---- The same in numbers ---- */

static void put_score_cell(const page *p, size_t adapter, size_t dialect)
{
    const site_score *score = site_score_of(p->site, adapter, dialect);
    if (score->rules == 0) {
        fputs("<td class=\"num none\">not asked</td>", p->out);
        return;
    }
    fprintf(p->out, "<td class=\"num\" data-v=\"%zu\"><a href=\"",
            score->kept * 1000 / score->rules);
    page_way(p, site_parser_file(p->site, adapter, dialect, 0));
    fputs("\">", p->out);
    put_kept_part(p, score);
    const char *claimed = site_claims(p->site, adapter, dialect) ? ", claimed" : "";
    fprintf(p->out, "</a> <span class=\"muted\">%zu of %zu%s</span></td>", score->kept,
            score->rules, site_is_own_reference(p->site, adapter) ? ", the measure" : claimed);
}

static void put_scores(const page *p)
{
    const uriproof_results *r = p->site->results;
    page_begin_table(p, "Rules kept by parser and specification", "grid", "kept");
    page_column(p, "parser", "");
    for (size_t i = 0; i < p->site->dialect_count; i++)
        page_number_column(p, "", p->site->dialects[i].document);
    page_begin_rows(p);
    for (size_t a = 0; a < r->adapter_count; a++) {
        fputs("<tr><th scope=\"row\">", p->out);
        page_link_parser(p, a, site_first_dialect(p->site, a));
        fputs("</th>", p->out);
        for (size_t i = 0; i < p->site->dialect_count; i++)
            put_score_cell(p, a, i);
        fputs("</tr>\n", p->out);
    }
    page_end_table(p);
}

static void put_kept(const page *p)
{
    fputs("<h2 id=\"rules\">How much of each specification each parser keeps</h2>\n"
          "<p>Per cent of the rules that it was asked about and of which no vector fails, the "
          "oldest specification first:",
          p->out);
    for (size_t i = 0; i < p->site->dialect_count; i++) {
        const site_dialect *dialect = &p->site->dialects[i];
        page_text(p, i > 0 ? ", " : " ", dialect->document);
        if (specification_date(dialect->name)[0] != '\0')
            page_text(p, " (", specification_date(dialect->name));
        fputs(specification_date(dialect->name)[0] != '\0' ? ")" : "", p->out);
    }
    fputs(". A parser that has fewer operations is asked about fewer rules.</p>\n"
          "<div class=\"lineage\">\n",
          p->out);
    for (size_t a = 0; a < p->site->results->adapter_count; a++)
        put_picture(p, a);
    fputs("</div>\n<h3>The same in numbers</h3>\n", p->out);
    put_scores(p);
}

/* ---- Whom a parser follows ---- */

static const char *document_of(const page *p, size_t of_results)
{
    return p->site->results->dialects[of_results].document;
}

static void put_follower(const page *p, const generations *found, size_t dialect, size_t adapter)
{
    const parted_answers *tally = parted_of(found, dialect, adapter);
    fputs("<tr><th scope=\"row\">", p->out);
    page_link_parser(p, adapter, dialect);
    fprintf(p->out, "</th><td class=\"num\">%zu</td><td class=\"num\">%zu</td>", tally->answered,
            tally->right_here);
    for (size_t i = 0; i < p->site->results->dialect_count; i++)
        if (!is_same_dialect(p->site, dialect, found->order[i]))
            fprintf(p->out, "<td class=\"num\">%zu</td>", tally->right[found->order[i]]);
    fprintf(p->out, "<td class=\"num\">%zu</td><td class=\"num\">%zu</td></tr>\n",
            tally->right_nowhere, tally->not_judged);
}

/* Writes for each parser how many of its answers follow each dialect. */
static void put_followers(const page *p, const generations *found, size_t dialect)
{
    page_begin_table(p, "Answers by the specification that they follow", "grid", "follows");
    page_column(p, "parser", "");
    page_number_column(p, "answers", "");
    page_number_column(p, "right by ", p->site->dialects[dialect].document);
    for (size_t i = 0; i < p->site->results->dialect_count; i++)
        if (!is_same_dialect(p->site, dialect, found->order[i]))
            page_number_column(p, "wrong there, right by ", document_of(p, found->order[i]));
    page_number_column(p, "right by none", "");
    page_number_column(p, "not judged", "");
    page_begin_rows(p);
    for (size_t a = 0; a < p->site->results->adapter_count; a++)
        if (parted_of(found, dialect, a)->answered > 0)
            put_follower(p, found, dialect, a);
    page_end_table(p);
}

static void put_question(const page *p, size_t number)
{
    const uriproof_case *one = &p->site->results->cases[number];
    fprintf(p->out, "<span class=\"muted\">%s</span> ", uriproof_ops[one->op].name);
    page_request(p, one);
}

static void put_example(const page *p, const following *one)
{
    const uriproof_case *asked = &p->site->results->cases[one->example];
    const uriproof_adapter_results *a = &p->site->results->adapters[one->answering];
    char *words = report_describe(report_given(asked, a->results[one->example]));
    put_question(p, one->example);
    page_name(p, "<br>", a->name);
    page_text(p, ": <code>", words);
    fputs("</code>", p->out);
    free(words);
    if (p->site->home[one->example] == SIZE_MAX)
        return;
    fputs("<br>", p->out);
    page_link_case(p, one->example);
}

/* Returns true if both are of one clause, and say the same of the same parsers: the two dialects
 * are one there. */
static bool are_alike(const following *a, const following *b, size_t adapters)
{
    return a->clause == b->clause && a->example == b->example && a->answering == b->answering &&
           memcmp(a->by, b->by, adapters * sizeof *a->by) == 0;
}

static bool has_alike_before(const page *p, const generations *found, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (are_alike(&found->list[i], &found->list[number], p->site->results->adapter_count))
            return true;
    return false;
}

static void put_followed(const page *p, const generations *found, size_t number)
{
    for (size_t i = number; i < found->count; i++)
        if (are_alike(&found->list[i], &found->list[number], p->site->results->adapter_count))
            page_text(p, i > number ? ", " : "", document_of(p, found->list[i].dialect));
}

static void put_following(const page *p, const generations *found, size_t number)
{
    const following *one = &found->list[number];
    const uriproof_results *r = p->site->results;
    const char *between = "";
    fputs("<tr><th scope=\"row\">", p->out);
    page_link_clause(p, one->clause);
    page_text(p, "<br><span class=\"muted\">", r->clauses[one->clause].paraphrase);
    fputs("</span></th><td>", p->out);
    put_followed(p, found, number);
    fprintf(p->out, "</td><td class=\"num\">%zu</td><td class=\"num\">%zu</td><td>", one->parsers,
            one->answers);
    for (size_t a = 0; a < r->adapter_count; a++)
        if (one->by[a] > 0) {
            page_name(p, between, r->adapters[a].name);
            fprintf(p->out, "&nbsp;%zu", one->by[a]);
            between = ", ";
        }
    fputs("</td><td>", p->out);
    put_example(p, one);
    fputs("</td></tr>\n", p->out);
}

/* Writes each clause of a dialect at which parsers follow another. */
static void put_followings(const page *p, const generations *found, size_t dialect)
{
    page_begin_table(p, "Rules at which parsers follow another specification", "grid", "clauses");
    page_column(p, "rule", "");
    page_column(p, "followed instead", "");
    page_number_column(p, "parsers", "");
    page_number_column(p, "answers", "");
    page_column(p, "who, and how often", "");
    page_column(p, "smallest example", "");
    page_begin_rows(p);
    for (size_t i = 0; i < found->count; i++)
        if (p->site->dialect_of_clause[found->list[i].clause] == dialect &&
            !has_alike_before(p, found, i))
            put_following(p, found, i);
    page_end_table(p);
}

/* ---- The page of one dialect ---- */

static void put_asked(const page *p, const generations *found, size_t dialect)
{
    const char *document = p->site->dialects[dialect].document;
    fprintf(p->out, "<p>In %zu question%s about ", found->parted[dialect],
            found->parted[dialect] == 1 ? "" : "s");
    page_text(p, "", document);
    page_text(p, ", some parser gives an answer that is wrong by ", document);
    fputs(" and right by another specification.</p>\n", p->out);
}

static void write_dialect(site *s, const generations *found, size_t dialect)
{
    char *path = site_lineage_file(s, dialect);
    char *title =
        text_made("Who does not follow %s, and whom instead", s->dialects[dialect].document);
    page p = page_begin(s, PAGE_LINEAGE, path, title);
    put_asked(&p, found, dialect);
    fputs("<h2 id=\"parsers\">By parser</h2>\n<p>Its answers to these questions. One can be right "
          "by several of the others, and is counted at each. The answers of a parser that only "
          "splits a text are not judged if it accepts too much.</p>\n",
          p.out);
    put_followers(&p, found, dialect);
    fputs("<h2 id=\"rules\">By rule</h2>\n<p>A question counts at the first of its rules.</p>\n",
          p.out);
    put_followings(&p, found, dialect);
    page_end(&p);
    free(path);
    free(title);
}

/* ---- The first page ---- */

/* Returns true if no following before number `i` is of the same clause. */
static bool is_first_of_clause(const generations *found, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (found->list[k].clause == found->list[i].clause)
            return false;
    return true;
}

/* Writes a clause, and how many parsers follow which other dialect there. */
static void put_changed_clause(const page *p, const generations *found, size_t first)
{
    const following *one = &found->list[first];
    fputs("<li>", p->out);
    page_link_clause(p, one->clause);
    page_text(p, ": ", p->site->results->clauses[one->clause].paraphrase);
    fputs(" Instead,", p->out);
    for (size_t i = first; i < found->count; i++)
        if (found->list[i].clause == one->clause) {
            size_t parsers = found->list[i].parsers;
            fprintf(p->out, "%s %zu parser%s", i > first ? "," : "", parsers,
                    parsers == 1 ? "" : "s");
            page_text(p, parsers == 1 ? " follows " : " follow ",
                      document_of(p, found->list[i].dialect));
        }
    fputs(". Example: ", p->out);
    put_question(p, one->example);
    fputs("</li>\n", p->out);
}

static void put_dialect(const page *p, const generations *found, size_t dialect)
{
    size_t rules = 0;
    page_text(p, "<h3>Asked about ", p->site->dialects[dialect].document);
    fputs("</h3>\n", p->out);
    if (found->parted[dialect] == 0) {
        fputs("<p>No answer is wrong by it and right by another specification.</p>\n", p->out);
        return;
    }
    put_asked(p, found, dialect);
    fputs("<p>Where most parsers do so:</p>\n<ul>\n", p->out);
    for (size_t i = 0; i < found->count; i++)
        if (p->site->dialect_of_clause[found->list[i].clause] == dialect &&
            is_first_of_clause(found, i) && rules++ < RULES_FIRST)
            put_changed_clause(p, found, i);
    fputs("</ul>\n<p><a href=\"", p->out);
    page_way(p, site_lineage_file(p->site, dialect));
    page_text(p, "\">Each parser, and each rule of ", p->site->dialects[dialect].document);
    fprintf(p->out, ", with an example</a> (%zu rule%s).</p>\n", rules, rules == 1 ? "" : "s");
}

static void put_limits(const page *p)
{
    fputs(
        "<h2 id=\"limits\">What this page cannot tell</h2>\n<ul>\n"
        "<li>Only failures are judged by every specification. An answer that is right by the "
        "one asked may be right by others too, and does not count there.</li>\n"
        "<li>An answer that is right by a specification does not show that the parser was written "
        "by it. ",
        p->out);
    fputs(report_right_refusals, p->out);
    fputs("</li>\n<li>The questions are those of the specification asked. Where it says nothing, "
          "and where no parser here answers as another specification says, no difference between "
          "generations is seen.</li>\n"
          "<li>A parser whose manual says that it only splits a text has no failure where it "
          "accepts too much, so such an answer is not judged.</li>\n</ul>\n",
          p->out);
}

void site_write_lineage(site *s)
{
    generations found = generations_find(s);
    page p =
        page_begin(s, PAGE_LINEAGE, "lineage.html", "Lineage: which generation parsers follow");
    put_kept(&p);
    fputs("<h2 id=\"generations\">What changed, and who follows an older specification</h2>\n"
          "<p>A failure by one specification can be right by another. Asked about an old one, "
          "such answers show what has changed since. Asked about a new one, they show who still "
          "follows the old.</p>\n",
          p.out);
    if (s->results->dialect_count < 2)
        fputs("<p>These results do not have what other specifications say.</p>\n", p.out);
    for (size_t i = 0; i < s->dialect_count && s->results->dialect_count > 1; i++)
        put_dialect(&p, &found, i);
    put_limits(&p);
    page_end(&p);
    for (size_t i = 0; i < s->dialect_count; i++)
        if (found.parted[i] > 0)
            write_dialect(s, &found, i);
    generations_free(&found);
}
