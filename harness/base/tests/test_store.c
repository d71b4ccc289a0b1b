/* SPDX-License-Identifier: MIT */
/* Octets that a store keeps once. */
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void has_what_was_added(void **state)
{
    store *s = store_new();
    (void)state;
    assert_false(store_has(s, "a", 1));
    for (uint64_t i = 0; i < 5000; i++) {
        assert_false(store_has(s, &i, sizeof i));
        assert_true(store_add(s, &i, sizeof i));
        assert_false(store_add(s, &i, sizeof i));
    }
    for (uint64_t i = 0; i < 5000; i++)
        assert_true(store_has(s, &i, sizeof i));
    store_free(s);
}

static void tells_a_text_from_its_beginning(void **state)
{
    store *s = store_new();
    (void)state;
    assert_true(store_add(s, "ab", 2));
    assert_false(store_has(s, "ab", 1));
    assert_false(store_has(s, "ab", 3));
    assert_true(store_add(s, "", 0));
    assert_true(store_has(s, "", 0));
    assert_ptr_equal(store_once(s, "ab", 2), store_once(s, "ab", 2));
    store_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_what_was_added),
        cmocka_unit_test(tells_a_text_from_its_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
