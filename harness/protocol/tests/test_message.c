/* SPDX-License-Identifier: MIT */
/*
 * Octets, requests and answers in JSON, as docs/protocol.md and docs/vectors.md have them; and what
 * no one should have sent.
 */
#include "protocol/message.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cJSON *object_of(const char *json)
{
    uriproof_error error = {""};
    cJSON *object = uriproof_json_read(json, strlen(json), &error);
    if (object == NULL)
        fail_msg("%s: %s", json, error.words);
    return object;
}

static void assert_says(const uriproof_error *error, const char *words, const char *json)
{
    if (strstr(error->words, words) == NULL)
        fail_msg("%s: \"%s\" does not say \"%s\"", json, error->words, words);
}

/* ---- One JSON object ---- */

static void one_object_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{}",
        " {} ",
        "{}\r",
        "\t{\"a\":[1,{\"b\":null}]}\r\n",
        "{\"a\":\"\\\\u0000\"}",
        "{\"a\":\"\\u0001\\u00e9\\ud83d\\ude00\"}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cJSON_Delete(object_of(texts[i]));
}

static void what_is_not_one_object_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "not JSON"},
        {" ", "not JSON"},
        {"{", "not JSON"},
        {"{\"a\":1", "not JSON"},
        {"{\"a\"}", "not JSON"},
        {"{a:1}", "not JSON"},
        {"{'a':1}", "not JSON"},
        {"{\"a\":1,}", "not JSON"},
        {"{\"a\":\"\\ud800\"}", "half a surrogate pair"},
        {"hello", "not JSON"},
        {"[]", "not a JSON object"},
        {"[{}]", "not a JSON object"},
        {"null", "not a JSON object"},
        {"\"{}\"", "not a JSON object"},
        {"12", "not a JSON object"},
        {"{}{}", "something follows"},
        {"{} x", "something follows"},
        {"{}]", "something follows"},
        {"{\"a\":\"x\\u0000y\"}", "escaped NUL"},
        {"{\"a\\u0000b\":1}", "escaped NUL"},
        {"{\"a\":\"\\\\\\u0000\"}", "escaped NUL"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_error error = {""};
        assert_null(uriproof_json_read(cases[i].text, strlen(cases[i].text), &error));
        assert_says(&error, cases[i].words, cases[i].text);
    }
}

/* The text has a length and no NUL after it; a NUL within it hides nothing. */
static void the_length_is_believed(void **state)
{
    (void)state;
    uriproof_error error;
    static const char longer[] = "{}{";
    cJSON *object = uriproof_json_read(longer, 2, &error);
    assert_non_null(object);
    cJSON_Delete(object);
    static const char hidden[] = "{}\0{\"status\":\"accepted\"}";
    assert_null(uriproof_json_read(hidden, sizeof hidden - 1, &error));
    assert_says(&error, "a NUL", "a NUL after an object");
    char *exact = malloc(1); /* what is read beyond it, a sanitizer sees */
    assert_non_null(exact);
    *exact = '{';
    assert_null(uriproof_json_read(exact, 1, &error));
    free(exact);
}

/* A hundred thousand arrays in each other are rejected, and do not end the program. */
static void deep_nesting_is_refused(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    char *text = malloc(2 * DEPTH + 16);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "{\"a\":");
    memset(text + length, '[', DEPTH);
    memset(text + length + DEPTH, ']', DEPTH);
    length += 2 * (size_t)DEPTH;
    text[length++] = '}';
    uriproof_error error;
    assert_null(uriproof_json_read(text, length, &error));
    assert_says(&error, "nested over 64 deep", "deep nesting");
    free(text);
}

/* ---- Octets ---- */

/* What the field "uri" of `json` holds: `length` octets, or -1 if it is absent. */
static void assert_octets(const char *json, const char *octets, int length)
{
    uriproof_span read;
    uriproof_error error = {""};
    cJSON *object = object_of(json);
    if (!uriproof_octets_read(object, "uri", &read, &error))
        fail_msg("%s: %s", json, error.words);
    assert_int_equal(uriproof_present(read), length >= 0);
    if (length >= 0) {
        assert_int_equal(read.length, length);
        assert_memory_equal(read.octets, octets, (size_t)length);
    }
    cJSON_Delete(object);
}

