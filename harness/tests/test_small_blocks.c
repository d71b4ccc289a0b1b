/* SPDX-License-Identifier: MIT */
#include "../small_blocks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

enum { MANY = 10000, LONG_NAME = 300 }; /* more than are in store; longer than a block */

/* "[0,1,...]", as it was made and as it is read again. */
static void assert_holds(const cJSON *list, int count)
{
    int expected = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        assert_int_equal(item->valueint, expected);
        expected++;
    }
    assert_int_equal(expected, count);
}

static cJSON *list_of(int count)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < count; i++)
        assert_true(cJSON_AddItemToArray(list, cJSON_CreateNumber(i)));
    return list;
}

static void what_is_over_the_store_is_there_too(void **state)
{
    (void)state;
    for (int round = 0; round < 3; round++) {
        cJSON *one = list_of(MANY), *other = list_of(MANY);
        assert_holds(one, MANY);
        assert_holds(other, MANY);
        cJSON_Delete(one);
        assert_holds(other, MANY);
        cJSON_Delete(other);
    }
}

static void blocks_are_nobody_elses(void **state)
{
    (void)state;
    cJSON *kept = list_of(100);
    for (int round = 0; round < MANY; round++)
        cJSON_Delete(list_of(round % 50));
    assert_holds(kept, 100);
    cJSON_Delete(kept);
}

static void long_texts_are_whole(void **state)
{
    (void)state;
    for (size_t length = 0; length < LONG_NAME; length++) {
        char name[LONG_NAME + 1];
        memset(name, 'n', length);
        name[length] = '\0';
        cJSON *object = cJSON_CreateObject();
        assert_non_null(cJSON_AddStringToObject(object, name, name));
        assert_string_equal(object->child->string, name);
        assert_string_equal(object->child->valuestring, name);
        cJSON_Delete(object);
    }
}

static void what_is_from_before_goes_back_to_malloc(void **state)
{
    cJSON *before = *state;
    assert_holds(before, 100);
    cJSON_Delete(before);
    *state = NULL;
}

static int make_before(void **state)
{
    *state = list_of(100);
    small_blocks_for_cjson();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_is_from_before_goes_back_to_malloc, make_before),
        cmocka_unit_test(what_is_over_the_store_is_there_too),
        cmocka_unit_test(blocks_are_nobody_elses),
        cmocka_unit_test(long_texts_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
