/* SPDX-License-Identifier: MIT */
/*
 * Lines of the protocol. What is written is held against lines written by hand from
 * docs/protocol.md, and, for every vector, against what cJSON prints. What is read plainly is held
 * against what is read as JSON.
 */
#include "base/base.h"
#include "protocol/line.h"
#include "protocol/line_plain.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "corpus/corpus.h"

static uriproof_span span(const char *octets)
{
    return uriproof_span_of(octets);
}

/* ---- What is written ---- */

static void requests_are_written(void **state)
{
    (void)state;
    const struct {
        int64_t id;
        uriproof_request request;
        const char *line;
    } cases[] = {
        {1, {URIPROOF_PARSE, {{"x:", 2}}}, "{\"id\":1,\"op\":\"parse\",\"uri\":\"x:\"}\n"},
        {INT64_MAX,
         {URIPROOF_RESOLVE, {{"x:", 2}, {"", 0}}},
         "{\"id\":9223372036854775807,\"op\":\"resolve\",\"base\":\"x:\",\"ref\":\"\"}\n"},
        {INT64_MIN,
         {URIPROOF_DECODE, {{"\"\\/", 3}}},
         "{\"id\":-9223372036854775808,\"op\":\"decode\",\"text\":\"\\\"\\\\/\"}\n"},
        {0,
         {URIPROOF_ENCODE, {{"\x00\x1f\x7f\xff", 4}}},
         "{\"id\":0,\"op\":\"encode\",\"text_hex\":\"001f7fff\"}\n"},
        {-1,
         {URIPROOF_EQUIVALENT, {{"~", 1}, {"a\nb", 3}}},
         "{\"id\":-1,\"op\":\"equivalent\",\"uri\":\"~\",\"other_hex\":\"610a62\"}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        octet_buffer line = {0};
        line_write_request(&line, cases[i].id, &cases[i].request);
        assert_int_equal(line.length, strlen(cases[i].line));
        assert_memory_equal(line.octets, cases[i].line, line.length);
        buffer_free(&line);
    }
}

static void answers_are_written(void **state)
{
    (void)state;
    cJSON *detail = cJSON_Parse("{\"host\":\"h\",\"words\":[\"a\",\"\"]}");
    const struct {
        uriproof_op op;
        uriproof_answer answer;
        const char *members;
    } cases[] = {
        {URIPROOF_PARSE,
         {.valid = true,
          .parts = {.has_components = true,
                    .components = {.scheme = {"x", 1}, .path = {"", 0}, .query = {"\xff", 1}}}},
         "\"valid\":true,\"components\":{\"scheme\":\"x\",\"path\":\"\",\"query_hex\":\"ff\"}"},
        {URIPROOF_PARSE,
         {.valid = true, .parts = {.has_generic = true}},
         "\"valid\":true,\"generic\":{}"},
        {URIPROOF_PARSE,
         {.production = "path", .has_offset = true, .offset = SIZE_MAX, .error = "\"\\\b\f\n\r\t"},
         "\"valid\":false,\"production\":\"path\",\"offset\":18446744073709551615,"
         "\"error\":\"\\\"\\\\\\u0008\\u000c\\u000a\\u000d\\u0009\""},
        {URIPROOF_PARSE,
         {.error = "a\x01\x1f\x7f\xc3\xa9\xff/"},
         "\"valid\":false,\"error\":\"a\\u0001\\u001f\\u007f\xc3\xa9\xef\xbf\xbd/\""},
        {URIPROOF_RESOLVE,
         {.valid = true, .result = {"x:\"", 3}},
         "\"valid\":true,\"uri\":\"x:\\\"\""},
        {URIPROOF_ENCODE, {.valid = true, .result = {"", 0}}, "\"valid\":true,\"text\":\"\""},
        {URIPROOF_EQUIVALENT,
         {.valid = true, .has_equal = true, .equal = true},
         "\"valid\":true,\"equal\":true"},
        {URIPROOF_EQUIVALENT, {.has_equal = true}, "\"valid\":false,\"equal\":false"},
        {URIPROOF_URL,
         {.valid = true, .production = "httpaddress", .detail = detail},
         "\"valid\":true,\"production\":\"httpaddress\","
         "\"detail\":{\"host\":\"h\",\"words\":[\"a\",\"\"]}"},
        {URIPROOF_NORMALIZE, {.silent = true}, "\"valid\":false,\"silent\":true"},
        {URIPROOF_PARSE,
         {.unsupported = true, .valid = true, .error = "no"},
         "\"unsupported\":true,\"error\":\"no\""},
        {URIPROOF_PARSE, {.unsupported = true}, "\"unsupported\":true"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char expected[256];
        octet_buffer line = {0};
        snprintf(expected, sizeof expected, "{\"id\":7,%s}\n", cases[i].members);
        line_write_answer(&line, 7, cases[i].op, &cases[i].answer);
        buffer_add(&line, "", 1);
        assert_string_equal(line.octets, expected);
        buffer_free(&line);
    }
    cJSON_Delete(detail);
}

static void lines_are_added_after_others(void **state)
{
    (void)state;
    octet_buffer lines = {0};
    const uriproof_answer no = {0};
    const uriproof_request request = {URIPROOF_PARSE, {{"x", 1}}};
    line_write_answer(&lines, 1, URIPROOF_PARSE, &no);
    line_write_request(&lines, 2, &request);
    buffer_add(&lines, "", 1);
    assert_string_equal(lines.octets, "{\"id\":1,\"valid\":false}\n"
                                      "{\"id\":2,\"op\":\"parse\",\"uri\":\"x\"}\n");
    buffer_free(&lines);
}

/* ---- What is plain ---- */

static cJSON *json_of(const char *line)
{
    uriproof_error error;
    cJSON *object = line_read(line, strlen(line), &error);
    if (object == NULL)
        fail_msg("%s: %s", line, error.words);
    return object;
}

static void assert_same_as_json(const char *line, int64_t id, const uriproof_request *request)
{
    cJSON *object = json_of(line);
    uriproof_request as_json;
    uriproof_error error;
    assert_true(cJSON_GetObjectItemCaseSensitive(object, "id")->valuedouble == (double)id);
    assert_true(uriproof_request_read(object, request->op, &as_json, &error));
    for (size_t i = 0; i < 2; i++)
        assert_true(uriproof_span_equal(request->field[i], as_json.field[i]));
    cJSON_Delete(object);
}

static bool reads_request(const char *line, int64_t *id, uriproof_request *request)
{
    line_plain plain;
    bool read =
        line_plain_id(line, strlen(line), &plain, id) && line_plain_request(&plain, request);
    if (read)
        assert_same_as_json(line, *id, request);
    return read;
}

static void plain_requests_are_read(void **state)
{
    (void)state;
    const struct {
        const char *line;
        int64_t id;
        uriproof_op op;
        const char *fields[2];
    } cases[] = {
        {"{\"id\":12,\"op\":\"parse\",\"uri\":\"a b\"}", 12, URIPROOF_PARSE, {"a b", NULL}},
        {" { \"id\" : 0 , \"op\" : \"resolve\" , \"ref\" : \"\" , \"base\" : \"b\" } \r",
         0,
         URIPROOF_RESOLVE,
         {"b", ""}},
        {"{\"id\":999999999999999,\"op\":\"encode\",\"text\":\"~{}\",\"x\":true,\"y\":1,\"z\":"
         "\"\"}",
         999999999999999,
         URIPROOF_ENCODE,
         {"~{}", NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t id = 0;
        uriproof_request request = {0};
        assert_true(reads_request(cases[i].line, &id, &request));
        assert_int_equal(id, cases[i].id);
        assert_int_equal(request.op, cases[i].op);
        for (size_t k = 0; k < 2; k++)
            assert_true(uriproof_span_equal(request.field[k], span(cases[i].fields[k])));
    }
}

static void other_requests_are_not_plain(void **state)
{
    (void)state;
    const char *const lines[] = {
        "",
        "{",
        "{}",
        "[]",
        "{\"id\":1}",
        "{\"id\":1,\"op\":\"parse\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"}}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"} x",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",}",
        "{\"id\":1,\"op\":\"parse\",,\"uri\":\"a\"}",
        "{\"id\":1 \"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":1,\"op\" \"parse\",\"uri\":\"a\"}",
        "{,\"id\":1,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":01,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":-1,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":1.0,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":1e3,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":9007199254740993,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":\"1\",\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"op\":\"parse\",\"id\":1,\"uri\":\"a\"}",
        "{\"id\":1,\"uri\":\"a\",\"op\":\"parse\"}",
        "{\"id\":1,\"op\":\"nothing\",\"uri\":\"a\"}",
        "{\"id\":1,\"op\":\"pars\",\"uri\":\"a\"}",
        "{\"id\":1,\"op\":\"parses\",\"uri\":\"a\"}",
        "{\"id\":1,\"op\":\"parse\",\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"uri\":\"a\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":1}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\\u0020b\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\tb\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"\x7f\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"\xc3\xa9\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a}",
        "{\"id\":1,\"op\":\"parse\",\"uri\" :\" a\" \"}",
        "{\"id\":1,\"op\":\"parse\",\"uri_hex\":\"61\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"uri_hex\":\"61\"}",
        "{\"id\":1,\"op\":\"resolve\",\"base\":\"a\"}",
        "{\"id\":1,\"op\":\"resolve\",\"ref\":\"a\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":null}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":[]}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":tru}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":\"\ttrue}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":\"\r7}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":\"b\t\"7}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\t\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\r\":\"a\"}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int64_t id = 0;
        uriproof_request request = {0};
        if (reads_request(lines[i], &id, &request))
            fail_msg("taken as plain: %s", lines[i]);
    }
}

