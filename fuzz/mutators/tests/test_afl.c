/* SPDX-License-Identifier: MIT */
/* The mutator for AFL++, loaded and called as the engine does. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 512 };

static struct {
    void *library;
    void *(*init)(void *afl, unsigned seed);
    size_t (*fuzz)(void *data, uint8_t *text, size_t size, uint8_t **out, uint8_t *other,
                   size_t other_size, size_t most);
    const char *(*describe)(void *data, size_t most);
    void (*deinit)(void *data);
} engine;

/* Puts the address of a function at `to`; C has no cast for it. */
static bool find(const char *name, void *to)
{
    void *address = dlsym(engine.library, name);
    memcpy(to, &address, sizeof address);
    return address != NULL;
}

static int load(void **state)
{
    (void)state;
    engine.library = dlopen(URIPROOF_MUTATOR, RTLD_NOW | RTLD_LOCAL);
    if (engine.library == NULL)
        print_error("%s\n", dlerror());
    return engine.library != NULL && find("afl_custom_init", &engine.init) &&
                   find("afl_custom_fuzz", &engine.fuzz) &&
                   find("afl_custom_describe", &engine.describe) &&
                   find("afl_custom_deinit", &engine.deinit)
               ? 0
               : -1;
}

static int unload(void **state)
{
    (void)state;
    return dlclose(engine.library);
}

static void shows_only_what_afl_calls(void **state)
{
    (void)state;
    assert_null(dlsym(engine.library, "mutator_new"));
    assert_null(dlsym(engine.library, "buffer_reserve"));
}

static void makes_other_texts(void **state)
{
    uint8_t text[] = "http://u@a:80/b", other[] = "x://c/d?e", *out = NULL;
    void *data = engine.init(NULL, 7);
    size_t same = 0;
    bool spliced = false;
    (void)state;
    for (size_t i = 0; i < 10000; i++) {
        const size_t length =
            engine.fuzz(data, text, sizeof text - 1, &out, other, sizeof other - 1, MOST);
        assert_non_null(out);
        assert_true(length <= MOST);
        same += length == sizeof text - 1 && memcmp(out, text, length) == 0;
        spliced |= length == strlen("x://u@a:80/b") && memcmp(out, "x://u@a:80/b", length) == 0;
    }
    assert_string_equal((char *)text, "http://u@a:80/b");
    assert_true(same < 100);
    assert_true(spliced);
    engine.deinit(data);
}

static void takes_any_sizes(void **state)
{
    uint8_t text[] = "\0http://a\xff", *out = NULL;
    void *data = engine.init(NULL, 8);
    (void)state;
    for (size_t i = 0; i < 5000; i++) {
        assert_true(engine.fuzz(data, text, i % sizeof text, &out, NULL, 0, i % 20) <= i % 20);
        assert_non_null(out);
    }
    engine.deinit(data);
}

static void a_seed_says_all(void **state)
{
    uint8_t text[] = "http://a/b", *of_a = NULL, *of_b = NULL;
    void *a = engine.init(NULL, 9), *b = engine.init(NULL, 9);
    (void)state;
    for (size_t i = 0; i < 1000; i++) {
        const size_t length = engine.fuzz(a, text, sizeof text - 1, &of_a, NULL, 0, MOST);
        assert_int_equal(engine.fuzz(b, text, sizeof text - 1, &of_b, NULL, 0, MOST), length);
        assert_memory_equal(of_a, of_b, length);
        assert_string_equal(engine.describe(a, 100), engine.describe(b, 100));
    }
    engine.deinit(a);
    engine.deinit(b);
}

/* The words become a part of a file's name. */
static void describes_what_it_did(void **state)
{
    uint8_t text[] = "http://a/b", *out = NULL;
    void *data = engine.init(NULL, 10);
    bool broken = false;
    (void)state;
    assert_string_equal(engine.describe(data, 100), "");
    for (size_t i = 0; i < 5000; i++) {
        engine.fuzz(data, text, sizeof text - 1, &out, NULL, 0, MOST);
        const char *words = engine.describe(data, 100);
        assert_in_range(strlen(words), 3, 99);
        assert_int_equal(strspn(words, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789-+"),
                         strlen(words));
        broken |= strcmp(words, "break-port") == 0;
        assert_true(strlen(engine.describe(data, 5)) < 5);
        assert_string_equal(engine.describe(data, 0), "");
    }
    assert_true(broken);
    engine.deinit(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_only_what_afl_calls), cmocka_unit_test(makes_other_texts),
        cmocka_unit_test(takes_any_sizes),           cmocka_unit_test(a_seed_says_all),
        cmocka_unit_test(describes_what_it_did),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
