/* SPDX-License-Identifier: MIT */
/* A page for each parser and dialect: what it is, and what causes its failures. */
#include "pages.h"
#include "specifications.h"

#include <stdlib.h>
#include <string.h>

/* How many causes the list of them names at most. */
enum { MOST_LISTED = 1000 };

/* What a page is about. */
typedef struct subject {
    size_t adapter, dialect;
    const cause **causes; /* the worst risk first */
    size_t *parts;        /* of the page, in which each is */
    size_t count;
} subject;

/* ---- What the parser is ---- */

static void put_fact(const page *p, const char *name, const char *words)
{
    fprintf(p->out, "<div><dt>%s</dt>", name);
    page_text(p, "<dd>", words);
    fputs("</dd></div>\n", p->out);
}

static void put_claims(const page *p, const uriproof_adapter_results *adapter)
{
    const char *between = "";
    fputs("<div><dt>claims</dt><dd>", p->out);
    for (const char **one = adapter->dialects; *one != NULL; one++) {
        const char *title = specification_title(*one);
        page_text(p, between, title != NULL ? title : *one);
        between = ", ";
    }
    fputs(*adapter->dialects == NULL ? "none of these specifications</dd></div>\n"
                                     : "</dd></div>\n",
          p->out);
}

/* Writes a link, which is foreign; or nothing if it could be no link. */
static void put_link(const page *p, const char *words, const char *link)
{
    if (!report_link_is_plain(link))
        return;
    page_text(p, "<p><a rel=\"noreferrer\" href=\"", link);
    fprintf(p->out, "\">%s</a></p>\n", words);
}

/* Writes what is changed in a part ("host empty-as-absent") in words. */
static void put_transform(const page *p, const char *transform)
{
    static const struct {
        const char *name, *words;
    } plain[] = {
        {"decoded-unreserved", "with the escapes of letters, digits and -._~ decoded"},
        {"uppercased-hex", "with escapes in upper case"},
        {"with-default", "filled in with the default"},
        {"as-number", "written as a number"},
        {"default-as-absent", "absent if it is the default"},
        {"address-rewritten", "with an IP address in another notation"},
        {"ipv6-rewritten", "with an IPv6 address in another notation"},
        {"zone-decoded", "with the zone of an IPv6 address decoded"},
        {"empty-as-absent", "absent if it is empty"},
        {"absent-as-empty", "empty if it is absent"},
        {"empty-as-slash", "a slash if it is empty"},
        {"dots-removed", "without dot segments"},
        {"brackets-restored", "without its brackets, which the adapter puts back"},
    };
    const char *space = strchr(transform, ' ');
    size_t i = 0, count = sizeof plain / sizeof plain[0];
    while (space != NULL && i < count && strcmp(space + 1, plain[i].name) != 0)
        i++;
    if (space == NULL || i == count) {
        page_text(p, "", transform);
        return;
    }
    char *part = strndup(transform, (size_t)(space - transform));
    page_text(p, "", part);
    fprintf(p->out, " %s", plain[i].words);
    free(part);
}

static void put_facts(const page *p, const uriproof_adapter_results *adapter)
{
    fputs("<dl class=\"facts\">\n", p->out);
    put_fact(p, "version", adapter->version);
    put_fact(p, "language", adapter->language);
    put_claims(p, adapter);
    fputs("</dl>\n", p->out);
    put_link(p, "Home page", adapter->home);
    put_link(p, "Where its bugs are reported", adapter->tracker);
    if (adapter->splits != NULL)
        page_text(p, "<p>It says that it does not validate: ", adapter->splits);
    fputs(adapter->splits != NULL ? "</p>\n" : "", p->out);
    if (*adapter->transforms == NULL)
        return;
    fputs("<p>It changes by design, which is no failure:", p->out);
    for (const char **one = adapter->transforms; *one != NULL; one++) {
        fputs(one > adapter->transforms ? "; " : " ", p->out);
        put_transform(p, *one);
    }
    fputs(".</p>\n", p->out);
}

/* ---- How it does ---- */

