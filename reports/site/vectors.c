/* SPDX-License-Identifier: MIT */
/* A vector on the page of its clause: what it asks and expects, and who gave another answer. */
#include "page.h"

#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Do the results show the same answer? Where a text is rejected that should be accepted, and in
 * which words, does not matter. */
static bool same_answer(const uriproof_result *a, const uriproof_result *b)
{
    if (a->outcome != b->outcome)
        return false;
    if (a->outcome == URIPROOF_AGREE || a->outcome == URIPROOF_STRICT)
        return true;
    if (!uriproof_outcomes[a->outcome].answered)
        return same_text(a->detail, b->detail);
    return a->answer != 0 && b->answer != 0 ? a->answer == b->answer
                                            : same_text(a->given, b->given);
}

/* Returns true if the adapter was asked the case, and the result says something. */
static bool counts(const page *p, size_t number, size_t adapter)
{
    const uriproof_results *r = p->site->results;
    uriproof_outcome outcome = r->adapters[adapter].results[number]->outcome;
    return outcome != URIPROOF_UNSUPPORTED && outcome != URIPROOF_NOT_RUN &&
           uriproof_is_asked(r, adapter, r->cases[number].id);
}

/* Returns the first adapter with the same answer as `adapter`. */
static size_t first_with(const page *p, size_t number, size_t adapter)
{
    const uriproof_adapter_results *all = p->site->results->adapters;
    size_t i = 0;
    while (!counts(p, number, i) ||
           !same_answer(all[i].results[number], all[adapter].results[number]))
        i++;
    return i;
}

/* Writes an answer other than the expected one, and who gave it. `first` is the first of them, and
 * first_of[i] is that of adapter i. */
static void put_group(const page *p, size_t number, size_t first, const size_t *first_of)
{
    const uriproof_results *r = p->site->results;
    const char *between = " ";
    fputs("<li>", p->out);
    page_outcome(p, r->adapters[first].results[number]->outcome);
    fputs(" <span class=\"gave\">", p->out);
    page_given(p, number, first);
    fputs("</span> <span class=\"who\">", p->out);
    for (size_t i = first; i < r->adapter_count; i++) {
        if (first_of[i] != first)
            continue;
        page_name(p, between, r->adapters[i].name);
        between = ", ";
    }
    fputs("</span></li>\n", p->out);
}

static void put_groups(const page *p, size_t number, bool bad, const size_t *first_of)
{
    const uriproof_results *r = p->site->results;
    for (size_t i = 0; i < r->adapter_count; i++) {
        uriproof_outcome outcome = r->adapters[i].results[number]->outcome;
        if (first_of[i] == i && outcome != URIPROOF_AGREE && report_is_bad(outcome) == bad)
            put_group(p, number, i, first_of);
    }
}

/* Writes how many agree. With silence agrees who rejects the text, or says that it is silent. */
static void put_agreement(const page *p, size_t number, size_t agree)
{
    const uriproof_case *one = &p->site->results->cases[number];
    store *memory = store_new();
    const reply expected = reply_of_json(memory, one->op, one->expected);
    bool silent = expected.answer.status == ANSWER_UNDEFINED;
    store_free(memory);
    fputs("<li>", p->out);
    page_outcome(p, URIPROOF_AGREE);
    fprintf(p->out, " %zu parser%s", agree, agree == 1 ? "" : "s");
    if (silent)
        fputs(agree == 1 ? " rejects it, or says that it is not defined"
                         : " reject it, or say that it is not defined",
              p->out);
    fputs("</li>\n", p->out);
}

/* Writes what the parsers gave: failures first, then what is tolerated, then how many agree. */
static void put_answers(const page *p, size_t number)
{
    const uriproof_results *r = p->site->results;
    size_t agree = 0;
    size_t *first_of = calloc(r->adapter_count + 1, sizeof *first_of);
    for (size_t i = 0; i < r->adapter_count; i++) {
        first_of[i] = counts(p, number, i) ? first_with(p, number, i) : SIZE_MAX;
        agree +=
            first_of[i] != SIZE_MAX && r->adapters[i].results[number]->outcome == URIPROOF_AGREE;
    }
    fputs("<ul class=\"given\">\n", p->out);
    put_groups(p, number, true, first_of);
    put_groups(p, number, false, first_of);
    if (agree > 0)
        put_agreement(p, number, agree);
    fputs("</ul>\n", p->out);
    free(first_of);
}

void page_vector(const page *p, size_t number)
{
    const uriproof_case *one = &p->site->results->cases[number];
    fputs("<article id=\"", p->out);
    char *anchor = site_case_anchor(p->site, number);
    fputs(anchor, p->out);
    free(anchor);
    page_name(p, "\"><h3>", site_own_id(p->site, number));
    page_text(p, "</h3>\n<p>", one->group->about);
    fprintf(p->out, "</p>\n<dl class=\"answers\"><div><dt>%s</dt><dd>", uriproof_ops[one->op].name);
    page_request(p, one);
    fputs("</dd></div>\n<div><dt>expected</dt><dd>", p->out);
    page_answer(p, one->expected);
    fputs("</dd></div></dl>\n", p->out);
    put_answers(p, number);
    fputs("</article>\n", p->out);
}
