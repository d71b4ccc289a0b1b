/* SPDX-License-Identifier: MIT */
/* Blame: which clause the failing cases speak against. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "results/localise.h"
#include <cmocka.h>

enum { A, B, C, CLAUSES };

/* One case: the clauses it obeys and breaks, by letter, and its outcome. */
typedef struct short_case {
    const char *obeys;
    const char *breaks;
    uriproof_outcome outcome;
} short_case;

enum { CASES_MOST = 16, LISTED_MOST = 4 };

typedef struct setting {
    uriproof_results results;
    uriproof_results_clause clauses[CLAUSES];
    uriproof_case cases[CASES_MOST];
    uriproof_results_group groups[CASES_MOST];
    size_t lists[CASES_MOST][2 * LISTED_MOST];
    uriproof_adapter_results adapter;
    uriproof_result found[CASES_MOST];
    const uriproof_result *list[CASES_MOST];
    uriproof_suspect blamed[CLAUSES];
    size_t count;
} setting;

static size_t list(size_t *numbers, const char *letters)
{
    size_t count = 0;
    for (; letters[count] != '\0'; count++)
        numbers[count] = (size_t)(letters[count] - 'A');
    return count;
}

static void blame(setting *s, const short_case *cases, size_t count, size_t most)
{
    *s = (setting){0};
    for (size_t i = 0; i < count; i++) {
        size_t breaks = list(s->lists[i], cases[i].breaks);
        size_t obeys = list(s->lists[i] + breaks, cases[i].obeys);
        s->groups[i] = (uriproof_results_group){
            .clauses = s->lists[i], .clause_count = breaks + obeys, .breaks_count = breaks};
        s->cases[i].group = &s->groups[i];
        s->found[i].outcome = cases[i].outcome;
        s->list[i] = &s->found[i];
    }
    s->adapter.results = s->list;
    s->results = (uriproof_results){.clauses = s->clauses,
                                    .clause_count = CLAUSES,
                                    .cases = s->cases,
                                    .case_count = count,
                                    .adapters = &s->adapter,
                                    .adapter_count = 1};
    s->count = uriproof_localise(&s->results, 0, s->blamed, most);
}

#define BLAME(s, most, ...)                                                                        \
    blame(s, (const short_case[]){__VA_ARGS__},                                                    \
          sizeof((short_case[]){__VA_ARGS__}) / sizeof(short_case), most)

static void nothing_failed_nobody_blamed(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, CLAUSES, {"A", "", URIPROOF_AGREE}, {"B", "", URIPROOF_ACCEPTABLE},
          {"C", "", URIPROOF_UNSUPPORTED});
    assert_int_equal(s.count, 0);
}

/* Generated cases, which have a group, count where they alone fail; and it is said which counted.
 */
static void derived_cases_are_a_last_resort(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, CLAUSES, {"A", "", URIPROOF_AGREE}, {"A", "", URIPROOF_DIFFER});
    s.groups[1].id = "g";
    assert_int_equal(uriproof_localise(&s.results, 0, s.blamed, CLAUSES), 1);
    assert_false(s.blamed[0].hand_written);
    assert_int_equal(s.blamed[0].asked, 2);
    s.found[0].outcome = URIPROOF_DIFFER;
    assert_int_equal(uriproof_localise(&s.results, 0, s.blamed, CLAUSES), 1);
    assert_true(s.blamed[0].hand_written);
    assert_int_equal(s.blamed[0].asked, 1);
}

static void each_way_to_fail_counts(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, CLAUSES, {"A", "", URIPROOF_DIFFER}, {"", "A", URIPROOF_LENIENT},
          {"A", "", URIPROOF_STRICT}, {"A", "", URIPROOF_ACCEPTABLE}, {"A", "", URIPROOF_AGREE});
    assert_int_equal(s.count, 1);
    assert_int_equal(s.blamed[0].clause, A);
    assert_int_equal(s.blamed[0].failed, 3);
    assert_int_equal(s.blamed[0].asked, 5);
    assert_true(s.blamed[0].suspicion > 0.59 && s.blamed[0].suspicion < 0.61);
}

static void no_answer_accuses_no_clause(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, CLAUSES, {"A", "", URIPROOF_CRASH}, {"A", "", URIPROOF_TIMEOUT},
          {"A", "", URIPROOF_PROTOCOL_ERROR}, {"A", "", URIPROOF_UNSUPPORTED},
          {"A", "", URIPROOF_NOT_RUN});
    assert_int_equal(s.count, 0);
    BLAME(&s, CLAUSES, {"A", "", URIPROOF_CRASH}, {"A", "", URIPROOF_STRICT});
    assert_int_equal(s.blamed[0].failed, 1);
    assert_int_equal(s.blamed[0].asked, 1);
    assert_true(s.blamed[0].suspicion == 1.0);
}

