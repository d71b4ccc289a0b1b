/* SPDX-License-Identifier: MIT */
/* The first page: what this is, what its words mean, what stands out, and a row for each parser. */
#include "pages.h"

#include "highlights.h"
#include "specifications.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/* ---- What this is ---- */

static void put_specifications(const page *p)
{
    for (size_t d = 0; d < p->site->dialect_count; d++) {
        page_text(p, d > 0 ? ", " : "", p->site->dialects[d].document);
        fprintf(p->out, " (%zu vectors)", p->site->dialects[d].vectors);
    }
}

static void put_intro(const page *p)
{
    const uriproof_results *r = p->site->results;
    fputs("<p>", p->out);
    page_parser_count(p);
    fputs(" answered the same questions, and each answer was compared with what the text of a "
          "specification says. Choose a parser to see where it departs and on which input, or "
          "search for a rule or a text.</p>\n",
          p->out);
    if (report_ended_early(r))
        fputs("<p class=\"early\">The run was ended early. What was not run counts neither as kept "
              "nor as a failure.</p>\n",
              p->out);
}

/* ---- The command ---- */

static void write_command(FILE *out, const uriproof_results *r)
{
    fputs("uriproof test", out);
    if (strcmp(r->dialect, "own") != 0) {
        fputs(" --dialect ", out);
        print_shell_word(out, r->dialect);
    }
    if (r->level != NULL) {
        fputs(" --level ", out);
        print_shell_word(out, r->level);
    } else if (r->group_count > 0) {
        fputs(" --level complete", out);
    }
    for (size_t i = 0; r->level != NULL && r->select[i] != NULL; i++) {
        fputs(" --select ", out);
        print_shell_word(out, r->select[i]);
    }
    for (size_t i = 0; r->level != NULL && r->own[i] != NULL; i++) {
        fputs(r->only_own ? " --vectors " : " --also ", out);
        print_shell_word(out, r->own[i]);
    }
    for (size_t i = 0; r->readings[i] != NULL; i++) {
        fputs(" --reading ", out);
        print_shell_word(out, r->readings[i]);
    }
    fputs(r->exact ? " --exact" : "", out);
    fputs(" --report json=results.json", out);
    for (size_t i = 0; i < r->adapter_count; i++) {
        fputc(' ', out);
        report_put_asked(out, &r->adapters[i]);
    }
    fputs("\nuriproof report --report html=site results.json", out);
}

static void put_command(const page *p)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    write_command(out, p->site->results);
    fclose(out);
    fputs("<details><summary>The command that makes these results again</summary>\n<p>", p->out);
    for (char *line = text.octets, *end; line != NULL; line = end) {
        end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        fputs("<code>", p->out);
        report_text(p->out, REPORT_XML, line);
        fputs(end != NULL ? "</code><br>" : "</code></p>\n", p->out);
    }
    fputs("<p>A parser of your own also needs its command: <code>--adapter NAME=COMMAND</code>.",
          p->out);
    if (p->site->results->level == NULL)
        fputs(" The results file does not say which vectors were asked: <code>--level</code> and "
              "<code>--select</code>.",
              p->out);
    fputs("</p></details>\n", p->out);
    free(text.octets);
}

static void put_facts(const page *p)
{
    const uriproof_results *r = p->site->results;
    fputs("<dl class=\"facts\">\n<div><dt>specifications</dt><dd>", p->out);
    put_specifications(p);
    fprintf(p->out, "</dd></div>\n<div><dt>pages made</dt><dd>%s</dd></div>\n", p->site->date);
    page_text(p, "<div><dt>uriproof</dt><dd>", r->uriproof);
    fputs("</dd></div>\n", p->out);
    if (r->readings[0] != NULL) {
        fputs("<div><dt>readings</dt><dd>", p->out);
        report_list(p->out, REPORT_XML, r->readings, "");
        fputs("</dd></div>\n", p->out);
    }
    fprintf(p->out, "<div><dt>results file</dt><dd><a href=\"%s\">%s</a></dd></div>\n", site_data,
            site_data);
    if (r->exact)
        fputs("<div><dt>judged</dt><dd>without tolerance</dd></div>\n", p->out);
    fputs("</dl>\n", p->out);
    put_command(p);
}