static void octets_are_read_in_both_forms(void **state)
{
    (void)state;
    assert_octets("{}", "", -1);
    assert_octets("{\"ur\":1,\"urix\":2,\"uri_hexx\":3,\"URI\":4}", "", -1);
    assert_octets("{\"uri\":\"\"}", "", 0);
    assert_octets("{\"uri\":\"http://h/ ~\"}", "http://h/ ~", 11);
    assert_octets("{\"uri\":\"\\u0061\\\"\\\\\\/\"}", "a\"\\/", 4);
    assert_octets("{\"uri_hex\":\"\"}", "", 0);
    assert_octets("{\"uri_hex\":\"6100\"}", "a\0", 2);
    assert_octets("{\"uri_hex\":\"00ff7f80e9\"}", "\x00\xff\x7f\x80\xe9", 5);
    assert_octets("{\"uri_hex\":\"6162\"}", "ab", 2);
}

static void broken_octets_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json, *words;
    } cases[] = {
        {"{\"uri_hex\":\"6\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri_hex\":\"610\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri_hex\":\"FF\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri_hex\":\"fF\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri_hex\":\"6g\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri_hex\":\"0x\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri_hex\":\" 61\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri_hex\":\"\xc3\xa9\"}", "\"uri_hex\" is not lower-case hexadecimal"},
        {"{\"uri\":\"a\",\"uri_hex\":\"61\"}", "\"uri\" is there twice"},
        {"{\"uri_hex\":\"61\",\"uri\":\"a\"}", "\"uri\" is there twice"},
        {"{\"uri\":\"\",\"uri_hex\":\"\"}", "\"uri\" is there twice"},
        {"{\"uri\":\"\xc3\xa9\"}", "\"uri\" is not printable ASCII (use \"uri_hex\")"},
        {"{\"uri\":\"\\u00e9\"}", "\"uri\" is not printable ASCII"},
        {"{\"uri\":\"a\\tb\"}", "\"uri\" is not printable ASCII"},
        {"{\"uri\":\"\\u007f\"}", "\"uri\" is not printable ASCII"},
        {"{\"uri\":\"\\u001b[2J\"}", "\"uri\" is not printable ASCII"},
        {"{\"uri\":null}", "\"uri\" is not a string"},
        {"{\"uri\":1}", "\"uri\" is not a string"},
        {"{\"uri\":[\"a\"]}", "\"uri\" is not a string"},
        {"{\"uri_hex\":61}", "\"uri_hex\" is not a string"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_span read;
        uriproof_error error = {""};
        cJSON *object = object_of(cases[i].json);
        assert_false(uriproof_octets_read(object, "uri", &read, &error));
        assert_says(&error, cases[i].words, cases[i].json);
        cJSON_Delete(object);
    }
}

static json_writer begin_object(void)
{
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    return w;
}

static void assert_wrote(json_writer *w, const char *json)
{
    json_close(w);
    assert_int_equal(w->text.length, strlen(json));
    assert_memory_equal(w->text.octets, json, strlen(json));
    buffer_free(&w->text);
}

static void assert_written(const char *octets, int length, const char *json)
{
    json_writer w = begin_object();
    json_octets(&w, "uri",
                (uriproof_span){length < 0 ? NULL : octets, length < 0 ? 0 : (size_t)length});
    assert_wrote(&w, json);
}

static void octets_are_written_in_the_form_they_need(void **state)
{
    (void)state;
    assert_written(NULL, -1, "{}");
    assert_written("", 0, "{\"uri\":\"\"}");
    assert_written("a b", 2, "{\"uri\":\"a \"}");
    assert_written("a~ \"\\", 5, "{\"uri\":\"a~ \\\"\\\\\"}");
    assert_written("a\0", 2, "{\"uri_hex\":\"6100\"}");
    assert_written("\x1f", 1, "{\"uri_hex\":\"1f\"}");
    assert_written("\x7f", 1, "{\"uri_hex\":\"7f\"}");
    assert_written("\x80\xff\n", 3, "{\"uri_hex\":\"80ff0a\"}");
    assert_written("\xc3\xa9", 2, "{\"uri_hex\":\"c3a9\"}");
}

