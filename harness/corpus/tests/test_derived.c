/* SPDX-License-Identifier: MIT */
/*
 * Derived vectors: from the format of docs/vectors.md, "Generated vectors", to that of vectors.
 * What is expected is written out by hand; the hash of an id was worked out with another program's
 * FNV-1a.
 */
#include "corpus/derived.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
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
    size_t budget = DERIVED_MOST;
    cJSON *borrowing = derived_vector(group, array, &budget, error);
    /* A copy, so that the group can go. */
    cJSON *vector = borrowing != NULL ? cJSON_Duplicate(borrowing, true) : NULL;
    cJSON_Delete(borrowing);
    cJSON_Delete(array);
    cJSON_Delete(group);
    return vector;
}

/* A text of 1000 octets; and that, 0 times. */
#define THOUSAND "{\"pieces\":[[\"abcd\",250]]}"
#define NONE     "{\"pieces\":[[" THOUSAND ",0]]}"

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
    {"parse", "[{\"pieces\":[\"a:\",[" NONE ",60000000],[{\"pieces\":[]},9],[\"bc\",1]]}, true]",
     "\"uri\":\"a:bc\",\"expect\":{\"valid\":true}"},
    {"parse", "[{\"pieces\":[\"a:\",[{\"pieces\":[\"b\",[{\"hex\":\"ff\"},2]]},3]]}, 3]",
     "\"uri_hex\":\"613a62ffff62ffff62ffff\",\"expect\":{\"valid\":false,\"offset\":3}"},
    {"parse", "[\"\", 0]", "\"uri\":\"\",\"expect\":{\"valid\":false,\"offset\":0}"},
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
        char expected[700];
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
    {"parse", "[\"a\", 1, {\"r=v,\": 1}]", "not a setting of readings: r=v,"},
    {"parse", "[\"a\", 1, {\",r=v\": 1}]", "not a setting of readings: ,r=v"},
    {"parse", "[\"a\", 1, {\"r=v,,s=w\": 1}]", "not a setting of readings: r=v,,s=w"},
    {"parse", "[\"a\", 1, {\"=v\": 1}]", "not a setting of readings: =v"},
    {"parse", "[\"a\", 1, {\"r=\": 1}]", "not a setting of readings: r="},
    {"parse", "[\"a\", 1, {\"r=v=w\": 1}]", "not a setting of readings: r=v=w"},
    {"parse", "[\"a\", 1, {\"\": 1}]", "not a setting of readings: "},
    {"parse", "[\"a\", 1, {\"r=v\": \"b\"}]", "no such expectation of parse"},
    {"parse", "[\"a\", 1, {}]", "no other reading"},
    {"parse", "[\"a\", 1, {\"r=v\": 1}, 2]", "at most its texts"},
    {"parse", "[\"a\", 1, {\"r=v\": 1}, {\"r=v\": 1}]", "at most its texts"},
    {"parse", "[{\"hex\":\"\"}, 0]", "hex"},
    {"parse", "[{\"hex\":\"6A\"}, 0]", "hex"},
    {"parse", "[{\"hex\":\"6g\"}, 0]", "hex"},
    {"parse", "[{\"hex\":7}, 0]", "a text is printable"},
    {"parse", "[{\"pieces\":\"a\"}, 0]", "a text is printable"},
    {"parse", "[{\"pieces\":[[7,0]]}, 0]", "a text is printable"},
    {"parse", "[{\"pieces\":[[]]}, 0]", "a text and a number"},
    {"decode", "[\"%00\", {\"hex\":\"\"}]", "hex"},
    {"resolve", "[\"a:\", \"b\", {\"valid\":true,\"uri\":{\"hex\":\"6\"}}]", "hex"},
    /* No text is refused behind its end. */
    {"parse", "[\"a\", 2]", "beyond the text"},
    {"parse", "[\"a\", {\"valid\":false,\"offset\":2}]", "beyond the text"},
    {"parse", "[{\"pieces\":[[\"ab\",3]]}, 7]", "beyond the text"},
    {"parse", "[\"a\", 1, {\"r=v\": 2}]", "beyond the text"},
    {"resolve", "[\"a:\", \"b\", 3]", "beyond the text"},
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

static cJSON *group_of(const char *op)
{
    cJSON *group = cJSON_CreateObject();
    cJSON_AddStringToObject(group, "op", op);
    return group;
}

/* What is built of a file's texts is taken from its budget. */
static void the_texts_of_a_file_have_a_budget(void **state)
{
    (void)state;
    cJSON *group = group_of("resolve");
    cJSON *item =
        cJSON_Parse("[{\"pieces\":[[" THOUSAND ",3],[" THOUSAND ",0]]}, \"bc\", " THOUSAND "]");
    size_t budget = 10000;
    uriproof_error error = {""};
    for (size_t left = 10000; left >= 4002; left -= 4002) {
        assert_int_equal(budget, left);
        cJSON_Delete(derived_vector(group, item, &budget, &error));
        assert_string_equal(error.words, "");
    }
    assert_null(derived_vector(group, item, &budget, &error));
    assert_non_null(strstr(error.words, "more than 256 MiB"));
    cJSON_Delete(group);
    cJSON_Delete(item);
}

