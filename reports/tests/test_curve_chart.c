/* SPDX-License-Identifier: MIT */
/* The numbers of the curve of a campaign. */
#include "site/curve_chart.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The greatest number that the record of a campaign can have. */
static const uint64_t greatest = UINT64_C(1) << 53;

/* The step is the smallest of 1, 2, 5, 10, ... of which at most so many fit. */
static void test_step(void **state)
{
    static const struct {
        uint64_t top;
        size_t most;
        uint64_t step;
    } cases[] = {{0, 5, 1},           {1, 5, 1},     {5, 5, 1},          {6, 5, 2},
                 {10, 5, 2},          {11, 5, 5},    {25, 5, 5},         {26, 5, 10},
                 {559, 5, 200},       {718, 5, 200}, {214884, 5, 50000}, {79620, 5, 20000},
                 {250001, 5, 100000}, {7, 1, 10}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(chart_step(cases[i].top, cases[i].most), cases[i].step);
    const uint64_t step = chart_step(greatest, 5);
    assert_true(step * 5 >= greatest && step < greatest);
}

static void test_marks(void **state)
{
    static const struct {
        uint64_t value, step;
        const char *words;
    } cases[] = {{0, 1, "0"},
                 {0, 1000, "0"},
                 {7, 1, "7"},
                 {400, 200, "400"},
                 {150000, 50000, "150k"},
                 {1500000, 500000, "1500k"},
                 {4000000, 2000000, "4M"},
                 {3000000000, 1000000000, "3G"},
                 {8000000000000000, 2000000000000000, "8000T"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *words = chart_mark(cases[i].value, cases[i].step);
        assert_string_equal(words, cases[i].words);
        free(words);
    }
}

/* The points are in order, without one twice, and the first and the last are among them. */
static void test_pick(void **state)
{
    (void)state;
    for (size_t count = 1; count < 40; count++)
        for (size_t picked = 1; picked <= count; picked++) {
            assert_int_equal(chart_pick(count, picked, picked - 1), count - 1);
            for (size_t i = 1; i < picked; i++)
                assert_true(chart_pick(count, picked, i) > chart_pick(count, picked, i - 1));
            if (picked > 1)
                assert_int_equal(chart_pick(count, picked, 0), 0);
        }
}

static char *drawn(const campaign_curve *curve)
{
    uriproof_text_written text;
    page p = {.root = ""};
    p.out = uriproof_text_open(&text);
    chart_put(&p, curve, "title", "executions");
    fclose(p.out);
    return text.octets;
}

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("no %s in %s", part, text);
}

static void test_curve(void **state)
{
    campaign_point points[] = {{0, 0, 0}, {1500, 100, 8}, {2000, 200, 10}};
    const campaign_curve curve = {points, 3, {.executions = 100, .classes = 2}};
    (void)state;
    char *text = drawn(&curve);
    /* From left to right, and up: the middle is at 90 + 680 / 2, and 350 - 300 * 8 / 10. */
    assert_has(text, "d=\"M90 350L430 110L770 50\"");
    assert_has(text, "A curve of classes: 0 after 0 executions, 10 after 200");
    assert_has(text, "20000.0 classes per million executions (2 in the last 100)");
    assert_has(text, "100</td><td class=\"num\">1.5</td><td class=\"num\">8</td>");
    free(text);
}

/* Whatever the numbers are, the picture has its size, and no number is divided by 0. */
static void test_hostile_curves(void **state)
{
    (void)state;
    campaign_point zero[] = {{0, 0, 0}};
    const campaign_point most = {greatest, greatest, greatest};
    campaign_point back[] = {most, {0, 0, 0}, most};
    char *text = drawn(&(campaign_curve){zero, 1, {0}});
    assert_has(text, "d=\"M90 350\"");
    assert_has(text, "At the end: not known");
    free(text);
    text = drawn(&(campaign_curve){back, 3, most});
    assert_has(text, "d=\"M770 50L90 350L770 50\"");
    assert_has(text, "1000000.0 classes per million");
    free(text);
    text = drawn(&(campaign_curve){NULL, 0, {0}});
    assert_string_equal(text, "");
    free(text);
}

static void test_long_curves(void **state)
{
    enum { COUNT = 100000 };
    (void)state;
    campaign_point *points = calloc(COUNT, sizeof *points);
    for (size_t i = 0; i < COUNT; i++)
        points[i] = (campaign_point){i, i, i};
    char *text = drawn(&(campaign_curve){points, COUNT, {0}});
    assert_true(strlen(text) < 10000);
    assert_has(text, "99999</td><td class=\"num\">99.9</td><td class=\"num\">99999</td>");
    free(text);
    free(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step),           cmocka_unit_test(test_marks),
        cmocka_unit_test(test_pick),           cmocka_unit_test(test_curve),
        cmocka_unit_test(test_hostile_curves), cmocka_unit_test(test_long_curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
