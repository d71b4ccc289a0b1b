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
    /* Of the texts to parse: */
    size_t rejections; /* that should be rejected, and that it answered */
    size_t accepted;   /* those of them that it accepts */
    size_t strict;     /* that it rejects and should accept */
    size_t faults;     /* to which it gives no answer, or not each time */
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

/* Returns true if the text should be rejected. Where the specification is silent, none should. */
static bool should_be_rejected(const uriproof_case *one)
{
    if (one->accepted)
        return false;
    store *memory = store_new();
    const reply expected = reply_of_json(memory, one->op, one->expected);
    bool rejected = expected.answer.status == ANSWER_REJECTED;
    store_free(memory);
    return rejected;
}

static void count_case(const site *s, size_t number, standing *list, size_t count)
{
    bool rejected = should_be_rejected(&s->results->cases[number]);
    for (size_t i = 0; i < count; i++) {
        uriproof_outcome outcome = s->results->adapters[list[i].adapter].results[number]->outcome;
        list[i].strict += outcome == URIPROOF_STRICT;
        list[i].faults += outcome == URIPROOF_CRASH || outcome == URIPROOF_TIMEOUT ||
                          outcome == URIPROOF_PROTOCOL_ERROR || outcome == URIPROOF_FLAKY;
        if (rejected)
            count_rejection(&list[i], outcome, 1);
    }
}

/* Counts the texts to parse of the dialect. A case of a group that is only counted should be
 * rejected if the group breaks a clause: the generator makes no other vectors to parse that do. */
