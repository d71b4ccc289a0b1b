/* SPDX-License-Identifier: MIT */
/* What is kept of an answer for the reports, and how large an answer may be. */
#include "results/truncate.h"

#include "protocol/protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A text that is owned: `before`, then `count` times `item`, then `after`. */
static char *repeated(const char *before, size_t count, const char *item, const char *after)
{
    size_t length = strlen(item);
    char *all = malloc(strlen(before) + count * length + strlen(after) + 1);
    assert_non_null(all);
    char *at = all + sprintf(all, "%s", before);
    for (size_t i = 0; i < count; i++, at += length)
        memcpy(at, item, length);
    strcpy(at, after);
    return all;
}

/* Returns what is kept of the answer in `line`, in the store. */
static const char *kept(store *s, const char *line, uriproof_op op, size_t *room, bool *shortened)
{
    uriproof_error error;
    uriproof_answer answer;
    json_memory memory = {0};
    cJSON *object = line_read(&memory, line, strlen(line), &error);
    assert_non_null(object);
    assert_true(uriproof_answer_read(object, op, URIPROOF_LET_KEYS, &answer, &error));
    const char *text = truncated_answer_text(s, op, &answer, room, shortened);
    json_memory_free(&memory);
    return text;
}

static void assert_kept(const char *line, uriproof_op op, const char *expected)
{
    size_t room = TRUNCATE_ALL;
    bool shortened;
    store *s = store_new();
    assert_string_equal(kept(s, line, op, &room, &shortened), expected);
    assert_false(shortened);
    assert_int_equal(room, TRUNCATE_ALL - strlen(expected));
    store_free(s);
}

static void an_answer_is_kept_in_one_order(void **state)
{
    (void)state;
    assert_kept("{\"id\":1,\"offset\":3,\"status\":\"rejected\",\"production\":\"path\"}",
                URIPROOF_PARSE, "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":3}");
    assert_kept("{\"generic\":{\"path_hex\":\"ff\"},\"id\":1,\"status\":\"accepted\"}",
                URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":{\"path_hex\":\"ff\"}}");
    assert_kept("{\"uri_hex\":\"00\",\"status\":\"accepted\"}", URIPROOF_RESOLVE,
                "{\"status\":\"accepted\",\"uri_hex\":\"00\"}");
}

static void keys_of_no_answer_are_not_kept(void **state)
{
    (void)state;
    assert_kept("{\"x\":[1,2],\"status\":\"accepted\",\"uri\":\"a\",\"text\":\"b\"}",
                URIPROOF_RESOLVE, "{\"status\":\"accepted\",\"uri\":\"a\"}");
}

/* Of `line`, which is freed, no more than `most` octets are kept, and `part` among them. */
static void assert_cut(char *line, uriproof_op op, size_t *room, size_t most, const char *part)
{
    bool shortened = false;
    store *s = store_new();
    const char *found = kept(s, line, op, room, &shortened);
    assert_true(shortened);
    assert_true(strlen(found) <= most);
    assert_non_null(strstr(found, part));
    store_free(s);
    free(line);
}

static void large_answers_are_cut(void **state)
{
    (void)state;
    size_t room = TRUNCATE_ALL;
    char *words = repeated("", 3000, "x", "");
    char *item = repeated("\"", 1, words, "\",");
    char *cut = repeated("\"", 256, "x", "\"");
    assert_cut(repeated("{\"error\":\"", 10, words, "\",\"status\":\"rejected\"}"), URIPROOF_URL,
               &room, 300, cut);
    assert_cut(repeated("{\"uri\":\"", 4097, "x", "\",\"status\":\"accepted\"}"), URIPROOF_RESOLVE,
               &room, 300, cut);
    assert_cut(repeated("{\"components\":{\"path\":\"\",\"host_hex\":\"", 4097, "ff",
                        "\"},\"status\":\"accepted\"}"),
               URIPROOF_PARSE, &room, 600, "\"status\":\"accepted\"");
    assert_cut(repeated("{\"detail\":{\"a\":[", 100, item, "\"\"]},\"status\":\"rejected\"}"),
               URIPROOF_URL, &room, 100, "\"status\":\"rejected\"");
    assert_cut(repeated("{\"detail\":{\"a\":[", 60000, "\"\",", "\"\"]},\"status\":\"rejected\"}"),
               URIPROOF_URL, &room, 100, "\"status\":\"rejected\"");
    free(cut);
    free(item);
    free(words);
}

static void a_long_text_is_kept(void **state)
{
    (void)state;
    char *line = repeated("{\"status\":\"accepted\",\"uri\":\"", 4096, "x", "\"}");
    assert_kept(line, URIPROOF_RESOLVE, line);
    free(line);
}

static void all_answers_together_have_their_room(void **state)
{
    (void)state;
    size_t room = (size_t)3 * 4096;
    char *small = repeated("{\"status\":\"accepted\",\"uri\":\"", 64, "x", "\"}");
    char *long_one = repeated("{\"status\":\"accepted\",\"uri\":\"", 4000, "x", "\"}");
    store *s = store_new();
    bool shortened;
    for (int i = 0; i < 4; i++) {
        assert_string_equal(kept(s, long_one, URIPROOF_RESOLVE, &room, &shortened), long_one);
        assert_false(shortened);
    }
    assert_int_equal(room, 0);
    assert_string_equal(kept(s, long_one, URIPROOF_RESOLVE, &room, &shortened), small);
    assert_true(shortened);
    assert_string_equal(kept(s, small, URIPROOF_RESOLVE, &room, &shortened), small);
    assert_false(shortened);
    store_free(s);
    free(long_one);
    free(small);
}

static void a_line_has_so_many_values(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        const char *before, *item, *after;
        bool read;
    } lines[] = {
        {60000, "{\"x\":[", "0,", "0]}", true},         {65536, "{\"x\":[", "0,", "0]}", false},
        {30000, "{\"x\":[", "[0],", "0]}", true},       {33000, "{\"x\":[", "[0],", "0]}", false},
        {70000, "{\"x\":\"", ",[{", "\"}", true},       {70000, "{\"x\":\"\\\"", ",", "\"}", true},
        {70000, "{\"x\":[\"\\\\\"", ",0", "]}", false},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        uriproof_error error = {""};
        char *line = repeated(lines[i].before, lines[i].count, lines[i].item, lines[i].after);
        json_memory memory = {0};
        const cJSON *object = line_read(&memory, line, strlen(line), &error);
        assert_int_equal(object != NULL, lines[i].read);
        if (!lines[i].read)
            assert_non_null(strstr(error.words, "it has over 65536 values, at octet "));
        json_memory_free(&memory);
        free(line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_kept_in_one_order),
        cmocka_unit_test(keys_of_no_answer_are_not_kept),
        cmocka_unit_test(large_answers_are_cut),
        cmocka_unit_test(a_long_text_is_kept),
        cmocka_unit_test(all_answers_together_have_their_room),
        cmocka_unit_test(a_line_has_so_many_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
