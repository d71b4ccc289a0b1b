/* SPDX-License-Identifier: MIT */
/* Causes: failures of a run, grouped by class. */
#include "differences/differences.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 9, ADAPTERS = 2 };

#define LENIENT(character) "1/parse/uri/validity/rfc3986.bnf.pct-encoded/" character
#define HOST               "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"
#define CRASH              "1/resolve/uri/fault/none/crash"

/* A case, and what two adapters made of it. */
static const struct row {
    uriproof_op op;
    const char *fields[2];
    struct {
        uriproof_outcome outcome;
        const char *class_id;
    } found[ADAPTERS];
} rows[CASES] = {
    {URIPROOF_PARSE, {"a:%zz"}, {{URIPROOF_LENIENT, LENIENT("letter")}, {URIPROOF_AGREE, NULL}}},
    {URIPROOF_PARSE, {"a:%"}, {{URIPROOF_LENIENT, LENIENT("end")}, {URIPROOF_AGREE, NULL}}},
    {URIPROOF_PARSE, {"b:%"}, {{URIPROOF_LENIENT, LENIENT("end")}, {URIPROOF_NOT_RUN, NULL}}},
    {URIPROOF_PARSE, {"a:%41"}, {{URIPROOF_AGREE, NULL}, {URIPROOF_STRICT, LENIENT("end")}}},
    {URIPROOF_PARSE, {"//a@b@cc"}, {{URIPROOF_DIFFER, HOST}, {URIPROOF_AGREE, NULL}}},
    {URIPROOF_PARSE, {"//a@b@c"}, {{URIPROOF_AGREE, NULL}, {URIPROOF_DIFFER, HOST}}},
    {URIPROOF_RESOLVE, {"a:", "bb"}, {{URIPROOF_UNSUPPORTED, NULL}, {URIPROOF_CRASH, CRASH}}},
    {URIPROOF_URL, {"a:"}, {{URIPROOF_DIFFER, NULL}, {URIPROOF_AGREE, NULL}}},
    {URIPROOF_URL, {"b:"}, {{URIPROOF_ACCEPTABLE, NULL}, {URIPROOF_AGREE, NULL}}},
};

typedef struct setting {
    uriproof_results results;
    uriproof_case cases[CASES];
    uriproof_result found[ADAPTERS][CASES];
    const uriproof_result *lists[ADAPTERS][CASES];
    uriproof_adapter_results adapters[ADAPTERS];
} setting;

static const uriproof_results_group by_hand = {.id = NULL}, generated = {.id = "g"};

static void make(setting *s)
{
    *s = (setting){.results = {.dialect = "rfc3986",
                               .cases = s->cases,
                               .case_count = CASES,
                               .adapters = s->adapters,
                               .adapter_count = ADAPTERS}};
    for (size_t i = 0; i < CASES; i++) {
        const struct row *row = &rows[i];
        s->cases[i] = (uriproof_case){
            .id = "id",
            .group = &by_hand,
            .op = row->op,
            .request = {row->op,
                        {uriproof_span_of(row->fields[0]), uriproof_span_of(row->fields[1])}}};
        for (size_t k = 0; k < ADAPTERS; k++) {
            s->found[k][i] = (uriproof_result){.outcome = row->found[k].outcome,
                                               .class_id = row->found[k].class_id};
            s->lists[k][i] = &s->found[k][i];
            s->adapters[k].results = s->lists[k];
        }
    }
}

/* A fault comes first, then what is not explained; of both the worst risk, then what fails most. A
 * text that is accepted and one that is rejected are not one cause, even by one clause; where a
 * text goes wrong makes no cause. */
