/* SPDX-License-Identifier: MIT */
#include "page.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *path, *title;
} places[PAGE_PLACE_COUNT] = {
    [PAGE_INDEX] = {"index.html", "Parsers"},
    [PAGE_CLAUSES] = {"clauses.html", "Clauses"},
    [PAGE_PAIRS] = {"pairs.html", "Pairs"},
    [PAGE_LINEAGE] = {"lineage.html", "Lineage"},
};

/* ---- Text ---- */

void page_text(const page *p, const char *before, const char *words)
{
    fputs(before, p->out);
    report_text_short(p->out, REPORT_XML, words);
}

void page_name(const page *p, const char *before, const char *words)
{
    fputs(before, p->out);
    report_text_short(p->out, REPORT_HTML_NAME, words);
}

void page_octets(const page *p, uriproof_span octets)
{
    if (octets.length == 0) {
        fputs("<span class=\"muted\">empty</span>", p->out);
        return;
    }
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    print_octets(out, octets);
    fclose(out);
    page_text(p, "<code>", text.octets);
    fputs("</code>", p->out);
    free(text.octets);
}

static const char *look_of(uriproof_outcome outcome)
{
    if (outcome == URIPROOF_AGREE)
        return "good";
    if (outcome == URIPROOF_UNSUPPORTED || outcome == URIPROOF_NOT_RUN)
        return "none";
    return report_is_bad(outcome) ? "bad" : "near";
}

void page_outcome(const page *p, uriproof_outcome outcome)
{
    fprintf(p->out, "<span class=\"tag %s\">%s %s</span>", look_of(outcome),
            report_symbols[outcome], uriproof_outcomes[outcome].name);
}

void page_per_cent(const page *p, size_t one, size_t of)
{
    size_t tenths = of > 0 ? one * 1000 / of : 0;
    fprintf(p->out, "%zu.%zu %%", tenths / 10, tenths % 10);
}

const char *page_degree(size_t bad, size_t of)
{
    static const char *const degrees[] = {"d1", "d2", "d3", "d4"};
    return bad == 0 || of == 0 ? "d0" : degrees[(bad * 4 - 1) / of];
}

void page_share(const page *p, size_t good, size_t of)
{
    size_t tenths = of > 0 ? good * 1000 / of : 0; /* rounded down: 100 % is all */
    if (of == 0) {
        fputs("<span class=\"muted\">none asked</span>", p->out);
        return;
    }
    fprintf(p->out,
            "<span class=\"share\"><svg class=\"bar\" viewBox=\"0 0 100 8\" aria-hidden=\"true\" "
            "preserveAspectRatio=\"none\"><rect width=\"100\" height=\"8\"/><rect class=\"full\" "
            "width=\"%zu.%zu\" height=\"8\"/></svg> %zu.%zu %%</span>",
            tenths / 10, tenths % 10, tenths / 10, tenths % 10);
}

/* ---- Parts ---- */

/* The octets of a part of a long page, without its head and foot. A page is to have less than
 * a megabyte, and to be shown in less than two seconds. */
enum { PART_ROOM = 500000 };

void page_draft_begin(page_draft *draft, site *s)
{
    *draft = (page_draft){.page = {.site = s, .root = "../"}};
    draft->page.out = uriproof_text_open(&draft->text);
}

void page_draft_end(page_draft *draft)
{
    fclose(draft->page.out);
    free(draft->text.octets);
}

size_t page_draft_part(page_draft *draft)
{
    page_draft_end(draft);
    const size_t octets = draft->text.length;
    draft->page.out = uriproof_text_open(&draft->text);
    bool is_full = draft->octets > 0 && draft->octets + octets > PART_ROOM;
    draft->part += is_full;
    draft->octets = is_full ? octets : draft->octets + octets;
    return draft->part;
}

/* Writes "~2" for part number 1, and nothing for the first one. It ends the name of a file. */
static void put_part_suffix(FILE *out, size_t part)
{
    if (part > 0)
        fprintf(out, "~%zu", part + 1);
}

