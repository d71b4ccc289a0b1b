/* SPDX-License-Identifier: MIT */
/* What two outcomes make of a result, and how names are paired. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "results/diff.h"

/* A row for each old outcome, a sign for each new one, in the order of the outcomes: agree,
 * acceptable, incomplete, undefined, unvalidated, slow, differ, lenient, strict, crash, timeout,
 * protocol-error, flaky, unsupported, not-run.
 * R regression, L lost, F fixed, o other, 1 first, . none. */
static const char *const expected[URIPROOF_OUTCOME_COUNT] = {
    [URIPROOF_AGREE] = ".oooooRRRRRRRLL",       [URIPROOF_ACCEPTABLE] = "o.ooooRRRRRRRLL",
    [URIPROOF_INCOMPLETE] = "oo.oooRRRRRRRLL",  [URIPROOF_UNDEFINED] = "ooo.ooRRRRRRRLL",
    [URIPROOF_UNVALIDATED] = "oooo.oRRRRRRRLL", [URIPROOF_SLOW] = "ooooo.RRRRRRRLL",
    [URIPROOF_DIFFER] = "FFFFFF.ooRRRRoL",      [URIPROOF_LENIENT] = "FFFFFFo.oRRRRoL",
    [URIPROOF_STRICT] = "FFFFFFoo.RRRRoL",      [URIPROOF_CRASH] = "FFFFFFooo.ooooL",
    [URIPROOF_TIMEOUT] = "FFFFFFoooo.oooL",     [URIPROOF_PROTOCOL_ERROR] = "FFFFFFooooo.ooL",
    [URIPROOF_FLAKY] = "FFFFFFoooooo.oL",       [URIPROOF_UNSUPPORTED] = "ooooooRRRRRRR.L",
    [URIPROOF_NOT_RUN] = "11111111111111.",
};

static const char signs[CHANGE_COUNT] = {
    [CHANGE_NONE] = '.',   [CHANGE_REGRESSION] = 'R', [CHANGE_LOST] = 'L',  [CHANGE_FAILURE] = 'f',
    [CHANGE_ANSWER] = 'a', [CHANGE_FIXED] = 'F',      [CHANGE_OTHER] = 'o', [CHANGE_FIRST] = '1',
};

typedef struct side {
    uriproof_results results;
    uriproof_adapter_results adapters[3];
    uriproof_case cases[3];
    uriproof_result made[3][3];
    const char *readings[3];
    char names[6][8];
} side;

static const uriproof_results_group by_hand;

/* One run: adapters and cases of one letter each. */
static void set(side *one, const char *adapters, const char *cases)
{
    *one = (side){0};
    one->results = (uriproof_results){.dialect = "d",
                                      .readings = one->readings,
                                      .cases = one->cases,
                                      .case_count = strlen(cases),
                                      .adapters = one->adapters,
                                      .adapter_count = strlen(adapters)};
    for (size_t i = 0; adapters[i] != '\0'; i++) {
        one->names[i][0] = adapters[i];
        one->adapters[i].name = one->names[i];
        one->adapters[i].results = calloc(3, sizeof(uriproof_result *));
        for (size_t k = 0; k < 3; k++)
            one->adapters[i].results[k] = &one->made[i][k];
    }
    for (size_t i = 0; cases[i] != '\0'; i++) {
        one->names[3 + i][0] = cases[i];
        one->cases[i].id = one->names[3 + i];
        one->cases[i].expected = "{}";
        one->cases[i].group = &by_hand;
    }
}

static void unset(side *one)
{
    for (size_t i = 0; i < one->results.adapter_count; i++)
        free(one->adapters[i].results);
}

