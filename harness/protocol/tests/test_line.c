/* SPDX-License-Identifier: MIT */
/*
 * Lines of the protocol. What is written is held against lines written by hand from
 * docs/protocol.md, and, for every vector, against what cJSON prints. What is read is held against
 * what cJSON reads.
 */
#include "base/base.h"
#include "protocol/line.h"
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
         {.status = ANSWER_ACCEPTED,
          .parts = {.has_components = true,
                    .components = {.scheme = {"x", 1}, .path = {"", 0}, .query = {"\xff", 1}}}},
         "\"status\":\"accepted\",\"components\":{\"scheme\":\"x\",\"path\":\"\",\"query_hex\":"
         "\"ff\"}"},
        {URIPROOF_PARSE,
         {.status = ANSWER_ACCEPTED, .parts = {.has_generic = true}},
         "\"status\":\"accepted\",\"generic\":{}"},
        {URIPROOF_PARSE,
         {.production = "path", .has_offset = true, .offset = SIZE_MAX, .error = "\"\\\b\f\n\r\t"},
         "\"status\":\"rejected\",\"production\":\"path\",\"offset\":18446744073709551615,"
         "\"error\":\"\\\"\\\\\\u0008\\u000c\\u000a\\u000d\\u0009\""},
        {URIPROOF_PARSE,
         {.error = "a\x01\x1f\x7f\xc3\xa9\xff/"},
         "\"status\":\"rejected\",\"error\":\"a\\u0001\\u001f\\u007f\xc3\xa9\xef\xbf\xbd/\""},
        {URIPROOF_RESOLVE,
         {.status = ANSWER_ACCEPTED, .result = {"x:\"", 3}},
         "\"status\":\"accepted\",\"uri\":\"x:\\\"\""},
        {URIPROOF_ENCODE,
         {.status = ANSWER_ACCEPTED, .result = {"", 0}},
         "\"status\":\"accepted\",\"text\":\"\""},
        {URIPROOF_EQUIVALENT,
         {.status = ANSWER_ACCEPTED, .has_equal = true, .equal = true},
         "\"status\":\"accepted\",\"equal\":true"},
        {URIPROOF_EQUIVALENT, {.has_equal = true}, "\"status\":\"rejected\",\"equal\":false"},
        {URIPROOF_URL,
         {.status = ANSWER_ACCEPTED, .production = "httpaddress", .detail = detail},
         "\"status\":\"accepted\",\"production\":\"httpaddress\","
         "\"detail\":{\"host\":\"h\",\"words\":[\"a\",\"\"]}"},
        {URIPROOF_NORMALIZE, {.status = ANSWER_UNDEFINED}, "\"status\":\"undefined\""},
        {URIPROOF_PARSE,
         {.status = ANSWER_UNSUPPORTED, .error = "no"},
         "\"status\":\"unsupported\",\"error\":\"no\""},
        {URIPROOF_PARSE, {.status = ANSWER_UNSUPPORTED}, "\"status\":\"unsupported\""},
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
    assert_string_equal(lines.octets, "{\"id\":1,\"status\":\"rejected\"}\n"
                                      "{\"id\":2,\"op\":\"parse\",\"uri\":\"x\"}\n");
    buffer_free(&lines);
}

/* ---- What is read ---- */

static json_memory kept; /* of the line that was read last */

/* Reads a line that must be an object. It lasts until the next one is read. */
static cJSON *json_of(const char *line)
{
    uriproof_error error;
    cJSON *object = line_read(&kept, line, strlen(line), &error);
    if (object == NULL)
        fail_msg("%s: %s", line, error.words);
    return object;
}

/* Reads a request from a line of its own length, so that a sanitizer sees one octet too many. */
static bool reads_request(const char *line, uriproof_request *request, uriproof_error *error)
{
    size_t length = strlen(line);
    char *exact = malloc(length + 1);
    memcpy(exact, line, length);
    cJSON *object = line_read(&kept, exact, length, error);
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, "op"));
    uriproof_op op = name != NULL ? uriproof_op_named(name) : URIPROOF_OP_COUNT;
    free(exact);
    if (object != NULL && op == URIPROOF_OP_COUNT)
        uriproof_error_set(error, "no op");
    return op != URIPROOF_OP_COUNT && uriproof_request_read(object, op, request, error);
}

