/* SPDX-License-Identifier: MIT */
/* Classes of differences, and groups of equal answers. What is expected here is set down by hand
 * from the sections of RFC 3986 that the clauses name. */
#include "classes/classes.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const transform_set nothing = {{0}};

static reply read_reply(store *s, uriproof_op op, const char *json)
{
    uriproof_error error = {""};
    uriproof_answer answer;
    if (json == NULL)
        return reply_of_fault(s, URIPROOF_CRASH, "ended by signal 11");
    cJSON *object = uriproof_json_read(json, strlen(json), &error);
    if (object == NULL || !uriproof_answer_read(object, op, URIPROOF_KNOWN_KEYS, &answer, &error))
        fail_msg("%s: %s", json, error.words);
    reply r = reply_of_answer(s, op, &answer);
    cJSON_Delete(object); /* a reply keeps nothing of it */
    return r;
}

/* Two answers to a text, and the id of their class; NULL if there is none. */
typedef struct pair {
    uriproof_op op;
    const char *fields[2];
    const char *one, *other;
    const char *id;
} pair;

static void assert_class(const pair *p, const transform_set *of_one)
{
    store *s = store_new();
    const uriproof_request request = {
        p->op, {uriproof_span_of(p->fields[0]), uriproof_span_of(p->fields[1])}};
    const reply one = read_reply(s, p->op, p->one), other = read_reply(s, p->op, p->other);
    answer_class found, turned;
    char id[CLASS_ID_ROOM] = "none", again[CLASS_ID_ROOM] = "none";
    if (class_between(&request, &one, of_one, &other, &nothing, &found))
        class_id(&found, id);
    if (class_between(&request, &other, &nothing, &one, of_one, &turned))
        class_id(&turned, again);
    assert_string_equal(id, p->id != NULL ? p->id : "none");
    assert_string_equal(again, id); /* whichever stands first */
    store_free(s);
}

#define PARTS(parts) "{\"status\":\"accepted\",\"components\":{" parts "}}"
#define URI(uri)     "{\"status\":\"accepted\",\"uri\":\"" uri "\"}"
#define REJECTED     "{\"status\":\"rejected\"}"

static const pair pairs[] = {
    /* 3.2.1: the host begins after the @; a second one is in no authority. */
    {URIPROOF_PARSE,
     {"http://a@b@c/"},
     PARTS("\"scheme\":\"http\",\"userinfo\":\"a\",\"host\":\"b\",\"path\":\"@c/\""),
     PARTS("\"scheme\":\"http\",\"userinfo\":\"a@b\",\"host\":\"c\",\"path\":\"/\""),
     "1/parse/host/boundary/rfc3986.userinfo.at-sign/at-sign"},
    /* 3.2: a backslash ends no authority. */
    {URIPROOF_PARSE,
     {"http://a\\b/"},
     PARTS("\"scheme\":\"http\",\"host\":\"a\",\"path\":\"\\\\b/\""),
     PARTS("\"scheme\":\"http\",\"host\":\"a\\\\b\",\"path\":\"/\""),
     "1/parse/host/boundary/rfc3986.bnf.host/backslash"},
    /* 3.2.3: a port that is there and empty. */
    {URIPROOF_PARSE,
     {"http://h:/"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"port\":\"\",\"path\":\"/\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/\""),
     "1/parse/port/empty/rfc3986.port.colon/colon"},
    /* 3.3: the first ? ends a path. */
    {URIPROOF_PARSE,
     {"a?b"},
     PARTS("\"path\":\"a\",\"query\":\"b\""),
     PARTS("\"path\":\"a?b\""),
     "1/parse/path/boundary/rfc3986.path.termination/question"},
    {URIPROOF_PARSE,
     {"http://h/%41"},
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/%41\""),
     PARTS("\"scheme\":\"http\",\"host\":\"h\",\"path\":\"/A\""),
     "1/parse/path/text/rfc3986.bnf.path/percent"},
    {URIPROOF_PARSE,
     {"x://h\\a"},
     PARTS("\"host\":\"h\\\\a\",\"path\":\"\""),
     REJECTED,
     "1/parse/uri/validity/rfc3986.bnf.authority/backslash"},
    {URIPROOF_PARSE,
     {"x://[v1.a]"},
     PARTS("\"host\":\"[v1.a]\",\"path\":\"\""),
     REJECTED,
     "1/parse/host/validity/rfc3986.host.brackets/left-bracket"},
    {URIPROOF_PARSE, {"a"}, PARTS("\"path\":\"a\""), NULL, "1/parse/uri/fault/none/crash"},
    {URIPROOF_PARSE, {"a"}, PARTS("\"path\":\"a\""), "{\"status\":\"unsupported\"}", NULL},
    {URIPROOF_PARSE, {"a b"}, REJECTED, "{\"status\":\"rejected\",\"error\":\"space\"}", NULL},
    {URIPROOF_NORMALIZE,
     {"http://h/a/../b"},
     URI("http://h/b"),
     URI("http://h/a/../b"),
     "1/normalize/path/text/rfc3986.bnf.path/letter"},
    {URIPROOF_RESOLVE,
     {"http://h/", "//i"},
     URI("http://i"),
     URI("http://h//i"),
     "1/resolve/host/text/rfc3986.bnf.host/letter"},
    /* 2.1: what is decoded is no URI, and may hold any octet. */
    {URIPROOF_DECODE,
     {"a b%"},
     "{\"status\":\"accepted\",\"text\":\"a b%\"}",
     REJECTED,
     "1/decode/text/validity/rfc3986.bnf.pct-encoded/percent"},
    {URIPROOF_DECODE,
     {"http%3A//"},
     "{\"status\":\"accepted\",\"text\":\"http://\"}",
     "{\"status\":\"accepted\",\"text\":\"http%3A//\"}",
     "1/decode/text/text/rfc3986.bnf.pct-encoded/percent"},
    {URIPROOF_EQUIVALENT,
     {"a", "%61"},
     "{\"status\":\"accepted\",\"equal\":true}",
     "{\"status\":\"accepted\",\"equal\":false}",
     "1/equivalent/equal/text/rfc3986.compare.strings/percent"},
};