/* As a line, which shows all that is in an answer. */
static char *written(uriproof_op op, const uriproof_answer *answer)
{
    octet_buffer line = {0};
    line_write_answer(&line, 1, op, answer);
    buffer_add(&line, "", 1);
    return line.octets;
}

static void assert_answer_as_json(const char *line, uriproof_op op, const uriproof_answer *answer)
{
    cJSON *object = json_of(line);
    uriproof_answer as_json;
    uriproof_error error;
    if (!uriproof_answer_read(object, op, URIPROOF_LET_KEYS, &as_json, &error))
        fail_msg("%s: %s", line, error.words);
    char *one = written(op, answer), *other = written(op, &as_json);
    assert_string_equal(one, other);
    free(one);
    free(other);
    cJSON_Delete(object);
}

static bool reads_answer(const char *line, uriproof_op op, line_plain_words *words,
                         uriproof_answer *answer)
{
    int64_t id;
    line_plain plain;
    bool read = line_plain_id(line, strlen(line), &plain, &id) &&
                line_plain_answer(&plain, op, words, answer);
    if (read)
        assert_answer_as_json(line, op, answer);
    return read;
}

/* Each line is as it would be written, so it must come out as it went in. */
static void plain_answers_are_read(void **state)
{
    (void)state;
    const struct {
        uriproof_op op;
        const char *members;
    } cases[] = {
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{\"scheme\":\"x\",\"userinfo\":\"u:p\","
                         "\"user\":\"u\",\"password\":\"p\",\"host\":\"h\",\"port\":\"80\","
                         "\"path\":\"\",\"query\":\"q\",\"fragment\":\"f\"}"},
        {URIPROOF_PARSE, "\"valid\":true,\"generic\":{\"scheme\":\"x\",\"path\":\"p\","
                         "\"search\":\"s\",\"fragmentid\":\"f\"},\"components\":{}"},
        {URIPROOF_PARSE, "\"valid\":false,\"production\":\"path\",\"offset\":0,\"error\":\"no\""},
        {URIPROOF_PARSE, "\"valid\":false,\"error\":\"\""},
        {URIPROOF_RESOLVE, "\"valid\":true,\"uri\":\"x:\""},
        {URIPROOF_NORMALIZE, "\"valid\":true,\"uri\":\"\""},
        {URIPROOF_RESOLVE, "\"valid\":false"},
        {URIPROOF_DECODE, "\"valid\":true,\"text\":\"a\""},
        {URIPROOF_EQUIVALENT, "\"valid\":true,\"equal\":false"},
        {URIPROOF_URL, "\"valid\":false,\"production\":\"url\",\"offset\":999999999999999"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[512];
        line_plain_words words;
        uriproof_answer answer;
        snprintf(line, sizeof line, "{\"id\":1,%s}\n", cases[i].members);
        line[strlen(line) - 1] = '\0';
        if (!reads_answer(line, cases[i].op, &words, &answer))
            fail_msg("not plain: %s", line);
        char *again = written(cases[i].op, &answer);
        again[strlen(again) - 1] = '\0';
        assert_string_equal(again, line);
        free(again);
    }
}

static void members_that_nobody_asked_for_are_skipped(void **state)
{
    (void)state;
    line_plain_words words;
    uriproof_answer answer;
    assert_true(
        reads_answer("{\"id\": 1, \"took\": 12, \"more\": 2, \"valid\": true, \"text\": \"x\", "
                     "\"uri\": \"a\", \"ok\": false}",
                     URIPROOF_RESOLVE, &words, &answer));
    char *line = written(URIPROOF_RESOLVE, &answer);
    assert_string_equal(line, "{\"id\":1,\"valid\":true,\"uri\":\"a\"}\n");
    free(line);
}

static void other_answers_are_not_plain(void **state)
{
    (void)state;
    const struct {
        uriproof_op op;
        const char *members;
    } cases[] = {
        {URIPROOF_PARSE, ""},
        {URIPROOF_PARSE, "\"valid\":true"},
        {URIPROOF_PARSE, "\"components\":{}"},
        {URIPROOF_PARSE, "\"valid\":1,\"components\":{}"},
        {URIPROOF_PARSE, "\"valid\":true,\"valid\":true,\"components\":{}"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{},\"components\":{}"},
        {URIPROOF_PARSE, "\"valid\":true,\"generic\":{},\"generic\":{}"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":[]"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{\"scheme\":\"a\",\"scheme\":\"a\"}"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{\"scheme_hex\":\"61\"}"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{\"scheme\":null}"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{\"search\":\"a\"}"},
        {URIPROOF_PARSE, "\"valid\":true,\"generic\":{\"query\":\"a\"}"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{\"x\":true}"},
        {URIPROOF_PARSE, "\"valid\":true,\"components\":{,}"},
        {URIPROOF_PARSE, "\"valid\":false,\"offset\":1"},
        {URIPROOF_PARSE, "\"valid\":false,\"production\":\"path\""},
        {URIPROOF_PARSE, "\"valid\":false,\"production\":\"path\",\"offset\":-1"},
        {URIPROOF_PARSE, "\"valid\":false,\"production\":\"path\",\"offset\":1.5"},
        {URIPROOF_PARSE, "\"valid\":false,\"production\":\"path\",\"offset\":1,\"offset\":1"},
        {URIPROOF_PARSE, "\"valid\":false,\"error\":\"a\",\"error\":\"b\""},
        {URIPROOF_PARSE, "\"valid\":false,\"error\":1"},
        {URIPROOF_PARSE, "\"valid\":false,\"silent\":true"},
        {URIPROOF_PARSE, "\"valid\":false,\"unsupported\":true"},
        {URIPROOF_PARSE, "\"valid\":false,\"unsupported\":false"},
        {URIPROOF_PARSE, "\"valid\":false,\"detail\":{}"},
        {URIPROOF_PARSE, "\"valid\":false,\"x\":{}"},
        {URIPROOF_PARSE, "\"valid\":false,\"x_hex\":\"zz\""},
        {URIPROOF_PARSE, "\"valid\":false,\"x\":\"\ttrue"},
        {URIPROOF_PARSE, "\"x\":\"\ttrue,\"valid\":false"},
        {URIPROOF_PARSE, "\"valid\":false,\"x\":\"a\r\"7"},
        {URIPROOF_PARSE, "\"valid\":false,\"error\":\"a\t\""},
        {URIPROOF_RESOLVE, "\"valid\":true"},
        {URIPROOF_RESOLVE, "\"valid\":true,\"text\":\"a\""},
        {URIPROOF_RESOLVE, "\"valid\":true,\"uri_hex\":\"61\""},
        {URIPROOF_RESOLVE, "\"valid\":true,\"uri\":\"a\",\"uri\":\"a\""},
        {URIPROOF_DECODE, "\"valid\":true,\"uri\":\"a\""},
        {URIPROOF_EQUIVALENT, "\"valid\":true"},
        {URIPROOF_EQUIVALENT, "\"valid\":true,\"equal\":true,\"equal\":true"},
        {URIPROOF_URL, "\"valid\":true,\"production\":\"url\",\"offset\":1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[256];
        line_plain_words words;
        uriproof_answer answer;
        snprintf(line, sizeof line, "{\"id\":1,%s}", cases[i].members);
        if (reads_answer(line, cases[i].op, &words, &answer))
            fail_msg("taken as plain: %s", line);
    }
}

/* Words for people may be long, and are then left to who reads JSON; members may be many. */
static void what_is_too_much_is_not_plain(void **state)
{
    (void)state;
    enum { LONG = 300, MANY = 70 };
    char long_words[LONG + 1], line[2048] = "{\"id\":1,\"valid\":false";
    line_plain_words words;
    uriproof_answer answer;
    for (size_t length = 0; length <= LONG; length++) {
        char one[512];
        memset(long_words, 'w', length);
        long_words[length] = '\0';
        snprintf(one, sizeof one, "{\"id\":1,\"valid\":false,\"error\":\"%s\"}", long_words);
        assert_int_equal(reads_answer(one, URIPROOF_PARSE, &words, &answer),
                         length < sizeof words.error);
        snprintf(one, sizeof one, "{\"id\":1,\"valid\":false,\"offset\":1,\"production\":\"%s\"}",
                 long_words);
        assert_int_equal(reads_answer(one, URIPROOF_PARSE, &words, &answer),
                         length < sizeof words.production);
    }
    for (size_t i = 0; i < MANY; i++)
        strcat(line, ",\"x\":1");
    strcat(line, "}");
    assert_false(reads_answer(line, URIPROOF_PARSE, &words, &answer));
}

/* ---- What is malformed ---- */

/* What is read plainly is read as JSON, for the same: reads_ looks. */
static void read_both_ways(const char *line)
{
    int64_t id;
    uriproof_request request;
    line_plain_words words;
    uriproof_answer answer;
    reads_request(line, &id, &request);
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        reads_answer(line, (uriproof_op)op, &words, &answer);
}

static const char *const good_lines[] = {
    "{\"id\":10,\"op\":\"parse\",\"uri\":\"a:b\",\"x\":0}",
    "{\"id\":0,\"valid\":true,\"components\":{\"path\":\"a\",\"port\":\"\"},\"x\":20,\"y\":\"z\"}",
    "{\"id\":1,\"valid\":false,\"production\":\"p\",\"offset\":10,\"error\":\"no\",\"ok\":true}",
    "{\"id\":1,\"valid\":true,\"uri\":\"x\",\"text\":\"y\",\"equal\":false}",
};

/* Each octet of a line is left out, is each other one, and has each other one before it. */
static void no_octet_makes_a_difference(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good_lines / sizeof good_lines[0]; i++) {
        char line[256];
        size_t length = strlen(good_lines[i]);
        for (size_t at = 0; at <= length; at++)
            for (int octet = 0; octet < 256; octet++)
                for (size_t left_out = 0; left_out < 2 && at + left_out <= length; left_out++) {
                    memcpy(line, good_lines[i], at);
                    line[at] = (char)octet;
                    strcpy(line + at + (octet != 0), good_lines[i] + at + left_out);
                    read_both_ways(line);
                }
    }
}

/* A member that makes a good line malformed, or one that readers take in different ways. */
static void malformed_members_are_not_plain(void **state)
{
    (void)state;
    static const char *const members[] = {
        "\"x\":00",
        "\"x\":01",
        "\"x\":1.",
        "\"x\":.5",
        "\"x\":1e",
        "\"x\":1e+",
        "\"x\":+1",
        "\"x\":-",
        "\"x\":-01",
        "\"x\":0x1",
        "\"x\":NaN",
        "\"x\":Infinity",
        "\"x\":True",
        "\"x\":truex",
        "\"x\":tru",
        "\"x\":nul",
        "\"x\":'a'",
        "\"x\":\"a\tb\"",
        "\"x\":\"a\rb\"",
        "\"x\":\"\x1f\"",
        "\"x\":\"\\u0000\"",
        "\"x\":\"\\x41\"",
        "\"x\":\"\\u12\"",
        "\"x\":\"\\ud800\"",
        "\"x\":\"\\udc00\"",
        "\"x\":\"\xff\"",
        "\"x\":\"\xe9\"",
        "\"x\":\"\x80\"",
        "\"x\":\"\xc0\xaf\"",
        "\"x\":\"\xed\xa0\x80\"",
        "\"x\":\"\xf4\x90\x80\x80\"",
        "\"x\":\"a",
        "\"x\":[1,]",
        "\"x\":[1",
        "\"x\":{\"a\":1,}",
        "\"x\":\v1",
        "\"x\":",
        "\"x\" 1",
        "x:1",
        "1:1",
        "",
        "\"x\":1,",
        ",\"x\":1",
        "\"x\":1}",
        "\"x\":1,\"x\":1",
        "\"id\":1",
        "\"valid\":true,\"valid\":true",
        "\"x\":1,\"y\":2,\"\\u0078\":3",
        "\"op\":\"parse\",\"op\":\"parse\"",
    };
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        char line[256];
        uriproof_error error;
        snprintf(line, sizeof line, "{\"id\":1,\"valid\":false,%s}", members[i]);
        read_both_ways(line);
        assert_null(line_read(line, strlen(line), &error));
        snprintf(line, sizeof line, "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",%s}", members[i]);
        read_both_ways(line);
    }
}

/* ---- Every vector ---- */

/* cJSON reads the line, and prints the same. */
static void check_line(const octet_buffer *line)
{
    cJSON *object = cJSON_ParseWithLength(line->octets, line->length);
    char *printed = cJSON_PrintUnformatted(object);
    assert_int_equal(line->length, strlen(printed) + 1);
    assert_memory_equal(line->octets, printed, line->length - 1);
    assert_int_equal(line->octets[line->length - 1], '\n');
    cJSON_free(printed);
    cJSON_Delete(object);
}

static void check_request(const uriproof_request *request)
{
    octet_buffer line = {0};
    line_write_request(&line, 7, request);
    check_line(&line);
    buffer_free(&line);
}

/* True where the line of the answer was plain. */
static bool check_answer(uriproof_op op, const uriproof_answer *answer)
{
    octet_buffer line = {0};
    line_plain plain;
    line_plain_words words;
    uriproof_answer again;
    int64_t id;
    line_write_answer(&line, 7, op, answer);
    check_line(&line);
    bool taken = line_plain_id(line.octets, line.length - 1, &plain, &id) &&
                 line_plain_answer(&plain, op, &words, &again);
    if (taken) {
        octet_buffer same = {0};
        assert_int_equal(id, 7);
        line_write_answer(&same, 7, op, &again);
        assert_int_equal(same.length, line.length);
        assert_memory_equal(same.octets, line.octets, line.length);
        buffer_free(&same);
    }
    buffer_free(&line);
    return taken;
}

static void every_vector_is_written_as_cjson_prints_it(void **state)
{
    (void)state;
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++) {
        uriproof_corpus corpus;
        uriproof_error error;
        size_t plain = 0;
        if (!uriproof_corpus_load_level(URIPROOF_SOURCE_DIR "/vectors", dialects[i],
                                        URIPROOF_CLAUSES, &corpus, &error))
            fail_msg("%s", error.words);
        for (size_t k = 0; k < corpus.vector_count; k++) {
            const uriproof_vector *vector = &corpus.vectors[k];
            check_request(&vector->request);
            plain += check_answer(vector->request.op, vector->expect);
        }
        assert_true(plain > 0 && plain < corpus.vector_count);
        uriproof_corpus_free(&corpus);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_written),
        cmocka_unit_test(answers_are_written),
        cmocka_unit_test(lines_are_added_after_others),
        cmocka_unit_test(plain_requests_are_read),
        cmocka_unit_test(other_requests_are_not_plain),
        cmocka_unit_test(plain_answers_are_read),
        cmocka_unit_test(members_that_nobody_asked_for_are_skipped),
        cmocka_unit_test(other_answers_are_not_plain),
        cmocka_unit_test(what_is_too_much_is_not_plain),
        cmocka_unit_test(no_octet_makes_a_difference),
        cmocka_unit_test(malformed_members_are_not_plain),
        cmocka_unit_test(every_vector_is_written_as_cjson_prints_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
