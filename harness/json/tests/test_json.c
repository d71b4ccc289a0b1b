/* SPDX-License-Identifier: MIT */
/* The check of JSON, held against texts written by hand from RFC 8259 and RFC 3629. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "json/json_read.h"

static const uriproof_json_limits small = {4, 20};

/* The texts stand in a block of their own length, so that a sanitizer sees one octet too many. */
static bool check(const char *text, size_t length, uriproof_json_fault *fault)
{
    char *exact = malloc(length + (length == 0));
    assert_non_null(exact);
    memcpy(exact, text, length);
    bool good = uriproof_json_check(exact, length, &small, fault);
    free(exact);
    return good;
}

static void what_is_json_is_taken(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "10",
        "-1",
        "1.0",
        "0.50",
        "1e5",
        "1E+05",
        "-0.0e-0",
        "1e999",
        "true",
        "false",
        "null",
        "\"\"",
        "[]",
        "{}",
        "[[[[]]]]",
        " \t\r\n[ 1 , 2 ] \n",
        "{ \"a\" : { \"a\" : 1 } }",
        "{\"\":1,\" \":2}",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\uFfFf\"",
        "\"\x7f\"",
        "\"\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\"",
        "\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\xef\xbb\xbf\"",
        "\"\\ud800\\udc00\\uDBFF\\uDFFF\"",
        "[{\"a\":1},{\"a\":1}]",
        "{\"a\":1,\"A\":1,\"\\u00e4\":1,\"\xc3\x84\":1,\"\\\\u0061\":1}",
        "123456789012345678901234567890123456789012345678901234567890123",
        "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        uriproof_json_fault fault;
        if (!check(texts[i], strlen(texts[i]), &fault))
            fail_msg("%s: %s at %zu", texts[i], fault.error.words, fault.offset);
    }
}

