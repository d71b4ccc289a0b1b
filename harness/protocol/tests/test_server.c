/* SPDX-License-Identifier: MIT */
/*
 * The adapter's side of the protocol: what is read from one descriptor and answered on another. A
 * socket that keeps messages apart gives each write to its own read.
 */
#include "protocol/server.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- A server ---- */

static const char *version(void)
{
    return "7";
}

static size_t asked, forgotten;

/* Answers with the text as its path. */
static void answer_parse(const uriproof_request *request, uriproof_answer *given)
{
    asked++;
    given->status = ANSWER_ACCEPTED;
    given->parts.has_generic = true;
    given->parts.generic.path = request->field[0];
}

/* Answers with the partial form before the base. */
static void answer_resolve(const uriproof_request *request, uriproof_answer *given)
{
    static char both[64];
    asked++;
    given->status = ANSWER_ACCEPTED;
    memcpy(both, request->field[1].octets, request->field[1].length);
    memcpy(both + request->field[1].length, request->field[0].octets, request->field[0].length);
    given->result = (uriproof_span){both, request->field[0].length + request->field[1].length};
}

static void forget(void)
{
    forgotten++;
}

static const uriproof_transform transforms[] = {
    {"host", "lowercased"}, {"path", "decoded"}, {"host", "decoded"}, {NULL, NULL}};

static uriproof_server server_with(const uriproof_transform *declared)
{
    static const char *const dialects[] = {"rfc3986", "rfc1630", NULL};
    asked = forgotten = 0;
    uriproof_server server = {
        .name = "n \"1\"",
        .version = version,
        .language = "c",
        .dialects = dialects,
        .transforms = declared,
        .answer = {[URIPROOF_PARSE] = answer_parse, [URIPROOF_RESOLVE] = answer_resolve},
        .forget = forget};
    return server;
}

/* ---- A conversation ---- */

/* All that is in `file`, from its beginning. The caller frees it. */
static char *contents(FILE *file)
{
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long length = ftell(file);
    assert_true(length >= 0);
    rewind(file);
    char *text = malloc((size_t)length + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    text[length] = '\0';
    return text;
}

static char *serve_from(int in, const uriproof_transform *declared)
{
    FILE *out = tmpfile();
    uriproof_server server = server_with(declared);
    assert_non_null(out);
    assert_int_equal(uriproof_serve(&server, in, fileno(out)), 0);
    char *text = contents(out);
    fclose(out);
    return text;
}

/* What is answered to `count` writes. The caller frees it. */
static char *said_to(const char *const *writes, size_t count, const uriproof_transform *declared)
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(send(ends[0], writes[i], strlen(writes[i]), 0), strlen(writes[i]));
    close(ends[0]);
    char *text = serve_from(ends[1], declared);
    close(ends[1]);
    return text;
}

static void assert_answered(const char *written, const char *expected)
{
    char *said = said_to(&written, 1, NULL);
    assert_string_equal(said, expected);
    free(said);
}

#define HELLO                                                                                      \
    "{\"protocol\":2,\"name\":\"n \\\"1\\\"\",\"version\":\"7\",\"language\":\"c\","               \
    "\"dialects\":[\"rfc3986\",\"rfc1630\"],\"ops\":[\"parse\",\"resolve\"]"

static void it_says_hello(void **state)
{
    (void)state;
    static const char request[] = "{\"op\":\"hello\",\"protocol\":2}\n";
    const char *written = request;
    assert_answered(request, HELLO "}\n");
    char *said = said_to(&written, 1, transforms);
    assert_string_equal(said, HELLO ",\"transforms\":{\"host\":[\"lowercased\",\"decoded\"],"
                                    "\"path\":[\"decoded\"]}}\n");
    free(said);
}

static void it_answers(void **state)
{
    (void)state;
    assert_answered("{\"id\":1,\"op\":\"parse\",\"uri\":\"a:b\"}\n",
                    "{\"id\":1,\"status\":\"accepted\",\"generic\":{\"path\":\"a:b\"}}\n");
    assert_int_equal(asked, 1);
    assert_int_equal(forgotten, 1);
    assert_answered("{\"op\":\"parse\",\"uri_hex\":\"6100ff\",\"id\":0,\"colour\":\"red\"}\r\n",
                    "{\"id\":0,\"status\":\"accepted\",\"generic\":{\"path_hex\":\"6100ff\"}}\n");
    assert_answered("{\"id\":2,\"op\":\"resolve\",\"base\":\"b\",\"ref\":\"r\"}\n",
                    "{\"id\":2,\"status\":\"accepted\",\"uri\":\"rb\"}\n");
    assert_answered(
        "{\"id\":9007199254740991,\"op\":\"parse\",\"uri\":\"\"}\n",
        "{\"id\":9007199254740991,\"status\":\"accepted\",\"generic\":{\"path\":\"\"}}\n");
    assert_answered("{\"id\":-1,\"op\":\"parse\",\"uri\":\"\"}\n",
                    "{\"id\":-1,\"status\":\"accepted\",\"generic\":{\"path\":\"\"}}\n");
}