static void count_texts(const site *s, size_t dialect, standing *list, size_t count)
{
    const uriproof_results *r = s->results;
    for (size_t i = 0; i < r->case_count; i++)
        if (s->dialect_of_case[i] == dialect && r->cases[i].op == URIPROOF_PARSE)
            count_case(s, i, list, count);
    for (size_t i = 0; i < r->group_count; i++) {
        const uriproof_results_group *group = r->groups[i];
        if (group->op != URIPROOF_PARSE || group->breaks_count == 0 ||
            s->dialect_of_group[i] != dialect)
            continue;
        for (size_t k = 0; k < count; k++)
            count_rejection(&list[k], uriproof_counted_result(r, list[k].adapter, group)->outcome,
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
        if (site_claims(s, i, dialect) && !site_is_own_reference(s, i) && score->vectors > 0)
            (*list)[count++] = (standing){.adapter = i, .score = score};
    }
    count_texts(s, dialect, *list, count);
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

/* Moves a standing to the front of the list, after the `enough` that are there. */
static size_t move_to_front(standing *list, size_t at, size_t enough)
{
    standing one = list[at];
    list[at] = list[enough];
    list[enough] = one;
    return enough + 1;
}

/* Moves those who were asked at least half as many texts that should be rejected as the one who was
 * asked most to the front, and returns their number. Who was asked little has no place in an order.
 */
static size_t keep_asked_texts(standing *list, size_t count)
{
    size_t most = 1, enough = 0;
    for (size_t i = 0; i < count; i++)
        most = list[i].rejections > most ? list[i].rejections : most;
    for (size_t i = 0; i < count; i++)
        if (2 * list[i].rejections >= most)
            enough = move_to_front(list, i, enough);
    return enough;
}

/* Does so with those who were asked most of the dialect. */
static size_t keep_asked_rules(const site *s, size_t dialect, standing *list, size_t count)
{
    size_t enough = 0;
    for (size_t i = 0; i < count; i++)
        if (site_is_asked_most(s, list[i].adapter, dialect))
            enough = move_to_front(list, i, enough);
    return enough;
}

static bool accept_same(const standing *a, const standing *b)
{
    return by_part(a->accepted, a->rejections, b->accepted, b->rejections) == 0;
}

static bool keep_same(const standing *a, const standing *b)
{
    return by_part(a->score->kept, a->score->rules, b->score->kept, b->score->rules) == 0;
}

static bool see_same(const standing *a, const standing *b)
{
    return a->score->other_host == b->score->other_host;
}

/* ---- Sentences ---- */

/* Writes who has no place in an order, since they were asked too little: those from `enough` on. */
static void put_unranked(const page *p, size_t dialect, const standing *list, size_t enough,
                         size_t count)
{
    for (size_t i = enough; i < count; i++) {
        fputs(i > enough ? ", " : " Not ranked, since asked less: ", p->out);
        page_link_parser(p, list[i].adapter, dialect);
    }
    fputs(enough < count ? ".</li>\n" : "</li>\n", p->out);
}

/* Returns how many to name of `count` in the order: more than NAMED_MOST if the last one ties. */
static size_t named(const standing *list, size_t count,
                    bool (*is_tie)(const standing *, const standing *))
{
    size_t end = count < NAMED_MOST ? count : NAMED_MOST;
    while (end > 0 && end < count && is_tie(&list[end - 1], &list[end]))
        end++;
    return end;
}

static void put_strictness(const page *p, const standing *one, bool first)
{
    fprintf(p->out,
            first ? " accepts %zu of the %zu texts to parse that should be rejected, and rejects "
                    "%zu that should be accepted"
                  : " accepts %zu of %zu, and rejects %zu",
            one->accepted, one->rejections, one->score->outcomes[URIPROOF_STRICT]);
    if (one->strict != one->score->outcomes[URIPROOF_STRICT])
        fprintf(p->out, " (%zu of them in parse)", one->strict);
    if (one->faults > 0)
        fprintf(p->out, ", with %zu fault%s", one->faults, one->faults == 1 ? "" : "s");
}

static void put_strictest(const page *p, size_t dialect, standing *list, size_t count)
{
    size_t enough = keep_asked_texts(list, count);
    qsort(list, enough, sizeof *list, by_strictness);
    if (enough == 0)
        return;
    fputs("<li><strong>First by fewest wrong acceptances:</strong> ", p->out);
    for (size_t i = 0, end = named(list, enough, accept_same); i < end; i++) {
        fputs(i > 0 ? "; " : "", p->out);
        page_link_parser(p, list[i].adapter, dialect);
        put_strictness(p, &list[i], i == 0);
    }
    fputs(".", p->out);
    put_unranked(p, dialect, list, enough, count);
}

static void put_keepers(const page *p, size_t dialect, standing *list, size_t count)
{
    size_t enough = keep_asked_rules(p->site, dialect, list, count);
    qsort(list, enough, sizeof *list, by_rules);
    if (enough == 0)
        return;
    fputs("<li><strong>First by the share of the rules that they keep:</strong> ", p->out);
    for (size_t i = 0, end = named(list, enough, keep_same); i < end; i++) {
        fputs(i > 0 ? ", " : "", p->out);
        page_link_parser(p, list[i].adapter, dialect);
        fputs(" (", p->out);
        page_per_cent(p, list[i].score->kept, list[i].score->rules);
        fprintf(p->out, ", %zu of %zu asked)", list[i].score->kept, list[i].score->rules);
    }
    fputs(".", p->out);
    put_unranked(p, dialect, list, enough, count);
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
    for (size_t i = 0, end = named(list, other, see_same); i < end; i++) {
        fputs(i > 0 ? ", " : ", most of all ", p->out);
        page_link_parser(p, list[i].adapter, dialect);
        fprintf(p->out, " (%zu cause%s)", list[i].score->other_host,
                list[i].score->other_host == 1 ? "" : "s");
    }
    fputs(". <a href=\"pairs.html\">All pairs of parsers that see different hosts</a></li>\n",
          p->out);
}

/* ---- On what the parsers disagree most ---- */

/* A cause of failures, and what the parsers that claim the dialect did with its example. */
typedef struct split {
    const cause *cause;
    size_t asked;       /* that answered */
    size_t with;        /* those of them that fail so */
    size_t unvalidated; /* those that accept it, but say that they only split */
} split;

static split split_by(const site *s, size_t dialect, const cause *one)
{
    split found = {.cause = one};
    size_t example = one->sightings[one->adapter].example;
    const uriproof_case *asked = &s->results->cases[example];
    for (size_t i = 0; i < s->results->adapter_count; i++) {
        uriproof_outcome outcome = s->results->adapters[i].results[example]->outcome;
        if (!site_claims(s, i, dialect) || site_is_own_reference(s, i) ||
            !uriproof_is_asked(s->results, i, asked->id) || !uriproof_outcomes[outcome].answered ||
            outcome == URIPROOF_UNSUPPORTED)
            continue;
        found.asked++;
        found.with += one->sightings[i].count > 0 && outcome == one->outcome;
        found.unvalidated += outcome == URIPROOF_UNVALIDATED;
    }
    return found;
}

static size_t smaller_side(const split *one)
{
    size_t without = one->asked - one->with - one->unvalidated;
    return one->with < without ? one->with : without;
}

static void put_split(const page *p, const split *one)
{
    const uriproof_results *r = p->site->results;
    size_t example = one->cause->sightings[one->cause->adapter].example;
    size_t clause = report_telling_clause(r, one->cause->deviation, &r->cases[example]);
    char *words = report_cause_words(one->cause);
    fputs("<li><strong>They disagree most on</strong> ", p->out);
    page_request_short(p, &r->cases[example]);
    fprintf(p->out, ": %zu of the %zu that were asked it fail%s in the same way", one->with,
            one->asked, one->with == 1 ? "s" : "");
    if (one->unvalidated > 0)
        fprintf(p->out, ", and %zu more accept%s it but only split%s", one->unvalidated,
                one->unvalidated == 1 ? "s" : "", one->unvalidated == 1 ? "s" : "");
    page_text(p, ". ", words);
    fputs(" (", p->out);
    page_link_case(p, example);
    if (clause != SIZE_MAX) {
        fputs("; clause ", p->out);
        page_link_clause(p, clause);
    }
    fputs(").</li>\n", p->out);
    free(words);
}

static void put_widest_split(const page *p, size_t dialect)
{
    const causes *all = &p->site->causes[dialect];
    split widest = {0};
    for (size_t i = 0; i < all->count; i++) {
        split one = split_by(p->site, dialect, &all->list[i]);
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