/* ---- What its words mean ---- */

static const struct {
    const char *word, *meaning;
} legend[] = {
    {"vector", "one question with the answer that a specification gives"},
    {"rule", "one requirement of a specification, also called a clause; it is <em>kept</em> if "
             "no failure is about it"},
    {"cause", "all failures with one kind of difference at one place; thousands of failures are "
              "often one missing check"},
    {"changes the host", "the parser sees another host or port than the specification; if another "
                         "program checked the text, the request goes elsewhere"},
    {"lenient", "wrongly accepts: the specification rejects it"},
    {"unvalidated", "accepts it too, but its manual says that it only splits; no failure"},
    {"strict", "wrongly rejects: the specification accepts it; a failure, and no merit"},
    {"differ", "both accept, but a part or the result is another"},
    {"fault", "a crash, a time-out, or an answer that is none"},
    {"\u2013", "not asked: the parser has no such operation"},
};

static void put_legend(const page *p)
{
    fputs("<details><summary>All words</summary>\n<dl class=\"legend\">\n", p->out);
    for (size_t i = 0; i < sizeof legend / sizeof legend[0]; i++)
        fprintf(p->out, "<div><dt>%s</dt><dd>%s</dd></div>\n", legend[i].word, legend[i].meaning);
    fputs("</dl></details>\n", p->out);
}

/* ---- A parser ---- */

/* Writes which specifications the parser claims, and by which it was measured if it does not claim
 * that. */
static void put_claims(const page *p, size_t adapter)
{
    const uriproof_adapter_results *a = &p->site->results->adapters[adapter];
    size_t first = site_first_dialect(p->site, adapter), named = 0;
    for (size_t i = 0; a->dialects[i] != NULL; i++) {
        const char *title = specification_title(a->dialects[i]);
        if (title != NULL)
            page_text(p, named++ > 0 ? ", " : "claims ", title);
    }
    if (named == 0)
        fputs("claims no specification", p->out);
    if (!site_claims(p->site, adapter, first))
        page_text(p, ", measured by ", p->site->dialects[first].document);
}

static void put_name_cell(const page *p, size_t adapter, size_t dialect)
{
    const site_score *score = site_score_of(p->site, adapter, dialect);
    fputs("<th scope=\"row\">", p->out);
    page_link_parser(p, adapter, dialect);
    page_name(p, " ", p->site->results->adapters[adapter].version);
    fputs("<br><span class=\"muted\">", p->out);
    put_claims(p, adapter);
    fputs("<span class=\"counts\">", p->out);
    if (score->vectors == 0)
        fputs(": not asked", p->out);
    else if (score->bad == 0)
        fputs(": no failure", p->out);
    else
        fprintf(p->out, ": %zu cause%s, %zu change%s the host", score->causes,
                score->causes == 1 ? "" : "s", score->other_host,
                score->other_host == 1 ? "s" : "");
    fputs("</span></span></th>", p->out);
}

/* Writes a number that leads to the causes on the parser's page. */
static void put_number(const page *p, size_t adapter, size_t dialect, size_t number)
{
    if (number == 0) {
        fputs("<span class=\"muted\">0</span>", p->out);
        return;
    }
    fputs("<a href=\"", p->out);
    page_way(p, site_parser_file(p->site, adapter, dialect, 0));
    fprintf(p->out, "#causes\">%zu</a>", number);
}

