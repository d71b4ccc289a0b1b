/* SPDX-License-Identifier: MIT */
/* JSON that is written value by value. What is written is read again, by the strict reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "json/json_document.h"
#include "json/json_read.h"
#include "json/json_writer.h"

static void assert_text(json_writer *w, const char *expected)
{
    static const uriproof_json_limits limits = {JSON_DEPTH_MOST, SIZE_MAX};
    uriproof_json_fault fault;
    assert_true(json_writer_end(w));
    buffer_add(&w->text, "", 1);
    if (!uriproof_json_check(w->text.octets, w->text.length - 1, &limits, &fault))
        fail_msg("%s: %s", w->text.octets, fault.error.words);
    assert_string_equal(w->text.octets, expected);
    buffer_free(&w->text);
}

/* One of each. */
static void write_all_kinds(json_writer *w)
{
    static const char *const texts[] = {"x", "y", NULL}, *const none[] = {NULL};
    json_open_object(w, NULL);
    json_text(w, "text", "a");
    json_text_if(w, "if", "b");
    json_text_if(w, "not", NULL);
    json_number(w, "number", UINT64_MAX);
    json_integer(w, "integer", INT64_MIN);
    json_truth(w, "truth", true);
    json_null(w, "null");
    json_texts(w, "texts", texts);
    json_texts(w, "none", none);
    json_open_array(w, "array");
    json_open_object(w, NULL);
    json_close(w);
    json_number(w, NULL, 0);
    json_open_object(w, NULL);
    json_truth(w, "", false);
    json_close(w);
    json_close(w);
    json_integer(w, "last", 7);
}

static void a_line_has_no_spaces(void **state)
{
    (void)state;
    json_writer w = json_writer_compact();
    write_all_kinds(&w);
    assert_text(&w, "{\"text\":\"a\",\"if\":\"b\",\"number\":18446744073709551615,"
                    "\"integer\":-9223372036854775808,\"truth\":true,\"null\":null,"
                    "\"texts\":[\"x\",\"y\"],\"none\":[],\"array\":[{},0,{\"\":false}],"
                    "\"last\":7}\n");
}

static void lines_are_added_to_what_is_there(void **state)
{
    (void)state;
    json_writer w = json_writer_compact();
    buffer_add(&w.text, "[]\n", 3);
    json_text(&w, NULL, "b");
    json_writer_end(&w);
    assert_int_equal(w.text.length, 7);
    assert_memory_equal(w.text.octets, "[]\n\"b\"\n", 7);
    buffer_free(&w.text);
}

static void a_file_has_lines_as_deep_as_asked(void **state)
{
    (void)state;
    static const struct {
        size_t lines;
        const char *text;
    } rows[] = {
        {0, "{\"a\": [1, {\"b\": 2}], \"c\": {}}\n"},
        {1, "{\n  \"a\": [1, {\"b\": 2}],\n  \"c\": {}\n}\n"},
        {2, "{\n  \"a\": [\n    1,\n    {\"b\": 2}\n  ],\n  \"c\": {}\n}\n"},
        {9, "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ],\n  \"c\": {}\n}\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        json_writer w = json_writer_to(out, rows[i].lines);
        json_open_object(&w, NULL);
        json_open_array(&w, "a");
        json_number(&w, NULL, 1);
        json_open_object(&w, NULL);
        json_number(&w, "b", 2);
        json_close(&w);
        json_close(&w);
        json_open_object(&w, "c");
        assert_true(json_writer_end(&w));
        fclose(out);
        assert_string_equal(text, rows[i].text);
        free(text);
    }
}

static void a_dense_file_has_the_lines_that_are_asked_for(void **state)
{
    (void)state;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    json_writer w = json_writer_dense(out);
    json_open_object(&w, NULL);
    json_number(&w, "a", 1);
    json_number(&w, "b", 2);
    json_new_line(&w);
    json_open_array(&w, "c");
    json_new_line(&w);
    json_null(&w, NULL);
    json_null(&w, NULL);
    assert_true(json_writer_end(&w));
    fclose(out);
    assert_string_equal(text, "{\"a\":1,\"b\":2,\n\"c\":[\nnull,null]}\n");
    free(text);
}

static void texts_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } rows[] = {
        {"", "\"\""},
        {"a/b", "\"a/b\""},
        {"\"\\", "\"\\\"\\\\\""},
        {"\b\f\n\r\t\x01\x1f", "\"\\u0008\\u000c\\u000a\\u000d\\u0009\\u0001\\u001f\""},
        {"\x7f\xc2\x80", "\"\\u007f\\u0080\""},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"\xe2\x80\xae\xef\xbb\xbf\xe2\x80\xa8", "\"\\u202e\\ufeff\\u2028\""},
        {"\xf3\xa0\x80\x81", "\"\\udb40\\udc01\""},
        {"\xff"
         "a\xc3",
         "\"\xef\xbf\xbd"
         "a\xef\xbf\xbd\""},
        {"\xc0\xaf\xed\xa0\x80",
         "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xe2\x82\"", "\"\xef\xbf\xbd\xef\xbf\xbd\\\"\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char expected[128];
        json_writer w = json_writer_compact();
        json_open_object(&w, NULL);
        json_text(&w, rows[i].text, rows[i].text);
        snprintf(expected, sizeof expected, "{%s:%s}\n", rows[i].written, rows[i].written);
        assert_text(&w, expected);
    }
}

