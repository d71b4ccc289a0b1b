/* SPDX-License-Identifier: MIT */
/* The pages of pairs: a table of all, and a page for each pair with what the two answered. */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 40 };

/* ---- What two answered ---- */

static void put_fault(const page *p, uriproof_outcome fault)
{
    fputs("<td>", p->out);
    page_outcome(p, fault);
    fputs("</td>", p->out);
}

/* Returns the part that the class is about, if both answers have parts; else PIECE_COUNT. */
static size_t part_of(const parting *one, const reply *a, const reply *b)
{
    class_words words;
    size_t piece = 0;
    if (!reply_accepts(a) || !reply_accepts(b) || !class_words_of(one->id, &words) ||
        !uriproof_span_equal(words.operation, uriproof_span_of("parse")))
        return PIECE_COUNT;
    while (piece < PIECE_COUNT &&
           !uriproof_span_equal(words.part, uriproof_span_of(piece_names[piece])))
        piece++;
    return piece;
}

static void put_part(const page *p, size_t piece, uriproof_span octets)
{
    fprintf(p->out, "<td>%s ", piece_names[piece]);
    if (uriproof_present(octets))
        page_octets(p, octets);
    else
        fputs("<span class=\"muted\">absent</span>", p->out);
    fputs("</td>", p->out);
}

static void put_words(const page *p, const char *json)
{
    char *words = report_describe(json);
    page_text(p, "<td><code>", words);
    fputs("</code></td>", p->out);
    free(words);
}

/* Writes a cell for each of the two: the part in which they part, or the whole answer. */
static void put_both(const page *p, const parting *one, bool swapped)
{
    store *s = store_new();
    const uriproof_op op = p->site->results->cases[one->example].op;
    const char *json[2] = {one->one, one->other};
    const reply replies[2] = {reply_of_json(s, op, json[0]), reply_of_json(s, op, json[1])};
    size_t piece = part_of(one, &replies[0], &replies[1]);
    for (size_t i = 0; i < 2; i++) {
        size_t k = swapped ? 1 - i : i;
        if (one->faults[k] != URIPROOF_AGREE)
            put_fault(p, one->faults[k]);
        else if (piece < PIECE_COUNT)
            put_part(p, piece, replies[k].pieces.at[piece]);
        else if (replies[k].answer.status == ANSWER_UNDEFINED)
            fputs("<td>not accepted</td>", p->out); /* as a rejection, or in so many words */
        else if (replies[k].answer.status == ANSWER_REJECTED)
            fputs("<td>rejected</td>", p->out); /* the rule and the place may be the vector's */
        else
            put_words(p, json[k]);
    }
    store_free(s);
}

/* ---- The page of a pair ---- */

static void put_parting(const page *p, const parting *one)
{
    char *words = report_difference_words(
        one->id, one->faults[1] != URIPROOF_AGREE ? one->faults[1] : one->faults[0]);
    fputs("<tr><th scope=\"row\">", p->out);
    page_request(p, &p->site->results->cases[one->example]);
    fputs("<br><span class=\"muted\">", p->out);
    page_link_case(p, one->example);
    fputs("</span></th>", p->out);
    put_both(p, one, false);
    fprintf(p->out, "<td data-v=\"%u\">%s</td><td class=\"num\">%zu</td><td class=\"wide\">",
            one->risk->rank, report_risk_words(one->risk), one->texts);
    page_text(p, "", words);
    page_name(p, "<br><code class=\"muted\">", one->id);
    fputs("</code></td></tr>\n", p->out);
    free(words);
}

static void put_partings(const page *p, size_t a, size_t b, const parser_pair *pair)
{
    const uriproof_adapter_results *adapters = p->site->results->adapters;
    page_begin_table(p, "Classes", "grid", "classes");
    page_column(p, "smallest text", "");
    page_column(p, "", adapters[a].name);
    page_column(p, "", adapters[b].name);
    page_column(p, "risk", "");
    page_number_column(p, "texts", "");
    page_column(p, "what differs", "");
    page_begin_rows(p);
    for (size_t i = 0; i < pair->count && i < MOST_ROWS; i++)
        put_parting(p, &pair->partings[i]);
    page_end_table(p);
}