static void every_two_outcomes_have_their_change(void **state)
{
    (void)state;
    side old;
    side new;
    set(&old, "a", "x");
    set(&new, "a", "x");
    for (int i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        for (int k = 0; k < URIPROOF_OUTCOME_COUNT; k++) {
            old.made[0][0].outcome = (uriproof_outcome)i;
            new.made[0][0].outcome = (uriproof_outcome)k;
            changes found;
            diff_find(&old.results, &new.results, false, &found);
            change which = diff_of(&found, 0, 0);
            if (signs[which] != expected[i][k])
                fail_msg("%s to %s: %s", uriproof_outcomes[i].name, uriproof_outcomes[k].name,
                         change_facts[which].name);
            assert_int_equal(found.counts[which], 1);
            assert_int_equal(diff_worse(&found),
                             which == CHANGE_REGRESSION || which == CHANGE_LOST);
            diff_free(&found);
        }
    }
    unset(&old);
    unset(&new);
}

/* Two results with the hashes of their answers, and what is said of them. */
static const struct {
    uriproof_outcome old, new;
    uint64_t old_answer, new_answer;
    char sign, without_answers;
} answered[] = {
    {URIPROOF_LENIENT, URIPROOF_LENIENT, 1, 1, '.', '.'},
    {URIPROOF_LENIENT, URIPROOF_LENIENT, 1, 2, 'f', '.'},
    {URIPROOF_DIFFER, URIPROOF_STRICT, 1, 2, 'f', 'o'},
    {URIPROOF_DIFFER, URIPROOF_LENIENT, 1, 1, 'o', 'o'},
    {URIPROOF_UNVALIDATED, URIPROOF_UNVALIDATED, 1, 2, 'a', '.'},
    {URIPROOF_ACCEPTABLE, URIPROOF_ACCEPTABLE, 1, 1, '.', '.'},
    {URIPROOF_ACCEPTABLE, URIPROOF_AGREE, 1, 0, 'a', 'o'},
    {URIPROOF_AGREE, URIPROOF_AGREE, 0, 1, 'a', '.'},
    {URIPROOF_AGREE, URIPROOF_SLOW, 0, 0, 'o', 'o'},
    {URIPROOF_DIFFER, URIPROOF_AGREE, 1, 0, 'F', 'F'},
    {URIPROOF_ACCEPTABLE, URIPROOF_DIFFER, 1, 2, 'R', 'R'},
    {URIPROOF_DIFFER, URIPROOF_CRASH, 1, 0, 'R', 'R'},
    {URIPROOF_TIMEOUT, URIPROOF_DIFFER, 0, 1, 'o', 'o'},
    {URIPROOF_UNSUPPORTED, URIPROOF_ACCEPTABLE, 0, 1, 'o', 'o'},
};

static void another_answer_is_a_change(void **state)
{
    (void)state;
    side old;
    side new;
    set(&old, "a", "x");
    set(&new, "a", "x");
    for (size_t i = 0; i < 2 * (sizeof answered / sizeof answered[0]); i++) {
        changes found;
        bool ignore = i % 2 == 1;
        char wanted = ignore ? answered[i / 2].without_answers : answered[i / 2].sign;
        old.made[0][0].outcome = answered[i / 2].old;
        old.made[0][0].answer = answered[i / 2].old_answer;
        new.made[0][0].outcome = answered[i / 2].new;
        new.made[0][0].answer = answered[i / 2].new_answer;
        diff_find(&old.results, &new.results, ignore, &found);
        change which = diff_of(&found, 0, 0);
        if (signs[which] != wanted)
            fail_msg("row %zu: %s", i / 2, change_facts[which].name);
        assert_int_equal(diff_worse(&found), strchr("afRL", wanted) != NULL);
        diff_free(&found);
    }
    unset(&old);
    unset(&new);
}

/* In whatever order they stand; those of the same name in theirs. */
static void names_are_paired(void **state)
{
    (void)state;
    side old;
    side new;
    set(&old, "bab", "xyz");
    set(&new, "bcb", "zwx");
    changes found;
    diff_find(&old.results, &new.results, false, &found);
    static const size_t adapters[] = {0, UNPAIRED, 2};
    static const size_t cases[] = {2, UNPAIRED, 0};
    for (size_t i = 0; i < 3; i++) {
        assert_true(found.adapters.old_of[i] == adapters[i]);
        assert_true(found.cases.old_of[i] == cases[i]);
    }
    assert_int_equal(found.adapters.gone, 1);
    assert_int_equal(found.adapters.added, 1);
    assert_int_equal(found.cases.paired, 2);
    assert_true(diff_worse(&found));
    diff_free(&found);
    unset(&old);
    unset(&new);
}