static void put_kept(const page *p, size_t adapter, size_t dialect)
{
    const site_score *score = site_score_of(p->site, adapter, dialect);
    fprintf(p->out, "<td data-v=\"%zu\">",
            score->rules > 0 ? score->kept * 1000 / score->rules : 0);
    page_share(p, score->kept, score->rules);
    fputs("</td><td class=\"num\"><a href=\"", p->out);
    page_way(p, site_parser_file(p->site, adapter, dialect, 0));
    fprintf(p->out, "\">%zu of %zu</a></td>", score->kept, score->rules);
}

/* Writes how much of the specification the parser was asked: a share of its rules, and of its
 * vectors. */
static void put_asked(const page *p, size_t adapter, size_t dialect)
{
    const site_score *score = site_score_of(p->site, adapter, dialect);
    const site_dialect *of = &p->site->dialects[dialect];
    fprintf(p->out, "<td class=\"num\">%zu of %zu</td><td class=\"num\">", score->rules, of->rules);
    page_per_cent(p, score->vectors, of->vectors);
    fputs("</td>", p->out);
}

/* Writes a number of wrong acceptances or rejections. Who was asked to parse nothing did nothing
 * right by its 0. */
static void put_validity(const page *p, size_t adapter, size_t dialect, size_t number)
{
    if (number == 0 && site_score_of(p->site, adapter, dialect)->parsed == 0)
        fputs("<span class=\"muted\" aria-label=\"not asked\" role=\"img\">\u2013</span>", p->out);
    else
        put_number(p, adapter, dialect, number);
}

/* Writes the number of texts that are accepted and should not be. Where a parser only splits, the
 * others stand beside it, so that its 0 is not taken for strictness. */
static void put_lenient(const page *p, size_t adapter, size_t dialect, const size_t *outcomes)
{
    fputs("<td class=\"num\">", p->out);
    put_validity(p, adapter, dialect, outcomes[URIPROOF_LENIENT]);
    if (outcomes[URIPROOF_UNVALIDATED] > 0)
        fprintf(p->out, "<br><span class=\"muted\">%zu unvalidated</span>",
                outcomes[URIPROOF_UNVALIDATED]);
    fputs("</td>", p->out);
}

static void put_count(const page *p, size_t adapter, size_t dialect, size_t number)
{
    fputs("<td class=\"num\">", p->out);
    put_number(p, adapter, dialect, number);
    fputs("</td>", p->out);
}

static void put_row(const page *p, size_t adapter)
{
    size_t dialect = site_first_dialect(p->site, adapter);
    const site_score *score = site_score_of(p->site, adapter, dialect);
    const size_t *outcomes = score->outcomes;
    fputs("<tr>", p->out);
    put_name_cell(p, adapter, dialect);
    page_text(p, "<td>", p->site->dialects[dialect].document);
    fputs("</td>", p->out);
    put_kept(p, adapter, dialect);
    put_asked(p, adapter, dialect);
    put_count(p, adapter, dialect, score->causes);
    put_count(p, adapter, dialect, score->other_host);
    put_lenient(p, adapter, dialect, outcomes);
    fputs("<td class=\"num\">", p->out);
    put_validity(p, adapter, dialect, outcomes[URIPROOF_STRICT]);
    fputs("</td>", p->out);
    put_count(p, adapter, dialect, outcomes[URIPROOF_DIFFER]);
    put_count(p, adapter, dialect,
              outcomes[URIPROOF_CRASH] + outcomes[URIPROOF_TIMEOUT] +
                  outcomes[URIPROOF_PROTOCOL_ERROR] + outcomes[URIPROOF_FLAKY]);
    fputs("</tr>\n", p->out);
}

/* ---- The table of parsers ---- */

/* A row of the table, with what it is ordered by. */
typedef struct row {
    size_t adapter, dialect;
    bool claims, asked_most;
    size_t kept, rules;
} row;

/* Orders rows: those that claim what they were measured by, the newest specification first, then
 * the others; of each those that were asked nearly all first, by the part of the rules that is
 * kept. */
