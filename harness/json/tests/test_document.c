/* SPDX-License-Identifier: MIT */
/* Documents value by value: texts of values, trees, and where faults are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "json/json_document.h"

static uriproof_error fault;

/* The text stands in a block of its own length, so that a sanitizer sees one octet too many. The
 * caller frees it. */
static char *open_text(const char *text, json_document *document)
{
    size_t length = strlen(text);
    char *exact = malloc(length + (length == 0));
    memcpy(exact, text, length);
    fault.words[0] = '\0';
    if (!json_document_check(document, "r.json", exact, length, &fault))
        fail_msg("%s", fault.words);
    return exact;
}

static void assert_span(uriproof_span span, const char *expected)
{
    if (expected == NULL) {
        assert_null(span.octets);
        return;
    }
    assert_int_equal(span.length, strlen(expected));
    assert_memory_equal(span.octets, expected, span.length);
}

/* ---- Opening ---- */

static void what_is_no_document_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"", "r.json: line 1, column 1: not JSON: it ends too soon"},
        {"[1]", "r.json: line 1, column 1: not a JSON object"},
        {"\n 7", "r.json: line 2, column 2: not a JSON object"},
        {"{\"a\":1,\r\n\"a\":2}", "r.json: line 2, column 1: the key \"a\" is there twice"},
        {"{\"a\":\n\n1 2}", "r.json: line 3, column 3: not JSON: expected ',' or '}'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_document document;
        assert_false(
            json_document_check(&document, "r.json", rows[i].text, strlen(rows[i].text), &fault));
        assert_string_equal(fault.words, rows[i].words);
    }
}

static void a_file_is_opened_under_its_name(void **state)
{
    (void)state;
    char path[] = "/tmp/uriproof-json-XXXXXX", expected[128];
    json_document document;
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, "{\"a\": 1}\n", 9) == 9);
    assert_true(json_document_open(&document, path, &fault));
    assert_span(json_root(&document), "{\"a\": 1}");
    json_value root = json_value_read(&document, json_root(&document));
    assert_false(json_fault(&root, root.tree->child, "%s of %d", "one", 2));
    snprintf(expected, sizeof expected, "%s:1: a: one of 2", path);
    assert_string_equal(fault.words, expected);
    cJSON_Delete(root.tree);
    json_document_close(&document);
    assert_true(ftruncate(file, 3) == 0);
    assert_false(json_document_open(&document, path, &fault));
    snprintf(expected, sizeof expected, "%s: line 1, column 4: not JSON: it ends too soon", path);
    assert_string_equal(fault.words, expected);
    close(file);
    unlink(path);
    assert_false(json_document_open(&document, path, &fault));
    snprintf(expected, sizeof expected, "%s: No such file or directory", path);
    assert_string_equal(fault.words, expected);
}

/* ---- Texts of values ---- */

