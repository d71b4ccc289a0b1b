/* SPDX-License-Identifier: MIT */
/* The mutator for libFuzzer, with a stand-in for the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 64, TEXTS = 2000 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t first_size, const uint8_t *second,
                                 size_t second_size, uint8_t *out, size_t most, unsigned seed);

static size_t engine_calls;

/* Changes a text as nothing else does. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    engine_calls++;
    if (size > 0)
        data[0] = '!';
    return size < most ? size : most;
}

static const char text[] = "http://a/b", other[] = "x://c/d";

/* Returns how many of the texts are the engine's, of both functions together. */
static size_t count_calls(void)
{
    engine_calls = 0;
    for (unsigned seed = 0; seed < TEXTS; seed++) {
        uint8_t data[MOST] = {0};
        memcpy(data, text, sizeof text - 1);
        assert_true(LLVMFuzzerCustomMutator(data, sizeof text - 1, MOST, seed) <= MOST);
        assert_true(LLVMFuzzerCustomCrossOver((const uint8_t *)text, sizeof text - 1,
                                              (const uint8_t *)other, sizeof other - 1, data, MOST,
                                              seed) <= MOST);
    }
    return engine_calls;
}

/* The variable is read once, so each value has a process of its own. Returns true if the engine
 * made so many of the texts. */
static bool has_calls(const char *guidance, size_t calls)
{
    const pid_t child = fork();
    if (child == 0) {
        if (guidance != NULL)
            setenv("URIPROOF_FUZZ_GUIDANCE", guidance, 1);
        else
            unsetenv("URIPROOF_FUZZ_GUIDANCE");
        _exit(count_calls() == calls ? 0 : 1);
    }
    int status = 1;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    return status == 0;
}

static void leaves_half_of_one_text_to_the_engine(void **state)
{
    (void)state;
    assert_true(has_calls(NULL, TEXTS / 2));
    assert_true(has_calls("mutator", TEXTS / 2));
    assert_true(has_calls("feedback,mutator", TEXTS / 2));
}

static void leaves_all_to_the_engine_without_guidance(void **state)
{
    (void)state;
    assert_true(has_calls("none", (size_t)2 * TEXTS));
    assert_true(has_calls("feedback", (size_t)2 * TEXTS));
    assert_true(has_calls("", (size_t)2 * TEXTS));
    assert_true(has_calls("mutators", (size_t)2 * TEXTS));
}

static void a_seed_says_all(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed < TEXTS; seed += 2) {
        uint8_t first[MOST] = {0}, second[MOST] = {0};
        memcpy(first, text, sizeof text - 1);
        memcpy(second, text, sizeof text - 1);
        const size_t length = LLVMFuzzerCustomMutator(first, sizeof text - 1, MOST, seed);
        assert_int_equal(LLVMFuzzerCustomMutator(second, sizeof text - 1, MOST, seed), length);
        assert_memory_equal(first, second, length);
    }
}

static void crosses_by_parts(void **state)
{
    bool found = false;
    (void)state;
    for (unsigned seed = 0; seed < TEXTS; seed++) {
        uint8_t out[MOST] = {0};
        LLVMFuzzerCustomCrossOver((const uint8_t *)text, sizeof text - 1, (const uint8_t *)other,
                                  sizeof other - 1, out, MOST - 1, seed);
        found |= strcmp((char *)out, "http://c/b") == 0;
    }
    assert_true(found);
}

static void keeps_to_the_room(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < TEXTS; seed++) {
        const size_t most = 1 + seed % 12, size = seed % (most + 1);
        uint8_t *data = calloc(1, most);
        memcpy(data, text, size < sizeof text ? size : sizeof text);
        assert_true(LLVMFuzzerCustomMutator(data, size, most, seed) <= most);
        assert_true(LLVMFuzzerCustomCrossOver((const uint8_t *)text, sizeof text - 1,
                                              (const uint8_t *)other, sizeof other - 1, data, most,
                                              seed) <= most);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_half_of_one_text_to_the_engine),
        cmocka_unit_test(leaves_all_to_the_engine_without_guidance),
        cmocka_unit_test(a_seed_says_all),
        cmocka_unit_test(crosses_by_parts),
        cmocka_unit_test(keeps_to_the_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
