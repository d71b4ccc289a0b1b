/* SPDX-License-Identifier: MIT */
/* The list of all clauses, and a page for each: who keeps it, and its vectors. */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

/* How many vectors of other clauses a page names at most. */
enum { MOST_OTHERS = 200 };

/* ---- Which vectors are on a page ---- */

/* Returns the cases that name the clause. Sets *count to their number. */
static const size_t *naming(const site *s, size_t clause, size_t *count)
{
    *count = s->index.start[clause + 1] - s->index.start[clause];
    return &s->index.cases[s->index.start[clause]];
}

/* The cases of a clause: those that fail with some parser first. */
typedef struct case_list {
    size_t *numbers;
    size_t count;
} case_list;

/* Returns the shown cases that name the clause and whose page is that of the clause, or those whose
 * page is another. The caller frees `numbers`. */
static case_list cases_of(const site *s, size_t clause, bool at_home)
{
    size_t all;
    const size_t *cases = naming(s, clause, &all);
    case_list found = {malloc((all + 1) * sizeof *found.numbers), 0};
    for (int bad = 1; bad >= 0; bad--)
        for (size_t i = 0; i < all; i++) {
            size_t number = cases[i];
            if (s->home[number] != SIZE_MAX && (s->home[number] == clause) == at_home &&
                report_case_is_bad(s->results, number) == (bad == 1))
                found.numbers[found.count++] = number;
        }
    return found;
}

void site_divide_clauses(site *s)
{
    for (size_t clause = 0; clause < s->results->clause_count; clause++) {
        case_list own = cases_of(s, clause, true);
        page_draft draft;
        page_draft_begin(&draft, s);
        for (size_t i = 0; i < own.count; i++) {
            page_vector(&draft.page, own.numbers[i]);
            s->part[own.numbers[i]] = page_draft_part(&draft);
        }
        page_draft_end(&draft);
        free(own.numbers);
    }
}

/* ---- Who keeps a clause ---- */

/* How one adapter does by a clause. */
typedef struct keeper {
    size_t adapter;
    const report_tally *tally;
    bool little; /* it was asked less than half as many vectors as the one who was asked most */
} keeper;

/* How many keep a clause and how many break it. Who was asked little does not count. */
typedef struct keeping {
    size_t kept, broken, little;
} keeping;

/* Those who were asked little last; of each the greatest share of failures first, then the more
 * failures, then the order of the adapters. */
static int by_share(const void *a, const void *b)
{
    const keeper *x = a, *y = b;
    size_t one = x->tally->bad * y->tally->run, other = y->tally->bad * x->tally->run;
    if (x->little != y->little)
        return x->little ? 1 : -1;
    if (one != other)
        return one > other ? -1 : 1;
    if (x->tally->bad != y->tally->bad)
        return x->tally->bad > y->tally->bad ? -1 : 1;
    return x->adapter < y->adapter ? -1 : 1;
}

/* Sets keepers[0] and so on to the adapters whose answers say whether they keep the clause, but not
 * to uriproof's own reference. Returns how many. */
static size_t find_keepers(const site *s, size_t clause, keeper *keepers)
{
    size_t count = 0, most = 0;
    for (size_t i = 0; i < s->results->adapter_count; i++) {
        const report_tally *tally = report_tally_of(s->results, &s->index, clause, i);
        if (!report_tally_is_asked(tally) || site_is_own_reference(s, i))
            continue;
        keepers[count++] = (keeper){.adapter = i, .tally = tally};
        most = tally->run > most ? tally->run : most;
    }
    for (size_t i = 0; i < count; i++)
        keepers[i].little = keepers[i].tally->run * 2 < most;
    if (count > 0)
        qsort(keepers, count, sizeof *keepers, by_share);
    return count;
}

static keeping count_keepers(const keeper *keepers, size_t count)
{
    keeping found = {0};
    for (size_t i = 0; i < count; i++) {
        found.little += keepers[i].little;
        found.kept += !keepers[i].little && keepers[i].tally->bad == 0;
        found.broken += !keepers[i].little && keepers[i].tally->bad > 0;
    }
    return found;
}

/* Writes how many keep the clause. */
static void put_keeping(const page *p, const keeping *found)
{
    fprintf(p->out, "<p>Of %zu parsers that were asked, %zu keep%s it%s.",
            found->kept + found->broken, found->kept, found->kept == 1 ? "s" : "",
            found->broken > 0 ? "; failures of the others count for it" : "");
    if (found->little > 0)
        fprintf(
            p->out,
            " %zu more %s asked fewer than half of its vectors, come%s last and %s not counted.",
            found->little, found->little == 1 ? "was" : "were", found->little == 1 ? "s" : "",
            found->little == 1 ? "is" : "are");
    fputs("</p>\n", p->out);
}