static void names_each_class(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        assert_class(&pairs[i], &nothing);
}

static void counts_no_declared_transform(void **state)
{
    (void)state;
    transform_set lowercased = {{0}};
    assert_true(transform_declare(&lowercased, "host", "lowercased"));
    pair p = {URIPROOF_PARSE,
              {"//H"},
              PARTS("\"host\":\"h\",\"path\":\"\""),
              PARTS("\"host\":\"H\",\"path\":\"\""),
              NULL};
    assert_class(&p, &lowercased);
    p.id = "1/parse/host/text/rfc3986.bnf.host/letter";
    assert_class(&p, &nothing);
}

static void puts_equal_replies_together(void **state)
{
    (void)state;
    store *s = store_new();
    const char *const replies[] = {
        REJECTED,
        PARTS("\"path\":\"a\""),
        NULL,
        PARTS("\"scheme\":\"a\",\"path\":\"\""),
        "{\"status\":\"undefined\"}",
        PARTS("\"scheme\":\"a\",\"path\":\"\""),
        "{\"status\":\"unsupported\"}",
        PARTS("\"path\":\"a\",\"query\":\"\""),
    };
    const size_t expected[] = {3, 1, 4, 0, 3, 0, 5, 2};
    enum { COUNT = sizeof replies / sizeof replies[0] };
    reply list[COUNT];
    size_t group_of[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        list[i] = read_reply(s, URIPROOF_PARSE, replies[i]);
    assert_int_equal(group_replies(URIPROOF_PARSE, list, COUNT, group_of), 6);
    assert_memory_equal(group_of, expected, sizeof expected);
    store_free(s);
}

static void ranks_the_risk(void **state)
{
    (void)state;
    const answer_class host = {.operation = "parse", .kind = CLASS_BOUNDARY, .part = "host"};
    const answer_class path = {.operation = "parse", .kind = CLASS_TEXT, .part = "path"};
    const answer_class empty = {.operation = "parse", .kind = CLASS_EMPTY, .part = "host"};
    assert_string_equal(class_risk_of(&host)->name, "other-host");
    assert_string_equal(class_risk_of(&path)->name, "other-path");
    assert_string_equal(class_risk_of(&empty)->name, "none");
    assert_true(class_risk_of(&host)->rank < class_risk_of(&path)->rank);
}

static void assert_words(uriproof_span words, const char *expected)
{
    assert_int_equal(words.length, strlen(expected));
    assert_memory_equal(words.octets, expected, words.length);
}

static void reads_an_id(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "1",
                                        "1/parse/host/boundary/c",
                                        "2/parse/host/boundary/c/dot",
                                        "1/parse//boundary/c/dot",
                                        "1/parse/host/boundary/c/dot/more",
                                        "1/parse/host/boundary/c/"};
    class_words words;
    assert_true(class_words_of("1/parse/host/boundary/rfc3986.bnf.host/dot", &words));
    assert_words(words.operation, "parse");
    assert_words(words.part, "host");
    assert_words(words.kind, "boundary");
    assert_words(words.clause, "rfc3986.bnf.host");
    assert_words(words.character, "dot");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(class_words_of(wrong[i], &words));
    assert_string_equal(class_risk_of_id("1/parse/host/boundary/c/dot")->name, "other-host");
    assert_string_equal(class_risk_of_id("1/parse/uri/fault/none/crash")->name, "no-answer");
    assert_string_equal(class_risk_of_id("2/parse/host/boundary/c/dot")->name, "none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_each_class),
        cmocka_unit_test(counts_no_declared_transform),
        cmocka_unit_test(puts_equal_replies_together),
        cmocka_unit_test(ranks_the_risk),
        cmocka_unit_test(reads_an_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
