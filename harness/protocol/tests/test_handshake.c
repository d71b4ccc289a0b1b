/* SPDX-License-Identifier: MIT */
/* What an adapter says of itself, and what of that is not taken. */
#include "base/base.h"
#include "protocol/handshake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD        "{\"protocol\":2,\"name\":\"n\",\"version\":\"1\",\"language\":\"c\""
#define HELLO(more) HEAD ",\"dialects\":[\"rfc3986\"],\"ops\":[\"parse\"]" more "}"

static void read_good(const char *json, hello *h)
{
    uriproof_error error = {""};
    if (!hello_read(json, strlen(json), h, &error))
        fail_msg("%s: %s", json, error.words);
}

static void a_hello_is_read(void **state)
{
    (void)state;
    hello h;
    read_good("{\"ops\":[\"resolve\",\"encode\"],\"dialects\":[\"rfc3986\",\"whatwg\"],"
              "\"language\":\"c\",\"version\":\"0.9.7\",\"name\":\"uriparser\",\"protocol\":2}",
              &h);
    assert_string_equal(h.name, "uriparser");
    assert_string_equal(h.version, "0.9.7");
    assert_string_equal(h.language, "c");
    assert_string_equal(h.dialects[0], "rfc3986");
    assert_string_equal(h.dialects[1], "whatwg");
    assert_null(h.dialects[2]);
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        assert_int_equal(h.ops[op], op == URIPROOF_RESOLVE || op == URIPROOF_ENCODE);
    char **transforms = transform_list(&h.transforms);
    assert_null(transforms[0]);
    free(transforms);
    hello_free(&h);
    assert_null(h.name);
}

static void what_is_given_by_design_is_read(void **state)
{
    (void)state;
    hello h;
    read_good(HELLO(",\"transforms\":{\"path\":[\"decoded\",\"empty-as-slash\"],\"search\":[],"
                    "\"port\":[\"with-default\"]}"),
              &h);
    char **transforms = transform_list(&h.transforms);
    static const char *const expected[] = {"port with-default", "path decoded",
                                           "path empty-as-slash"};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(transforms[i], expected[i]);
        free(transforms[i]);
    }
    assert_null(transforms[3]);
    free(transforms);
    hello_free(&h);
}

static void who_splits_says_where_that_is_written(void **state)
{
    (void)state;
    hello h;
    read_good(HELLO(",\"splits\":\"manual, section 2\""), &h);
    assert_string_equal(h.splits, "manual, section 2");
    hello_free(&h);
    assert_null(h.splits);
    read_good(HELLO(""), &h);
    assert_null(h.splits);
    hello_free(&h);
}

/* Later versions may say more, and know more operations. */
static void what_is_not_known_is_let_be(void **state)
{
    (void)state;
    hello h;
    read_good(HEAD ",\"dialects\":[],\"ops\":[\"compose\",\"parse\",\"divine\"],\"colour\":[1]}",
              &h);
    assert_null(h.dialects[0]);
    for (int op = 0; op < URIPROOF_OP_COUNT; op++)
        assert_int_equal(h.ops[op], op == URIPROOF_PARSE);
    assert_string_equal(h.strange_ops[0], "compose");
    assert_string_equal(h.strange_ops[1], "divine");
    assert_null(h.strange_ops[2]);
    hello_free(&h);
}

/* A parser that is started again is to be the same; what it says for people may change. */
static void another_hello_is_seen(void **state)
{
    (void)state;
    static const struct {
        const char *json, *words;
    } cases[] = {
        {HELLO(""), NULL},
        {HELLO(",\"colour\":1"), NULL},
        {"{\"protocol\":2,\"name\":\"m\",\"version\":\"1\",\"language\":\"c\",\"dialects\":[],"
         "\"ops\":[\"parse\"]}",
         "the hello gives another name than before: \"m\", not \"n\""},
        {"{\"protocol\":2,\"name\":\"n\",\"version\":\"2\",\"language\":\"c\",\"dialects\":[],"
         "\"ops\":[\"parse\"]}",
         "the hello gives another version than before: \"2\", not \"1\""},
        {HEAD ",\"dialects\":[],\"ops\":[\"parse\",\"encode\"]}",
         "the hello has other \"ops\" than before"},
        {HELLO(",\"transforms\":{\"host\":[\"lowercased\"]}"),
         "the hello has other \"transforms\" than before"},
        {HELLO(",\"splits\":\"manual\""),
         "the hello gives another splits than before: \"manual\", not \"\""},
    };
    hello first;
    read_good(HELLO(""), &first);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hello again;
        uriproof_error error = {""};
        read_good(cases[i].json, &again);
        assert_int_equal(hello_same(&first, &again, &error), cases[i].words == NULL);
        assert_string_equal(error.words, cases[i].words != NULL ? cases[i].words : "");
        hello_free(&again);
    }
    hello_free(&first);
}