/* ---- Ways ---- */

/* Writes a name that is safe in a path: that of what it is, or its number. */
static void put_safe(FILE *out, const char *name, size_t number)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    size_t length = strlen(name);
    if (length > 0 && length <= 100 && strspn(name, safe) == length && name[0] != '.')
        fputs(name, out);
    else
        fprintf(out, "_%zu", number);
}

/* Writes the name of a file about an adapter and a dialect, without what follows its last dot. */
static void put_measured(FILE *out, const char *folder, const site *s, size_t adapter,
                         size_t dialect)
{
    fputs(folder, out);
    put_safe(out, s->results->adapters[adapter].name, adapter);
    fputc('.', out);
    put_safe(out, s->dialects[dialect].name, dialect);
}

void page_parser_file(FILE *out, const site *s, size_t adapter, size_t dialect, size_t part)
{
    put_measured(out, "parsers/", s, adapter, dialect);
    put_part_suffix(out, part);
    fputs(".html", out);
}

void page_badge_file(FILE *out, const site *s, size_t adapter, size_t dialect)
{
    put_measured(out, "badges/", s, adapter, dialect);
    fputs(".svg", out);
}

void page_clause_file(FILE *out, const site *s, size_t clause, size_t part)
{
    fputs("clauses/", out);
    put_safe(out, s->results->clauses[clause].id, clause);
    put_part_suffix(out, part);
    fputs(".html", out);
}

void page_pair_file(FILE *out, const site *s, size_t a, size_t b)
{
    size_t first = a < b ? a : b, second = a < b ? b : a;
    fputs("pairs/", out);
    put_safe(out, s->results->adapters[first].name, first);
    fputc('~', out);
    put_safe(out, s->results->adapters[second].name, second);
    fputs(".html", out);
}

void page_lineage_file(FILE *out, const site *s, size_t dialect)
{
    fputs("lineage/", out);
    put_safe(out, s->dialects[dialect].name, dialect);
    fputs(".html", out);
}

void page_way_to_parser(const page *p, size_t adapter, size_t dialect)
{
    fputs(p->root, p->out);
    page_parser_file(p->out, p->site, adapter, dialect, 0);
}

void page_way_to_clause(const page *p, size_t clause)
{
    fputs(p->root, p->out);
    page_clause_file(p->out, p->site, clause, 0);
}

void page_way_to_pair(const page *p, size_t a, size_t b)
{
    fputs(p->root, p->out);
    page_pair_file(p->out, p->site, a, b);
}

void page_link_parser(const page *p, size_t adapter, size_t dialect)
{
    fputs("<a href=\"", p->out);
    page_way_to_parser(p, adapter, dialect);
    page_name(p, "\">", p->site->results->adapters[adapter].name);
    fputs("</a>", p->out);
}

void page_link_clause(const page *p, size_t clause)
{
    fputs("<a href=\"", p->out);
    page_way_to_clause(p, clause);
    page_name(p, "\">", p->site->results->clauses[clause].id);
    fputs("</a>", p->out);
}

static void put_case_anchor(FILE *out, const site *s, size_t number)
{
    fputs("v-", out);
    put_safe(out, site_own_id(s, number), number);
}

void page_case_anchor(const page *p, size_t number)
{
    put_case_anchor(p->out, p->site, number);
}

void page_case_file(FILE *out, const site *s, size_t number)
{
    page_clause_file(out, s, s->home[number], s->part[number]);
    fputc('#', out);
    put_case_anchor(out, s, number);
}

void page_link_case(const page *p, size_t number)
{
    const char *id = p->site->results->cases[number].id;
    if (p->site->home[number] == SIZE_MAX) {
        page_name(p, "", id);
        return;
    }
    fprintf(p->out, "<a href=\"%s", p->root);
    page_case_file(p->out, p->site, number);
    page_name(p, "\">", id);
    fputs("</a>", p->out);
}