/* Writes a row for a dialect: a link to its page, if that is another page. */
static void put_dialect(const page *p, const subject *about, size_t dialect)
{
    const site_score *score = site_score_of(p->site, about->adapter, dialect);
    const char *document = p->site->dialects[dialect].document;
    fputs("<tr><th scope=\"row\">", p->out);
    if (dialect == about->dialect) {
        page_text(p, "<strong aria-current=\"page\">", document);
        fputs("</strong>", p->out);
    } else {
        fputs("<a href=\"", p->out);
        page_way(p, site_parser_file(p->site, about->adapter, dialect, 0));
        page_text(p, "\">", document);
        fputs("</a>", p->out);
    }
    const char *claims = site_claims(p->site, about->adapter, dialect) ? "yes" : "no";
    fprintf(p->out, "</th><td>%s</td><td>",
            site_is_own_reference(p->site, about->adapter) ? "the measure" : claims);
    page_share(p, score->kept, score->rules);
    fprintf(p->out,
            "</td><td class=\"num\">%zu of %zu</td><td class=\"num\">%zu</td>"
            "<td class=\"num\">%zu</td></tr>\n",
            score->kept, score->rules, score->causes, score->other_host);
}

/* Writes how the parser does by each dialect: first the one by which it is to be looked at. */
static void put_dialects(const page *p, const subject *about)
{
    size_t first = site_first_dialect(p->site, about->adapter);
    page_begin_table(p, "By specification", "", NULL);
    page_column(p, "measured by", "");
    page_column(p, "claims it", "");
    page_column(p, "rules kept", "");
    page_number_column(p, "kept of asked", "");
    page_number_column(p, "causes", "");
    page_number_column(p, "change the host", "");
    page_begin_rows(p);
    put_dialect(p, about, first);
    for (size_t i = p->site->dialect_count; i-- > 0;)
        if (i != first)
            put_dialect(p, about, i);
    page_end_table(p);
}

/* Writes who sees another host than the parser, or a link to that, if it is on its first page. */
static void put_others(const page *p, const subject *about)
{
    size_t first = site_first_dialect(p->site, about->adapter);
    if (p->site->results->adapter_count < 2 || site_is_own_reference(p->site, about->adapter))
        return;
    if (about->dialect == first) {
        page_others(p, about->adapter);
    } else {
        fputs("<p><a href=\"", p->out);
        page_way(p, site_parser_file(p->site, about->adapter, first, 0));
        page_name(p, "#others\">Who sees another host than ",
                  p->site->results->adapters[about->adapter].name);
        fputs("</a></p>\n", p->out);
    }
}

static void put_outcomes(const page *p, const site_score *score)
{
    fputs("<ul class=\"outcomes\">\n", p->out);
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        if (score->outcomes[i] == 0)
            continue;
        fputs("<li>", p->out);
        page_outcome(p, (uriproof_outcome)i);
        fprintf(p->out, " <strong>%zu</strong> %s</li>\n", score->outcomes[i],
                uriproof_outcomes[i].about);
    }
    fputs("</ul>\n", p->out);
}

/* ---- The list of causes ---- */

/* Returns how many other parsers have the cause. */
static size_t others_with(const site *s, const cause *one, size_t adapter)
{
    size_t others = 0;
    for (size_t i = 0; i < s->results->adapter_count; i++)
        others += i != adapter && one->sightings[i].count > 0;
    return others;
}

/* Writes the sentence of the cause. `before` is HTML. */
static void put_words(const page *p, const char *before, const cause *one)
{
    char *words = report_cause_words(one);
    page_text(p, before, words);
    free(words);
}

static void put_row(const page *p, const subject *about, size_t number)
{
    const cause *one = about->causes[number];
    const cause_sighting *own = &one->sightings[about->adapter];
    fputs("<tr><td class=\"words\"><a href=\"", p->out);
    if (about->parts[number] > 0)
        page_way(p,
                 site_parser_file(p->site, about->adapter, about->dialect, about->parts[number]));
    fprintf(p->out, "#c%zu", number + 1);
    put_words(p, "\">", one);
    fputs("</a></td><td>", p->out);
    page_request_short(p, &p->site->results->cases[own->example]);
    fprintf(p->out, "</td><td class=\"num\">%zu</td><td>", own->count);
    page_outcome(p, one->outcome);
    fprintf(p->out, "</td><td data-v=\"%u\">%s</td><td class=\"num\">%zu</td></tr>\n",
            one->risk->rank, report_risk_words(one->risk),
            others_with(p->site, one, about->adapter));
}