static void put_keeper(const page *p, const keeper *one, size_t dialect)
{
    const report_tally *tally = one->tally;
    fputs("<tr><th scope=\"row\">", p->out);
    page_link_parser(p, one->adapter, dialect);
    fprintf(p->out, "</th><td class=\"num %s\">",
            one->little ? "none" : page_degree(tally->bad, tally->run));
    page_per_cent_bad(p, tally->bad, tally->run);
    fprintf(p->out, "</td><td class=\"num\">%zu of %zu</td><td>%s</td></tr>\n", tally->bad,
            tally->run, site_claims(p->site, one->adapter, dialect) ? "yes" : "no");
}

/* Writes who breaks the clause and who keeps it. */
static void put_keepers(const page *p, size_t clause)
{
    const site *s = p->site;
    size_t dialect = s->dialect_of_clause[clause];
    keeper *keepers = malloc((s->results->adapter_count + 1) * sizeof *keepers);
    size_t count = find_keepers(s, clause, keepers);
    const keeping found = count_keepers(keepers, count);
    fputs("<h2>Who keeps it</h2>\n", p->out);
    put_keeping(p, &found);
    if (count > 0) {
        page_begin_table(p, "Parsers", "", "keepers");
        page_column(p, "parser", "");
        page_number_column(p, "fails", "");
        page_number_column(p, "vectors", "");
        page_column(p, "claims ", s->dialects[dialect].document);
        page_begin_rows(p);
        for (size_t i = 0; i < count; i++)
            put_keeper(p, &keepers[i], dialect);
        page_end_table(p);
    }
    free(keepers);
}

/* ---- Pages of a clause ---- */

void page_clause_text(const page *p, size_t clause)
{
    const uriproof_results_clause *one = &p->site->results->clauses[clause];
    page_text(p, "<p>", one->paraphrase);
    fputs("</p>\n", p->out);
    if (one->rule != NULL) {
        page_text(p, "<pre><code>", one->rule);
        fputs("</code></pre>\n", p->out);
    }
    fputs("<p>", p->out);
    if (report_link_is_plain(one->link))
        page_text(p, "<a rel=\"noreferrer\" href=\"", one->link);
    page_text(p, report_link_is_plain(one->link) ? "\">" : "", one->document);
    page_text(p, ", ", one->section);
    fputs(report_link_is_plain(one->link) ? "</a></p>\n" : "</p>\n", p->out);
}

/* Writes vectors that name the clause, but are shown on the pages of other clauses. */
static void put_others(const page *p, size_t clause)
{
    case_list others = cases_of(p->site, clause, false);
    if (others.count > 0)
        fputs("<h2>Vectors of other clauses that name this one</h2>\n<ul class=\"others\">\n",
              p->out);
    for (size_t i = 0; i < others.count && i < MOST_OTHERS; i++) {
        fputs("<li>", p->out);
        page_link_case(p, others.numbers[i]);
        fputs(" ", p->out);
        page_request_short(p, &p->site->results->cases[others.numbers[i]]);
        fputs("</li>\n", p->out);
    }
    if (others.count > 0)
        fputs("</ul>\n", p->out);
    if (others.count > MOST_OTHERS)
        fprintf(p->out, "<p>And %zu more. Those that fail are told first.</p>\n",
                others.count - MOST_OTHERS);
    free(others.numbers);
}

/* Says how many vectors that name the clause are on no page. */
static void put_counted(const page *p, size_t clause)
{
    const uriproof_results *r = p->site->results;
    size_t hidden = 0, counted = 0, all;
    const size_t *cases = naming(p->site, clause, &all);
    for (size_t i = 0; i < all; i++)
        hidden += p->site->home[cases[i]] == SIZE_MAX;
    for (size_t i = 0; i < r->group_count; i++) {
        bool names = false;
        for (size_t k = 0; k < r->groups[i]->clause_count && !names; k++)
            names = r->groups[i]->clauses[k] == clause;
        counted += names ? r->groups[i]->counted : 0;
    }
    if (hidden > 0)
        fprintf(p->out,
                "<p class=\"muted\">%zu generated vectors more name this clause, and are like "
                "those of their groups that are shown; the <a href=\"%s%s\">results "
                "file</a> has them.</p>\n",
                hidden, p->root, site_data);
    if (counted > 0)
        fprintf(p->out,
                "<p class=\"muted\">%zu generated vectors more name it, with which each parser "
                "agrees that can be asked.</p>\n",
                counted);
}

/* Begins a part of the clause's page. */
static page begin_part(site *s, size_t clause, size_t part, size_t count)
{
    char *path = site_clause_file(s, clause);
    page p = page_begin_part(s, PAGE_CLAUSES, path, s->results->clauses[clause].id, part, count);
    free(path);
    return p;
}

static void write_clause(site *s, size_t clause)
{
    case_list own = cases_of(s, clause, true);
    size_t parts = own.count > 0 ? s->part[own.numbers[own.count - 1]] + 1 : 1, i = 0;
    for (size_t part = 0; part < parts; part++) {
        page p = begin_part(s, clause, part, parts);
        if (part == 0) {
            page_clause_text(&p, clause);
            put_keepers(&p, clause);
        }
        fputs(own.count > 0 ? "<h2>Vectors</h2>\n" : "", p.out);
        for (; i < own.count && s->part[own.numbers[i]] == part; i++)
            page_vector(&p, own.numbers[i]);
        if (part + 1 == parts) {
            put_others(&p, clause);
            put_counted(&p, clause);
        }
        page_end(&p);
    }
    free(own.numbers);
}