static void each_octet_survives_the_way_there_and_back(void **state)
{
    (void)state;
    for (int octet = 0; octet < 256; octet++) {
        char written = (char)octet;
        uriproof_span read;
        uriproof_error error;
        json_writer w = begin_object();
        json_octets(&w, "uri", (uriproof_span){&written, 1});
        cJSON *object = json_writer_tree(&w);
        assert_int_equal(strcmp(object->child->string, "uri_hex") == 0,
                         octet < 0x20 || octet > 0x7e);
        assert_true(uriproof_octets_read(object, "uri", &read, &error));
        assert_int_equal(read.length, 1);
        assert_int_equal(read.octets[0], written);
        cJSON_Delete(object);
    }
}

/* ---- Requests ---- */

static void requests_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        uriproof_op op;
        const char *json;
    } cases[] = {
        {URIPROOF_PARSE, "{\"uri\":\"a:b\"}"},
        {URIPROOF_PARSE, "{\"uri_hex\":\"613a00\"}"},
        {URIPROOF_RESOLVE, "{\"base\":\"a:b\",\"ref\":\"\"}"},
        {URIPROOF_RESOLVE, "{\"base_hex\":\"ff\",\"ref\":\"c\"}"},
        {URIPROOF_NORMALIZE, "{\"uri\":\"a:b\"}"},
        {URIPROOF_EQUIVALENT, "{\"uri\":\"a:b\",\"other_hex\":\"0a\"}"},
        {URIPROOF_DECODE, "{\"text\":\"%41\"}"},
        {URIPROOF_ENCODE, "{\"text_hex\":\"00\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_request request;
        uriproof_error error = {""};
        cJSON *object = object_of(cases[i].json);
        json_writer w = begin_object();
        assert_true(uriproof_request_read(object, cases[i].op, &request, &error));
        assert_int_equal(request.op, cases[i].op);
        uriproof_request_write(&w, &request);
        cJSON_Delete(object);
        assert_wrote(&w, cases[i].json);
    }
}

static void a_request_lacks_a_field(void **state)
{
    (void)state;
    static const struct {
        uriproof_op op;
        const char *json, *words;
    } cases[] = {
        {URIPROOF_PARSE, "{}", "\"parse\" needs \"uri\""},
        {URIPROOF_RESOLVE, "{\"ref\":\"b\"}", "\"resolve\" needs \"base\""},
        {URIPROOF_RESOLVE, "{\"base\":\"b\"}", "\"resolve\" needs \"ref\""},
        {URIPROOF_NORMALIZE, "{\"text\":\"b\"}", "\"normalize\" needs \"uri\""},
        {URIPROOF_EQUIVALENT, "{\"uri\":\"b\"}", "\"equivalent\" needs \"other\""},
        {URIPROOF_DECODE, "{\"uri\":\"b\"}", "\"decode\" needs \"text\""},
        {URIPROOF_ENCODE, "{\"text\":null}", "\"text\" is not a string"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_request request;
        uriproof_error error = {""};
        cJSON *object = object_of(cases[i].json);
        assert_false(uriproof_request_read(object, cases[i].op, &request, &error));
        assert_says(&error, cases[i].words, cases[i].json);
        cJSON_Delete(object);
    }
}

static void operations_have_names(void **state)
{
    (void)state;
    assert_int_equal(uriproof_op_named("parse"), URIPROOF_PARSE);
    assert_int_equal(uriproof_op_named("resolve"), URIPROOF_RESOLVE);
    assert_int_equal(uriproof_op_named("encode"), URIPROOF_ENCODE);
    assert_int_equal(uriproof_op_named("hello"), URIPROOF_OP_COUNT);
    assert_int_equal(uriproof_op_named("Parse"), URIPROOF_OP_COUNT);
    assert_int_equal(uriproof_op_named(""), URIPROOF_OP_COUNT);
}

/* ---- Answers ---- */

static bool read_answer(const char *json, uriproof_op op, uriproof_strictness strictness,
                        uriproof_error *error)
{
    uriproof_answer answer;
    cJSON *object = object_of(json);
    bool read = uriproof_answer_read(object, op, strictness, &answer, error);
    cJSON_Delete(object);
    return read;
}

/* Each is read, also strictly, and written as it came. */
static void answers_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        uriproof_op op;
        const char *json;
    } cases[] = {
        {URIPROOF_PARSE, "{\"status\":\"rejected\"}"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"error\":\"words\"}"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":0}"},
        {URIPROOF_PARSE,
         "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":7,\"error\":\"\"}"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":{}}"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"a\",\"path\":\"\","
                         "\"search\":\"s\",\"fragmentid_hex\":\"00\"}}"},
        {URIPROOF_PARSE,
         "{\"status\":\"accepted\",\"generic\":{\"path\":\"b\"},\"components\":{\"path\":\"b\"}}"},
        {URIPROOF_PARSE,
         "{\"status\":\"accepted\",\"components\":{\"scheme\":\"a\",\"userinfo\":\"u:p\","
         "\"user\":\"u\",\"password\":\"p\",\"host\":\"h\",\"port\":\"\",\"path_hex\":\"2fe9\","
         "\"query\":\"\",\"fragment\":\"f\"}}"},
        {URIPROOF_RESOLVE, "{\"status\":\"accepted\",\"uri\":\"a:b\"}"},
        {URIPROOF_RESOLVE, "{\"status\":\"rejected\",\"uri\":\"a:b c\"}"},
        {URIPROOF_RESOLVE, "{\"status\":\"undefined\"}"},
        {URIPROOF_NORMALIZE, "{\"status\":\"accepted\",\"uri_hex\":\"ff\"}"},
        {URIPROOF_EQUIVALENT, "{\"status\":\"accepted\",\"equal\":false}"},
        {URIPROOF_EQUIVALENT, "{\"status\":\"rejected\"}"},
        {URIPROOF_DECODE, "{\"status\":\"accepted\",\"text\":\"\"}"},
        {URIPROOF_ENCODE, "{\"status\":\"accepted\",\"text\":\"%00\"}"},
        {URIPROOF_ENCODE, "{\"status\":\"unsupported\"}"},
        {URIPROOF_ENCODE, "{\"status\":\"unsupported\",\"error\":\"NUL\"}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_answer answer;
        uriproof_error error = {""};
        cJSON *object = object_of(cases[i].json);
        json_writer w = begin_object();
        if (!uriproof_answer_read(object, cases[i].op, URIPROOF_KNOWN_KEYS, &answer, &error))
            fail_msg("%s: %s", cases[i].json, error.words);
        uriproof_answer_write(&w, cases[i].op, &answer);
        cJSON_Delete(object);
        assert_wrote(&w, cases[i].json);
    }
}

