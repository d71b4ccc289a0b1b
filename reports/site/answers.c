/* SPDX-License-Identifier: MIT */
/* What was expected of a case and what was given, with the parts that differ marked. */
#include "page.h"

#include "judge/judge.h"

#include <stdlib.h>

/* What is expected of a case and what was given. */
typedef struct sides {
    store *memory;
    bool divided; /* both accept a text and divide it into parts */
    bool results; /* both are a text */
    reply expected, given;
    const char *given_text;
} sides;

static sides read_sides(const uriproof_case *one, const uriproof_result *result)
{
    sides s = {.memory = store_new(), .given_text = report_given(one, result)};
    s.expected = reply_of_json(s.memory, one->op, one->expected);
    s.given = reply_of_json(s.memory, one->op, s.given_text);
    s.divided = (one->op == URIPROOF_PARSE || one->op == URIPROOF_URL) &&
                reply_accepts(&s.expected) && reply_accepts(&s.given);
    s.results = reply_accepts(&s.expected) && reply_accepts(&s.given) &&
                uriproof_present(s.expected.answer.result) &&
                uriproof_present(s.given.answer.result);
    return s;
}

/* Returns which parts differ, a bit for each: more than the adapter declares to change by design;
 * or if there are none, all that are not the same octets. */
static unsigned differing_parts(const sides *s, const transform_set *declared)
{
    unsigned more = 0, any = 0;
    for (unsigned i = 0; i < PIECE_COUNT; i++) {
        const uri_pieces *one = &s->expected.pieces, *other = &s->given.pieces;
        if (uriproof_span_equal(one->at[i], other->at[i]))
            continue;
        any |= 1U << i;
        if (!piece_same((uri_piece)i, one, other, declared->declared[i]))
            more |= 1U << i;
    }
    return more != 0 ? more : any;
}

static void put_octets(const page *p, uriproof_span piece, bool marked)
{
    fputs(marked ? "<mark>" : "", p->out);
    if (uriproof_present(piece))
        page_octets(p, piece);
    else
        fputs("<span class=\"muted\">absent</span>", p->out);
    fputs(marked ? "</mark>" : "", p->out);
}

/* Writes a row for each part that one of them has. */
static void put_pieces(const page *p, const sides *s, unsigned differing)
{
    fputs("<table class=\"parts\"><thead><tr><th scope=\"col\">part</th><th scope=\"col\">expected"
          "</th><th scope=\"col\">given</th></tr></thead><tbody>\n",
          p->out);
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        uriproof_span one = s->expected.pieces.at[i], other = s->given.pieces.at[i];
        bool differs = (differing >> i & 1U) != 0;
        if (!uriproof_present(one) && !uriproof_present(other))
            continue;
        fprintf(p->out, "<tr><th scope=\"row\">%s%s</th><td data-side=\"expected\">",
                piece_names[i],
                differs ? " <span class=\"sign\" title=\"differs\">\u2260</span>" : "");
        put_octets(p, one, differs);
        fputs("</td><td data-side=\"given\">", p->out);
        put_octets(p, other, differs);
        fputs("</td></tr>\n", p->out);
    }
    fputs("</tbody></table>\n", p->out);
}

/* Writes the octets from `start` to `end`. */
static void put_slice(const page *p, uriproof_span whole, size_t start, size_t end)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    print_octets(out, (uriproof_span){whole.octets + start, end - start});
    fclose(out);
    page_text(p, "", text.octets);
    free(text.octets);
}

/* Writes a result. What lies between the octets with which both results begin and those with which
 * both end is marked. If nothing does, because the other has more, its neighbours are. */
static void put_result(const page *p, uriproof_span result, uriproof_span other)
{
    size_t shorter = result.length < other.length ? result.length : other.length;
    size_t start = 0, end = result.length, after = 0;
    while (start < shorter && result.octets[start] == other.octets[start])
        start++;
    while (after < shorter - start &&
           result.octets[end - after - 1] == other.octets[other.length - after - 1])
        after++;
    end -= after;
    if (start == end) {
        start -= start > 0;
        end += end < result.length;
    }
    if (result.length == 0) {
        put_octets(p, result, true);
        return;
    }
    fputs("<code>", p->out);
    put_slice(p, result, 0, start);
    fputs("<mark>", p->out);
    put_slice(p, result, start, end);
    fputs("</mark>", p->out);
    put_slice(p, result, end, result.length);
    fputs("</code>", p->out);
}

void page_answer(const page *p, const char *answer)
{
    char *words = report_describe(answer);
    page_text(p, "<code>", words);
    fputs("</code>", p->out);
    free(words);
}

void page_answers(const page *p, size_t number, size_t adapter)
{
    const uriproof_case *one = &p->site->results->cases[number];
    sides s = read_sides(one, p->site->results->adapters[adapter].results[number]);
    if (s.divided) {
        put_pieces(p, &s, differing_parts(&s, &p->site->declared[adapter]));
    } else {
        fputs("<dl class=\"answers\">\n<div><dt>expected</dt><dd>", p->out);
        if (s.results)
            put_result(p, s.expected.answer.result, s.given.answer.result);
        else
            page_answer(p, one->expected);
        fputs("</dd></div>\n<div><dt>given</dt><dd>", p->out);
        if (s.results)
            put_result(p, s.given.answer.result, s.expected.answer.result);
        else
            page_answer(p, s.given_text);
        fputs("</dd></div>\n</dl>\n", p->out);
    }
    store_free(s.memory);
}

void page_given(const page *p, size_t number, size_t adapter)
{
    const uriproof_case *one = &p->site->results->cases[number];
    const uriproof_result *result = p->site->results->adapters[adapter].results[number];
    sides s = read_sides(one, result);
    unsigned differing = s.divided ? differing_parts(&s, &p->site->declared[adapter]) : 0;
    if (s.given_text == NULL)
        page_text(p, "", result->detail != NULL ? result->detail : "no answer");
    else if (s.given.answer.status == ANSWER_REJECTED)
        fputs("rejected", p->out); /* the rule and the place may be those of the vector */
    else if (s.results)
        put_result(p, s.given.answer.result, s.expected.answer.result);
    else if (differing == 0)
        page_answer(p, s.given_text);
    const char *between = "";
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        if ((differing >> i & 1U) == 0)
            continue;
        fprintf(p->out, "%s%s ", between, piece_names[i]);
        put_octets(p, s.given.pieces.at[i], true);
        between = ", ";
    }
    store_free(s.memory);
}