static void cases_that_hold_clear_a_clause(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, CLAUSES, {"AB", "", URIPROOF_STRICT}, {"AB", "", URIPROOF_STRICT},
          {"A", "", URIPROOF_AGREE}, {"A", "", URIPROOF_AGREE});
    assert_int_equal(s.count, 2);
    assert_int_equal(s.blamed[0].clause, B);
    assert_int_equal(s.blamed[1].clause, A);
    assert_int_equal(s.blamed[1].failed, 2);
    assert_int_equal(s.blamed[1].asked, 4);
}

static void a_clause_named_alone_is_accused_most(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, CLAUSES, {"A", "B", URIPROOF_LENIENT}, {"", "B", URIPROOF_LENIENT},
          {"A", "C", URIPROOF_LENIENT});
    assert_int_equal(s.blamed[0].clause, B);
    assert_int_equal(s.blamed[0].failed, 2);
    assert_int_equal(s.blamed[1].clause, A);
    assert_int_equal(s.blamed[1].failed, 2);
}

static void among_equals_the_first_clause_is_first(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, CLAUSES, {"CB", "A", URIPROOF_STRICT}, {"A", "CB", URIPROOF_LENIENT});
    assert_int_equal(s.count, 3);
    for (size_t i = 0; i < s.count; i++)
        assert_int_equal(s.blamed[i].clause, i);
}

static void no_more_than_wanted(void **state)
{
    (void)state;
    setting s;
    BLAME(&s, 2, {"A", "", URIPROOF_STRICT}, {"A", "", URIPROOF_AGREE}, {"B", "", URIPROOF_STRICT},
          {"BC", "", URIPROOF_STRICT}, {"C", "", URIPROOF_STRICT});
    assert_int_equal(s.count, 2);
    assert_int_equal(s.blamed[0].clause, B);
    assert_int_equal(s.blamed[1].clause, C);
    BLAME(&s, 0, {"A", "", URIPROOF_STRICT});
    assert_int_equal(s.count, 0);
}

static void one_of_several_adapters(void **state)
{
    (void)state;
    setting s;
    uriproof_result other[2] = {{.outcome = URIPROOF_AGREE}, {.outcome = URIPROOF_DIFFER}};
    const uriproof_result *others[2] = {&other[0], &other[1]};
    BLAME(&s, CLAUSES, {"A", "", URIPROOF_STRICT}, {"B", "", URIPROOF_AGREE});
    uriproof_adapter_results two[2] = {s.adapter, {.results = others}};
    s.results.adapters = two;
    s.results.adapter_count = 2;
    assert_int_equal(uriproof_localise(&s.results, 1, s.blamed, CLAUSES), 1);
    assert_int_equal(s.blamed[0].clause, B);
}

/* ---- Forms ---- */