static void broken_answers_are_refused(void **state)
{
    (void)state;
    static const struct {
        uriproof_op op;
        const char *json, *words;
    } cases[] = {
        {URIPROOF_PARSE, "{}", "no \"status\""},
        {URIPROOF_PARSE, "{\"generic\":{}}", "no \"status\""},
        {URIPROOF_PARSE, "{\"valid\":true}", "no \"status\""},
        {URIPROOF_PARSE, "{\"status\":1}", "\"status\" is not \"accepted\", \"rejected\", "},
        {URIPROOF_PARSE, "{\"status\":null}", "\"status\" is not \"accepted\""},
        {URIPROOF_PARSE, "{\"status\":\"valid\"}", "\"status\" is not \"accepted\""},
        {URIPROOF_PARSE, "{\"status\":\"accepted\"}", "no \"components\" or \"generic\""},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":null}",
         "\"generic\" is not an object"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":[]}",
         "\"generic\" is not an object"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"components\":\"a\"}",
         "\"components\" is not an"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":{\"host\":\"h\"}}",
         "\"generic\" has no part \"host\""},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"components\":{\"search\":\"h\"}}",
         "\"components\" has no part \"search\""},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"components\":{\"host\":null}}",
         "not a string"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"components\":{\"port\":80}}", "not a string"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":{\"path_hex\":\"2F\"}}",
         "lower-case"},
        {URIPROOF_PARSE, "{\"status\":\"accepted\",\"generic\":{\"path\":\"\",\"path_hex\":\"\"}}",
         "twice"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"offset\":3}",
         "no \"production\" beside its \"offset\""},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"production\":\"path\"}",
         "no \"offset\" beside its \"production\""},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"production\":3,\"offset\":3}", "not a string"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"production\":null,\"offset\":3}",
         "not a string"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"offset\":-1,\"production\":\"p\"}",
         "whole number"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"offset\":0.5,\"production\":\"p\"}",
         "whole number"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"offset\":1e300,\"production\":\"p\"}",
         "whole number"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"offset\":1e999,\"production\":\"p\"}",
         "whole number"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"offset\":\"1\",\"production\":\"p\"}",
         "whole number"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"offset\":null,\"production\":\"p\"}",
         "whole number"},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"error\":1}", "\"error\" is not a string"},
        {URIPROOF_RESOLVE, "{\"status\":\"accepted\"}", "no \"uri\""},
        {URIPROOF_RESOLVE, "{\"status\":\"accepted\",\"uri\":null}", "\"uri\" is not a string"},
        {URIPROOF_RESOLVE, "{\"status\":\"accepted\",\"text\":\"a\"}", "no \"uri\""},
        {URIPROOF_RESOLVE, "{\"status\":\"rejected\",\"uri\":1}", "\"uri\" is not a string"},
        {URIPROOF_NORMALIZE, "{\"status\":\"accepted\"}", "no \"uri\""},
        {URIPROOF_EQUIVALENT, "{\"status\":\"accepted\"}", "no \"equal\""},
        {URIPROOF_EQUIVALENT, "{\"status\":\"accepted\",\"equal\":1}",
         "\"equal\" is not true or false"},
        {URIPROOF_DECODE, "{\"status\":\"accepted\",\"uri\":\"a\"}", "no \"text\""},
        {URIPROOF_ENCODE, "{\"status\":\"accepted\",\"text_hex\":\"A0\"}", "lower-case"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_error error = {""};
        if (read_answer(cases[i].json, cases[i].op, URIPROOF_LET_KEYS, &error))
            fail_msg("%s is taken", cases[i].json);
        assert_says(&error, cases[i].words, cases[i].json);
    }
}

