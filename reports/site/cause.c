/* SPDX-License-Identifier: MIT */
/* A cause of failures of one parser: its words, its smallest input, and more examples. */
#include "page.h"

#include <stdlib.h>

/* What is written. */
typedef struct shown {
    const cause *cause;
    size_t adapter, dialect;
    size_t count;   /* of its failures */
    size_t example; /* the case with the smallest input */
} shown;

static void put_facts(const page *p, const shown *one)
{
    const class_risk *risk = one->cause->risk;
    fputs("<p>", p->out);
    page_outcome(p, one->cause->outcome);
    fprintf(p->out, " %zu failure%s. Risk: %s", one->count, one->count == 1 ? "" : "s",
            risk->about);
    if (risk->weakness != NULL)
        fprintf(p->out, " (%s)", risk->weakness);
    fputs(".</p>\n", p->out);
}

/* Writes who else has the cause, each with its number of failures. */
static void put_others(const page *p, const shown *one)
{
    const char *between = "<p>Others with this cause: ";
    for (size_t i = 0; i < p->site->results->adapter_count; i++) {
        if (i == one->adapter || one->cause->sightings[i].count == 0)
            continue;
        fputs(between, p->out);
        page_link_parser(p, i, one->dialect);
        fprintf(p->out, " %zu", one->cause->sightings[i].count);
        between = ", ";
    }
    fputs(*between == '<' ? "<p>No other parser has this cause.</p>\n" : ".</p>\n", p->out);
}

static void put_telling_clause(const page *p, const shown *one)
{
    const uriproof_results *r = p->site->results;
    size_t clause = report_telling_clause(r, one->cause->deviation, &r->cases[one->example]);
    if (clause == SIZE_MAX)
        return;
    fputs("<p>Clause ", p->out);
    page_link_clause(p, clause);
    fputs(":</p>\n", p->out);
    page_clause_text(p, clause);
}

/* Writes the command that asks the example again. */
static void put_command(const page *p, const shown *one)
{
    const uriproof_results *r = p->site->results;
    char *command = report_repeat_command(r, &r->cases[one->example], one->adapter, NULL);
    page_text(p, "<p>To repeat it:</p>\n<pre><code>", command);
    fputs("</code></pre>\n", p->out);
    free(command);
}

static void put_example(const page *p, const shown *one)
{
    const uriproof_results *r = p->site->results;
    const uriproof_case *example = &r->cases[one->example];
    const uriproof_result *result = r->adapters[one->adapter].results[one->example];
    fprintf(p->out, "<h4>%s</h4>\n<dl class=\"answers\"><div><dt>%s</dt><dd>",
            one->count > 1 ? "The smallest input" : "The input", uriproof_ops[example->op].name);
    page_request(p, example);
    fputs("</dd></div></dl>\n", p->out);
    page_answers(p, one->example, one->adapter);
    if (result->detail != NULL) {
        page_text(p, "<p class=\"muted\">", result->detail);
        fputs("</p>\n", p->out);
    }
    if (report_is_right_as_claimed(r, &r->adapters[one->adapter], result))
        fputs("<p>The answer is right by a specification that the parser claims.</p>\n", p->out);
    fputs("<p>", p->out);
    page_link_case(p, one->example);
    page_text(p, ": ", example->group->about);
    fputs("</p>\n", p->out);
}

/* Writes the examples but the one that is written already. */
static void put_more(const page *p, const shown *one)
{
    const cause_sighting *own = &one->cause->sightings[one->adapter];
    size_t listed = own->count < CAUSE_EXAMPLES ? own->count : CAUSE_EXAMPLES;
    if (own->count < 2)
        return;
    fprintf(p->out, "<details><summary>%zu of %zu examples</summary>\n", listed, own->count);
    page_begin_table(p, "Examples", "", NULL);
    page_column(p, "vector", "");
    page_column(p, "input", "");
    page_column(p, "given", "");
    page_begin_rows(p);
    for (size_t i = 0; i < listed; i++) {
        fputs("<tr><td>", p->out);
        page_link_case(p, own->examples[i]);
        fputs("</td><td>", p->out);
        page_request(p, &p->site->results->cases[own->examples[i]]);
        fputs("</td><td>", p->out);
        page_given(p, own->examples[i], one->adapter);
        fputs("</td></tr>\n", p->out);
    }
    page_end_table(p);
    if (listed < own->count)
        fprintf(p->out, "<p>The <a href=\"%s%s\">results file</a> has all.</p>\n", p->root,
                site_data);
    fputs("</details>\n", p->out);
}

void page_cause(const page *p, const cause *found, size_t adapter, size_t dialect, size_t number)
{
    const cause_sighting *own = &found->sightings[adapter];
    const shown one = {found, adapter, dialect, own->count, own->example};
    char *words = report_cause_words(found);
    fprintf(p->out, "<article id=\"c%zu\"><h3>%s. ", number, report_risk_words(found->risk));
    page_text(p, "", words);
    fputs("</h3>\n", p->out);
    free(words);
    put_facts(p, &one);
    put_example(p, &one);
    put_telling_clause(p, &one);
    put_command(p, &one);
    put_others(p, &one);
    put_more(p, &one);
    if (found->deviation != NULL || found->class_id != NULL) {
        page_name(p,
                  found->deviation != NULL ? "<p class=\"muted\">Deviation <code>"
                                           : "<p class=\"muted\">Class <code>",
                  found->deviation != NULL ? found->deviation : found->class_id);
        fputs("</code></p>\n", p->out);
    }
    fputs("</article>\n", p->out);
}
