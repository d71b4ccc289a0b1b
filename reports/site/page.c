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
    [PAGE_FINDINGS] = {"findings.html", "Findings"},
    [PAGE_CAMPAIGN] = {"campaign.html", "Campaign"},
};

/* The octets of a request that a list shows. */
enum { SHORT_REQUEST = 100 };

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

void page_parser_count(const page *p)
{
    size_t count = p->site->results->adapter_count, own = 0;
    for (size_t i = 0; i < count; i++)
        own += site_is_own_reference(p->site, i);
    fprintf(p->out, "%zu URI parser%s%s", count - own, count - own == 1 ? "" : "s",
            own > 0 ? " and uriproof's own reference" : "");
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

/* Writes a number of tenths of a per cent. */
static void put_tenths(const page *p, size_t tenths)
{
    fprintf(p->out, "%zu.%zu %%", tenths / 10, tenths % 10);
}

void page_per_cent(const page *p, size_t good, size_t of)
{
    put_tenths(p, of > 0 ? good * 1000 / of : 0);
}

void page_per_cent_bad(const page *p, size_t bad, size_t of)
{
    put_tenths(p, of > 0 ? (bad * 1000 + of - 1) / of : 0);
}

const char *page_degree(size_t bad, size_t of)
{
    static const char *const degrees[] = {"d1", "d2", "d3", "d4"};
    return bad == 0 || of == 0 ? "d0" : degrees[(bad * 4 - 1) / of];
}

void page_share(const page *p, size_t good, size_t of)
{
    if (of == 0) {
        fputs("<span class=\"muted\">none asked</span>", p->out);
        return;
    }
    size_t tenths = good * 1000 / of;
    fprintf(p->out,
            "<span class=\"share\"><svg class=\"bar\" viewBox=\"0 0 1000 80\" aria-hidden=\"true\" "
            "preserveAspectRatio=\"none\"><rect width=\"1000\" height=\"80\"/><rect class=\"full\" "
            "width=\"%zu\" height=\"80\"/></svg> ",
            tenths);
    put_tenths(p, tenths);
    fputs("</span>", p->out);
}

/* ---- Tables ---- */

void page_begin_table(const page *p, const char *label, const char *class, const char *id)
{
    page_text(p, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", label);
    fprintf(p->out, "\">\n<table class=\"%s\"", class);
    if (id != NULL) {
        page_text(p, " data-sortable id=\"", id);
        fputc('"', p->out);
    }
    fputs("><thead><tr>", p->out);
}

void page_column(const page *p, const char *words, const char *name)
{
    fprintf(p->out, "<th scope=\"col\">%s", words);
    page_name(p, "", name);
    fputs("</th>", p->out);
}

void page_number_column(const page *p, const char *words, const char *name)
{
    fprintf(p->out, "<th scope=\"col\" class=\"num\">%s", words);
    page_name(p, "", name);
    fputs("</th>", p->out);
}

void page_begin_rows(const page *p)
{
    fputs("</tr></thead>\n<tbody>\n", p->out);
}

void page_end_table(const page *p)
{
    fputs("</tbody></table></div>\n", p->out);
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

size_t *page_divide(site *s, size_t count,
                    void (*put)(const page *p, const void *self, size_t number), const void *self)
{
    size_t *parts = calloc(count + 1, sizeof *parts);
    page_draft draft;
    page_draft_begin(&draft, s);
    for (size_t i = 0; i < count; i++) {
        put(&draft.page, self, i);
        parts[i] = page_draft_part(&draft);
    }
    page_draft_end(&draft);
    return parts;
}

/* ---- Ways ---- */

void page_way(const page *p, char *file)
{
    fprintf(p->out, "%s%s", p->root, file);
    free(file);
}

void page_link_parser(const page *p, size_t adapter, size_t dialect)
{
    fputs("<a href=\"", p->out);
    page_way(p, site_parser_file(p->site, adapter, dialect, 0));
    page_name(p, "\">", p->site->results->adapters[adapter].name);
    fputs("</a>", p->out);
}

void page_link_clause(const page *p, size_t clause)
{
    fputs("<a href=\"", p->out);
    page_way(p, site_clause_file(p->site, clause));
    page_name(p, "\">", p->site->results->clauses[clause].id);
    fputs("</a>", p->out);
}

void page_link_case(const page *p, size_t number)
{
    const char *id = p->site->results->cases[number].id;
    if (p->site->home[number] == SIZE_MAX) {
        page_name(p, "", id);
        return;
    }
    fputs("<a href=\"", p->out);
    page_way(p, site_case_file(p->site, number));
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

void page_request_short(const page *p, const uriproof_case *one)
{
    size_t length = one->request.field[0].length + one->request.field[1].length;
    if (length <= SHORT_REQUEST)
        page_request(p, one);
    else
        fprintf(p->out, "<span class=\"muted\">%zu octets</span>", length);
}

/* ---- The page ---- */

static bool has_place(const uriproof_results *r, page_place place)
{
    return (place != PAGE_FINDINGS || r->findings != NULL) &&
           (place != PAGE_CAMPAIGN || r->campaign_count > 0);
}

static void put_navigation(const page *p, page_place place)
{
    fputs("<nav aria-label=\"Site\"><ul>\n", p->out);
    for (size_t i = 0; i < PAGE_PLACE_COUNT; i++)
        if (has_place(p->site->results, (page_place)i))
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
    p.out = new_folder_open(s->folder, path);
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
        fputs(" <a href=\"", p->out);
        page_way(p, site_part_file(path, i));
        fprintf(p->out, "\" aria-label=\"Page %zu\">%zu</a>", i + 1, i + 1);
    }
    fputs("</p></nav>\n", p->out);
}

page page_begin_part(site *s, page_place place, const char *path, const char *title, size_t part,
                     size_t count)
{
    char *file = site_part_file(path, part);
    char *name = part > 0 ? text_made("%s, page %zu", title, part + 1) : strdup(title);
    page p = page_begin(s, place, file, name);
    free(file);
    free(name);
    put_part_links(&p, path, part, count);
    return p;
}

void page_end(page *p)
{
    fputs("</main>\n<footer><p>Made by uriproof ", p->out);
    page_text(p, "", p->site->results->uriproof);
    fprintf(p->out, " on %s.</p></footer>\n</body>\n</html>\n", p->site->date);
    new_folder_close(p->site->folder, p->out);
}

bool page_ask(const page *p, const char *before, const ask_question *asked)
{
    uriproof_text_written command;
    FILE *out = uriproof_text_open(&command);
    const bool any = ask_command_write(out, asked);
    fclose(out);
    if (any) {
        fprintf(p->out, "%s<code>", before);
        report_text(p->out, REPORT_XML, command.octets);
        fputs("</code>", p->out);
    }
    free(command.octets);
    return any;
}
