/* SPDX-License-Identifier: MIT */
/* What was expected of a case and what was given, with the parts that differ marked. */
#include "page.h"

#include "judge/judge.h"

#include <stdlib.h>

static void put_piece(const page *p, const char *word, uriproof_span piece, bool marked)
{
    fprintf(p->out, "<td data-side=\"%s\">", word);
    fputs(marked ? "<mark>" : "", p->out);
    if (uriproof_present(piece))
        page_octets(p, piece);
    else
        fputs("<span class=\"muted\">absent</span>", p->out);
    fputs(marked ? "</mark></td>" : "</td>", p->out);
}

/* Writes a row for each part that one of them has. */
static void put_pieces(const page *p, const reply *expected, const reply *given)
{
    fputs("<table class=\"parts\"><thead><tr><th scope=\"col\">part</th><th scope=\"col\">expected"
          "</th><th scope=\"col\">given</th></tr></thead><tbody>\n",
          p->out);
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        uriproof_span one = expected->pieces.at[i], other = given->pieces.at[i];
        bool differs = !uriproof_span_equal(one, other);
        if (!uriproof_present(one) && !uriproof_present(other))
            continue;
        fprintf(p->out, "<tr><th scope=\"row\">%s%s</th>", piece_names[i],
                differs ? " <span class=\"sign\" title=\"differs\">\u2260</span>" : "");
        put_piece(p, "expected", one, differs);
        put_piece(p, "given", other, differs);
        fputs("</tr>\n", p->out);
    }
    fputs("</tbody></table>\n", p->out);
}

static void put_words(const page *p, const char *what, const char *answer)
{
    char *words = report_describe(answer);
    fprintf(p->out, "<div><dt>%s</dt><dd>", what);
    page_text(p, "<code>", words);
    fputs("</code></dd></div>\n", p->out);
    free(words);
}

void page_answers(const page *p, const uriproof_case *one, const uriproof_result *result)
{
    store *s = store_new();
    const char *given = report_given(one, result);
    const reply expected = reply_of_json(s, one->op, one->expected);
    const reply other = reply_of_json(s, one->op, given);
    bool divided = one->op == URIPROOF_PARSE || one->op == URIPROOF_URL;
    if (divided && reply_accepts(&expected) && reply_accepts(&other)) {
        put_pieces(p, &expected, &other);
    } else {
        fputs("<dl class=\"answers\">\n", p->out);
        put_words(p, "expected", one->expected);
        put_words(p, "given", given);
        fputs("</dl>\n", p->out);
    }
    store_free(s);
}
