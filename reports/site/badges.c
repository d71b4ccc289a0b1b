/* SPDX-License-Identifier: MIT */
/*
 * Badges: for each specification that a parser claims, a picture that says how many of its rules
 * the parser keeps, for other people's pages. The number is that of the index. A parser has no
 * badge of what it does not claim: a low number there would be no fault.
 */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEIGHT = 20,
    MARGIN = 6,      /* on each side of a text */
    MARGINS = 12,    /* on both */
    WIDTH_MOST = 400 /* of a text */
};

typedef struct shade {
    size_t percent;     /* the lowest percentage of this colour */
    const char *colour; /* white text is legible on it */
} shade;

/* Dark green is for all rules alone. */
static const shade shades[] = {{100, "#12663a"}, {90, "#4b6a14"}, {75, "#7a5c00"},
                               {50, "#8f4f00"},  {25, "#a63a00"}, {0, "#8c1a2b"}};

static const char grey[] = "#5d6670";

/* ---- What it says ---- */

/* Returns true if the results are of all vectors of their level, so that a share says something.
 * An old file, without a level, does not say whether they were selected. */
static bool is_whole(const site *s)
{
    const char **select = s->results->level != NULL ? s->results->select : NULL;
    return !s->early && !s->results->only_own && (select == NULL || select[0] == NULL);
}

static const char *colour_of(const site *s, const site_score *score)
{
    size_t i = 0;
    while (score->kept * 100 < score->rules * shades[i].percent)
        i++;
    return is_whole(s) && score->rules > 0 ? shades[i].colour : grey;
}

/* Writes what stands beside the name of the specification. How many rules were asked is in it,
 * since all of five rules are kept more easily than most of a hundred. */
static void put_message(const page *p, const site_score *score)
{
    if (p->site->early)
        fputs("the run was ended early", p->out);
    else if (score->rules == 0)
        fputs("not asked", p->out);
    else if (!is_whole(p->site))
        fputs("only a selection was asked", p->out);
    else {
        page_per_cent(p, score->kept, score->rules);
        fprintf(p->out, " of %zu rule%s kept", score->rules, score->rules == 1 ? "" : "s");
    }
}

/* Returns what put_message writes. The caller frees it. */
static char *message_of(site *s, const site_score *score)
{
    uriproof_text_written text;
    page p = {.site = s, .out = uriproof_text_open(&text)};
    put_message(&p, score);
    fclose(p.out);
    return text.octets;
}

/* Writes what the picture has no room for, as XML. */
static void put_title(FILE *out, const site *s, size_t adapter, size_t dialect)
{
    const uriproof_adapter_results *a = &s->results->adapters[adapter];
    const site_score *score = site_score_of(s, adapter, dialect);
    report_text_short(out, REPORT_XML, a->name);
    fputc(' ', out);
    report_text_short(out, REPORT_XML, a->version);
    fprintf(out, ": keeps %zu of %zu rules of ", score->kept, score->rules);
    report_text_short(out, REPORT_XML, s->dialects[dialect].document);
    fprintf(out, " (vectors: %zu; uriproof ", score->vectors);
    report_text_short(out, REPORT_XML, s->results->uriproof);
    if (s->results->level != NULL) {
        fputs("; level ", out);
        report_text_short(out, REPORT_XML, s->results->level);
    }
    fprintf(out, "; %s)", s->date);
}

/* ---- The picture ---- */

/* Returns how wide a text is in a common font of 11 pixels. The picture makes it exactly so wide in
 * each font. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text != '\0' && width < WIDTH_MOST; text++)
        if (strchr(" .,:;!|'()[]fijlrtI", *text) != NULL)
            width += 4;
        else
            width += strchr("%@mwMW", *text) != NULL ? 11 : 7;
    return width;
}

/* Writes a text on a ground of that colour, from `left` on. Returns where its ground ends. */
static size_t put_field(FILE *out, size_t left, const char *colour, const char *text)
{
    size_t width = width_of(text);
    fprintf(out,
            "<rect x=\"%zu\" width=\"%zu\" height=\"%d\" fill=\"%s\"/>"
            "<text x=\"%zu\" y=\"14\" textLength=\"%zu\" lengthAdjust=\"spacingAndGlyphs\">",
            left, width + MARGINS, HEIGHT, colour, left + MARGIN, width);
    report_text_short(out, REPORT_XML, text);
    fputs("</text>", out);
    return left + width + MARGINS;
}

static void put_picture(FILE *out, site *s, size_t adapter, size_t dialect)
{
    const site_score *score = site_score_of(s, adapter, dialect);
    const char *document = s->dialects[dialect].document;
    char *message = message_of(s, score);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%d\" role=\"img\" "
            "fill=\"#fff\" font-family=\"Verdana,'DejaVu Sans',sans-serif\" font-size=\"11\" "
            "aria-label=\"",
            width_of(document) + width_of(message) + MARGINS + MARGINS, HEIGHT);
    report_text_short(out, REPORT_XML, document);
    fprintf(out, ": %s\"><title>", message);
    put_title(out, s, adapter, dialect);
    fputs("</title>", out);
    size_t left = put_field(out, 0, "#3c434a", document);
    put_field(out, left, colour_of(s, score), message);
    fputs("</svg>", out);
    free(message);
}

/* ---- Where it is shown ---- */

/* Writes a link in Markdown that shows the badge and leads to the parser's page. Its words have no
 * number, since they stay in the other page when the badge changes. */
static char *markdown_of(const site *s, size_t adapter, size_t dialect)
{
    char *badge = site_badge_file(s, adapter, dialect);
    char *parser = site_parser_file(s, adapter, dialect, 0);
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    fputs("[![rules of ", out);
    report_text_short(out, REPORT_MARKDOWN, s->dialects[dialect].document);
    fprintf(out, " kept](SITE/%s)](SITE/%s)", badge, parser);
    fclose(out);
    free(badge);
    free(parser);
    return text.octets;
}

void page_badge(const page *p, size_t adapter, size_t dialect)
{
    char *markdown = markdown_of(p->site, adapter, dialect);
    fputs("<div class=\"badge\">\n", p->out);
    put_picture(p->out, p->site, adapter, dialect);
    fputs("\n<details><summary>To show this badge elsewhere</summary>\n"
          "<p>In Markdown, with the address of this site in place of both <code>SITE</code>:</p>\n",
          p->out);
    page_text(p, "<pre><code>", markdown);
    fputs("</code></pre></details></div>\n", p->out);
    free(markdown);
}

static void write_badge(site *s, size_t adapter, size_t dialect)
{
    char *path = site_badge_file(s, adapter, dialect);
    FILE *out = new_folder_open(s->folder, path);
    put_picture(out, s, adapter, dialect);
    fputc('\n', out);
    new_folder_close(s->folder, out);
    free(path);
}

void site_write_badges(site *s)
{
    for (size_t i = 0; i < s->results->adapter_count; i++)
        for (size_t d = 0; d < s->dialect_count; d++)
            if (site_claims(s, i, d))
                write_badge(s, i, d);
}