static void put_list(const page *p, const subject *about)
{
    fprintf(p->out,
            "<p>%zu cause%s, the worst risk first. Failures that differ in the same way have one "
            "cause.</p>\n",
            about->count, about->count == 1 ? "" : "s");
    page_begin_table(p, "Causes", "", "list");
    page_column(p, "what differs", "");
    page_column(p, "smallest input", "");
    page_number_column(p, "failures", "");
    page_column(p, "outcome", "");
    page_column(p, "risk", "");
    page_number_column(p, "other parsers", "");
    page_begin_rows(p);
    for (size_t i = 0; i < about->count && i < MOST_LISTED; i++)
        put_row(p, about, i);
    page_end_table(p);
    if (about->count > MOST_LISTED)
        fprintf(p->out, "<p>The next %zu are on the pages after this one.</p>\n",
                about->count - MOST_LISTED);
}

/* ---- Pages ---- */

static page begin_part(site *s, const subject *about, size_t part, size_t count)
{
    char *path = site_parser_file(s, about->adapter, about->dialect, 0);
    char *title = text_made("%s by %s", s->results->adapters[about->adapter].name,
                            s->dialects[about->dialect].document);
    page p = page_begin_part(s, PAGE_INDEX, path, title, part, count);
    free(path);
    free(title);
    return p;
}

/* Writes what comes before the causes. */
static void put_beginning(const page *p, const subject *about)
{
    const site_score *score = site_score_of(p->site, about->adapter, about->dialect);
    const char *document = p->site->dialects[about->dialect].document;
    put_facts(p, &p->site->results->adapters[about->adapter]);
    put_dialects(p, about);
    if (site_claims(p->site, about->adapter, about->dialect))
        page_badge(p, about->adapter, about->dialect);
    if (site_is_own_reference(p->site, about->adapter)) {
        fputs("<p>This is uriproof's own, the measure of all specifications here.</p>\n", p->out);
    } else if (!site_claims(p->site, about->adapter, about->dialect)) {
        page_text(p, "<p>It does not claim to follow ", document);
        fputs(". What fails here shows where its own specification is another, and need not be a "
              "fault.</p>\n",
              p->out);
    }
    put_others(p, about);
    page_text(p, "<h2>Vectors of ", document);
    fputs("</h2>\n", p->out);
    put_outcomes(p, score);
    page_text(p, "<h2 id=\"causes\">What fails by ", document);
    fputs("</h2>\n", p->out);
    if (score->vectors == 0)
        fputs("<p>It was not asked, or has none of the operations.</p>\n", p->out);
    else if (about->count == 0)
        fputs("<p>Nothing: no vector fails.</p>\n", p->out);
    else
        put_list(p, about);
}

/* Divides the page into parts. The first one begins with what comes before the causes. Returns how
 * many there are. */
static size_t divide(site *s, subject *about)
{
    page_draft draft;
    page_draft_begin(&draft, s);
    put_beginning(&draft.page, about);
    page_draft_part(&draft);
    for (size_t i = 0; i < about->count; i++) {
        page_cause(&draft.page, about->causes[i], about->adapter, about->dialect, i + 1);
        about->parts[i] = page_draft_part(&draft);
    }
    page_draft_end(&draft);
    return draft.part + 1;
}

static void write_parser(site *s, size_t adapter, size_t dialect)
{
    const causes *all = &s->causes[dialect];
    subject about = {adapter, dialect, malloc((all->count + 1) * sizeof *about.causes),
                     calloc(all->count + 1, sizeof *about.parts), 0};
    about.count = causes_of_adapter(all, adapter, about.causes, all->count + 1);
    size_t parts = divide(s, &about), i = 0;
    for (size_t part = 0; part < parts; part++) {
        page p = begin_part(s, &about, part, parts);
        if (part == 0)
            put_beginning(&p, &about);
        else
            fputs("<h2>More causes</h2>\n", p.out);
        for (; i < about.count && about.parts[i] == part; i++)
            page_cause(&p, about.causes[i], adapter, dialect, i + 1);
        page_end(&p);
    }
    free(about.causes);
    free(about.parts);
}

void site_write_parsers(site *s)
{
    for (size_t i = 0; i < s->results->adapter_count; i++)
        for (size_t d = 0; d < s->dialect_count && !new_folder_has_failed(s->folder); d++)
            write_parser(s, i, d);
}