void page_request(const page *p, const uriproof_case *one)
{
    bool resolves = one->op == URIPROOF_RESOLVE; /* a reference, which is the second text */
    page_octets(p, one->request.field[resolves]);
    if (!uriproof_present(one->request.field[1]))
        return;
    fputs(resolves ? " against " : " and ", p->out);
    page_octets(p, one->request.field[!resolves]);
}

/* ---- The page ---- */

static void put_navigation(const page *p, page_place place)
{
    fputs("<nav aria-label=\"Site\"><ul>\n", p->out);
    for (size_t i = 0; i < PAGE_PLACE_COUNT; i++)
        fprintf(p->out, "<li><a href=\"%s%s\"%s>%s</a></li>\n", p->root, places[i].path,
                i == place ? " aria-current=\"true\"" : "", places[i].title);
    fputs("</ul></nav>\n", p->out);
}

static void put_head(const page *p, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"generator\" content=\"uriproof\">\n"
          /* In a page from a file, not every browser takes that file's folder as 'self'. */
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'self' file:; script-src 'self' file:; base-uri 'none'; "
          "form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n",
          p->out);
    page_text(p, "<title>", title);
    fprintf(p->out,
            " - uriproof</title>\n<link rel=\"stylesheet\" href=\"%sstyle.css\">\n"
            "<script defer src=\"%sscript.js\"></script>\n</head>\n<body>\n"
            "<a class=\"skip\" href=\"#main\">To the content</a>\n<header>\n",
            p->root, p->root);
}

page page_begin(site *s, page_place place, const char *path, const char *title)
{
    page p = {.site = s, .root = strchr(path, '/') != NULL ? "../" : ""};
    p.out = site_open(s, path);
    put_head(&p, title);
    put_navigation(&p, place);
    fputs("</header>\n<main id=\"main\">\n", p.out);
    page_text(&p, "<h1>", title);
    fputs("</h1>\n", p.out);
    if (s->early)
        fputs("<p class=\"early\">The run was ended early: not every vector was asked.</p>\n",
              p.out);
    return p;
}

/* Writes links to the other parts of a page whose first part is at `path`. Writes nothing if there
 * is one part alone. */
static void put_part_links(const page *p, const char *path, size_t part, size_t count)
{
    if (count < 2)
        return;
    fprintf(p->out,
            "<nav aria-label=\"Parts of this page\" class=\"pages\"><p>Page %zu of %zu:", part + 1,
            count);
    for (size_t i = 0; i < count; i++) {
        if (i == part) {
            fprintf(p->out, " <strong aria-current=\"page\">%zu</strong>", i + 1);
            continue;
        }
        fprintf(p->out, " <a href=\"%s%.*s", p->root, (int)(strlen(path) - strlen(".html")), path);
        put_part_suffix(p->out, i);
        fprintf(p->out, ".html\" aria-label=\"Page %zu\">%zu</a>", i + 1, i + 1);
    }
    fputs("</p></nav>\n", p->out);
}

page page_begin_part(site *s, page_place place, const char *path, const char *title, size_t part,
                     size_t count)
{
    uriproof_text_written own_path, own_title;
    FILE *out = uriproof_text_open(&own_path);
    fprintf(out, "%.*s", (int)(strlen(path) - strlen(".html")), path);
    put_part_suffix(out, part);
    fputs(".html", out);
    fclose(out);
    out = uriproof_text_open(&own_title);
    fputs(title, out);
    if (part > 0)
        fprintf(out, ", page %zu", part + 1);
    fclose(out);
    page p = page_begin(s, place, own_path.octets, own_title.octets);
    put_part_links(&p, path, part, count);
    free(own_path.octets);
    free(own_title.octets);
    return p;
}

void page_end(page *p)
{
    fputs("</main>\n<footer><p>Made by uriproof ", p->out);
    page_text(p, "", p->site->results->uriproof);
    fprintf(p->out, " on %s.</p></footer>\n</body>\n</html>\n", p->site->date);
    site_close(p->site, p->out);
}