static int by_claim(const void *a, const void *b)
{
    const row *x = a, *y = b;
    size_t one = x->kept * (y->rules > 0 ? y->rules : 1);
    size_t other = y->kept * (x->rules > 0 ? x->rules : 1);
    if (x->claims != y->claims)
        return x->claims ? -1 : 1;
    if (x->dialect != y->dialect)
        return x->dialect > y->dialect ? -1 : 1;
    if (x->asked_most != y->asked_most)
        return x->asked_most ? -1 : 1;
    if (one != other)
        return one > other ? -1 : 1;
    return x->adapter < y->adapter ? -1 : 1;
}

/* Lists the parsers, but not uriproof's own reference: it is the measure. The caller frees *rows.
 */
static size_t sorted_rows(const site *s, row **rows)
{
    size_t count = 0;
    *rows = calloc(s->results->adapter_count + 1, sizeof **rows);
    for (size_t i = 0; i < s->results->adapter_count; i++) {
        size_t dialect = site_first_dialect(s, i);
        const site_score *score = site_score_of(s, i, dialect);
        if (!site_is_own_reference(s, i))
            (*rows)[count++] = (row){.adapter = i,
                                     .dialect = dialect,
                                     .claims = site_claims(s, i, dialect),
                                     .asked_most = site_is_asked_most(s, i, dialect),
                                     .kept = score->kept,
                                     .rules = score->rules};
    }
    qsort(*rows, count, sizeof **rows, by_claim);
    return count;
}

static void put_parsers(const page *p)
{
    row *rows;
    size_t count = sorted_rows(p->site, &rows);
    page_begin_table(p, "Parsers", "grid", "parsers");
    page_column(p, "parser", "");
    page_column(p, "measured by", "");
    page_column(p, "rules kept", "");
    page_number_column(p, "kept of asked", "");
    page_number_column(p, "rules asked", "");
    page_number_column(p, "vectors asked", "");
    page_number_column(p, "causes", "");
    page_number_column(p, "change the host", "");
    page_number_column(p, "lenient: wrongly accepts", "");
    page_number_column(p, "strict: wrongly rejects", "");
    page_number_column(p, "differ", "");
    page_number_column(p, "faults", "");
    page_begin_rows(p);
    for (size_t i = 0; i < count; i++)
        put_row(p, rows[i].adapter);
    page_end_table(p);
    free(rows);
}

/* Says where uriproof's own reference is, which has no row. */
static void put_reference(const page *p)
{
    for (size_t i = 0; i < p->site->results->adapter_count; i++)
        if (site_is_own_reference(p->site, i)) {
            fputs("<p>uriproof's own ", p->out);
            page_link_parser(p, i, site_first_dialect(p->site, i));
            fputs(" is the measure, so it has no row.</p>\n", p->out);
        }
}

void site_write_index(site *s)
{
    page p =
        page_begin(s, PAGE_INDEX, "index.html", "How URI parsers keep to their specifications");
    put_intro(&p);
    fputs("<p>A <em>rule</em> is one requirement of a specification, and is kept if no failure "
          "is about it. A <em>cause</em> is all failures that differ in the same way. "
          "<em>Lenient</em> is wrongly accepted, <em>strict</em> is wrongly rejected: both are "
          "failures.</p>\n",
          p.out);
    put_legend(&p);
    fputs("<h2 id=\"highlights\">What stands out</h2>\n", p.out);
    put_highlights(&p);
    fputs("<h2 id=\"all\">Parsers</h2>\n<p>Each parser is measured by the newest specification "
          "here that it claims; its page also has the others. If it claims none of them, the row "
          "says so: a failure is then no fault of the parser. The share is of the rules that the "
          "parser was asked, rounded down. A parser that was asked less than nine in ten rules or "
          "half of the vectors comes after those that were asked more: its share says less. The "
          "other numbers count vectors of all operations.</p>\n",
          p.out);
    put_parsers(&p);
    put_reference(&p);
    fputs("<h2 id=\"run\">The run</h2>\n", p.out);
    put_facts(&p);
    page_end(&p);
}