/* What is gone is worse, what is new is not, however it fails. */
static void less_is_worse_and_more_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *adapters;
        const char *cases;
        bool worse;
    } rows[] = {{"a", "x", false}, {"ab", "x", false}, {"a", "xy", false},
                {"b", "x", true},  {"a", "y", true},   {"", "x", true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        side old;
        side new;
        set(&old, "a", "x");
        set(&new, rows[i].adapters, rows[i].cases);
        new.made[1][0].outcome = URIPROOF_CRASH;
        new.made[0][1].outcome = URIPROOF_CRASH;
        changes found;
        diff_find(&old.results, &new.results, false, &found);
        if (diff_worse(&found) != rows[i].worse)
            fail_msg("%s with %s", rows[i].adapters, rows[i].cases);
        diff_free(&found);
        unset(&old);
        unset(&new);
    }
}

/* Who fails a vector that asks something else than it did has not become worse. */
static void a_vector_that_changed_accuses_nobody(void **state)
{
    (void)state;
    for (int what = 0; what < 3; what++) {
        side old;
        side new;
        set(&old, "a", "x");
        set(&new, "a", "x");
        new.made[0][0].outcome = URIPROOF_DIFFER;
        if (what == 0)
            new.cases[0].request.field[0] = uriproof_span_of("a:b");
        if (what == 1)
            new.cases[0].expected = "{\"status\":\"accepted\"}";
        if (what == 2)
            new.cases[0].op = URIPROOF_NORMALIZE;
        changes found;
        diff_find(&old.results, &new.results, false, &found);
        assert_true(found.redefined[0]);
        assert_int_equal(found.redefined_count, 1);
        assert_int_equal(diff_of(&found, 0, 0), CHANGE_NONE);
        assert_false(diff_worse(&found));
        diff_free(&found);
        unset(&old);
        unset(&new);
    }
}

static void what_is_not_alike_is_hindered(void **state)
{
    (void)state;
    side old;
    side new;
    static const char one[] = "a=1", two[] = "b=2";
    set(&old, "a", "x");
    set(&new, "a", "x");
    assert_null(diff_obstacle(&old.results, &new.results));
    old.readings[0] = one;
    old.readings[1] = two;
    assert_non_null(diff_obstacle(&old.results, &new.results));
    assert_non_null(diff_obstacle(&new.results, &old.results));
    new.readings[0] = two;
    assert_non_null(diff_obstacle(&old.results, &new.results));
    new.readings[1] = one;
    assert_null(diff_obstacle(&old.results, &new.results));
    new.results.dialect = "e";
    assert_non_null(diff_obstacle(&old.results, &new.results));
    new.results.dialect = "d";
    new.results.group_count = 1;
    assert_non_null(diff_obstacle(&old.results, &new.results));
    new.results.group_count = 0;
    new.results.exact = true;
    assert_non_null(diff_obstacle(&old.results, &new.results));
    unset(&old);
    unset(&new);
}

/* Two results files of one adapter and one group, "g" with the questions of hash `questions`: of
 * its cases those in `listed` differ, one digit each, and the others are counted. */
static void read_group(uriproof_results *results, const char *questions, const char *listed,
                       unsigned counted, const char *agreed)
{
    char cases[512] = "", text[2048];
    uriproof_error error = {""};
    for (const char *one = listed; *one != '\0'; one++)
        snprintf(cases + strlen(cases), sizeof cases - strlen(cases),
                 "%s{\"id\":\"%c\",\"ask\":{\"uri\":\"a:%c\"},\"expect\":{\"status\":\"rejected\"},"
                 "\"lenient\":[[[\"a\"],0]]}",
                 one == listed ? "" : ",", *one, *one);
    snprintf(text, sizeof text,
             "{\"format\":\"uriproof-results\",\"version\":4,\"uriproof\":\"0\",\"dialect\":\"d\","
             "\"document\":\"D\",\"readings\":[],\"partial\":false,\"baseline\":false,"
             "\"dialects\":[],\"clauses\":[],\"adapters\":[{\"name\":\"a\",\"version\":\"\","
             "\"language\":\"\",\"dialects\":[],\"transforms\":[],\"ops\":[\"parse\"]}],"
             "\"words\":[],\"cases\":[],\"groups\":[{\"id\":\"g\","
             "\"about\":\"G\",\"origin\":\"o\",\"obeys\":[],\"breaks\":[],\"op\":\"parse\","
             "\"counted\":%u,\"questions\":\"%s\",\"agree\":[[\"%s\",0]],\"cases\":[%s]}]}",
             counted, questions, agreed, cases);
    if (!uriproof_results_read("r.json", text, strlen(text), results, &error))
        fail_msg("%s", error.words);
}