static void failures_are_grouped(void **state)
{
    (void)state;
    setting s;
    make(&s);
    causes found = causes_find(&s.results, &cause_any);
    assert_int_equal(found.count, 5);
    const cause *crash = &found.list[0], *host = &found.list[1], *lenient = &found.list[2];
    assert_string_equal(host->risk->name, "other-host");
    assert_int_equal(host->count, 2);
    assert_int_equal(host->sightings[0].count, 1);
    assert_int_equal(host->sightings[0].example, 4);
    assert_int_equal(host->sightings[1].example, 5);
    assert_int_equal(host->adapter, 1); /* whose text is shorter */
    assert_int_equal(crash->outcome, URIPROOF_CRASH);
    assert_int_equal(crash->adapter, 1);
    assert_int_equal(lenient->outcome, URIPROOF_LENIENT);
    assert_int_equal(lenient->count, 3);
    assert_int_equal(lenient->sightings[0].example, 1); /* as short as another, and before it */
    assert_int_equal(lenient->sightings[1].count, 0);
    assert_string_equal(lenient->class_id, LENIENT("end")); /* of the smallest */
    assert_int_equal(found.list[3].outcome, URIPROOF_STRICT);
    assert_null(found.list[4].class_id);
    assert_string_equal(found.list[4].risk->name, "none");
    causes_free(&found);
}

/* What the same deviation explains is one cause, whatever the outcome and the class: the first of
 * several counts. It comes before what is not explained, and has the worst risk of its failures. */
static void deviations_come_first(void **state)
{
    (void)state;
    setting s;
    make(&s);
    s.found[0][0].deviations = "path.percent=taken";
    s.found[1][3].deviations = "path.percent=taken host.case=lower";
    s.found[0][4].deviations = "path.percent=taken";
    s.found[0][7].deviations = "host.case=lower";
    causes found = causes_find(&s.results, &cause_any);
    assert_int_equal(found.count, 5);
    const cause *first = &found.list[0], *crash = &found.list[1], *second = &found.list[2];
    assert_int_equal(crash->outcome, URIPROOF_CRASH);
    assert_string_equal(first->deviation, "path.percent=taken");
    assert_int_equal(first->count, 3);
    assert_int_equal(first->sightings[0].count, 2);
    assert_int_equal(first->sightings[1].count, 1);
    assert_string_equal(first->risk->name, "other-host");
    assert_int_equal(first->outcome, URIPROOF_STRICT); /* of the smallest text, which is a:%41 */
    assert_string_equal(second->deviation, "host.case=lower");
    assert_int_equal(second->count, 1);
    assert_null(found.list[3].deviation);
    const cause *own[2];
    assert_int_equal(causes_of_adapter(&found, 0, own, 2), 2);
    assert_ptr_equal(own[0], first);
    assert_ptr_equal(own[1], second);
    causes_free(&found);
}

static void a_cut_text_is_no_small_example(void **state)
{
    (void)state;
    setting s;
    make(&s);
    s.cases[1].shortened = s.cases[2].shortened = true;
    causes found = causes_find(&s.results, &cause_any);
    assert_int_equal(found.list[2].sightings[0].example, 0);
    assert_string_equal(found.list[2].class_id, LENIENT("letter"));
    causes_free(&found);
}

static void a_filter_restricts(void **state)
{
    (void)state;
    setting s;
    make(&s);
    const struct {
        cause_filter filter;
        size_t causes;
        size_t failures; /* of the first adapter */
    } filters[] = {
        {{URIPROOF_RESOLVE, URIPROOF_OUTCOME_COUNT, NULL, NULL}, 1, 0},
        {{URIPROOF_OP_COUNT, URIPROOF_LENIENT, NULL, NULL}, 1, 3},
        {{URIPROOF_OP_COUNT, URIPROOF_OUTCOME_COUNT, "host", NULL}, 1, 1},
        {{URIPROOF_PARSE, URIPROOF_DIFFER, "uri", NULL}, 0, 0},
    };
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        size_t counts[URIPROOF_OUTCOME_COUNT], failures = 0;
        causes found = causes_find(&s.results, &filters[i].filter);
        assert_int_equal(found.count, filters[i].causes);
        causes_free(&found);
        causes_count_outcomes(&s.results, 0, &filters[i].filter, counts);
        for (size_t k = 0; k < URIPROOF_OUTCOME_COUNT; k++)
            failures += uriproof_outcomes[k].good ? 0 : counts[k];
        assert_int_equal(failures, filters[i].failures);
    }
}

