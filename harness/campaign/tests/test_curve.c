/* SPDX-License-Identifier: MIT */
/* The curve of classes. */
#include "campaign/campaign.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void keeps_points_at_which_it_rises(void **state)
{
    curve c = {NULL, 0};
    (void)state;
    for (uint64_t i = 0; i < 100; i++)
        curve_add(&c, (curve_point){i, i * 10, i < 50 ? 1 : 2});
    assert_int_equal(c.count, 4);
    const uint64_t at[] = {0, 49, 50, 99};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(c.points[i].ms, at[i]);
        assert_int_equal(c.points[i].classes, i < 2 ? 1 : 2);
    }
    curve_free(&c);
}

static void tells_its_last_half(void **state)
{
    curve c = {NULL, 0};
    (void)state;
    assert_int_equal(curve_end(&c, 0.5).executions, 0);
    curve_add(&c, (curve_point){0, 100, 7});
    assert_int_equal(curve_end(&c, 0.5).classes, 0);
    curve_add(&c, (curve_point){1, 200, 10});
    curve_add(&c, (curve_point){2, 600, 11});
    curve_add(&c, (curve_point){3, 1100, 13});
    /* From 600 executions on, of 1,000. */
    assert_int_equal(curve_end(&c, 0.5).executions, 500);
    assert_int_equal(curve_end(&c, 0.5).classes, 2);
    assert_int_equal(curve_end(&c, 1).classes, 6);
    curve_free(&c);
}

/* As if the folder of counts could not be read for a moment. */
static void never_falls(void **state)
{
    curve c = {NULL, 0};
    (void)state;
    curve_add(&c, (curve_point){0, 100, 7});
    curve_add(&c, (curve_point){1, 90, 0});
    assert_int_equal(curve_end(&c, 0.5).executions, 0);
    assert_int_equal(curve_end(&c, 0.5).classes, 0);
    curve_add(&c, (curve_point){2, 300, 8});
    assert_int_equal(curve_end(&c, 1).executions, 200);
    assert_int_equal(curve_end(&c, 1).classes, 1);
    curve_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_points_at_which_it_rises),
        cmocka_unit_test(tells_its_last_half),
        cmocka_unit_test(never_falls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