#define HASH_1 "0000000000000001"
#define HASH_2 "0000000000000002"

/* A case that one file lists and the other counts was plain agreement there. */
static void counted_cases_are_compared(void **state)
{
    (void)state;
    uriproof_results old, new;
    changes found;
    read_group(&old, HASH_1, "12", 5, HASH_1);
    read_group(&new, HASH_1, "23", 5, HASH_2);
    diff_find(&old, &new, false, &found);
    assert_int_equal(found.cases.paired, 3);
    assert_int_equal(found.counts[CHANGE_REGRESSION], 1);
    assert_int_equal(found.counts[CHANGE_FIXED], 1);
    assert_int_equal(found.counts[CHANGE_ANSWER], 0); /* the hash follows the cases that changed */
    assert_int_equal(old.groups[0]->counted, 4);
    assert_true(diff_worse(&found));
    diff_free(&found);
    uriproof_results_free(&old);
    uriproof_results_free(&new);
}

static void answers_that_agree_may_change(void **state)
{
    (void)state;
    for (int ignore = 0; ignore < 2; ignore++) {
        uriproof_results old, new;
        changes found;
        read_group(&old, HASH_1, "1", 5, HASH_1);
        read_group(&new, HASH_1, "1", 5, HASH_2);
        diff_find(&old, &new, ignore == 1, &found);
        assert_int_equal(found.counts[CHANGE_ANSWER], 1 - ignore);
        assert_int_equal(diff_of_group(&found, 0, 0), ignore == 0 ? CHANGE_ANSWER : CHANGE_NONE);
        assert_int_equal(diff_worse(&found), ignore == 0);
        diff_free(&found);
        uriproof_results_free(&old);
        uriproof_results_free(&new);
    }
}

/* Of a group that asks something else, no one knows what was counted. */
static void a_group_that_changed_accuses_nobody(void **state)
{
    (void)state;
    uriproof_results old, new;
    changes found;
    read_group(&old, HASH_1, "1", 5, HASH_1);
    read_group(&new, HASH_2, "12", 5, HASH_2);
    diff_find(&old, &new, false, &found);
    assert_int_equal(found.groups_changed, 1);
    assert_int_equal(found.cases.paired, 1);
    assert_int_equal(found.cases.added, 0);
    assert_false(diff_case_new(&found, 1));
    for (int i = CHANGE_NONE + 1; i < CHANGE_COUNT; i++)
        assert_int_equal(found.counts[i], 0);
    assert_false(diff_worse(&found));
    diff_free(&found);
    diff_find(&new, &old, false, &found);
    assert_int_equal(found.cases.gone, 0);
    assert_false(diff_worse(&found));
    diff_free(&found);
    uriproof_results_free(&old);
    uriproof_results_free(&new);
}

/* Cases that were counted as agreement, and are now of an operation that the adapter lost. */
static void a_lost_operation_is_found_in_counted_cases(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        uriproof_results one, other;
        changes found;
        read_group(&one, HASH_1, "", 5, HASH_1);
        read_group(&other, HASH_1, "", 5, HASH_2);
        other.adapters[0].has_op[URIPROOF_PARSE] = false;
        if (way == 0)
            diff_find(&one, &other, true, &found);
        else
            diff_find(&other, &one, false, &found);
        assert_int_equal(diff_of_group(&found, 0, 0), way == 0 ? CHANGE_LOST : CHANGE_OTHER);
        assert_int_equal(found.counts[way == 0 ? CHANGE_LOST : CHANGE_OTHER], 5);
        assert_int_equal(found.counts[CHANGE_ANSWER], 0);
        assert_int_equal(diff_worse(&found), way == 0);
        diff_free(&found);
        uriproof_results_free(&one);
        uriproof_results_free(&other);
    }
}