/* ---- The list ---- */

/* Orders sections as numbers: 5.10 after 5.2, and an appendix after both. */
static int compare_sections(const char *a, const char *b)
{
    while (*a != '\0' && *b != '\0') {
        if (uriproof_is_digit(*a) && uriproof_is_digit(*b)) {
            char *after_a, *after_b;
            unsigned long x = strtoul(a, &after_a, 10), y = strtoul(b, &after_b, 10);
            if (x != y)
                return x < y ? -1 : 1;
            a = after_a;
            b = after_b;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a != '\0') - (*b != '\0');
}

/* A clause in the list. */
typedef struct entry {
    const uriproof_results_clause *clause;
    size_t number;
} entry;

static int by_section(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = compare_sections(x->clause->section, y->clause->section);
    return order != 0 ? order : (x->number < y->number ? -1 : 1);
}

/* Writes the name of the anchor of a section: "rfc3986-5.2.4". */
static void put_section_anchor(const page *p, size_t clause)
{
    const site *s = p->site;
    page_text(p, "", s->dialects[s->dialect_of_clause[clause]].name);
    fputc('-', p->out);
    for (const char *c = s->results->clauses[clause].section; *c != '\0'; c++)
        fputc(uriproof_is_letter(*c) || uriproof_is_digit(*c) || *c == '.' ? *c : '-', p->out);
}

/* Writes row number `place`: `first` if it is the first one of its section, to which its anchor
 * leads. */
static void put_entry(const page *p, size_t clause, size_t place, bool first)
{
    const site *s = p->site;
    const uriproof_results_clause *one = &s->results->clauses[clause];
    keeper *keepers = malloc((s->results->adapter_count + 1) * sizeof *keepers);
    const keeping found = count_keepers(keepers, find_keepers(s, clause, keepers));
    const size_t asked = found.kept + found.broken;
    free(keepers);
    fputs(first ? "<tr id=\"" : "<tr>", p->out);
    if (first) {
        put_section_anchor(p, clause);
        fputs("\">", p->out);
    }
    fprintf(p->out, "<td data-v=\"%zu\">", place);
    page_text(p, "", one->section);
    fputs("</td><th scope=\"row\">", p->out);
    page_link_clause(p, clause);
    fprintf(p->out, "</th><td class=\"num %s\" data-v=\"%zu\">", page_degree(found.broken, asked),
            asked > 0 ? found.kept * 1000 / asked : 0);
    fprintf(p->out, "%zu of %zu</td>", found.kept, asked);
    page_text(p, "<td>", one->paraphrase);
    fputs("</td></tr>\n", p->out);
}

static void put_list(const page *p, const entry *entries, size_t count, size_t dialect)
{
    const char *name = p->site->dialects[dialect].name;
    char *id = text_made("clauses-%s", name);
    page_text(p, "<h2 id=\"", name);
    page_text(p, "\">", p->site->dialects[dialect].document);
    fputs("</h2>\n", p->out);
    page_begin_table(p, p->site->dialects[dialect].document, "clauses", id);
    page_column(p, "section", "");
    page_column(p, "clause", "");
    page_number_column(p, "parsers that keep it", "");
    page_column(p, "it says", "");
    page_begin_rows(p);
    free(id);
    for (size_t i = 0; i < count; i++)
        put_entry(p, entries[i].number, i,
                  i == 0 ||
                      strcmp(entries[i].clause->section, entries[i - 1].clause->section) != 0);
    page_end_table(p);
}

static void write_list(site *s)
{
    page p = page_begin(s, PAGE_CLAUSES, "clauses.html", "Clauses");
    entry *entries = malloc((s->results->clause_count + 1) * sizeof *entries);
    fputs(
        "<p>A clause is one requirement of a specification. Each failure counts for one clause: "
        "the one that says what is right, or the first of the vector that is about the part which "
        "differs. A parser keeps a clause if no failure counts for it. "
        "Parsers that were asked fewer than half of its vectors are not counted, "
        "and neither is uriproof's own reference.</p>\n",
        p.out);
    for (size_t dialect = s->dialect_count; dialect-- > 0;) {
        size_t count = 0;
        for (size_t i = 0; i < s->results->clause_count; i++)
            if (s->dialect_of_clause[i] == dialect)
                entries[count++] = (entry){&s->results->clauses[i], i};
        if (count == 0)
            continue;
        qsort(entries, count, sizeof *entries, by_section);
        put_list(&p, entries, count, dialect);
    }
    free(entries);
    page_end(&p);
}

void site_write_clauses(site *s)
{
    write_list(s);
    for (size_t i = 0; i < s->results->clause_count && !new_folder_has_failed(s->folder); i++)
        write_clause(s, i);
}