static const struct malformed {
    const char *text;
    size_t offset;
    const char *words;
} malformed[] = {
    {"", 0, "ends too soon"},
    {" \n", 2, "ends too soon"},
    {"\xef\xbb\xbf{}", 0, "a byte-order mark"},
    {"{}\xef\xbb\xbf", 2, "something follows"},
    {"\f1", 0, "expected a value"},
    {"1\v", 1, "something follows"},
    {"1 2", 2, "something follows"},
    {"]", 0, "expected a value"},
    /* numbers */
    {"01", 1, "leading zero"},
    {"-00", 2, "leading zero"},
    {"[1.]", 3, "without a digit"},
    {"1.e1", 2, "without a digit"},
    {".1", 0, "expected a value"},
    {"[1e]", 3, "without a digit"},
    {"[1e-]", 4, "without a digit"},
    {"[-]", 2, "without a digit"},
    {"-a", 1, "without a digit"},
    {"-", 1, "ends too soon"},
    {"1.", 2, "ends too soon"},
    {"+1", 0, "expected a value"},
    {"0x0", 1, "something follows"},
    {"1_0", 1, "something follows"},
    {"1234567890123456789012345678901234567890123456789012345678901234", 0, "over 63 characters"},
    /* literals */
    {"NaN", 0, "expected a value"},
    {"nul", 0, "expected a value"},
    {"True", 0, "expected a value"},
    {"falsey", 5, "something follows"},
    /* strings */
    {"\"", 1, "ends too soon"},
    {"\"\\", 2, "ends too soon"},
    {"\"\\\"", 3, "ends too soon"},
    {"\"a\tb\"", 2, "a control character"},
    {"\"a\nb\"", 2, "a control character"},
    {"\"\x1f\"", 1, "a control character"},
    {"\"\\a\"", 1, "an escape that JSON does not have"},
    {"\"\\'\"", 1, "an escape that JSON does not have"},
    {"\"\\U0041\"", 1, "an escape that JSON does not have"},
    {"\"\\u004\"", 1, "four hexadecimal digits"},
    {"\"\\u 041\"", 1, "four hexadecimal digits"},
    {"\"\\u004G\"", 1, "four hexadecimal digits"},
    {"\"\\u0000\"", 1, "an escaped NUL"},
    {"\"\\\\\\u0000\"", 3, "an escaped NUL"},
    {"\"\\ud800\"", 1, "half a surrogate pair"},
    {"\"\\udbff\\u0041\"", 1, "half a surrogate pair"},
    {"\"\\ud800\\ud800\"", 1, "half a surrogate pair"},
    {"\"\\ud800\\n\"", 1, "half a surrogate pair"},
    {"\"\\udfff\\ud800\"", 1, "half a surrogate pair"},
    /* UTF-8 */
    {"\"\x80\"", 1, "not UTF-8"},
    {"\"\xbf\"", 1, "not UTF-8"},
    {"\"\xc0\x80\"", 1, "not UTF-8"},
    {"\"\xc1\xbf\"", 1, "not UTF-8"},
    {"\"\xc3\"", 1, "not UTF-8"},
    {"\"a\xc3(\"", 2, "not UTF-8"},
    {"\"\xe0\x9f\xbf\"", 1, "not UTF-8"},
    {"\"\xe2\x82\"", 1, "not UTF-8"},
    {"\"\xed\xa0\x80\"", 1, "not UTF-8"},
    {"\"\xed\xbf\xbf\"", 1, "not UTF-8"},
    {"\"\xf0\x8f\xbf\xbf\"", 1, "not UTF-8"},
    {"\"\xf4\x90\x80\x80\"", 1, "not UTF-8"},
    {"\"\xf5\x80\x80\x80\"", 1, "not UTF-8"},
    {"\"\xf8\x88\x80\x80\x80\"", 1, "not UTF-8"},
    {"\"\xfe\"", 1, "not UTF-8"},
    {"\"\xff\"", 1, "not UTF-8"},
    {"\"\xe2\x82", 1, "not UTF-8"},
    {"\xc2\xa0{}", 0, "expected a value"},
    /* arrays and objects */
    {"[", 1, "ends too soon"},
    {"[1", 2, "ends too soon"},
    {"[1,", 3, "ends too soon"},
    {"[1,]", 3, "expected a value"},
    {"[,1]", 1, "expected a value"},
    {"[1 2]", 3, "expected ',' or ']'"},
    {"[1}", 2, "expected ',' or ']'"},
    {"{", 1, "ends too soon"},
    {"{\"a\"", 4, "ends too soon"},
    {"{\"a\":", 5, "ends too soon"},
    {"{\"a\":1", 6, "ends too soon"},
    {"{\"a\":1]", 6, "expected ',' or '}'"},
    {"{\"a\":1,}", 7, "expected a key in quotes"},
    {"{\"a\" 1}", 5, "expected ':'"},
    {"{\"a\",1}", 4, "expected ':'"},
    {"{\"a\"::1}", 5, "expected a value"},
    {"{a:1}", 1, "expected a key in quotes"},
    {"{'a':1}", 1, "expected a key in quotes"},
    {"{1:1}", 1, "expected a key in quotes"},
    {"{\"a\":1 \"b\":2}", 7, "expected ',' or '}'"},
    {"/**/{}", 0, "expected a value"},
    {"[1//\n]", 2, "expected ',' or ']'"},
    /* limits, here four deep and twenty values */
    {"[[[[[]]]]]", 4, "nested over 4 deep"},
    {"{\"a\":[[[{}]]]}", 8, "nested over 4 deep"},
    {"[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]", 49, "over 20 values"},
    /* keys */
    {"{\"a\":1,\"a\":2}", 7, "the key \"a\" is there twice"},
    {"{\"\":1,\"\":2}", 6, "the key \"\" is there twice"},
    {"{\"b\":{\"a\":1,\"c\":0,\"a\":2}}", 18, "the key \"a\" is there twice"},
    {"{\"a\":1,\"\\u0061\":2}", 7, "the key \"\\u0061\" is there twice"},
    {"{\"/\":1,\"\\/\":2}", 7, "twice"},
    {"{\"\\n\":1,\"\\u000A\":2}", 8, "twice"},
    {"{\"\xc3\xa9\":1,\"\\u00E9\":2}", 8, "twice"},
    {"{\"\xf0\x9f\x98\x80\":1,\"\\ud83d\\ude00\":2}", 10, "twice"},
};

