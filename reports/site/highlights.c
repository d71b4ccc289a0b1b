/* SPDX-License-Identifier: MIT */
/* What stands out in the results, in sentences. */
#include "highlights.h"

#include <stdlib.h>
#include <string.h>

/* How many parsers a sentence names. */
enum { NAMED_MOST = 3 };

/* A parser that claims a dialect, and what it was asked of it. */
typedef struct standing {
    size_t adapter;
    const site_score *score;
    size_t rejections; /* texts to parse that should be rejected, and that it answered */
    size_t accepted;   /* those of them that it accepts */
} standing;

/* ---- What a parser was asked ---- */

static void count_rejection(standing *one, uriproof_outcome outcome, size_t count)
{
    bool accepted = outcome == URIPROOF_LENIENT || outcome == URIPROOF_UNVALIDATED;
    bool rejected =
        outcome == URIPROOF_AGREE || outcome == URIPROOF_ACCEPTABLE || outcome == URIPROOF_SLOW;
    one->rejections += accepted || rejected ? count : 0;
    one->accepted += accepted ? count : 0;
}

/* Counts the texts that the dialect rejects. A case of a group that is only counted is one if the
 * group breaks a clause: the generator makes no other vectors to parse that do. */
static void count_rejections(const site *s, size_t dialect, standing *one)
{
    const uriproof_results *r = s->results;
    for (size_t i = 0; i < r->case_count; i++) {
        const uriproof_case *asked = &r->cases[i];
        if (s->dialect_of_case[i] == dialect && asked->op == URIPROOF_PARSE && !asked->accepted &&
            uriproof_is_asked(r, one->adapter, asked->id))
            count_rejection(one, r->adapters[one->adapter].results[i]->outcome, 1);
    }
    for (size_t i = 0; i < r->group_count; i++) {
        const uriproof_results_group *group = r->groups[i];
        if (group->op == URIPROOF_PARSE && group->breaks_count > 0 &&
            s->dialect_of_clause[group->clauses[0]] == dialect)
            count_rejection(one, uriproof_counted_result(r, one->adapter, group)->outcome,
                            group->counted);
    }
}

/* Lists the parsers that claim the dialect and were asked about it. The caller frees *list. */
static size_t find_standings(const site *s, size_t dialect, standing **list)
{
    size_t count = 0;
    *list = calloc(s->results->adapter_count + 1, sizeof **list);
    for (size_t i = 0; i < s->results->adapter_count; i++) {
        const site_score *score = site_score_of(s, i, dialect);
        if (!site_claims(s, i, dialect) || site_is_own_reference(s, i) || score->vectors == 0)
            continue;
        (*list)[count] = (standing){.adapter = i, .score = score};
        count_rejections(s, dialect, &(*list)[count++]);
    }
    return count;
}

/* ---- Orders ---- */

/* Compares a of b with c of d, as parts. */
static int by_part(size_t a, size_t b, size_t c, size_t d)
{
    return a * d != c * b ? (a * d < c * b ? -1 : 1) : 0;
}

static int by_number(size_t a, size_t b)
{
    return a != b ? (a < b ? -1 : 1) : 0;
}

static int by_strictness(const void *a, const void *b)
{
    const standing *x = a, *y = b;
    int order = by_part(x->accepted, x->rejections, y->accepted, y->rejections);
    if (order == 0)
        order = by_number(y->rejections, x->rejections);
    return order != 0 ? order : by_number(x->adapter, y->adapter);
}

static int by_rules(const void *a, const void *b)
{
    const standing *x = a, *y = b;
    int order = by_part(y->score->kept, y->score->rules, x->score->kept, x->score->rules);
    if (order == 0)
        order = by_number(y->score->rules, x->score->rules);
    return order != 0 ? order : by_number(x->adapter, y->adapter);
}

static int by_hosts(const void *a, const void *b)
{
    const standing *x = a, *y = b;
    int order = by_number(y->score->other_host, x->score->other_host);
    return order != 0 ? order : by_number(x->adapter, y->adapter);
}

static size_t rejections_of(const standing *one)
{
    return one->rejections;
}

static size_t rules_of(const standing *one)
{
    return one->score->rules;
}

/* Moves those who were asked at least half as much as the one who was asked most to the front, and
 * returns their number. Who was asked little has no place in an order. */
static size_t keep_asked_enough(standing *list, size_t count, size_t (*asked)(const standing *))
{
    size_t most = 1, enough = 0;
    for (size_t i = 0; i < count; i++)
        most = asked(&list[i]) > most ? asked(&list[i]) : most;
    for (size_t i = 0; i < count; i++)
        if (2 * asked(&list[i]) >= most) {
            standing one = list[i];
            list[i] = list[enough];
            list[enough++] = one;
        }
    return enough;
}

/* ---- Sentences ---- */

static void put_strictest(const page *p, size_t dialect, standing *list, size_t count)
{
    size_t enough = keep_asked_enough(list, count, rejections_of);
    qsort(list, enough, sizeof *list, by_strictness);
    if (enough == 0)
        return;
    fputs("<li><strong>Strictest:</strong> ", p->out);
    for (size_t i = 0; i < enough && i < NAMED_MOST; i++) {
        fputs(i > 0 ? "; " : "", p->out);
        page_link_parser(p, list[i].adapter, dialect);
        fprintf(p->out,
                i == 0 ? " accepts %zu of the %zu texts that should be rejected, and rejects %zu "
                         "that should be accepted"
                       : " accepts %zu of %zu, and rejects %zu",
                list[i].accepted, list[i].rejections, list[i].score->outcomes[URIPROOF_STRICT]);
    }
    fputs(".</li>\n", p->out);
}

