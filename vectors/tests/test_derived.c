/* SPDX-License-Identifier: MIT */
/*
 * Derived vectors: from the format of docs/vectors.md, "Derived vectors", to that of vectors. What
 * is expected is written out by hand; the hash of an id was worked out with another program's
 * FNV-1a.
 */
#include "../derived.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cJSON *vector_of(const char *op, const char *item, uriproof_error *error)
{
    char head[200];
    snprintf(head, sizeof head,
             "{\"about\":\"a\",\"origin\":\"o\",\"obeys\":[\"c\"],\"breaks\":[],\"op\":\"%s\"}",
             op);
    cJSON *group = cJSON_Parse(head), *array = cJSON_Parse(item);
    assert_non_null(group);
    assert_non_null(array);
    cJSON *borrowing = derived_vector(group, array, error);
    /* A copy, so that the group can go. */
    cJSON *vector = borrowing != NULL ? cJSON_Duplicate(borrowing, true) : NULL;
    cJSON_Delete(borrowing);
    cJSON_Delete(array);
    cJSON_Delete(group);
    return vector;
}

static const struct {
    const char *op, *item, *vector;
} good[] = {
    {"parse", "[\"a:\", true]", "\"uri\":\"a:\",\"expect\":{\"valid\":true}"},
    {"parse", "[\"a\", 1]", "\"uri\":\"a\",\"expect\":{\"valid\":false,\"offset\":1}"},
    {"parse", "[\"a\", false]", "\"uri\":\"a\",\"expect\":{\"valid\":false}"},
    {"parse", "[{\"hex\":\"6100\"}, 1]",
     "\"uri_hex\":\"6100\",\"expect\":{\"valid\":false,\"offset\":1}"},
    {"parse", "[{\"pieces\":[\"a:\",[\"xy\",3],{\"hex\":\"21\"},[\"z\",0]]}, true]",
     "\"uri\":\"a:xyxyxy!\",\"expect\":{\"valid\":true}"},
    {"parse", "[{\"pieces\":[[{\"pieces\":[\"a\",[\"b\",2]]},2]]}, true]",
     "\"uri\":\"abbabb\",\"expect\":{\"valid\":true}"},
    {"parse",
     "[\"a:b\", {\"valid\":true,\"generic\":{\"scheme\":\"a\",\"path\":{\"pieces\":[[\"b\",1]]}}}]",
     "\"uri\":\"a:b\",\"expect\":{\"valid\":true,\"generic\":{\"scheme\":\"a\",\"path\":\"b\"}}"},
    {"equivalent", "[\"a:\", \"b:\", \"unequal\"]",
     "\"uri\":\"a:\",\"other\":\"b:\",\"expect\":{\"valid\":true,\"equal\":false}"},
    {"equivalent", "[\"a:\", \"a:\", \"equal\"]",
     "\"uri\":\"a:\",\"other\":\"a:\",\"expect\":{\"valid\":true,\"equal\":true}"},
    {"resolve", "[\"a:b\", \"c\", \"a:c\"]",
     "\"base\":\"a:b\",\"ref\":\"c\",\"expect\":{\"valid\":true,\"uri\":\"a:c\"}"},
    {"decode", "[\"%00\", {\"hex\":\"00\"}]",
     "\"text\":\"%00\",\"expect\":{\"valid\":true,\"text_hex\":\"00\"}"},
    {"decode", "[\"\", \"\"]", "\"text\":\"\",\"expect\":{\"valid\":true,\"text\":\"\"}"},
    {"parse", "[\"a:#\", true, {\"r=v,s=w\": 2, \"r=v\": true}]",
     "\"uri\":\"a:#\",\"expect\":{\"valid\":true},\"readings\":[{\"set\":{\"r\":\"v\",\"s\":\"w\"},"
     "\"expect\":{\"valid\":false,\"offset\":2}},{\"set\":{\"r\":\"v\"},\"expect\":{\"valid\":true}"
     "}]"},
};

static void a_case_is_a_vector(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        uriproof_error error = {""};
        char expected[600];
        cJSON *vector = vector_of(good[i].op, good[i].item, &error);
        assert_string_equal(error.words, "");
        char *printed = cJSON_PrintUnformatted(vector);
        snprintf(
            expected, sizeof expected,
            "{\"about\":\"a\",\"origin\":\"o\",\"obeys\":[\"c\"],\"breaks\":[],\"op\":\"%s\",%s}",
            good[i].op, good[i].vector);
        assert_string_equal(printed, expected);
        free(printed);
        cJSON_Delete(vector);
    }
}

static const struct {
    const char *op, *item, *words;
} bad[] = {
    {"parse", "{}", "its cases are arrays"},
    {"guess", "[\"a\", 1]", "needs an \"op\""},
    {"parse", "[]", "a case needs its uri"},
    {"parse", "[\"a\"]", "a case needs what is expected"},
    {"resolve", "[\"a\"]", "a case needs its ref"},
    {"parse", "[1, 1]", "a text is printable"},
    {"parse", "[\"a\\n\", 1]", "a text is printable"},
    {"parse", "[{\"hex\":\"6\"}, 1]", "hex"},
    {"parse", "[{\"hex\":\"61\",\"pieces\":[]}, 1]", "a text is printable"},
    {"parse", "[{\"pieces\":[[\"a\"]]}, 1]", "a text and a number"},
    {"parse", "[{\"pieces\":[[\"a\",-1]]}, 1]", "a text and a number"},
    {"parse", "[{\"pieces\":[[\"a\",1.5]]}, 1]", "a text and a number"},
    {"parse", "[{\"pieces\":[[\"a\",1e300]]}, 1]", "a text and a number"},
    {"parse", "[{\"pieces\":[[\"a\",2,3]]}, 1]", "a text and a number"},
    {"parse", "[{\"pieces\":[[\"abcd\",20000000]]}, 1]", "more than 64 MiB"},
    {"parse", "[{\"pieces\":[[\"a\",67108864],\"b\"]}, 1]", "more than 64 MiB"},
    {"parse", "[\"a\", \"equal\"]", "no such expectation of parse"},
    {"equivalent", "[\"a\", \"b\", \"same\"]", "no such expectation of equivalent"},
    {"parse", "[\"a\", 1, 2]", "and an object"},
    {"parse", "[\"a\", 1, {\"r\": 1}]", "not a setting of readings: r"},
};

static void what_is_no_case_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uriproof_error error = {""};
        cJSON *vector = vector_of(bad[i].op, bad[i].item, &error);
        if (vector != NULL || strstr(error.words, bad[i].words) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", bad[i].item, error.words, bad[i].words);
    }
}

/* $ printf 'parse\0a:b\0' | an FNV-1a of 64 bits */
static void an_id_names_what_is_asked(void **state)
{
    (void)state;
    char id[32];
    uriproof_request request = {URIPROOF_PARSE, {uriproof_span_of("a:b"), {NULL, 0}}};
    derived_id("group", &request, id);
    assert_string_equal(id, "group-6fc86789f765");
    request = (uriproof_request){URIPROOF_RESOLVE, {uriproof_span_of(""), {"\0", 1}}};
    derived_id("g", &request, id);
    assert_string_equal(id, "g-f97226afbc53");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_is_a_vector),
        cmocka_unit_test(what_is_no_case_is_refused),
        cmocka_unit_test(an_id_names_what_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