/* A case that is listed with the clauses of the group there, which may be others than here. */
static void a_case_that_is_added_has_the_clauses_of_its_group(void **state)
{
    (void)state;
    static const size_t clauses[2] = {0, 1};
    uriproof_results old, new;
    changes found;
    read_group(&old, HASH_1, "1", 5, HASH_1);
    read_group(&new, HASH_1, "", 6, HASH_1);
    old.groups[0]->clauses = clauses;
    old.groups[0]->clause_count = 2;
    diff_find(&old, &new, false, &found);
    assert_int_equal(new.case_count, 1);
    assert_int_equal(new.cases[0].group->clause_count, 0);
    assert_string_equal(new.cases[0].id, "g-1");
    diff_free(&found);
    uriproof_results_free(&old);
    uriproof_results_free(&new);
}

/* An id that is cut within a character would no longer be UTF-8, and so no longer the id. */
static void a_long_id_is_written_whole(void **state)
{
    (void)state;
    char id[603], wanted[sizeof id + 20];
    uriproof_results old, new;
    changes found;
    char *text = NULL;
    size_t length = 0;
    for (size_t i = 0; i + 1 < sizeof id; i += 2)
        memcpy(id + i, "\xC3\xA9", 2);
    id[0] = 'g';
    id[1] = '-';
    id[sizeof id - 1] = '\0';
    memmove(id + 3, id + 2, sizeof id - 4); /* so that the 500th octet is within a character */
    id[2] = '-';
    id[sizeof id - 2] = 'z';
    read_group(&old, HASH_1, "", 5, HASH_1);
    read_group(&new, HASH_1, "", 5, HASH_2);
    old.groups[0]->id = new.groups[0]->id = id;
    diff_find(&old, &new, false, &found);
    FILE *out = open_memstream(&text, &length);
    assert_true(diff_write_json(&found, out));
    fclose(out);
    snprintf(wanted, sizeof wanted, "\"case\": \"%s-*\"", id);
    assert_non_null(strstr(text, wanted));
    free(text);
    diff_free(&found);
    uriproof_results_free(&old);
    uriproof_results_free(&new);
}

/* Cases that were counted are gone with their group. */
static void a_group_that_is_gone_is_worse(void **state)
{
    (void)state;
    uriproof_results old, new;
    changes found;
    read_group(&old, HASH_1, "", 5, HASH_1);
    read_group(&new, HASH_1, "", 5, HASH_1);
    diff_find(&old, &new, false, &found);
    assert_false(diff_worse(&found));
    diff_free(&found);
    new.groups[0]->id = "h";
    diff_find(&old, &new, false, &found);
    assert_int_equal(found.groups.gone, 1);
    assert_true(diff_worse(&found));
    diff_free(&found);
    uriproof_results_free(&old);
    uriproof_results_free(&new);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_two_outcomes_have_their_change),
        cmocka_unit_test(another_answer_is_a_change),
        cmocka_unit_test(names_are_paired),
        cmocka_unit_test(less_is_worse_and_more_is_not),
        cmocka_unit_test(a_vector_that_changed_accuses_nobody),
        cmocka_unit_test(what_is_not_alike_is_hindered),
        cmocka_unit_test(counted_cases_are_compared),
        cmocka_unit_test(answers_that_agree_may_change),
        cmocka_unit_test(a_group_that_changed_accuses_nobody),
        cmocka_unit_test(a_lost_operation_is_found_in_counted_cases),
        cmocka_unit_test(a_case_that_is_added_has_the_clauses_of_its_group),
        cmocka_unit_test(a_group_that_is_gone_is_worse),
        cmocka_unit_test(a_long_id_is_written_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