static void requests_are_read(void **state)
{
    (void)state;
    const struct {
        const char *line;
        uriproof_op op;
        const char *fields[2];
    } cases[] = {
        {"{\"id\":12,\"op\":\"parse\",\"uri\":\"a b\"}", URIPROOF_PARSE, {"a b", NULL}},
        {" { \"id\" : 0 , \"op\" : \"resolve\" , \"ref\" : \"\" , \"base\" : \"b\" } \r",
         URIPROOF_RESOLVE,
         {"b", ""}},
        {"{\"id\":999999999999999,\"op\":\"encode\",\"text\":\"~{}\",\"x\":true,\"y\":1,\"z\":"
         "\"\"}",
         URIPROOF_ENCODE,
         {"~{}", NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_request request = {0};
        uriproof_error error;
        assert_true(reads_request(cases[i].line, &request, &error));
        assert_int_equal(request.op, cases[i].op);
        for (size_t k = 0; k < 2; k++)
            assert_true(uriproof_span_equal(request.field[k], span(cases[i].fields[k])));
    }
}

/* An id is not looked at here. */
static void requests_may_be_written_otherwise(void **state)
{
    (void)state;
    const char *const lines[] = {
        "{\"id\":-1,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":1.0,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":1e3,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":9007199254740993,\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"id\":\"1\",\"op\":\"parse\",\"uri\":\"a\"}",
        "{\"op\":\"parse\",\"id\":1,\"uri\":\"a\"}",
        "{\"id\":1,\"uri\":\"a\",\"op\":\"parse\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\\u0020b\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri_hex\":\"61\"}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":null}",
        "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":[]}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        uriproof_request request = {0};
        uriproof_error error;
        if (!reads_request(lines[i], &request, &error))
            fail_msg("%s: %s", lines[i], error.words);
        assert_true(request.field[0].octets[0] == 'a');
    }
}

static void broken_requests_are_rejected(void **state)
{
    (void)state;
    const struct {
        const char *line, *words;
    } cases[] = {
        {"", "it ends too soon"},
        {"{", "it ends too soon"},
        {"{}", "no op"},
        {"[]", "not a JSON object"},
        {"{\"id\":1}", "no op"},
        {"{\"id\":1,\"op\":\"parse\"}", "needs \"uri\""},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"", "it ends too soon"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"}}", "something follows"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"} x", "something follows"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",}", "expected a key"},
        {"{\"id\":1,\"op\":\"parse\",,\"uri\":\"a\"}", "expected a key"},
        {"{\"id\":1 \"op\":\"parse\",\"uri\":\"a\"}", "expected ','"},
        {"{\"id\":1,\"op\" \"parse\",\"uri\":\"a\"}", "expected ':'"},
        {"{,\"id\":1,\"op\":\"parse\",\"uri\":\"a\"}", "expected a key"},
        {"{\"id\":,\"op\":\"parse\",\"uri\":\"a\"}", "expected a value"},
        {"{\"id\":01,\"op\":\"parse\",\"uri\":\"a\"}", "leading zero"},
        {"{\"id\":1,\"op\":\"nothing\",\"uri\":\"a\"}", "no op"},
        {"{\"id\":1,\"op\":\"pars\",\"uri\":\"a\"}", "no op"},
        {"{\"id\":1,\"op\":\"parses\",\"uri\":\"a\"}", "no op"},
        {"{\"id\":1,\"op\":\"parse\",\"op\":\"parse\",\"uri\":\"a\"}", "there twice"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"uri\":\"a\"}", "there twice"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":1}", "not a string"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\tb\"}", "control character"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"\x7f\"}", "not printable"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"\xc3\xa9\"}", "not printable"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a}", "it ends too soon"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\" :\" a\" \"}", "expected ','"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"uri_hex\":\"61\"}", "there twice"},
        {"{\"id\":1,\"op\":\"resolve\",\"base\":\"a\"}", "needs \"ref\""},
        {"{\"id\":1,\"op\":\"resolve\",\"ref\":\"a\"}", "needs \"base\""},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":tru}", "expected a value"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":\"\ttrue}", "control character"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":\"\r7}", "control character"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\",\"x\":\"b\t\"7}", "control character"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\":\"a\t\"}", "control character"},
        {"{\"id\":1,\"op\":\"parse\",\"uri\r\":\"a\"}", "control character"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uriproof_request request = {0};
        uriproof_error error;
        if (reads_request(cases[i].line, &request, &error))
            fail_msg("read: %s", cases[i].line);
        if (strstr(error.words, cases[i].words) == NULL)
            fail_msg("%s: %s", cases[i].line, error.words);
    }
}