static void members_are_found_by_their_keys(void **state)
{
    (void)state;
    static const struct {
        const char *text, *key, *value;
    } rows[] = {
        {"{}", "a", NULL},
        {" { } ", "a", NULL},
        {"{\"\":0}", "", "0"},
        {"{\"a\":1,\"b\":2}", "b", "2"},
        {"{\"ab\":1,\"a\":2}", "a", "2"},
        {"{\"a\":1,\"ab\":2}", "abc", NULL},
        {"\r\n{\t\"a\" :\r\n1 , \"b\"\n:\t[ ] }\r\n", "b", "[ ]"},
        {"{\"x\":{\"a\":1},\"y\":[{\"a\":2}],\"a\":-3.5e+1}", "a", "-3.5e+1"},
        {"{\"x\":\"\\\"a\\\":1,\\\\\",\"a\":\"}\"}", "a", "\"}\""},
        {"{\"x\":\"]\",\"a\":[\"[\",\"{\\\"\",[[]]]}", "a", "[\"[\",\"{\\\"\",[[]]]"},
        {"{\"x:\":null,\"a\":true}", "a", "true"},
        {"{\"a\":{\"b\" : \"\\\\\"} }", "a", "{\"b\" : \"\\\\\"}"},
        {"{\"\\u0061\":1}", "a", "1"},
        {"{\"\\\"a\":1}", "a", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_document document;
        char *text = open_text(rows[i].text, &document);
        assert_span(json_member(json_root(&document), rows[i].key), rows[i].value);
        free(text);
    }
    assert_span(json_member((uriproof_span){NULL, 0}, "a"), NULL);
    assert_span(json_member((uriproof_span){"[1]", 3}, "a"), NULL);
}

static void items_come_one_after_the_other(void **state)
{
    (void)state;
    static const struct {
        const char *text, *keys[4], *items[4];
    } rows[] = {
        {"[]", {NULL}, {NULL}},
        {"[ \n ]", {NULL}, {NULL}},
        {"{}", {NULL}, {NULL}},
        {"{ \t}", {NULL}, {NULL}},
        {"[1,\"2\",[3]]", {NULL}, {"1", "\"2\"", "[3]"}},
        {"[ 1 ,\r\n{ } , null\n]", {NULL}, {"1", "{ }", "null"}},
        {"{\"a\":1}", {"\"a\""}, {"1"}},
        {"{ \"\" : [ ] ,\"\\\"\" : \"\" }", {"\"\"", "\"\\\"\""}, {"[ ]", "\"\""}},
        {"7", {NULL}, {NULL}},
        {"\"[1,2]\"", {NULL}, {NULL}},
        {"-12", {NULL}, {NULL}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uriproof_span whole = uriproof_span_of(rows[i].text), key, item = {NULL, 0}, again = item;
        for (size_t k = 0; rows[i].items[k] != NULL; k++) {
            assert_true(json_next_member(whole, &key, &item));
            assert_span(item, rows[i].items[k]);
            assert_span(key, rows[i].keys[k]);
            assert_true(json_next(whole, &again));
            assert_span(again, rows[i].items[k]);
        }
        assert_false(json_next_member(whole, &key, &item));
        assert_false(json_next(whole, &again));
    }
    uriproof_span item = {NULL, 0};
    assert_false(json_next((uriproof_span){NULL, 0}, &item));
}

static void what_is_nested_deep_is_stepped_over(void **state)
{
    (void)state;
    char text[256] = "{\"a\":", *end = text + strlen(text);
    json_document document;
    memset(end, '[', 63);
    memset(end + 63, ']', 63);
    strcpy(end + 126, ",\"b\":2}");
    char *exact = open_text(text, &document);
    uriproof_span a = json_member(json_root(&document), "a");
    assert_int_equal(a.length, 126);
    assert_span(json_member(json_root(&document), "b"), "2");
    json_value value = json_value_read(&document, a);
    const cJSON *innermost = value.tree;
    while (innermost->child != NULL)
        innermost = innermost->child;
    assert_false(json_fault(&value, innermost, "too deep"));
    assert_memory_equal(fault.words, "r.json:1: a[0][0][0]", 20);
    cJSON_Delete(value.tree);
    free(exact);
}

/* ---- Trees ---- */

static void a_value_is_read_as_a_tree(void **state)
{
    (void)state;
    json_document document;
    char *text = open_text("{\"a\": [1, {\"b\": \"\\u00e9\"}]}", &document);
    json_value value = json_value_read(&document, json_member(json_root(&document), "a"));
    char *printed = cJSON_PrintUnformatted(value.tree);
    assert_string_equal(printed, "[1,{\"b\":\"\xc3\xa9\"}]");
    cJSON_free(printed);
    cJSON_Delete(value.tree);
    assert_null(json_value_read(&document, json_member(json_root(&document), "b")).tree);
    free(text);
}

static void large_members_are_left_out(void **state)
{
    (void)state;
    static const char *const keys[] = {"cases", "more", NULL};
    static const struct {
        const char *text, *printed;
    } rows[] = {
        {"{}", "{}"},
        {"{\"cases\":[1,2]}", "{\"cases\":[]}"},
        {"{\"a\":{\"cases\":[1]},\"cases\":[[]],\"b\":[2], \"more\" : [ 3 ] }",
         "{\"a\":{\"cases\":[1]},\"cases\":[],\"b\":[2],\"more\":[]}"},
        {"{\"cases\":{\"x\":1},\"more\":\"y\"}", "{\"cases\":{\"x\":1},\"more\":\"y\"}"},
        {"{\"a\\\"b\":1,\"\\u00e9\":2}", "{\"a\\\"b\":1,\"\xc3\xa9\":2}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_document document;
        char *text = open_text(rows[i].text, &document);
        json_value value = json_value_read_without(&document, json_root(&document), keys);
        char *printed = cJSON_PrintUnformatted(value.tree);
        assert_string_equal(printed, rows[i].printed);
        cJSON_free(printed);
        cJSON_Delete(value.tree);
        free(text);
    }
}

/* ---- Faults ---- */

/* Tells the fault of the first item that is null, in the tree of `root`. */
static const cJSON *null_in(const cJSON *tree)
{
    if (cJSON_IsNull(tree))
        return tree;
    for (const cJSON *child = tree->child; child != NULL; child = child->next) {
        const cJSON *found = null_in(child);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static void a_fault_has_its_line_and_path(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"{\"a\":null}", "r.json:1: a: bad"},
        {"\n\n{\"a\" :\nnull}", "r.json:4: a: bad"},
        {"{\r\n\"a\": [\r\n1,\r\nnull]}", "r.json:4: a[1]: bad"},
        {"{\"cases\":[{},{\"x\":\"]}\",\n\"op\":null}]}", "r.json:2: cases[1].op: bad"},
        {"{\"a\":[[],[[],[null]]]}", "r.json:1: a[1][1][0]: bad"},
        {"{\"\":{\"\":null}}", "r.json:1: \"\".\"\": bad"},
        {"{\"a\\nb\":{\"\xc3\xa9\":null}}", "r.json:1: a\\nb.??: bad"},
        {"{\"0123456789012345678901234567890123456789abc\":null}",
         "r.json:1: 0123456789012345678901234567890123456789: bad"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_document document;
        char *text = open_text(rows[i].text, &document);
        json_value root = json_value_read(&document, json_root(&document));
        assert_false(json_fault(&root, null_in(root.tree), "bad"));
        assert_string_equal(fault.words, rows[i].words);
        cJSON_Delete(root.tree);
        free(text);
    }
}

/* The path begins at the document's root, whatever was read into the tree. */
static void a_fault_of_an_item_has_the_whole_path(void **state)
{
    (void)state;
    static const char *const keys[] = {"big", NULL};
    json_document document;
    char *text =
        open_text("{\"big\":[\n{\"a\":1},\n{\"a\":{\"b\":null}}],\n\"c\":null}", &document);
    uriproof_span big = json_member(json_root(&document), "big"), item = {NULL, 0};
    assert_true(json_next(big, &item) && json_next(big, &item));
    json_value value = json_value_read(&document, item);
    json_fault(&value, null_in(value.tree), "bad");
    assert_string_equal(fault.words, "r.json:3: big[1].a.b: bad");
    json_fault(&value, value.tree, "bad");
    assert_string_equal(fault.words, "r.json:3: big[1]: bad");
    cJSON_Delete(value.tree);
    value = json_value_read_without(&document, json_root(&document), keys);
    json_fault(&value, null_in(value.tree), "bad");
    assert_string_equal(fault.words, "r.json:4: c: bad");
    json_fault(&value, value.tree->child, "bad");
    assert_string_equal(fault.words, "r.json:1: big: bad");
    json_fault(&value, value.tree, "bad");
    assert_string_equal(fault.words, "r.json:1: bad");
    cJSON_Delete(value.tree);
    free(text);
}

static void a_long_path_is_cut(void **state)
{
    (void)state;
    char text[2048] = "";
    json_document document;
    for (size_t i = 0; i < 40; i++)
        strcat(text, "{\"a rather long key\":");
    strcat(text, "null");
    for (size_t i = 0; i < 40; i++)
        strcat(text, "}");
    char *exact = open_text(text, &document);
    json_value root = json_value_read(&document, json_root(&document));
    json_fault(&root, null_in(root.tree), "%0300d", 1);
    assert_non_null(strstr(fault.words, "a rather long key.a rather long key."));
    assert_true(strlen(fault.words) < sizeof fault.words);
    cJSON_Delete(root.tree);
    free(exact);
}

/* ---- Tables ---- */

typedef struct filled {
    const char *name, *text, *link;
    bool truth;
    size_t count;
    const cJSON *array, *names, *object;
} filled;

static const json_field fields[] = {
    {"name", JSON_NAME, offsetof(filled, name), false},
    {"text", JSON_TEXT, offsetof(filled, text), true},
    {"link", JSON_LINK, offsetof(filled, link), true},
    {"truth", JSON_BOOL, offsetof(filled, truth), true},
    {"count", JSON_COUNT, offsetof(filled, count), true},
    {"array", JSON_ARRAY, offsetof(filled, array), true},
    {"names", JSON_NAMES, offsetof(filled, names), true},
    {"object", JSON_OBJECT, offsetof(filled, object), true},
    {NULL, JSON_NAME, 0, false},
};

static bool fills(const char *members, filled *into, json_value *root, char **text)
{
    static json_document document;
    char whole[256];
    snprintf(whole, sizeof whole, "{\n\"o\":%s}", members);
    *text = open_text(whole, &document);
    *root = json_value_read(&document, json_root(&document));
    return json_fill(root, root->tree->child, fields, into);
}

static void an_object_fills_a_structure(void **state)
{
    (void)state;
    json_value root;
    char *text;
    filled into = {.count = 7};
    assert_true(fills("{\"name\":\"n\"}", &into, &root, &text));
    assert_string_equal(into.name, "n");
    assert_null(into.text);
    assert_null(into.link);
    assert_int_equal(into.count, 7);
    cJSON_Delete(root.tree);
    free(text);
    assert_true(fills("{\"object\":{},\"names\":[\"a\",\"b\"],\"array\":[1],\"count\":"
                      "9007199254740992,\"truth\":true,\"text\":\"\",\"name\":\"m\","
                      "\"link\":\"https://x.invalid/a?b=c#d\"}",
                      &into, &root, &text));
    assert_string_equal(into.name, "m");
    assert_string_equal(into.text, "");
    assert_string_equal(into.link, "https://x.invalid/a?b=c#d");
    assert_true(into.truth);
    assert_true(into.count == 9007199254740992);
    assert_int_equal(into.array->child->valueint, 1);
    assert_true(cJSON_IsObject(into.object));
    const char **names = json_names(into.names);
    assert_string_equal(names[0], "a");
    assert_string_equal(names[1], "b");
    assert_null(names[2]);
    free(names);
    names = json_names(NULL);
    assert_null(names[0]);
    free(names);
    cJSON_Delete(root.tree);
    free(text);
}

static void another_object_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *object, *words;
    } rows[] = {
        {"[]", "o: not an object"},
        {"\"n\"", "o: not an object"},
        {"{}", "o: the key \"name\" is missing"},
        {"{\"text\":\"\"}", "o: the key \"name\" is missing"},
        {"{\"name\":\"n\",\"Name\":1}", "o.Name: unknown key"},
        {"{\"nam\":\"n\"}", "o.nam: unknown key"},
        {"{\"\":\"n\"}", "o.\"\": unknown key"},
        {"{\"name\":\"\"}", "o.name: not a string of one character or more"},
        {"{\"name\":1}", "o.name: not a string of one character or more"},
        {"{\"name\":null}", "o.name: not a string of one character or more"},
        {"{\"name\":\"n\",\"text\":[]}", "o.text: not a string"},
        {"{\"name\":\"n\",\"truth\":1}", "o.truth: not true or false"},
        {"{\"name\":\"n\",\"truth\":\"true\"}", "o.truth: not true or false"},
        {"{\"name\":\"n\",\"count\":-1}", "o.count: not a whole number from 0 on"},
        {"{\"name\":\"n\",\"count\":0.5}", "o.count: not a whole number from 0 on"},
        {"{\"name\":\"n\",\"count\":9007199254740994}", "o.count: not a whole number from 0 on"},
        {"{\"name\":\"n\",\"count\":1e999}", "o.count: not a whole number from 0 on"},
        {"{\"name\":\"n\",\"count\":\"1\"}", "o.count: not a whole number from 0 on"},
        {"{\"name\":\"n\",\"array\":{}}", "o.array: not an array"},
        {"{\"name\":\"n\",\"names\":\"a\"}", "o.names: not an array of strings that are not empty"},
        {"{\"name\":\"n\",\"names\":[\"a\",\"\"]}",
         "o.names: not an array of strings that are not empty"},
        {"{\"name\":\"n\",\"names\":[1]}", "o.names: not an array of strings that are not empty"},
        {"{\"name\":\"n\",\"object\":[]}", "o.object: not an object"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char expected[128], *text;
        json_value root;
        filled into = {0};
        snprintf(expected, sizeof expected, "r.json:2: %s", rows[i].words);
        assert_false(fills(rows[i].object, &into, &root, &text));
        assert_string_equal(fault.words, expected);
        cJSON_Delete(root.tree);
        free(text);
    }
}

/* Tests that a link has only octets that mean nothing in any report. */
static void another_link_is_told(void **state)
{
    (void)state;
    static const char *const links[] = {
        "1",
        "null",
        "\"\"",
        "\"https://\"",
        "\"http://x.invalid/\"",
        "\"HTTPS://x.invalid/\"",
        "\" https://x.invalid/\"",
        "\"javascript:x\"",
        "\"https://x.invalid/a b\"",
        "\"https://x.invalid/\\n\"",
        "\"https://x.invalid/\\u001b[2J\"",
        "\"https://x.invalid/\\\"\"",
        "\"https://x.invalid/<b>\"",
        "\"https://x.invalid/)\"",
        "\"https://x.invalid/\\u00e9\"",
    };
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        char object[128], *text;
        json_value root;
        filled into = {0};
        snprintf(object, sizeof object, "{\"name\":\"n\",\"link\":%s}", links[i]);
        if (fills(object, &into, &root, &text))
            fail_msg("taken: %s", links[i]);
        assert_string_equal(fault.words, "r.json:2: o.link: not a link: write https:// and then "
                                         "only characters of a URL");
        cJSON_Delete(root.tree);
        free(text);
    }
}

static void a_format_has_its_version(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"{\"format\":\"f\",\"version\":2}", ""},
        {"{\"version\":2.0,\"x\":1,\"format\":\"f\"}", ""},
        {"{}", "r.json:1: the format is not \"f\""},
        {"{\"version\":2}", "r.json:1: the format is not \"f\""},
        {"{\"format\":7,\"version\":2}", "r.json:1: format: the format is not \"f\""},
        {"{\"format\":\"ff\",\"version\":2}", "r.json:1: format: the format is not \"f\""},
        {"{\"format\":\"f\"}",
         "r.json:1: the version of the format is not 2: make the file anew with this uriproof"},
        {"{\"format\":\"f\",\n\"version\":3}", "r.json:2: version: the version of the format is "
                                               "not 2: make the file anew with this uriproof"},
        {"{\"format\":\"f\",\"version\":\"2\"}", "r.json:1: version: the version of the format is "
                                                 "not 2: make the file anew with this uriproof"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_document document;
        char *text = open_text(rows[i].text, &document);
        json_value root = json_value_read(&document, json_root(&document));
        assert_int_equal(json_is_format(&root, "f", 2), rows[i].words[0] == '\0');
        assert_string_equal(fault.words, rows[i].words);
        cJSON_Delete(root.tree);
        free(text);
    }
}

static void excerpts_are_short_and_printable(void **state)
{
    (void)state;
    assert_string_equal(json_excerpt_of("").words, "");
    assert_string_equal(json_excerpt_of("a\nb\xff").words, "a?b?");
    assert_string_equal(json_excerpt_of("01234567890123456789012345678901234567890123").words,
                        "01234567890123456789012345678901234567890123");
    assert_string_equal(json_excerpt_of("012345678901234567890123456789012345678901234").words,
                        "01234567890123456789012345678901234567890123...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_document_is_told),
        cmocka_unit_test(a_file_is_opened_under_its_name),
        cmocka_unit_test(members_are_found_by_their_keys),
        cmocka_unit_test(items_come_one_after_the_other),
        cmocka_unit_test(what_is_nested_deep_is_stepped_over),
        cmocka_unit_test(a_value_is_read_as_a_tree),
        cmocka_unit_test(large_members_are_left_out),
        cmocka_unit_test(a_fault_has_its_line_and_path),
        cmocka_unit_test(a_fault_of_an_item_has_the_whole_path),
        cmocka_unit_test(a_long_path_is_cut),
        cmocka_unit_test(an_object_fills_a_structure),
        cmocka_unit_test(another_object_is_told),
        cmocka_unit_test(another_link_is_told),
        cmocka_unit_test(a_format_has_its_version),
        cmocka_unit_test(excerpts_are_short_and_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