static void broken_hellos_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json, *words;
    } cases[] = {
        {"", "the hello: not JSON"},
        {"Traceback (most recent call last):", "the hello: not JSON"},
        {"[]", "the hello: not a JSON object"},
        {HELLO("") " and more", "the hello: not JSON: something follows"},
        {"{}", "the hello has no \"protocol\""},
        {"{\"id\":1,\"error\":\"what?\"}", "the hello has no \"protocol\""},
        {"{\"protocol\":\"1\"}", "the hello has no \"protocol\""},
        {"{\"protocol\":1}",
         "speaks protocol 1; this program speaks 2: say \"transforms\" for \"gives\" and one "
         "\"status\" "
         "for \"valid\", \"silent\" and \"unsupported\", and answer in the order of the requests "
         "(docs/protocol.md, \"From protocol 1\")"},
        {"{\"protocol\":0}", "speaks protocol 0; this program speaks 2"},
        {"{\"protocol\":1.5}", "speaks protocol 1.5; this program speaks 2"},
        {"{\"protocol\":2}", "the hello has no \"name\""},
        {"{\"protocol\":2,\"name\":\"\"}", "the hello has no \"name\""},
        {"{\"protocol\":2,\"name\":7}", "the hello has no \"name\""},
        {"{\"protocol\":2,\"name\":\"n\"}", "the hello has no \"version\""},
        {"{\"protocol\":2,\"name\":\"n\",\"version\":1}", "the hello has no \"version\""},
        {"{\"protocol\":2,\"name\":\"n\",\"version\":\"1\"}", "the hello has no \"language\""},
        {HEAD "}", "the hello has no \"dialects\" array"},
        {HEAD ",\"dialects\":\"rfc3986\"}", "the hello has no \"dialects\" array"},
        {HEAD ",\"dialects\":[null],\"ops\":[]}", "something else than strings in \"dialects\""},
        {HEAD ",\"dialects\":[]}", "the hello has no \"ops\" array"},
        {HEAD ",\"dialects\":[],\"ops\":{}}", "the hello has no \"ops\" array"},
        {HEAD ",\"dialects\":[],\"ops\":[\"parse\",1]}", "something else than strings in \"ops\""},
        {HELLO(",\"transforms\":null"), "\"transforms\" that are not an object"},
        {HELLO(",\"transforms\":[]"), "\"transforms\" that are not an object"},
        {HELLO(",\"transforms\":{\"host\":\"lowercased\"}"),
         "something else than arrays in \"transforms\""},
        {HELLO(",\"transforms\":{\"host\":[\"shouted\"]}"), "unknown transform of \"host\": "
                                                            "shouted"},
        {HELLO(",\"transforms\":{\"host\":[1]}"), "unknown transform of \"host\": no string"},
        {HELLO(",\"transforms\":{\"authority\":[\"decoded\"]}"),
         "unknown transform of \"authority\": decoded"},
        {HELLO(",\"gives\":{}"), "has \"gives\", which is called \"transforms\" since protocol 2"},
        {HELLO(",\"splits\":true"), "the hello has a \"splits\" that names no source: say in "
                                    "printable ASCII where it is documented"},
        {HELLO(",\"splits\":null"), "\"splits\" that names no source"},
        {HELLO(",\"splits\":\"\""), "\"splits\" that names no source"},
        {HELLO(",\"splits\":\" \""), "\"splits\" that names no source"},
        {HELLO(",\"splits\":\"a\\u001b\""), "\"splits\" that names no source"},
        {HELLO(",\"splits\":\"\xC3\xA9\""), "\"splits\" that names no source"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hello h;
        uriproof_error error = {""};
        if (hello_read(cases[i].json, strlen(cases[i].json), &h, &error))
            fail_msg("%s is taken", cases[i].json);
        if (strstr(error.words, cases[i].words) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", cases[i].json, error.words, cases[i].words);
        assert_null(h.name);
        assert_null(h.dialects);
    }
}

/* Returns a hello in which the strings of this field have that length, or its list that many. */
static char *hello_of(const char *key, size_t length, size_t count)
{
    static const char *const keys[] = {"name", "version", "language", "splits"};
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    fputs("{\"protocol\":2", out);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        fprintf(out, ",\"%s\":\"%0*d\"", keys[i], strcmp(keys[i], key) == 0 ? (int)length : 1, 7);
    for (size_t list = 0; list < 2; list++) {
        const char *name = list == 0 ? "dialects" : "ops";
        const bool is_it = strcmp(name, key) == 0;
        fprintf(out, ",\"%s\":[\"a\"", name);
        for (size_t i = 1; is_it && i < count; i++)
            fprintf(out, ",\"%0*d\"", (int)length, 7);
        fputc(']', out);
    }
    fputc('}', out);
    fclose(out);
    return text.octets;
}

/* What a report would repeat on each row is rejected if it is too long. */
static void long_strings_are_refused(void **state)
{
    static const char *const keys[] = {"name", "version", "language", "splits", "dialects", "ops"};
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        uriproof_error error = {""};
        hello h;
        char *good = hello_of(keys[i], 200, 64), *bad = hello_of(keys[i], 201, 2);
        char *many = hello_of(keys[i], 1, 65), words[100];
        read_good(good, &h);
        hello_free(&h);
        assert_false(hello_read(bad, strlen(bad), &h, &error));
        snprintf(words, sizeof words,
                 "the hello has a string of over 200 octets in \"%s\": shorten it", keys[i]);
        assert_string_equal(error.words, words);
        assert_int_equal(hello_read(many, strlen(many), &h, &error), i < 4);
        hello_free(&h);
        free(good);
        free(bad);
        free(many);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hello_is_read),
        cmocka_unit_test(what_is_given_by_design_is_read),
        cmocka_unit_test(who_splits_says_where_that_is_written),
        cmocka_unit_test(what_is_not_known_is_let_be),
        cmocka_unit_test(another_hello_is_seen),
        cmocka_unit_test(broken_hellos_are_refused),
        cmocka_unit_test(long_strings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