/* With no filter the counts are those of all reports. */
static void all_are_counted(void **state)
{
    (void)state;
    setting s;
    size_t counts[URIPROOF_OUTCOME_COUNT], expected[URIPROOF_OUTCOME_COUNT];
    make(&s);
    uriproof_results_group group = {.id = "g", .op = URIPROOF_PARSE, .counted = 7};
    uriproof_results_group *groups[] = {&group};
    s.results.groups = groups;
    s.results.group_count = 1;
    s.adapters[0].has_op[URIPROOF_PARSE] = true;
    for (size_t i = 0; i < ADAPTERS; i++) {
        causes_count_outcomes(&s.results, i, &cause_any, counts);
        uriproof_count_outcomes(&s.results, i, expected);
        assert_memory_equal(counts, expected, sizeof counts);
    }
    causes_count_outcomes(&s.results, 0, &cause_any, counts);
    assert_int_equal(counts[URIPROOF_AGREE], 2 + 7);
}

/* Of more examples than there is room for, those that people wrote are told first, and then the
 * shortest texts. */
static void the_first_examples_are_kept(void **state)
{
    (void)state;
    enum { MORE = 2 * CAUSE_EXAMPLES };
    static const char text[] = "////////////////////////////////";
    const uriproof_result lenient = {.outcome = URIPROOF_LENIENT, .class_id = LENIENT("end")};
    uriproof_case cases[MORE];
    const uriproof_result *list[MORE];
    uriproof_adapter_results adapter = {.results = list};
    for (size_t i = 0; i < MORE; i++) {
        const uriproof_span uri = {text, (7 * i) % MORE + 1}; /* each length once */
        cases[i] =
            (uriproof_case){.id = "id", .group = &generated, .request = {URIPROOF_PARSE, {uri}}};
        list[i] = &lenient;
    }
    cases[4].group = cases[9].group = &by_hand; /* of 9 and 4 octets */
    const uriproof_results results = {.dialect = "rfc3986",
                                      .cases = cases,
                                      .case_count = MORE,
                                      .adapters = &adapter,
                                      .adapter_count = 1};
    causes found = causes_find(&results, &cause_any);
    const cause_sighting *own = &found.list[0].sightings[0];
    const size_t lengths[CAUSE_EXAMPLES] = {4, 9, 1, 2, 3, 5, 6, 7, 8, 10};
    assert_int_equal(own->count, MORE);
    for (size_t i = 0; i < CAUSE_EXAMPLES; i++)
        assert_int_equal(cases[own->examples[i]].request.field[0].length, lengths[i]);
    assert_int_equal(cases[own->example].request.field[0].length, 1);
    causes_free(&found);
}

static void an_adapter_has_its_own_order(void **state)
{
    (void)state;
    setting s;
    const cause *first[3];
    make(&s);
    causes found = causes_find(&s.results, &cause_any);
    assert_int_equal(causes_of_adapter(&found, 0, first, 3), 3);
    assert_int_equal(first[0]->outcome, URIPROOF_DIFFER);
    assert_int_equal(first[1]->outcome, URIPROOF_LENIENT);
    assert_null(first[2]->class_id);
    assert_int_equal(causes_of_adapter(&found, 0, first, 1), 1);
    assert_int_equal(first[0]->outcome, URIPROOF_DIFFER);
    assert_int_equal(causes_of_adapter(&found, 1, first, 3), 3);
    assert_int_equal(first[2]->outcome, URIPROOF_STRICT);
    /* Of one risk, the adapter's own number counts. */
    found.list[1].sightings[1].count = 5;
    assert_int_equal(causes_of_adapter(&found, 1, first, 3), 3);
    assert_int_equal(first[0]->outcome, URIPROOF_CRASH);
    causes_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_are_grouped),
        cmocka_unit_test(deviations_come_first),
        cmocka_unit_test(a_cut_text_is_no_small_example),
        cmocka_unit_test(a_filter_restricts),
        cmocka_unit_test(all_are_counted),
        cmocka_unit_test(the_first_examples_are_kept),
        cmocka_unit_test(an_adapter_has_its_own_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