/* Returns the answer as a line, which shows all that is in it. The caller frees it. */
static char *written(uriproof_op op, const uriproof_answer *answer)
{
    octet_buffer line = {0};
    line_write_answer(&line, 1, op, answer);
    buffer_add(&line, "", 1);
    return line.octets;
}

/* Each line is as it would be written, so it must come out as it went in. */
static void answers_are_read(void **state)
{
    (void)state;
    const struct {
        uriproof_op op;
        const char *members;
    } cases[] = {
        {URIPROOF_PARSE,
         "\"status\":\"accepted\",\"components\":{\"scheme\":\"x\",\"userinfo\":\"u:p\","
         "\"user\":\"u\",\"password\":\"p\",\"host\":\"h\",\"port\":\"80\","
         "\"path\":\"\",\"query\":\"q\",\"fragment\":\"f\"}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"generic\":{\"scheme\":\"x\",\"path\":\"p\","
                         "\"search\":\"s\",\"fragmentid\":\"f\"},\"components\":{}"},
        {URIPROOF_PARSE,
         "\"status\":\"rejected\",\"production\":\"path\",\"offset\":0,\"error\":\"no\""},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"error\":\"\""},
        {URIPROOF_RESOLVE, "\"status\":\"accepted\",\"uri\":\"x:\""},
        {URIPROOF_NORMALIZE, "\"status\":\"accepted\",\"uri\":\"\""},
        {URIPROOF_RESOLVE, "\"status\":\"rejected\""},
        {URIPROOF_DECODE, "\"status\":\"accepted\",\"text\":\"a\""},
        {URIPROOF_EQUIVALENT, "\"status\":\"accepted\",\"equal\":false"},
        {URIPROOF_URL, "\"status\":\"rejected\",\"production\":\"url\",\"offset\":999999999999999"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"components\":{\"scheme_hex\":\"00\"}"},
        {URIPROOF_RESOLVE, "\"status\":\"accepted\",\"uri_hex\":\"61ff\""},
        {URIPROOF_RESOLVE, "\"status\":\"rejected\",\"uri\":\"a \\\"\\\\\""},
        {URIPROOF_PARSE, "\"status\":\"undefined\""},
        {URIPROOF_PARSE, "\"status\":\"unsupported\",\"error\":\"NUL\""},
        {URIPROOF_URL, "\"status\":\"accepted\",\"production\":\"url\",\"offset\":1"},
        {URIPROOF_URL, "\"status\":\"accepted\",\"production\":\"url\","
                       "\"detail\":{\"a\":\"b\",\"c\":[\"d\"]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[512];
        uriproof_answer answer;
        uriproof_error error;
        snprintf(line, sizeof line, "{\"id\":1,%s}\n", cases[i].members);
        cJSON *object = json_of(line);
        if (!uriproof_answer_read(object, cases[i].op, URIPROOF_LET_KEYS, &answer, &error))
            fail_msg("%s: %s", line, error.words);
        char *again = written(cases[i].op, &answer);
        assert_string_equal(again, line);
        free(again);
    }
}

static void other_members_are_ignored(void **state)
{
    (void)state;
    uriproof_answer answer;
    uriproof_error error;
    cJSON *object = json_of("{\"id\": 1, \"took\": 12, \"more\": null, \"status\": \"accepted\", "
                            "\"text\": \"x\", \"uri\": \"a\", \"ok\": [false, {}]}");
    assert_true(uriproof_answer_read(object, URIPROOF_RESOLVE, URIPROOF_LET_KEYS, &answer, &error));
    char *line = written(URIPROOF_RESOLVE, &answer);
    assert_string_equal(line, "{\"id\":1,\"status\":\"accepted\",\"uri\":\"a\"}\n");
    free(line);
}