static void put_keepers(const page *p, size_t dialect, standing *list, size_t count)
{
    size_t enough = keep_asked_enough(list, count, rules_of);
    qsort(list, enough, sizeof *list, by_rules);
    if (enough == 0)
        return;
    fputs("<li><strong>Keep most rules:</strong> ", p->out);
    for (size_t i = 0; i < enough && i < NAMED_MOST; i++) {
        fputs(i > 0 ? ", " : "", p->out);
        page_link_parser(p, list[i].adapter, dialect);
        fprintf(p->out, " (%zu of %zu)", list[i].score->kept, list[i].score->rules);
    }
    fputs(".</li>\n", p->out);
}

static void put_hosts(const page *p, size_t dialect, standing *list, size_t count)
{
    size_t other = 0;
    for (size_t i = 0; i < count; i++)
        other += list[i].score->other_host > 0;
    qsort(list, count, sizeof *list, by_hosts);
    fprintf(p->out, "<li><strong>Another host:</strong> %zu of %zu see a host or a port that ",
            other, count);
    page_text(p, "", p->site->dialects[dialect].document);
    fputs(" does not see there", p->out);
    for (size_t i = 0; i < other && i < NAMED_MOST; i++) {
        fputs(i > 0 ? ", " : ", most of all ", p->out);
        page_link_parser(p, list[i].adapter, dialect);
        fprintf(p->out, " (%zu cause%s)", list[i].score->other_host,
                list[i].score->other_host == 1 ? "" : "s");
    }
    fputs(". <a href=\"pairs.html\">Which two see two hosts</a></li>\n", p->out);
}

/* ---- What splits the parsers ---- */

/* The parsers that have a cause, and those that were asked the same and do not. */
typedef struct split {
    const cause *cause;
    size_t with, without;
} split;

static split split_by(const site *s, const cause *one)
{
    split found = {.cause = one};
    size_t example = one->sightings[one->adapter].example;
    const uriproof_case *asked = &s->results->cases[example];
    for (size_t i = 0; i < s->results->adapter_count; i++) {
        uriproof_outcome outcome = s->results->adapters[i].results[example]->outcome;
        bool has = one->sightings[i].count > 0;
        bool answered = uriproof_is_asked(s->results, i, asked->id) &&
                        uriproof_outcomes[outcome].answered && outcome != URIPROOF_UNSUPPORTED;
        found.with += has && !site_is_own_reference(s, i);
        found.without += !has && answered && !site_is_own_reference(s, i);
    }
    return found;
}

static size_t smaller_side(const split *one)
{
    return one->with < one->without ? one->with : one->without;
}

/* Writes the clause of a class as a link, if the results have that clause. */
static void put_class_clause(const page *p, uriproof_span id)
{
    for (size_t i = 0; i < p->site->results->clause_count; i++)
        if (uriproof_span_equal(uriproof_span_of(p->site->results->clauses[i].id), id)) {
            page_link_clause(p, i);
            return;
        }
    page_octets(p, id);
}

static void put_split(const page *p, const split *one)
{
    size_t example = one->cause->sightings[one->cause->adapter].example;
    class_words words;
    fprintf(p->out,
            "<li><strong>Splits them most:</strong> %zu parsers fail and %zu do not: ", one->with,
            one->without);
    page_outcome(p, one->cause->outcome);
    if (one->cause->class_id != NULL && class_words_of(one->cause->class_id, &words)) {
        bool whole = uriproof_span_equal(words.part, uriproof_span_of("uri"));
        fputs(whole ? " at " : " in the ", p->out);
        if (!whole)
            fprintf(p->out, "%.*s, at ", (int)words.part.length, words.part.octets);
        put_class_clause(p, words.clause);
    }
    fputs(", for example with ", p->out);
    page_request(p, &p->site->results->cases[example]);
    fputs(" (", p->out);
    page_link_case(p, example);
    fputs(").</li>\n", p->out);
}

static void put_widest_split(const page *p, size_t dialect)
{
    const causes *all = &p->site->causes[dialect];
    split widest = {0};
    for (size_t i = 0; i < all->count; i++) {
        split one = split_by(p->site, &all->list[i]);
        if (all->list[i].class_id != NULL && smaller_side(&one) > smaller_side(&widest))
            widest = one;
    }
    if (widest.cause != NULL)
        put_split(p, &widest);
}

void put_highlights(const page *p)
{
    bool any = false;
    for (size_t d = p->site->dialect_count; d-- > 0;) {
        standing *list;
        size_t count = find_standings(p->site, d, &list);
        if (count > 0) {
            page_text(p, "<h3>", p->site->dialects[d].document);
            fprintf(p->out, ", which %zu parser%s</h3>\n<ul>\n", count,
                    count == 1 ? " claims" : "s claim");
            put_strictest(p, d, list, count);
            put_keepers(p, d, list, count);
            put_hosts(p, d, list, count);
            put_widest_split(p, d);
            fputs("</ul>\n", p->out);
        }
        any = any || count > 0;
        free(list);
    }
    if (!any)
        fputs("<p>No parser here claims a specification by which it was measured.</p>\n", p->out);
}