static void octets_are_text_or_hexadecimal(void **state)
{
    (void)state;
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    json_octets(&w, "absent", (uriproof_span){NULL, 0});
    json_octets(&w, "empty", (uriproof_span){"", 0});
    json_octets(&w, "plain", (uriproof_span){"\"\\~xyz", 3});
    json_octets(&w, "other", (uriproof_span){"\0\xffz", 2});
    json_hexadecimal(&w, "hex", (uriproof_span){"a", 1});
    json_hexadecimal(&w, "none", (uriproof_span){"", 0});
    assert_text(&w, "{\"empty\":\"\",\"plain\":\"\\\"\\\\~\",\"other_hex\":\"00ff\","
                    "\"hex_hex\":\"61\",\"none_hex\":\"\"}\n");
}

static void trees_are_written(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"a\":[1,-2.5,1e+300,true,false,null,\"x\\\"\",[],{}],\"\":{\"b\":\"\"}}",
        "[]",
        "\"\"",
        "null",
        "0.1",
        "123456789012",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char expected[128];
        cJSON *tree = cJSON_Parse(texts[i]);
        json_writer w = json_writer_compact();
        json_tree(&w, NULL, tree);
        snprintf(expected, sizeof expected, "%s\n", texts[i]);
        assert_text(&w, expected);
        w = json_writer_compact();
        json_tree(&w, NULL, tree);
        cJSON *again = json_writer_tree(&w);
        assert_true(cJSON_Compare(tree, again, true));
        cJSON_Delete(again);
        cJSON_Delete(tree);
    }
}

/* An item that was once a member has its key still. */
static void an_item_of_an_array_has_no_key(void **state)
{
    (void)state;
    cJSON *object = cJSON_Parse("{\"a\":1}"), *array = cJSON_CreateArray();
    cJSON_AddItemToArray(array, cJSON_DetachItemViaPointer(object, object->child));
    json_writer w = json_writer_compact();
    json_tree(&w, NULL, array);
    assert_text(&w, "[1]\n");
    cJSON_Delete(array);
    cJSON_Delete(object);
}

/* What is deeper than readers read is null, and writes over nothing. */
static void a_deep_tree_is_cut(void **state)
{
    (void)state;
    enum { DEEP = 500 };
    for (size_t open = 0; open < 3; open++) {
        char text[2 * DEEP + 1] = "", expected[2 * JSON_DEPTH_MOST + 8] = "";
        memset(text, '[', DEEP);
        memset(text + DEEP, ']', DEEP);
        cJSON *tree = cJSON_Parse(text);
        json_writer w = json_writer_compact();
        for (size_t i = 0; i < open; i++)
            json_open_array(&w, NULL);
        json_tree(&w, NULL, tree);
        assert_int_equal(w.depth, open);
        memset(expected, '[', JSON_DEPTH_MOST);
        strcat(expected, "null");
        memset(expected + JSON_DEPTH_MOST + 4, ']', JSON_DEPTH_MOST);
        strcat(expected, "\n");
        assert_text(&w, expected);
        cJSON_Delete(tree);
    }
}

/* A text that is longer than the buffer is flushed, and comes out whole. */
static void a_long_text_is_written_in_pieces(void **state)
{
    (void)state;
    enum { ITEMS = 40000 };
    char *text;
    size_t length, count = 0;
    FILE *out = open_memstream(&text, &length);
    json_writer w = json_writer_to(out, 1);
    json_open_array(&w, NULL);
    for (size_t i = 0; i < ITEMS; i++) {
        json_number(&w, NULL, i);
        assert_true(w.text.length < (size_t)1 << 17);
    }
    assert_true(json_writer_end(&w));
    fclose(out);
    cJSON *tree = cJSON_ParseWithLength(text, length);
    for (const cJSON *item = tree->child; item != NULL; item = item->next)
        assert_int_equal(item->valueint, count++);
    assert_int_equal(count, ITEMS);
    cJSON_Delete(tree);
    free(text);
}

static void a_file_that_is_full_is_told(void **state)
{
    (void)state;
    FILE *out = fopen("/dev/full", "w");
    assert_non_null(out);
    json_writer w = json_writer_to(out, 0);
    json_text(&w, NULL, "a");
    assert_false(json_writer_end(&w));
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_no_spaces),
        cmocka_unit_test(lines_are_added_to_what_is_there),
        cmocka_unit_test(a_file_has_lines_as_deep_as_asked),
        cmocka_unit_test(a_dense_file_has_the_lines_that_are_asked_for),
        cmocka_unit_test(texts_are_escaped),
        cmocka_unit_test(octets_are_text_or_hexadecimal),
        cmocka_unit_test(trees_are_written),
        cmocka_unit_test(an_item_of_an_array_has_no_key),
        cmocka_unit_test(a_deep_tree_is_cut),
        cmocka_unit_test(a_long_text_is_written_in_pieces),
        cmocka_unit_test(a_file_that_is_full_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