static void broken_answers_are_rejected(void **state)
{
    (void)state;
    const struct {
        uriproof_op op;
        const char *members;
    } cases[] = {
        {URIPROOF_PARSE, ""},
        {URIPROOF_PARSE, "\"status\":\"accepted\""},
        {URIPROOF_PARSE, "\"components\":{}"},
        {URIPROOF_PARSE, "\"status\":1,\"components\":{}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"status\":\"accepted\",\"components\":{}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"components\":{},\"components\":{}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"generic\":{},\"generic\":{}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"components\":[]"},
        {URIPROOF_PARSE,
         "\"status\":\"accepted\",\"components\":{\"scheme\":\"a\",\"scheme\":\"a\"}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"components\":{\"scheme\":null}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"components\":{\"search\":\"a\"}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"generic\":{\"query\":\"a\"}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"components\":{\"x\":true}"},
        {URIPROOF_PARSE, "\"status\":\"accepted\",\"components\":{,}"},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"offset\":1"},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"production\":\"path\""},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"production\":\"path\",\"offset\":-1"},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"production\":\"path\",\"offset\":1.5"},
        {URIPROOF_PARSE,
         "\"status\":\"rejected\",\"production\":\"path\",\"offset\":1,\"offset\":1"},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"error\":\"a\",\"error\":\"b\""},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"error\":1"},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"status\":\"unsupported\""},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"x\":\"\ttrue"},
        {URIPROOF_PARSE, "\"x\":\"\ttrue,\"status\":\"rejected\""},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"x\":\"a\r\"7"},
        {URIPROOF_PARSE, "\"status\":\"rejected\",\"error\":\"a\t\""},
        {URIPROOF_RESOLVE, "\"status\":\"accepted\""},
        {URIPROOF_RESOLVE, "\"status\":\"accepted\",\"text\":\"a\""},
        {URIPROOF_RESOLVE, "\"status\":\"accepted\",\"uri\":\"a\",\"uri\":\"a\""},
        {URIPROOF_DECODE, "\"status\":\"accepted\",\"uri\":\"a\""},
        {URIPROOF_EQUIVALENT, "\"status\":\"accepted\""},
        {URIPROOF_EQUIVALENT, "\"status\":\"accepted\",\"equal\":true,\"equal\":true"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[256];
        uriproof_answer answer;
        uriproof_error error;
        snprintf(line, sizeof line, "{\"id\":1,%s}", cases[i].members);
        cJSON *object = line_read(&kept, line, strlen(line), &error);
        if (object != NULL &&
            uriproof_answer_read(object, cases[i].op, URIPROOF_LET_KEYS, &answer, &error))
            fail_msg("read: %s", line);
    }
}

/* ---- What is malformed ---- */

static const char *const good_lines[] = {
    "{\"id\":10,\"op\":\"parse\",\"uri\":\"a:b\",\"x\":0}",
    "{\"id\":0,\"status\":\"accepted\",\"components\":{\"path\":\"a\",\"port\":\"\"},\"x\":20,"
    "\"y\":\"z\"}",
    "{\"id\":1,\"status\":\"rejected\",\"production\":\"p\",\"offset\":10,\"error\":\"no\",\"ok\":"
    "true}",
    "{\"id\":1,\"status\":\"accepted\",\"uri\":\"x\",\"text\":\"y\",\"equal\":false}",
};

/* What is read is what cJSON reads of it; and all that cJSON rejects is rejected. */
static void read_both_ways(json_memory *memory, const char *line)
{
    uriproof_error error;
    const cJSON *object = line_read(memory, line, strlen(line), &error);
    cJSON *other = cJSON_Parse(line);
    if (object != NULL && !cJSON_Compare(object, other, true))
        fail_msg("read otherwise: %s", line);
    cJSON_Delete(other);
}

/* Each octet of a line is left out, is each other one, and has each other one before it. valgrind
 * tries a seventh of the others. */
static void each_octet_is_looked_at(void **state)
{
    (void)state;
    json_memory memory = {0};
    const int step = getenv("URIPROOF_VALGRIND") != NULL ? 7 : 1;
    for (size_t i = 0; i < sizeof good_lines / sizeof good_lines[0]; i++) {
        char line[256];
        size_t length = strlen(good_lines[i]);
        for (size_t at = 0; at <= length; at++)
            for (int octet = 0; octet < 256; octet += step)
                for (size_t left_out = 0; left_out < 2 && at + left_out <= length; left_out++) {
                    memcpy(line, good_lines[i], at);
                    line[at] = (char)octet;
                    strcpy(line + at + (octet != 0), good_lines[i] + at + left_out);
                    read_both_ways(&memory, line);
                }
    }
    json_memory_free(&memory);
}