/* Writes in how much of what both were asked they part. `all` is how many texts there are. */
static void put_counts(const page *p, const parser_pair *pair, size_t all)
{
    if (pair->texts == 0) {
        fputs("<p>The two were not compared: of no text that people wrote are there answers of "
              "both.</p>\n",
              p->out);
        return;
    }
    fprintf(p->out,
            "<p>Both were asked %zu of the %zu texts that people wrote, and their answers "
            "differ on %zu of them, in %zu class%s. In %zu of the classes they see different "
            "hosts. What either declares to change by design is no difference. Which one is right "
            "is on their own pages.</p>\n",
            pair->texts, all, pair->apart, pair->count, pair->count == 1 ? "" : "es",
            pair->other_host);
    if (pair->count > MOST_ROWS)
        fprintf(p->out,
                "<p>Here are %d of the %zu classes, the worst risk first. The other %zu are of no "
                "worse risk.</p>\n",
                MOST_ROWS, pair->count, pair->count - MOST_ROWS);
}

static void write_pair(site *s, const partings *found, size_t a, size_t b)
{
    const parser_pair *pair = partings_of(found, a, b);
    char *path = site_pair_file(s, a, b);
    char *title =
        text_made("%s and %s", s->results->adapters[a].name, s->results->adapters[b].name);
    page p = page_begin(s, PAGE_PAIRS, path, title);
    fputs("<p>Pages of each: ", p.out);
    page_link_parser(&p, a, site_first_dialect(s, a));
    fputs(", ", p.out);
    page_link_parser(&p, b, site_first_dialect(s, b));
    fputs(".</p>\n", p.out);
    put_counts(&p, pair, found->texts);
    if (pair->count > 0)
        put_partings(&p, a, b, pair);
    page_end(&p);
    free(path);
    free(title);
}

/* ---- The pairs of one parser ---- */

/* Another parser, and its pair with the one that is written about. */
typedef struct partner {
    size_t adapter;
    const parser_pair *pair;
} partner;

static int by_hosts_apart(const void *a, const void *b)
{
    const partner *x = a, *y = b;
    if (x->pair->other_host != y->pair->other_host)
        return x->pair->other_host > y->pair->other_host ? -1 : 1;
    if (x->pair->count != y->pair->count)
        return x->pair->count > y->pair->count ? -1 : 1;
    return x->adapter < y->adapter ? -1 : 1;
}

/* Lists those that were compared with the adapter. The caller frees *list. */
static size_t find_partners(const partings *found, size_t adapter, partner **list)
{
    size_t count = 0;
    *list = calloc(found->adapters + 1, sizeof **list);
    for (size_t i = 0; i < found->adapters; i++)
        if (i != adapter && partings_of(found, adapter, i)->texts > 0)
            (*list)[count++] = (partner){i, partings_of(found, adapter, i)};
    if (count > 0)
        qsort(*list, count, sizeof **list, by_hosts_apart);
    return count;
}

void page_others(const page *p, size_t adapter)
{
    partner *list;
    size_t count = find_partners(&p->site->partings, adapter, &list);
    page_name(p, "<h2 id=\"others\">Who sees another host than ",
              p->site->results->adapters[adapter].name);
    fputs(count > 0 ? "</h2>\n<p>In how many classes of differences the other parser sees another "
                      "host, and after the slash in how many the two disagree at all.</p>\n"
                      "<ul class=\"partners\">\n"
                    : "</h2>\n<p>It was compared with no other parser.</p>\n",
          p->out);
    for (size_t i = 0; i < count; i++) {
        fputs("<li><a href=\"", p->out);
        page_way(p, site_pair_file(p->site, adapter, list[i].adapter));
        page_name(p, "\">", p->site->results->adapters[list[i].adapter].name);
        fprintf(p->out, "</a> %zu/%zu</li>\n", list[i].pair->other_host, list[i].pair->count);
    }
    fputs(count > 0 ? "</ul>\n" : "", p->out);
    free(list);
}

