/* SPDX-License-Identifier: MIT */
/* The texts of a search: their order, their lengths, and that none comes twice. */
#include "pair/text_search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Counted by hand: 16 words have one octet and 7 have three, after 7 beginnings. Left out are
 * those that begin with a longer beginning: of two octets `a:`, `//` after nothing, `//` after `a:`
 * and after `http:`; of three these with a word of one octet after them. */
enum {
    OF_LENGTH_0 = 7,
    OF_LENGTH_1 = 7 * 16,
    OF_LENGTH_2 = 7 * 16 * 16 - 4,
    OF_LENGTH_3 = 7 * (16 * 16 * 16 + 7) - 4 * 16,
    OF_ALL = OF_LENGTH_0 + OF_LENGTH_1 + OF_LENGTH_2 + OF_LENGTH_3
};

/* Goes on to the next stage of that kind. */
static search_stage stage_of_kind(text_search *s, search_kind kind)
{
    search_stage stage;
    do
        assert_true(text_search_stage(s, &stage));
    while (stage.kind != kind);
    return stage;
}

static bool is_text(const octet_buffer *text, const char *octets, size_t length)
{
    return text->length == length && (length == 0 || memcmp(text->octets, octets, length) == 0);
}

static void begins_with_the_beginnings(void **state)
{
    static const char *const expected[] = {"", "a:", "//", "a://", "http:", "http://", "file://"};
    text_search *s = text_search_new(1);
    octet_buffer text = {NULL, 0, 0};
    (void)state;
    assert_int_equal(stage_of_kind(s, SEARCH_WHOLE).size, 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(text_search_next(s, &text));
        assert_true(is_text(&text, expected[i], strlen(expected[i])));
    }
    assert_false(text_search_next(s, &text));
    assert_int_equal(text_search_beginnings(), OF_LENGTH_0);
    buffer_free(&text);
    text_search_free(s);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Reads a stage whole into `texts`. Returns how many it has. No word of SEARCH_WHOLE has a NUL. */
static size_t read_stage(text_search *s, char **texts)
{
    octet_buffer text = {NULL, 0, 0};
    size_t count = 0;
    while (text_search_next(s, &text)) {
        buffer_add(&text, "", 1);
        texts[count++] = strdup(text.octets);
    }
    buffer_free(&text);
    return count;
}

static void has_each_text_of_a_length_once(void **state)
{
    static const size_t expected[] = {OF_LENGTH_0, OF_LENGTH_1, OF_LENGTH_2, OF_LENGTH_3};
    text_search *s = text_search_new(1);
    char **texts = calloc(OF_ALL + 1, sizeof *texts);
    size_t count = 0;
    (void)state;
    for (size_t length = 0; length < sizeof expected / sizeof expected[0]; length++) {
        const size_t before = count;
        assert_int_equal(stage_of_kind(s, SEARCH_WHOLE).size, length);
        count += read_stage(s, texts + count);
        assert_int_equal(count - before, expected[length]);
        for (size_t i = before; i < count; i++)
            assert_true(strlen(texts[i]) <= strlen("http://") + length);
    }
    qsort(texts, count, sizeof *texts, compare_texts);
    for (size_t i = 1; i < count; i++)
        assert_string_not_equal(texts[i - 1], texts[i]);
    assert_non_null(bsearch(&(char *){"http://a\\@"}, texts, count, sizeof *texts, compare_texts));
    assert_non_null(bsearch(&(char *){"//%2f"}, texts, count, sizeof *texts, compare_texts));
    assert_null(bsearch(&(char *){"//%3a"}, texts, count, sizeof *texts, compare_texts));
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
    text_search_free(s);
}

static void changes_texts_of_the_grammar(void **state)
{
    static const struct {
        const char *octets;
        size_t length;
    } expected[] = {
        {"\\http://a/", 10}, {"http://a/\t", 10}, {"http://a.b\\c", 12}, {"http:/a/", 8},
        {"http://a", 8},     {"\0http://a/", 10}, {"//a/%2e", 7},
    };
    enum { COUNT = sizeof expected / sizeof expected[0] };
    text_search *s = text_search_new(1);
    octet_buffer text = {NULL, 0, 0};
    bool found[COUNT] = {false};
    (void)state;
    stage_of_kind(s, SEARCH_NEAR);
    assert_true(text_search_next(s, &text));
    assert_true(is_text(&text, "ahttp://a/", 10)); /* the first word before the first text */
    do
        for (size_t i = 0; i < COUNT; i++)
            found[i] = found[i] || is_text(&text, expected[i].octets, expected[i].length);
    while (text_search_next(s, &text));
    for (size_t i = 0; i < COUNT; i++)
        assert_true(found[i]);
    assert_false(text_search_next(s, &text));
    buffer_free(&text);
    text_search_free(s);
}

static void draws_by_the_seed(void **state)
{
    text_search *same[] = {text_search_new(7), text_search_new(7), text_search_new(8)};
    octet_buffer texts[3] = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    size_t different = 0, count = 0;
    const size_t expected = stage_of_kind(same[0], SEARCH_SEEDED).size;
    (void)state;
    for (size_t i = 1; i < 3; i++)
        assert_int_equal(stage_of_kind(same[i], SEARCH_SEEDED).size, expected);
    for (; text_search_next(same[0], &texts[0]); count++) {
        assert_true(text_search_next(same[1], &texts[1]) && text_search_next(same[2], &texts[2]));
        assert_true(is_text(&texts[1], texts[0].octets, texts[0].length));
        different += !is_text(&texts[2], texts[0].octets, texts[0].length);
    }
    assert_int_equal(count, expected);
    assert_true(different > expected / 2);
    for (size_t i = 0; i < 3; i++) {
        assert_false(i > 0 && text_search_next(same[i], &texts[i]));
        buffer_free(&texts[i]);
        text_search_free(same[i]);
    }
}

static void never_ends(void **state)
{
    text_search *s = text_search_new(1);
    octet_buffer text = {NULL, 0, 0};
    search_stage stage;
    (void)state;
    while (text_search_stage(s, &stage))
        assert_true(text_search_next(s, &text));
    assert_int_equal(stage.kind, SEARCH_SEEDED);
    assert_int_equal(stage.size, 0);
    buffer_free(&text);
    text_search_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_with_the_beginnings),
        cmocka_unit_test(has_each_text_of_a_length_once),
        cmocka_unit_test(changes_texts_of_the_grammar),
        cmocka_unit_test(draws_by_the_seed),
        cmocka_unit_test(never_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