static void the_largest_offset_is_exact(void **state)
{
    (void)state;
    uriproof_error error;
    uriproof_answer answer;
    cJSON *object =
        object_of("{\"status\":\"rejected\",\"production\":\"p\",\"offset\":9007199254740992}");
    assert_true(uriproof_answer_read(object, URIPROOF_PARSE, URIPROOF_KNOWN_KEYS, &answer, &error));
    assert_true(answer.has_offset);
    assert_true(answer.offset == (size_t)9007199254740992);
    cJSON_Delete(object);
    assert_false(
        read_answer("{\"status\":\"rejected\",\"production\":\"p\",\"offset\":18014398509481984}",
                    URIPROOF_PARSE, URIPROOF_LET_KEYS, &error));
}

/* An adapter may add keys, a vector may not. */
static void unknown_keys_are_for_adapters(void **state)
{
    (void)state;
    static const struct {
        uriproof_op op;
        const char *json, *words;
    } cases[] = {
        {URIPROOF_PARSE, "{\"id\":1,\"status\":\"rejected\"}", "no \"id\""},
        {URIPROOF_PARSE, "{\"status\":\"rejected\",\"uri\":\"a\"}", "no \"uri\""},
        {URIPROOF_RESOLVE, "{\"status\":\"accepted\",\"uri\":\"a\",\"uris\":\"b\"}", "no \"uris\""},
        {URIPROOF_DECODE, "{\"status\":\"accepted\",\"text\":\"a\",\"x\":{\"y\":[]}}", "no \"x\""},
        {URIPROOF_EQUIVALENT, "{\"status\":\"accepted\",\"equal\":true,\"Equal\":1}",
         "no \"Equal\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_error error = {""};
        assert_true(read_answer(cases[i].json, cases[i].op, URIPROOF_LET_KEYS, &error));
        assert_false(read_answer(cases[i].json, cases[i].op, URIPROOF_KNOWN_KEYS, &error));
        assert_says(&error, cases[i].words, cases[i].json);
    }
}

/* ---- Equality ---- */

static bool equal(uriproof_op op, const char *one, const char *two)
{
    uriproof_answer a, b;
    uriproof_error error;
    cJSON *first = object_of(one), *second = object_of(two);
    assert_true(uriproof_answer_read(first, op, URIPROOF_LET_KEYS, &a, &error));
    assert_true(uriproof_answer_read(second, op, URIPROOF_LET_KEYS, &b, &error));
    bool same = uriproof_answer_matches(op, &a, &b);
    assert_int_equal(same, uriproof_answer_matches(op, &b, &a));
    cJSON_Delete(first);
    cJSON_Delete(second);
    return same;
}

/* What a generated vector expects of a URL may be that it matches the grammar, and no more. */
static void a_url_may_be_left_open(void **state)
{
    (void)state;
    uriproof_answer expected, given;
    uriproof_error error;
    cJSON *open = object_of("{\"status\":\"accepted\"}");
    cJSON *url = object_of("{\"status\":\"accepted\",\"production\":\"httpaddress\",\"detail\":"
                           "{\"host\":\"h\"}}");
    assert_false(uriproof_answer_read(open, URIPROOF_URL, URIPROOF_LET_KEYS, &expected, &error));
    assert_false(uriproof_answer_read(open, URIPROOF_URL, URIPROOF_KNOWN_KEYS, &expected, &error));
    assert_true(uriproof_answer_read(open, URIPROOF_URL, URIPROOF_LEFT_OPEN, &expected, &error));
    assert_true(uriproof_answer_read(url, URIPROOF_URL, URIPROOF_LET_KEYS, &given, &error));
    assert_true(uriproof_answer_matches(URIPROOF_URL, &expected, &given));
    assert_false(uriproof_answer_matches(URIPROOF_URL, &given, &expected));
    given.status = ANSWER_REJECTED;
    assert_false(uriproof_answer_matches(URIPROOF_URL, &expected, &given));
    cJSON_Delete(open);
    cJSON_Delete(url);
}

static void answers_say_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *one, *two;
        uriproof_op op;
        bool same;
    } cases[] = {
        {"{\"status\":\"rejected\"}", "{\"status\":\"rejected\",\"error\":\"x\"}", URIPROOF_PARSE,
         true},
        {"{\"status\":\"rejected\"}", "{\"status\":\"accepted\",\"generic\":{}}", URIPROOF_PARSE,
         false},
        {"{\"status\":\"rejected\"}", "{\"status\":\"unsupported\"}", URIPROOF_PARSE, false},
        /* A place counts only where both have one. */
        {"{\"status\":\"rejected\"}",
         "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":3}", URIPROOF_PARSE, true},
        {"{\"status\":\"rejected\",\"production\":\"path\",\"offset\":3}",
         "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":3}", URIPROOF_PARSE, true},
        {"{\"status\":\"rejected\",\"production\":\"path\",\"offset\":4}",
         "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":3}", URIPROOF_PARSE, false},
        {"{\"status\":\"rejected\",\"production\":\"uri\",\"offset\":3}",
         "{\"status\":\"rejected\",\"production\":\"path\",\"offset\":3}", URIPROOF_PARSE, false},
        /* Absent is not empty. */
        {"{\"status\":\"accepted\",\"generic\":{\"path\":\"\"}}",
         "{\"status\":\"accepted\",\"generic\":{}}", URIPROOF_PARSE, false},
        {"{\"status\":\"accepted\",\"generic\":{\"path\":\"a\"}}",
         "{\"status\":\"accepted\",\"generic\":{\"path_hex\":\"61\"}}", URIPROOF_PARSE, true},
        {"{\"status\":\"accepted\",\"generic\":{\"path\":\"a\"}}",
         "{\"status\":\"accepted\",\"components\":{\"path\":\"a\"}}", URIPROOF_PARSE, false},
        {"{\"status\":\"accepted\",\"components\":{\"host\":\"a\"}}",
         "{\"status\":\"accepted\",\"components\":{\"host\":\"a\"}}", URIPROOF_PARSE, true},
        {"{\"status\":\"accepted\",\"components\":{\"host\":\"a\"}}",
         "{\"status\":\"accepted\",\"components\":{\"host\":\"A\"}}", URIPROOF_PARSE, false},
        {"{\"status\":\"accepted\",\"uri\":\"a\"}", "{\"status\":\"accepted\",\"uri\":\"a\"}",
         URIPROOF_RESOLVE, true},
        {"{\"status\":\"accepted\",\"uri\":\"a\"}", "{\"status\":\"accepted\",\"uri\":\"b\"}",
         URIPROOF_RESOLVE, false},
        {"{\"status\":\"accepted\",\"uri\":\"a\"}", "{\"status\":\"rejected\",\"uri\":\"a\"}",
         URIPROOF_RESOLVE, false},
        /* So does the text of a result that does not match the grammar. */
        {"{\"status\":\"rejected\",\"uri\":\"a\"}", "{\"status\":\"rejected\"}", URIPROOF_RESOLVE,
         true},
        {"{\"status\":\"rejected\",\"uri\":\"a\"}", "{\"status\":\"rejected\",\"uri\":\"b\"}",
         URIPROOF_RESOLVE, false},
        {"{\"status\":\"accepted\",\"equal\":true}", "{\"status\":\"accepted\",\"equal\":true}",
         URIPROOF_EQUIVALENT, true},
        {"{\"status\":\"accepted\",\"equal\":true}", "{\"status\":\"accepted\",\"equal\":false}",
         URIPROOF_EQUIVALENT, false},
        {"{\"status\":\"accepted\",\"text\":\"\"}", "{\"status\":\"accepted\",\"text_hex\":\"00\"}",
         URIPROOF_DECODE, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (equal(cases[i].op, cases[i].one, cases[i].two) != cases[i].same)
            fail_msg("%s and %s", cases[i].one, cases[i].two);
}

/* ---- In words ---- */

static void assert_described(const char *json, const char *words)
{
    cJSON *object = cJSON_Parse(json);
    assert_non_null(object);
    char *described = uriproof_answer_describe(object);
    assert_string_equal(described, words);
    free(described);
    cJSON_Delete(object);
}

static void answers_are_described(void **state)
{
    (void)state;
    char *nothing = uriproof_answer_describe(NULL);
    assert_string_equal(nothing, "no answer");
    free(nothing);
    assert_described("{\"status\":\"rejected\"}", "rejected");
    assert_described("{\"status\":\"rejected\",\"production\":\"path\",\"offset\":7}",
                     "rejected in path at 7");
    assert_described("{\"status\":\"rejected\",\"error\":\"no host\"}", "rejected: \"no host\"");
    assert_described("{\"status\":\"accepted\",\"components\":{\"fragment\":\"f\",\"x\":\"y\","
                     "\"path_hex\":\"ff\",\"host\":\"h\",\"scheme\":\"a\"}}",
                     "scheme \"a\", host \"h\", path \"\\xff\", fragment \"f\", x \"y\"");
    assert_described("{\"status\":\"undefined\"}", "the specification is silent");
    assert_described("{\"status\":\"rejected\",\"uri\":\"a:b c\"}", "\"a:b c\", which is no URI");
    assert_described("{\"status\":\"unsupported\"}", "unsupported");
    assert_described(
        "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"http\",\"path\":\"//h/\"}}",
        "scheme \"http\", path \"//h/\"");
    assert_described(
        "{\"status\":\"accepted\",\"components\":{\"host_hex\":\"ff00\",\"port\":\"\"}}",
        "host \"\\xff\\x00\", port \"\"");
    assert_described("{\"status\":\"accepted\",\"equal\":true}", "identical");
    assert_described("{\"status\":\"accepted\",\"equal\":false}", "not identical");
    assert_described("{\"status\":\"accepted\",\"uri\":\"a:\\\"\\\\b\"}", "\"a:\\\"\\\\b\"");
    assert_described("{\"status\":\"accepted\",\"text_hex\":\"6100\"}", "\"a\\x00\"");
}

/* What a generated vector expects may be no more than a verdict, or a rejection's octet. */
static void what_is_left_open_is_described(void **state)
{
    (void)state;
    assert_described("{\"status\":\"accepted\"}", "accepted");
    assert_described("{\"status\":\"accepted\",\"generic\":{}}", "accepted");
    assert_described("{\"status\":\"accepted\",\"detail\":{}}", "accepted");
    assert_described("{\"status\":\"accepted\",\"production\":\"httpaddress\"}",
                     "production \"httpaddress\"");
    assert_described("{\"status\":\"accepted\",\"production\":\"httpaddress\",\"detail\":{}}",
                     "production \"httpaddress\"");
    assert_described("{\"status\":\"accepted\",\"uri\":\"\"}", "\"\"");
    assert_described("{\"status\":\"accepted\",\"production\":\"p\",\"uri\":\"a:\"}", "\"a:\"");
    assert_described("{\"status\":\"rejected\",\"offset\":5}", "rejected at 5");
    assert_described("{\"status\":\"rejected\",\"offset\":0,\"error\":\"no\"}",
                     "rejected at 0: \"no\"");
    assert_described("{\"status\":\"rejected\",\"production\":\"path\"}", "rejected in path");
}

/* What else an adapter says is not its answer. */
static void only_the_result_is_described(void **state)
{
    (void)state;
    assert_described("{\"op\":\"resolve\",\"status\":\"accepted\",\"uri\":\"a:b\",\"note\":\"n\"}",
                     "\"a:b\"");
    assert_described("{\"status\":\"rejected\",\"urinal\":\"x\"}", "rejected");
}

static void assert_printable(const char *words)
{
    for (const char *at = words; *at != '\0'; at++)
        if (*at < 0x20 || *at > 0x7e)
            fail_msg("octet %02x in words for people", (unsigned char)*at);
}

static void hostile_answers_are_described(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "{}",
        "[]",
        "[[1]]",
        "null",
        "\"\x1b[2J\"",
        "{\"status\":null}",
        "{\"status\":\"\xff\x1b]0;x\x07\"}",
        "{\"\x1b[31m\":\"\n\"}",
        "{\"status\":\"accepted\"}",
        "{\"status\":\"accepted\",\"generic\":\"x\",\"components\":7,\"equal\":[]}",
        "{\"status\":\"accepted\",\"generic\":{\"\x1b\":{\"\xc2\x9b\":\"\x7f\"}}}",
        "{\"status\":\"accepted\",\"uri_hex\":\"6\"}",
        "{\"status\":\"accepted\",\"uri_hex\":\"zz-1+2 30x\"}",
        "{\"status\":\"accepted\",\"_hex\":\"61\",\"uri\":{\"a\":\"\x1b\"}}",
        "{\"status\":\"rejected\",\"production\":\"\x1b[0m\xff\",\"offset\":1e300}",
        "{\"status\":\"rejected\",\"production\":7,\"offset\":\"a\"}",
        "{\"status\":\"rejected\",\"error\":{\"a\":\"\x1b\"},\"uri\":[\"\xe9\"]}",
        "{\"status\":\"rejected\",\"error\":\"\\u001b[1A\\r\\nok 1\"}",
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        cJSON *answer = cJSON_Parse(answers[i]);
        if (answer == NULL)
            fail_msg("%s is no JSON to begin with", answers[i]);
        char *words = uriproof_answer_describe(answer);
        assert_non_null(words);
        assert_printable(words);
        free(words);
        cJSON_Delete(answer);
    }
}