static void what_it_cannot_do_is_unsupported(void **state)
{
    (void)state;
    assert_answered("{\"id\":3,\"op\":\"encode\",\"text\":\"a\"}\n",
                    "{\"id\":3,\"status\":\"unsupported\"}\n");
    assert_answered("{\"id\":4,\"op\":\"url\",\"uri\":\"a\"}\n",
                    "{\"id\":4,\"status\":\"unsupported\"}\n");
    assert_int_equal(asked, 0);
}

static void what_is_no_request_is_complained_of(void **state)
{
    (void)state;
    static const struct {
        const char *line, *begin, *words;
    } cases[] = {
        {"hello\n", "{\"error\":", "not JSON"},
        {"[]\n", "{\"error\":", "not a JSON object"},
        {"{}{}\n", "{\"error\":", "follows"},
        {"{}\n", "{\"error\":", "needs \\\"op\\\""},
        {"{\"id\":5}\n", "{\"id\":5,\"error\":", "needs \\\"op\\\""},
        {"{\"id\":5,\"op\":7}\n", "{\"id\":5,\"error\":", "needs \\\"op\\\""},
        {"{\"op\":\"parse\",\"uri\":\"a\"}\n", "{\"error\":", "integer \\\"id\\\""},
        {"{\"id\":\"5\",\"op\":\"parse\",\"uri\":\"a\"}\n", "{\"error\":", "integer \\\"id\\\""},
        {"{\"id\":null,\"op\":\"parse\",\"uri\":\"a\"}\n", "{\"error\":", "integer \\\"id\\\""},
        {"{\"id\":1.5,\"op\":\"parse\",\"uri\":\"a\"}\n", "{\"error\":", "integer \\\"id\\\""},
        {"{\"id\":1.5,\"op\":\"encode\",\"text\":\"a\"}\n", "{\"error\":", "integer \\\"id\\\""},
        {"{\"id\":1e300,\"op\":\"parse\",\"uri\":\"a\"}\n", "{\"error\":", "integer \\\"id\\\""},
        {"{\"id\":1e999,\"op\":\"parse\",\"uri\":\"a\"}\n", "{\"error\":", "integer \\\"id\\\""},
        {"{\"id\":6,\"op\":\"parse\"}\n", "{\"id\":6,\"error\":", "needs \\\"uri\\\""},
        {"{\"id\":6,\"op\":\"parse\",\"uri\":7}\n", "{\"id\":6,\"error\":", "not a string"},
        {"{\"id\":6,\"op\":\"parse\",\"uri\":\"\xc3\xa9\"}\n", "{\"id\":6,\"error\":", "printable"},
        {"{\"id\":6,\"op\":\"parse\",\"uri\":\"\xe9\"}\n", "{\"error\":", "not UTF-8"},
        {"{\"id\":6,\"op\":\"parse\",\"uri\":\"a\",\"x\":1,\"x\":2}\n", "{\"error\":", "twice"},
        {"{\"id\":6,\"op\":\"parse\",\"uri_hex\":\"6\"}\n", "{\"id\":6,\"error\":", "hexadecimal"},
        {"{\"id\":6,\"op\":\"parse\",\"uri\":\"a\",\"uri_hex\":\"61\"}\n",
         "{\"id\":6,\"error\":", "twice"},
        {"{\"id\":6,\"op\":\"parse\",\"uri\":\"\\u0000\"}\n", "{\"error\":", "NUL"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *said = said_to(&cases[i].line, 1, NULL);
        bool one_line = strchr(said, '\n') == said + strlen(said) - 1;
        if (!one_line || strncmp(said, cases[i].begin, strlen(cases[i].begin)) != 0 ||
            strstr(said, cases[i].words) == NULL)
            fail_msg("%s is answered %s", cases[i].line, said);
        assert_int_equal(asked, 0);
        free(said);
    }
}

/* After a complaint the next line is answered as ever. */
static void it_goes_on(void **state)
{
    (void)state;
    assert_answered(
        "\n\n{\"id\":1,\"op\":\"url\"}\n\nx\n{\"id\":2,\"op\":\"parse\",\"uri\":\"\"}\n",
        "{\"id\":1,\"status\":\"unsupported\"}\n{\"error\":\"not JSON: expected a value, at octet "
        "0\"}\n"
        "{\"id\":2,\"status\":\"accepted\",\"generic\":{\"path\":\"\"}}\n");
}

static void several_requests_come_in_one_write(void **state)
{
    (void)state;
    assert_answered("{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"}\n"
                    "{\"id\":2,\"op\":\"parse\",\"uri\":\"b\"}\n"
                    "{\"id\":1,\"op\":\"parse\",\"uri\":\"c\"}\n",
                    "{\"id\":1,\"status\":\"accepted\",\"generic\":{\"path\":\"a\"}}\n"
                    "{\"id\":2,\"status\":\"accepted\",\"generic\":{\"path\":\"b\"}}\n"
                    "{\"id\":1,\"status\":\"accepted\",\"generic\":{\"path\":\"c\"}}\n");
}

