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

static char *kept(const char *line, uriproof_op op, size_t *room, bool *shortened)
{
    cJSON *given = truncate_answer(line, strlen(line), op, room, shortened);
    char *words = cJSON_PrintUnformatted(given);
    cJSON_Delete(given);
    assert_non_null(words);
    return words;
}

static void assert_kept(const char *line, uriproof_op op, const char *expected)
{
    size_t room = TRUNCATE_ALL;
    bool shortened;
    char *found = kept(line, op, &room, &shortened);
    assert_string_equal(found, expected);
    assert_false(shortened);
    assert_true(room < TRUNCATE_ALL);
    cJSON_free(found);
}

static void an_answer_is_kept_as_it_was_written(void **state)
{
    (void)state;
    assert_kept("{\"id\":1,\"offset\":3,\"valid\":false,\"production\":\"path\"}", URIPROOF_PARSE,
                "{\"offset\":3,\"valid\":false,\"production\":\"path\"}");
    assert_kept("{\"valid\":true,\"generic\":{\"path_hex\":\"ff\"},\"id\":1}", URIPROOF_PARSE,
                "{\"valid\":true,\"generic\":{\"path_hex\":\"ff\"}}");
    assert_kept("{\"uri_hex\":\"00\",\"valid\":true}", URIPROOF_RESOLVE,
                "{\"uri_hex\":\"00\",\"valid\":true}");
}

static void keys_of_no_answer_are_not_kept(void **state)
{
    (void)state;
    assert_kept("{\"x\":[1,2],\"valid\":true,\"uri\":\"a\",\"text\":\"b\"}", URIPROOF_RESOLVE,
                "{\"valid\":true,\"uri\":\"a\"}");
}

/* `line` is kept within `most`, and what is not large of it whatever comes first. */
static void assert_cut(char *line, size_t *room, size_t most)
{
    bool shortened = false;
    size_t before = *room;
    char *found = kept(line, URIPROOF_URL, room, &shortened);
    assert_true(shortened);
    assert_true(strlen(found) <= most);
    assert_non_null(strstr(found, "\"valid\":false"));
    assert_true(*room <= before);
    cJSON_free(found);
    free(line);
}

static void large_answers_are_cut(void **state)
{
    (void)state;
    size_t room = TRUNCATE_ALL;
    char *words = repeated("", 3000, "x", "");
    char *item = repeated("\"", 1, words, "\",");
    assert_cut(repeated("{\"error\":\"", 10, words, "\",\"valid\":false}"), &room, 400);
    assert_cut(repeated("{\"detail\":{\"a\":[", 100, item, "\"\"]},\"valid\":false}"), &room,
               TRUNCATE_ONE);
    assert_cut(repeated("{\"detail\":{\"a\":[", 60000, "\"\",", "\"\"]},\"valid\":false}"), &room,
               TRUNCATE_ONE);
    assert_cut(repeated("{\"detail\":{\"", 30, words, "\":\"\"},\"valid\":false}"), &room,
               TRUNCATE_ONE);
    free(item);
    free(words);
}

static void all_answers_together_have_their_room(void **state)
{
    (void)state;
    size_t room = TRUNCATE_ALL, count = (size_t)TRUNCATE_ALL / TRUNCATE_ONE * 2;
    for (size_t i = 0; i < count; i++)
        assert_cut(repeated("{\"detail\":{\"a\":[", 9000, "\"x\",", "\"\"]},\"valid\":false}"),
                   &room, room > TRUNCATE_ONE ? TRUNCATE_ONE : TRUNCATE_ALL);
    assert_true(room < TRUNCATE_EACH_FURTHER);
    assert_cut(repeated("{\"detail\":{\"a\":[", 9000, "\"x\",", "\"\"]},\"valid\":false}"), &room,
               TRUNCATE_EACH_FURTHER);
    assert_kept("{\"valid\":false}", URIPROOF_PARSE, "{\"valid\":false}");
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
        cJSON *object = line_read(line, strlen(line), &error);
        assert_int_equal(object != NULL, lines[i].read);
        if (!lines[i].read)
            assert_non_null(strstr(error.words, "it has over 65536 values, at octet "));
        cJSON_Delete(object);
        free(line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_kept_as_it_was_written),
        cmocka_unit_test(keys_of_no_answer_are_not_kept),
        cmocka_unit_test(large_answers_are_cut),
        cmocka_unit_test(all_answers_together_have_their_room),
        cmocka_unit_test(a_line_has_so_many_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