/* `depth` pieces, each `times` times the one within it; within all of them `text`. */
static cJSON *nested(size_t depth, double times, const char *text)
{
    cJSON *inner = cJSON_CreateString(text);
    for (size_t i = 0; i < depth; i++) {
        cJSON *outer = cJSON_CreateObject(), *pair = cJSON_CreateArray();
        cJSON_AddItemToArray(pair, inner);
        cJSON_AddItemToArray(pair, cJSON_CreateNumber(times));
        cJSON_AddItemToArray(cJSON_AddArrayToObject(outer, "pieces"), pair);
        inner = outer;
    }
    return inner;
}

/* What takes long to build, and is short. Each of these once took its time for every level, or for
 * every time that it was not there: all together they take less than a second now. */
static void work_goes_with_what_is_built(void **state)
{
    (void)state;
    static const struct {
        size_t depth;
        double times;
        size_t length; /* of the text, which begins with an a */
    } cases[] = {{300, 1, 30}, {300, 0, 0}, {20, 2, 30 << 20}, {300, 1, 30}};
    cJSON *group = group_of("parse");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cJSON *item = cJSON_CreateArray(), *pieces = cJSON_CreateArray();
        cJSON *text = cJSON_CreateObject();
        cJSON_AddItemToArray(
            pieces, nested(cases[i].depth, cases[i].times, "abcdefghijklmnopqrstuvwxyzabcd"));
        for (size_t k = 0; k < 500; k++) {
            cJSON *none = cJSON_CreateArray(), *large = cJSON_CreateArray();
            cJSON *within = cJSON_CreateObject();
            cJSON_AddItemToArray(large, cJSON_CreateString("x"));
            cJSON_AddItemToArray(large, cJSON_CreateNumber(60000000));
            cJSON_AddItemToArray(cJSON_AddArrayToObject(within, "pieces"), large);
            cJSON_AddItemToArray(none, within);
            cJSON_AddItemToArray(none, cJSON_CreateNumber(0));
            cJSON_AddItemToArray(pieces, none);
        }
        cJSON_AddItemToObject(text, "pieces", pieces);
        cJSON_AddItemToArray(item, text);
        cJSON_AddItemToArray(item, cJSON_CreateTrue());
        size_t budget = DERIVED_MOST;
        uriproof_error error = {""};
        cJSON *vector = derived_vector(group, item, &budget, &error);
        assert_string_equal(error.words, "");
        const cJSON *uri = cJSON_GetObjectItemCaseSensitive(vector, "uri");
        assert_int_equal(strlen(cJSON_GetStringValue(uri)), cases[i].length);
        assert_int_equal(DERIVED_MOST - budget, cases[i].length);
        cJSON_Delete(vector);
        cJSON_Delete(item);
    }
    cJSON_Delete(group);
}

/* ---- Without memory ---- */

static size_t allowed, in_use; /* how often memory may still be had; and how much of it is */

static void *take_memory(size_t size)
{
    void *memory = allowed > 0 ? malloc(size) : NULL;
    allowed -= allowed > 0;
    in_use += memory != NULL;
    return memory;
}

static void give_memory(void *memory)
{
    in_use -= memory != NULL;
    free(memory);
}

/* Whichever of its requests for memory is refused, there is no vector that lacks something, and all
 * that was taken is given back. */
static void memory_that_fails_is_said(void **state)
{
    (void)state;
    cJSON_Hooks hooks = {take_memory, give_memory};
    size_t most = 0;
    allowed = SIZE_MAX;
    in_use = 0;
    cJSON_InitHooks(&hooks);
    cJSON *group = cJSON_Parse("{\"about\":\"a\",\"origin\":\"o\",\"obeys\":[\"c\"],\"breaks\":[],"
                               "\"op\":\"resolve\"}");
    cJSON *item = cJSON_Parse(
        "[{\"hex\":\"ff\"}, {\"pieces\":[[\"a\",2]]}, {\"valid\":true,\"uri\":{\"hex\":\"ff\"},"
        "\"detail\":{\"a\":{\"pieces\":[\"b\"]},\"c\":[\"d\"]}}, {\"r=v,s=w\":\"b\",\"r=w\":1}]");
    assert_non_null(group);
    assert_non_null(item);
    for (size_t before = in_use;; most++) {
        size_t budget = DERIVED_MOST;
        uriproof_error error = {""};
        allowed = most;
        cJSON *vector = derived_vector(group, item, &budget, &error);
        if (vector != NULL) {
            cJSON_Delete(vector);
            assert_int_equal(in_use, before);
            break;
        }
        assert_string_equal(error.words, "out of memory");
        assert_int_equal(in_use, before);
    }
    assert_in_range(most, 40, 200);
    allowed = SIZE_MAX;
    cJSON_Delete(group);
    cJSON_Delete(item);
    cJSON_InitHooks(NULL);
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
        cmocka_unit_test(the_texts_of_a_file_have_a_budget),
        cmocka_unit_test(work_goes_with_what_is_built),
        cmocka_unit_test(memory_that_fails_is_said),
        cmocka_unit_test(an_id_names_what_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