static void a_request_comes_in_several_writes(void **state)
{
    (void)state;
    static const char *const writes[] = {"{",
                                         "\"id\":1,\"op\":\"parse\",\"ur",
                                         "i\":\"a\"}",
                                         "\n{\"id\":2,\"op\":\"parse\",",
                                         "\"uri\":\"b\"}\n{\"id\":3",
                                         ",\"op\":\"parse\",\"uri\":\"c\"}\n"};
    char *said = said_to(writes, sizeof writes / sizeof writes[0], NULL);
    assert_string_equal(said, "{\"id\":1,\"status\":\"accepted\",\"generic\":{\"path\":\"a\"}}\n"
                              "{\"id\":2,\"status\":\"accepted\",\"generic\":{\"path\":\"b\"}}\n"
                              "{\"id\":3,\"status\":\"accepted\",\"generic\":{\"path\":\"c\"}}\n");
    free(said);
}

/* As from printf without a newline, or a terminal's end of file. */
static void a_last_line_without_end_is_answered(void **state)
{
    (void)state;
    assert_answered("{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"}\n{\"id\":2,\"op\":\"parse\","
                    "\"uri\":\"b\"}",
                    "{\"id\":1,\"status\":\"accepted\",\"generic\":{\"path\":\"a\"}}\n"
                    "{\"id\":2,\"status\":\"accepted\",\"generic\":{\"path\":\"b\"}}\n");
    assert_answered("", "");
}

/* Requests and answers far longer than any buffer, and a short one after them. */
static void long_lines_are_answered(void **state)
{
    (void)state;
    enum { SIZE = 3000000 };
    FILE *in = tmpfile();
    char *text = malloc(SIZE + 1);
    assert_non_null(in);
    assert_non_null(text);
    memset(text, 'x', SIZE);
    text[SIZE] = '\0';
    fprintf(in, "{\"id\":1,\"op\":\"parse\",\"uri\":\"%s\"}\n", text);
    fputs("{\"id\":2,\"op\":\"parse\",\"uri\":\"a\"}\n", in);
    rewind(in);
    char *said = serve_from(fileno(in), NULL);
    static const char head[] = "{\"id\":1,\"status\":\"accepted\",\"generic\":{\"path\":\"";
    static const char tail[] =
        "\"}}\n{\"id\":2,\"status\":\"accepted\",\"generic\":{\"path\":\"a\"}}\n";
    assert_int_equal(strlen(said), strlen(head) + SIZE + strlen(tail));
    assert_memory_equal(said, head, strlen(head));
    assert_memory_equal(said + strlen(head), text, SIZE);
    assert_string_equal(said + strlen(head) + SIZE, tail);
    free(said);
    free(text);
    fclose(in);
}

/* Who cannot read or write says so: no silence that looks like the end of the input. */
static void broken_descriptors_are_told(void **state)
{
    (void)state;
    uriproof_server server = server_with(NULL);
    int ends[2], gone[2];
    static const char request[] = "{\"id\":1,\"op\":\"parse\",\"uri\":\"a\"}\n";
    assert_int_equal(uriproof_serve(&server, -1, STDOUT_FILENO), 1);
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(gone), 0);
    assert_int_equal(write(ends[1], request, strlen(request)), strlen(request));
    close(ends[1]);
    close(gone[0]);
    assert_int_equal(uriproof_serve(&server, ends[0], gone[1]), 1);
    assert_int_equal(asked, 1);
    close(ends[0]);
    close(gone[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_hello),
        cmocka_unit_test(it_answers),
        cmocka_unit_test(what_it_cannot_do_is_unsupported),
        cmocka_unit_test(what_is_no_request_is_complained_of),
        cmocka_unit_test(it_goes_on),
        cmocka_unit_test(several_requests_come_in_one_write),
        cmocka_unit_test(a_request_comes_in_several_writes),
        cmocka_unit_test(a_last_line_without_end_is_answered),
        cmocka_unit_test(long_lines_are_answered),
        cmocka_unit_test(broken_descriptors_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