/* A member that makes a good line malformed, or one that readers take in different ways. */
static void malformed_members_are_rejected(void **state)
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
        "\"status\":\"accepted\",\"status\":\"accepted\"",
        "\"x\":1,\"y\":2,\"\\u0078\":3",
        "\"op\":\"parse\",\"op\":\"parse\"",
    };
    json_memory memory = {0};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        char line[256];
        uriproof_error error;
        snprintf(line, sizeof line, "{\"id\":1,\"status\":\"rejected\",%s}", members[i]);
        assert_null(line_read(&memory, line, strlen(line), &error));
    }
    json_memory_free(&memory);
}

/* A line may have members of any length and number, and the next is read all the same. */
static void long_lines_are_read(void **state)
{
    (void)state;
    enum { MOST = 5000 };
    json_memory memory = {0};
    uriproof_error error;
    for (size_t size = 1; size < MOST; size = 3 * size + 1) {
        octet_buffer line = {0};
        buffer_add(&line, "{\"long\":\"", 9);
        for (size_t i = 0; i < size; i++)
            buffer_add(&line, "w", 1);
        buffer_add(&line, "\",\"many\":[", 10);
        for (size_t i = 0; i < size; i++)
            buffer_add(&line, "0,", 2);
        buffer_add(&line, "1],\"deep\":{\"a\":{}}}", 19);
        const cJSON *object = line_read(&memory, line.octets, line.length, &error);
        cJSON *other = cJSON_ParseWithLength(line.octets, line.length);
        assert_non_null(object);
        assert_true(cJSON_Compare(object, other, true));
        cJSON_Delete(other);
        buffer_free(&line);
    }
    json_memory_free(&memory);
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

static void check_answer(uriproof_op op, const uriproof_answer *answer)
{
    octet_buffer line = {0}, same = {0};
    uriproof_answer again;
    uriproof_error error;
    line_write_answer(&line, 7, op, answer);
    check_line(&line);
    buffer_add(&line, "", 1);
    if (!uriproof_answer_read(json_of(line.octets), op, URIPROOF_LET_KEYS, &again, &error))
        fail_msg("%s: %s", line.octets, error.words);
    line_write_answer(&same, 7, op, &again);
    assert_int_equal(same.length + 1, line.length);
    assert_memory_equal(same.octets, line.octets, same.length);
    buffer_free(&same);
    buffer_free(&line);
}

/* And read again it is the same. */
static void every_vector_is_written_as_cjson_prints_it(void **state)
{
    (void)state;
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    for (size_t i = 0; i < count; i++) {
        uriproof_corpus corpus;
        uriproof_error error;
        if (!uriproof_corpus_load_level(URIPROOF_SOURCE_DIR "/vectors", dialects[i],
                                        URIPROOF_CLAUSES, &corpus, &error))
            fail_msg("%s", error.words);
        for (size_t k = 0; k < corpus.vector_count; k++) {
            const uriproof_vector *vector = &corpus.vectors[k];
            check_request(&vector->request);
            check_answer(vector->request.op, vector->expect);
        }
        assert_true(corpus.vector_count > 0);
        uriproof_corpus_free(&corpus);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_written),
        cmocka_unit_test(answers_are_written),
        cmocka_unit_test(lines_are_added_after_others),
        cmocka_unit_test(requests_are_read),
        cmocka_unit_test(requests_may_be_written_otherwise),
        cmocka_unit_test(broken_requests_are_rejected),
        cmocka_unit_test(answers_are_read),
        cmocka_unit_test(other_members_are_ignored),
        cmocka_unit_test(broken_answers_are_rejected),
        cmocka_unit_test(each_octet_is_looked_at),
        cmocka_unit_test(malformed_members_are_rejected),
        cmocka_unit_test(long_lines_are_read),
        cmocka_unit_test(every_vector_is_written_as_cjson_prints_it),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    json_memory_free(&kept);
    return failed;
}