static void plain_texts_have_letters_and_digits_alone(void **state)
{
    (void)state;
    static const char *const plain[] = {"x:",        "x:a",   "x:/a/b1", "x:a/b",
                                        "x://h.i/a", "x:a/",  "x://u@h", "x://h:1",
                                        "x:a?b#c",   "x:a?#", "/a",      ""};
    static const char *const others[] = {"x:a!",    "x:.",     "x:a//b",   "x://.h",
                                         "x+y:a",   "x:a:b",   "x:%41",    "x://[::1]",
                                         "x:a?b/c", "x:a#b#c", "x://u:p@h"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        assert_true(form_of(uriproof_span_of(plain[i])).plain);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(form_of(uriproof_span_of(others[i])).plain);
}

static unsigned form_number(const char *text)
{
    return form_of(uriproof_span_of(text)).number;
}

static void a_form_is_told_by_what_is_there(void **state)
{
    (void)state;
    static const char *const apart[] = {"x:",     "x:a",     "x:/",     "x://h", "x://", "x://u@h",
                                        "x://@h", "x://h:1", "x://h:",  "x:?q",  "x:?",  "x:#f",
                                        "x:#",    "x://h/",  "x:a?q#f", "a",     "//h",  "?q"};
    enum { APART = sizeof apart / sizeof apart[0] };
    for (size_t i = 0; i < APART; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(form_number(apart[i]), form_number(apart[j]));
    assert_int_equal(form_number("y:b!/c"), form_number("x:a"));
    assert_int_equal(form_number("x://u:p@[::1]/%41"), form_number("x://u@h/a"));
    assert_int_equal(form_with(form_number("x://u@h:1/a?q#f"), 0), form_number("x://h/a"));
    assert_int_equal(form_with(form_number("x:a?#f"), FORM_WAYS - 1), form_number("x:a?#f"));
    for (unsigned way = 0; way < FORM_WAYS; way++)
        assert_true(form_with(form_number("x://u@h:1/a?q#f"), way) < FORM_COUNT);
}

/* A case of `parse` that matches the grammar: the clauses that it obeys, its text and its outcome.
 */
typedef struct asked_case {
    const char *obeys;
    const char *uri;
    uriproof_outcome outcome;
} asked_case;

/* Blames as blame() does, with a request and an expected answer in each case. */
static void blame_asked(setting *s, const asked_case *cases, size_t count)
{
    short_case plain[CASES_MOST] = {0};
    for (size_t i = 0; i < count; i++)
        plain[i] = (short_case){cases[i].obeys, "", cases[i].outcome};
    blame(s, plain, count, 0);
    for (size_t i = 0; i < count; i++) {
        s->cases[i].op = URIPROOF_PARSE;
        s->cases[i].request.field[0] = uriproof_span_of(cases[i].uri);
        s->cases[i].accepted = true;
    }
    s->count = uriproof_localise(&s->results, 0, s->blamed, CLAUSES);
}

#define BLAME_ASKED(s, ...)                                                                        \
    blame_asked(s, (const asked_case[]){__VA_ARGS__},                                              \
                sizeof((asked_case[]){__VA_ARGS__}) / sizeof(asked_case))

/* A parser that wants a host: A is what a segment holds, B a path without a root. */
static void octets_are_not_to_blame_for_a_form(void **state)
{
    (void)state;
    setting s;
    BLAME_ASKED(&s, {"A", "x:a!", URIPROOF_STRICT}, {"A", "x:a&", URIPROOF_STRICT},
                {"A", "x:a;", URIPROOF_DIFFER}, {"B", "x:a", URIPROOF_STRICT},
                {"A", "x://h/a!", URIPROOF_AGREE});
    assert_int_equal(s.count, 1);
    assert_int_equal(s.blamed[0].clause, B);
    assert_int_equal(s.blamed[0].failed, 1);
}

/* The plain text holds, so it is the octets. */
static void octets_are_to_blame_where_the_form_holds(void **state)
{
    (void)state;
    setting s;
    BLAME_ASKED(&s, {"A", "x:a!", URIPROOF_STRICT}, {"B", "x:a", URIPROOF_AGREE},
                {"C", "x:b?c", URIPROOF_STRICT});
    assert_int_equal(s.count, 2);
    assert_int_equal(s.blamed[0].clause, A);
    assert_int_equal(s.blamed[1].clause, C);
}

/* What fails without a query as well does not fail for the query; and what both name stays. */
static void a_part_is_not_to_blame_for_what_fails_without_it(void **state)
{
    (void)state;
    setting s;
    BLAME_ASKED(&s, {"AC", "x:?q", URIPROOF_STRICT}, {"BC", "x:", URIPROOF_STRICT});
    assert_int_equal(s.count, 2);
    assert_int_equal(s.blamed[0].clause, C);
    assert_int_equal(s.blamed[1].clause, B);
}

/* What a parser makes of a scheme that it knows says nothing of others. */
static void a_known_scheme_clears_itself_alone(void **state)
{
    (void)state;
    setting s;
    BLAME_ASKED(&s, {"A", "x:a!", URIPROOF_STRICT}, {"B", "x:a", URIPROOF_STRICT},
                {"B", "file:a", URIPROOF_AGREE}, {"C", "file:a!", URIPROOF_STRICT});
    assert_int_equal(s.count, 2);
    assert_int_equal(s.blamed[0].clause, C);
    assert_int_equal(s.blamed[1].clause, B);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_failed_nobody_blamed),
        cmocka_unit_test(derived_cases_are_a_last_resort),
        cmocka_unit_test(each_way_to_fail_counts),
        cmocka_unit_test(no_answer_accuses_no_clause),
        cmocka_unit_test(cases_that_hold_clear_a_clause),
        cmocka_unit_test(a_clause_named_alone_is_accused_most),
        cmocka_unit_test(among_equals_the_first_clause_is_first),
        cmocka_unit_test(no_more_than_wanted),
        cmocka_unit_test(one_of_several_adapters),
        cmocka_unit_test(plain_texts_have_letters_and_digits_alone),
        cmocka_unit_test(a_form_is_told_by_what_is_there),
        cmocka_unit_test(octets_are_not_to_blame_for_a_form),
        cmocka_unit_test(octets_are_to_blame_where_the_form_holds),
        cmocka_unit_test(a_part_is_not_to_blame_for_what_fails_without_it),
        cmocka_unit_test(a_known_scheme_clears_itself_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