static void what_is_malformed_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++) {
        const struct malformed *one = &malformed[i];
        uriproof_json_fault fault = {{"taken"}, 0};
        if (check(one->text, strlen(one->text), &fault) || fault.offset != one->offset ||
            strstr(fault.error.words, one->words) == NULL)
            fail_msg("%s: %s at %zu", one->text, fault.error.words, fault.offset);
    }
}

static void a_nul_is_found_wherever_it_stands(void **state)
{
    (void)state;
    static const char text[] = " { \"ab\" : [ 1 , true ] } ";
    for (size_t at = 0; at <= sizeof text - 1; at++) {
        char with[sizeof text];
        uriproof_json_fault fault = {{"taken"}, 0};
        memcpy(with, text, at);
        with[at] = '\0';
        memcpy(with + at + 1, text + at, sizeof text - 1 - at);
        assert_false(check(with, sizeof text, &fault));
        bool in_word =
            at > sizeof " { \"ab\" : [ 1 , " - 1 && at < sizeof " { \"ab\" : [ 1 , true" - 1;
        if (fault.offset != at - (in_word ? at - (sizeof " { \"ab\" : [ 1 , " - 1) : 0))
            fail_msg("NUL at %zu: %s at %zu", at, fault.error.words, fault.offset);
    }
}

/* An object of `count` keys, of which number `again` is that of number `first`, escaped. */
static char *many_keys(size_t count, size_t first, size_t again, size_t *offset)
{
    char *text = malloc(32 * count + 2), *at = text;
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        if (i == again)
            *offset = (size_t)(at + 1 - text);
        at += sprintf(at, i == again ? "%c\"\\u006b%zu\":0" : "%c\"k%zu\":0", i == 0 ? '{' : ',',
                      i == again ? first : i);
    }
    strcpy(at, "}");
    return text;
}

/* Many keys are sorted, few are not. */
static void a_key_is_found_among_many(void **state)
{
    (void)state;
    static const uriproof_json_limits large = {1, SIZE_MAX};
    for (size_t count = 2; count < 40; count++)
        for (size_t again = 1; again <= count; again++)
            for (size_t first = 0; first < again; first++) {
                size_t offset = 0;
                uriproof_json_fault fault = {{"taken"}, 0};
                char *text = many_keys(count, first, again, &offset);
                bool good = uriproof_json_check(text, strlen(text), &large, &fault);
                assert_int_equal(good, again == count);
                assert_int_equal(fault.offset, offset);
                free(text);
            }
}

static void a_file_is_told_by_line_and_column(void **state)
{
    (void)state;
    uriproof_error error;
    static const char text[] = "{\n \"a\": 1,\r\n \"b\": tru\n}";
    assert_null(uriproof_json_read(text, sizeof text - 1, &error));
    assert_string_equal(error.words, "line 3, column 7: not JSON: expected a value");
    assert_null(uriproof_json_read("[1]", 3, &error));
    assert_string_equal(error.words, "line 1, column 1: not a JSON object");
}

/* ---- Characters ---- */

/* Every character, written by RFC 3629's table, is read; every shorter text of it is not. */
static void every_character_is_read(void **state)
{
    (void)state;
    for (uint32_t character = 0; character <= 0x10FFFF; character++) {
        uint32_t found = 0xFFFFFFFF;
        size_t length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
        static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
        char octets[4];
        for (size_t i = 1; i < length; i++)
            octets[i] = (char)(0x80 | (character >> (6 * (length - 1 - i)) & 0x3F));
        octets[0] = (char)(lead[length] | character >> (6 * (length - 1)));
        bool surrogate = character >= 0xD800 && character <= 0xDFFF;
        if (uriproof_utf8_decode(octets, length, &found) != (surrogate ? 0 : length) ||
            (!surrogate && found != character) ||
            uriproof_utf8_decode(octets, length - 1, &found) != 0)
            fail_msg("U+%04X", (unsigned)character);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_json_is_taken),
        cmocka_unit_test(what_is_malformed_is_refused),
        cmocka_unit_test(a_nul_is_found_wherever_it_stands),
        cmocka_unit_test(a_key_is_found_among_many),
        cmocka_unit_test(a_file_is_told_by_line_and_column),
        cmocka_unit_test(every_character_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
