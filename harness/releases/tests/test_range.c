/* SPDX-License-Identifier: MIT */
/* Ranges of releases, the order of releases, and names of packages. */
#include "releases/releases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static release of(const char *text)
{
    release r = {{0}};
    assert_true(release_read(text, &r));
    return r;
}

static void test_releases_are_three_numbers(void **state)
{
    static const char *const none[] = {
        "",       "1",      "1.2",  "1.2.3.4", "1.2.3-rc.1", "01.2.3",         "1.2.x",
        "1.2.3 ", "-1.2.3", "1..3", "1.2.",    "v1.2.3",     "1.2.1234567890", "1.2.3+a"};
    release r;
    char text[RELEASE_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(release_read(none[i], &r));
    r = of("0.10.999999999");
    release_write(&r, text);
    assert_string_equal(text, "0.10.999999999");
}

static void test_order_is_by_number(void **state)
{
    static const char *const ordered[] = {"0.9.9",  "1.4.7",  "1.5.0", "1.5.8",
                                          "1.5.10", "1.19.3", "2.0.0", "10.0.0"};
    (void)state;
    for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++)
        for (size_t j = 0; j < sizeof ordered / sizeof *ordered; j++) {
            release a = of(ordered[i]), b = of(ordered[j]);
            int order = release_compare(&a, &b);
            assert_true(i < j ? order < 0 : i > j ? order > 0 : order == 0);
        }
}

static void test_names_of_packages(void **state)
{
    static const char *const names[] = {"url-parse", "urijs", "@braintree/sanitize-url",
                                        "a",         "0x",    "a.b_c"};
    static const char *const none[] = {"",    "../x", "-g", "--global", ".x",   "a/b",   "/a",
                                       "@/a", "@a/",  "@a", "@a/../b",  "A",    "a b",   "a;b",
                                       "a@b", "a:b",  "_a", "@-g/a",    "a\nb", "@a/b/c"};
    char long_name[PACKAGE_ROOM + 1];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(package_is_name(names[i]));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(package_is_name(none[i]));
    memset(long_name, 'a', PACKAGE_ROOM);
    long_name[PACKAGE_ROOM] = '\0';
    assert_false(package_is_name(long_name));
}

static void test_ranges(void **state)
{
    static const char *const none[] = {"",
                                       "url-parse",
                                       "@1.0.0..2.0.0",
                                       "a@1.0.0",
                                       "a@1.0.0.",
                                       "a@..",
                                       "a@1.0.0..",
                                       "a@2.0.0..1.0.0",
                                       "-g@1.0.0..2.0.0",
                                       "../x@1.0.0..2.0.0",
                                       "a@1.0.0..2.0.0..3.0.0",
                                       "git+https://h/a@1.0.0..2.0.0"};
    release_range range;
    uriproof_error error;
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(range_read(none[i], &range, &error));
    assert_true(range_read("@a/b@1.4.1..1.5.10", &range, &error));
    assert_string_equal(range.package, "@a/b");
    assert_int_equal(range.from.numbers[1], 4);
    assert_int_equal(range.to.numbers[2], 10);
}

static void test_choice_is_in_order_and_has_each_once(void **state)
{
    release list[] = {of("1.5.10"), of("1.5.9"), of("1.4.0"),
                      of("1.5.9"),  of("1.4.1"), of("1.6.0")};
    release_range range;
    uriproof_error error;
    (void)state;
    assert_true(range_read("a@1.4.1..1.5.10", &range, &error));
    assert_int_equal(range_choose(&range, list, 6), 3);
    release expected[] = {of("1.4.1"), of("1.5.9"), of("1.5.10")};
    assert_memory_equal(list, expected, sizeof expected);
    assert_int_equal(range_choose(&range, list, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_releases_are_three_numbers),
        cmocka_unit_test(test_order_is_by_number),
        cmocka_unit_test(test_names_of_packages),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_choice_is_in_order_and_has_each_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