/* ---- The page of all ---- */

static void put_cell(const page *p, const partings *found, size_t a, size_t b, size_t most)
{
    const uriproof_adapter_results *adapters = p->site->results->adapters;
    const parser_pair *pair = partings_of(found, a, b);
    if (a == b) {
        fputs("<td class=\"none\"></td>", p->out);
        return;
    }
    if (pair->texts == 0) {
        page_text(p, "<td class=\"num none\"><span role=\"img\" aria-label=\"", adapters[a].name);
        page_text(p, " and ", adapters[b].name);
        fputs(": not compared\" title=\"not compared\">\u2013</span></td>", p->out);
        return;
    }
    fprintf(p->out, "<td class=\"num %s\"><a href=\"", page_degree(pair->other_host, most));
    page_way(p, site_pair_file(p->site, a, b));
    fprintf(p->out, "\" aria-label=\"%zu/%zu, ", pair->other_host, pair->count);
    page_text(p, "", adapters[a].name);
    page_text(p, " and ", adapters[b].name);
    fprintf(
        p->out,
        ": different hosts in %zu of %zu classes\">%zu<span class=\"muted\">/%zu</span></a></td>",
        pair->other_host, pair->count, pair->other_host, pair->count);
}

static size_t most_other_hosts(const partings *found)
{
    size_t most = 1;
    for (size_t i = 0; i < found->adapters * found->adapters; i++)
        most = found->pairs[i].other_host > most ? found->pairs[i].other_host : most;
    return most;
}

static void put_matrix(const page *p, const partings *found)
{
    size_t most = most_other_hosts(found);
    fputs("<div class=\"scroll tall\" tabindex=\"0\" role=\"region\" aria-label=\"All pairs\">"
          "<table class=\"grid pairs\">\n<thead><tr><th scope=\"col\">Parser</th>",
          p->out);
    for (size_t b = 0; b < found->adapters; b++) {
        if (site_is_own_reference(p->site, b))
            continue;
        page_name(p, "<th scope=\"col\"><span>", p->site->results->adapters[b].name);
        fputs("</span></th>", p->out);
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
    for (size_t a = 0; a < found->adapters; a++) {
        if (site_is_own_reference(p->site, a))
            continue;
        fputs("<tr><th scope=\"row\">", p->out);
        page_link_parser(p, a, site_first_dialect(p->site, a));
        fputs("</th>", p->out);
        for (size_t b = 0; b < found->adapters; b++)
            if (!site_is_own_reference(p->site, b))
                put_cell(p, found, a, b, most);
        fputs("</tr>\n", p->out);
    }
    page_end_table(p);
}

void site_write_pairs(site *s)
{
    const partings *found = &s->partings;
    page p = page_begin(s, PAGE_PAIRS, "pairs.html", "Where two parsers disagree");
    fprintf(p.out,
            "<p>Two programs that read one URL in two ways are a danger if one checks the text and "
            "the other uses it. People wrote %zu texts. Each cell says, for those of them that "
            "both were asked, in how many classes of differences the two see <strong>different "
            "hosts</strong>, and after the slash in how many classes they disagree at all. Green "
            "is none; the redder, the more hosts. A dash: the two were not compared, since no text "
            "was asked of both. A cell leads to the smallest text of each class, and what both "
            "answered. uriproof's own reference is not compared, since it answers each text by its "
            "own specification. The table scrolls sideways.</p>\n",
            found->texts);
    if (found->adapters > 1)
        put_matrix(&p, found);
    else
        fputs("<p>These results are of one parser, which has no other to disagree with.</p>\n",
              p.out);
    page_end(&p);
    for (size_t a = 0; a < found->adapters; a++)
        for (size_t b = a + 1; b < found->adapters && !new_folder_has_failed(s->folder); b++)
            if (!site_is_own_reference(s, a) && !site_is_own_reference(s, b))
                write_pair(s, found, a, b);
}