static void large_answers_are_described(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20, DEPTH = 900 };
    char *text = malloc(SIZE + 64);
    assert_non_null(text);
    size_t length = (size_t)sprintf(text, "{\"status\":\"accepted\",\"uri\":\"");
    memset(text + length, 'a', SIZE);
    strcpy(text + length + SIZE, "\"}");
    cJSON *answer = cJSON_Parse(text);
    char *words = uriproof_answer_describe(answer);
    assert_int_equal(strlen(words), SIZE + 2);
    free(words);
    cJSON_Delete(answer);
    length = (size_t)sprintf(text, "{\"status\":7,\"a\":");
    memset(text + length, '[', DEPTH);
    memset(text + length + DEPTH, ']', DEPTH);
    strcpy(text + length + 2 * (size_t)DEPTH, "}");
    answer = cJSON_Parse(text);
    assert_non_null(answer);
    words = uriproof_answer_describe(answer);
    assert_printable(words);
    assert_int_equal(strncmp(words, "not an answer: status 7, a [[[", 30), 0);
    free(words);
    cJSON_Delete(answer);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_object_is_read),
        cmocka_unit_test(what_is_not_one_object_is_refused),
        cmocka_unit_test(the_length_is_believed),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(octets_are_read_in_both_forms),
        cmocka_unit_test(broken_octets_are_refused),
        cmocka_unit_test(octets_are_written_in_the_form_they_need),
        cmocka_unit_test(each_octet_survives_the_way_there_and_back),
        cmocka_unit_test(requests_are_read_and_written),
        cmocka_unit_test(a_request_lacks_a_field),
        cmocka_unit_test(operations_have_names),
        cmocka_unit_test(answers_are_read_and_written),
        cmocka_unit_test(broken_answers_are_refused),
        cmocka_unit_test(the_largest_offset_is_exact),
        cmocka_unit_test(unknown_keys_are_for_adapters),
        cmocka_unit_test(answers_say_the_same),
        cmocka_unit_test(a_url_may_be_left_open),
        cmocka_unit_test(answers_are_described),
        cmocka_unit_test(what_is_left_open_is_described),
        cmocka_unit_test(only_the_result_is_described),
        cmocka_unit_test(hostile_answers_are_described),
        cmocka_unit_test(large_answers_are_described),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
