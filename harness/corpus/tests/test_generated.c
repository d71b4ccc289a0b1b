/* SPDX-License-Identifier: MIT */
/*
 * Cases that a generator wrote, in the format of docs/vectors.md ("Generated vectors"). What is
 * expected is written out by hand; the hash of an id was worked out with another program's FNV-1a.
 */
#include "corpus/corpus_read.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A case of a file, and what was read of it. */
typedef struct trial {
    char text[1024];
    uriproof_error error;
    uriproof_corpus corpus;
    corpus_file reading;
} trial;

static void begin(trial *t, const char *op)
{
    *t = (trial){.corpus = {.dialect = uriproof_dialect_named("rfc1630"),
                            .memory = store_new(),
                            .details = cJSON_CreateArray()}};
    t->reading.corpus = &t->corpus;
    t->reading.budget = GENERATED_MOST;
    t->reading.vector.request.op = uriproof_op_named(op);
    assert_int_not_equal(t->reading.vector.request.op, URIPROOF_OP_COUNT);
}

static bool read_case(trial *t, const char *op, const char *item)
{
    begin(t, op);
    assert_in_range(strlen(item), 2, sizeof t->text - 32);
    snprintf(t->text, sizeof t->text, "{\n\"case\":\n%s}", item);
    if (!json_document_check(&t->reading.document, "g.json", t->text, strlen(t->text), &t->error))
        fail_msg("%s", t->error.words);
    uriproof_span text = json_member(json_root(&t->reading.document), "case");
    json_value value = json_value_read(&t->reading.document, text);
    bool read = generated_case(&t->reading, &value);
    cJSON_Delete(value.tree); /* nothing is borrowed of it */
    return read;
}

static void end(trial *t)
{
    uriproof_corpus_free(&t->corpus);
}

static void add_expect(cJSON *object, uriproof_op op, const uriproof_answer *expect)
{
    cJSON_AddItemToObject(object, "expect", uriproof_answer_tree(op, expect));
}

/* Prints the request, what is expected, and the other readings. The caller frees it. */
static char *printed(const trial *t)
{
    const uriproof_vector *vector = &t->reading.vector;
    json_writer w = json_writer_compact();
    json_open_object(&w, NULL);
    uriproof_request_write(&w, &vector->request);
    cJSON *object = json_writer_tree(&w), *readings = NULL;
    add_expect(object, vector->request.op, vector->expect);
    if (vector->alternates != NULL)
        readings = cJSON_AddArrayToObject(object, "readings");
    for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL;
         alternate = alternate->next) {
        cJSON *entry = cJSON_CreateObject(), *set = cJSON_AddObjectToObject(entry, "set");
        for (size_t k = 0; k < alternate->set_count; k++) {
            const uriproof_reading *reading =
                &t->corpus.dialect->readings[alternate->set[k].reading];
            cJSON_AddStringToObject(set, reading->id, reading->values[alternate->set[k].value]);
        }
        add_expect(entry, vector->request.op, alternate->expect);
        cJSON_AddItemToArray(readings, entry);
    }
    char *text = cJSON_PrintUnformatted(object);
    cJSON_Delete(object);
    return text;
}

/* A text of 1000 octets; and that, 0 times. */
#define THOUSAND "{\"pieces\":[[\"abcd\",250]]}"
#define NONE     "{\"pieces\":[[" THOUSAND ",0]]}"

static const struct {
    const char *op, *item, *vector;
} good[] = {
    {"parse", "[\"a:\", true]", "\"uri\":\"a:\",\"expect\":{\"status\":\"accepted\"}"},
    {"parse", "[\"a\", 1]", "\"uri\":\"a\",\"expect\":{\"status\":\"rejected\",\"offset\":1}"},
    {"parse", "[\"a\", false]", "\"uri\":\"a\",\"expect\":{\"status\":\"rejected\"}"},
    {"parse", "[{\"hex\":\"6100\"}, 1]",
     "\"uri_hex\":\"6100\",\"expect\":{\"status\":\"rejected\",\"offset\":1}"},
    {"parse", "[{\"pieces\":[\"a:\",[\"xy\",3],{\"hex\":\"21\"},[\"z\",0]]}, true]",
     "\"uri\":\"a:xyxyxy!\",\"expect\":{\"status\":\"accepted\"}"},
    {"parse", "[{\"pieces\":[[{\"pieces\":[\"a\",[\"b\",2]]},2]]}, true]",
     "\"uri\":\"abbabb\",\"expect\":{\"status\":\"accepted\"}"},
    {"parse", "[{\"pieces\":[\"a:\",[" NONE ",60000000],[{\"pieces\":[]},9],[\"bc\",1]]}, true]",
     "\"uri\":\"a:bc\",\"expect\":{\"status\":\"accepted\"}"},
    {"parse", "[{\"pieces\":[\"a:\",[{\"pieces\":[\"b\",[{\"hex\":\"ff\"},2]]},3]]}, 3]",
     "\"uri_hex\":\"613a62ffff62ffff62ffff\",\"expect\":{\"status\":\"rejected\",\"offset\":3}"},
    {"parse", "[\"\", 0]", "\"uri\":\"\",\"expect\":{\"status\":\"rejected\",\"offset\":0}"},
    {"parse",
     "[\"a:b\", "
     "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"a\",\"path\":{\"pieces\":[[\"b\",1]]}}}]",
     "\"uri\":\"a:b\",\"expect\":{\"status\":\"accepted\",\"generic\":{\"scheme\":\"a\",\"path\":"
     "\"b\"}}"},
    {"equivalent", "[\"a:\", \"b:\", \"unequal\"]",
     "\"uri\":\"a:\",\"other\":\"b:\",\"expect\":{\"status\":\"accepted\",\"equal\":false}"},
    {"equivalent", "[\"a:\", \"a:\", \"equal\"]",
     "\"uri\":\"a:\",\"other\":\"a:\",\"expect\":{\"status\":\"accepted\",\"equal\":true}"},
    {"resolve", "[\"a:b\", \"c\", \"a:c\"]",
     "\"base\":\"a:b\",\"ref\":\"c\",\"expect\":{\"status\":\"accepted\",\"uri\":\"a:c\"}"},
    {"decode", "[\"%00\", {\"hex\":\"00\"}]",
     "\"text\":\"%00\",\"expect\":{\"status\":\"accepted\",\"text_hex\":\"00\"}"},
    {"decode", "[\"\", \"\"]", "\"text\":\"\",\"expect\":{\"status\":\"accepted\",\"text\":\"\"}"},
    {"parse",
     "[\"a:#\", true, {\"void-fragment=printed,xpalphas=printed\": 2, "
     "\"xpalphas=printed\": true}]",
     "\"uri\":\"a:#\",\"expect\":{\"status\":\"accepted\"},\"readings\":[{\"set\":{"
     "\"void-fragment\":\"printed\",\"xpalphas\":\"printed\"},\"expect\":{\"status\":\"rejected\","
     "\"offset\":2}},{\"set\":{\"xpalphas\":\"printed\"},\"expect\":{\"status\":\"accepted\"}}]"},
    /* Parts that are no text of the request, and octets in them. */
    {"parse",
     "[\"a:%ff\", "
     "{\"status\":\"accepted\",\"generic\":{\"scheme\":\"A\",\"path\":{\"hex\":\"ff\"}}}]",
     "\"uri\":\"a:%ff\",\"expect\":{\"status\":\"accepted\",\"generic\":{\"scheme\":\"A\","
     "\"path_hex\":\"ff\"}}"},
    {"url",
     "[\"a:b\", "
     "{\"status\":\"accepted\",\"production\":\"p\",\"detail\":{\"a\":{\"pieces\":[[\"b\",2]]},"
     "\"c\":[\"d\"]}}]",
     "\"uri\":\"a:b\",\"expect\":{\"status\":\"accepted\",\"production\":\"p\",\"detail\":{\"a\":"
     "\"bb\","
     "\"c\":[\"d\"]}}"},
    {"equivalent", "[\"\", \"b\", {\"status\":\"undefined\"}]",
     "\"uri\":\"\",\"other\":\"b\",\"expect\":{\"status\":\"undefined\"}"},
};

static void a_case_is_a_vector(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char expected[700];
        trial t;
        if (!read_case(&t, good[i].op, good[i].item))
            fail_msg("%s: %s", good[i].item, t.error.words);
        char *found = printed(&t);
        snprintf(expected, sizeof expected, "{%s}", good[i].vector);
        assert_string_equal(found, expected);
        free(found);
        end(&t);
    }
}

/* Equal answers of a vector are one, but for those of `encode`; a part is within the text. */
static void answers_are_shared(void **state)
{
    (void)state;
    trial t;
    assert_true(read_case(&t, "parse", "[\"a:b\", 1, {\"xpalphas=printed\": 1}]"));
    assert_ptr_equal(t.reading.vector.expect, t.reading.vector.alternates->expect);
    end(&t);
    assert_true(read_case(&t, "parse", "[\"a:b\", 1, {\"xpalphas=printed\": 2}]"));
    assert_ptr_not_equal(t.reading.vector.expect, t.reading.vector.alternates->expect);
    end(&t);
    assert_true(read_case(&t, "normalize",
                          "[\"a:bc\", \"a:BC\", {\"xpalphas=printed\": \"a:BC\","
                          "\"void-fragment=printed\": \"a:BD\"}]"));
    assert_ptr_equal(t.reading.vector.expect, t.reading.vector.alternates->expect);
    assert_ptr_not_equal(t.reading.vector.expect, t.reading.vector.alternates->next->expect);
    end(&t);
    assert_true(read_case(&t, "encode", "[\"a\", \"%61\", {\"xpalphas=printed\": \"%61\"}]"));
    assert_ptr_not_equal(t.reading.vector.expect, t.reading.vector.alternates->expect);
    end(&t);
    assert_true(read_case(&t, "resolve",
                          "[\"x:/\", \"g#\", {\"status\":\"rejected\",\"uri\":\"x:/g#\","
                          "\"production\":\"fragmentid\",\"offset\":2},"
                          "{\"void-fragment=printed\": {\"status\":\"rejected\",\"uri\":\"x:/g#\","
                          "\"production\":\"path\",\"offset\":1}}]"));
    assert_ptr_not_equal(t.reading.vector.expect, t.reading.vector.alternates->expect);
    assert_string_equal(t.reading.vector.alternates->expect->production, "path");
    end(&t);
    assert_true(read_case(
        &t, "parse",
        "[\"a:bc\", {\"status\":\"accepted\",\"generic\":{\"scheme\":\"a\",\"path\":\"bc\"}}]"));
    assert_ptr_equal(t.reading.vector.expect->parts.generic.path.octets,
                     t.reading.vector.request.field[0].octets + 2);
    end(&t);
}

static const struct {
    const char *op, *item, *words;
} bad[] = {
    {"parse", "{}", "a case is an array"},
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
    {"parse", "[\"a\", 1, {\"r\": 1}]", "not a setting of readings"},
    {"parse", "[\"a\", 1, {\"xpalphas=printed,\": 1}]", "not a setting of readings"},
    {"parse", "[\"a\", 1, {\",xpalphas=printed\": 1}]", "not a setting of readings"},
    {"parse", "[\"a\", 1, {\"xpalphas=printed,,s=w\": 1}]", "not a setting of readings"},
    {"parse", "[\"a\", 1, {\"=v\": 1}]", "unknown reading \"\""},
    {"parse", "[\"a\", 1, {\"xpalphas=\": 1}]", "unknown value of reading \"xpalphas\""},
    {"parse", "[\"a\", 1, {\"xpalphas=printed=w\": 1}]", "unknown value of reading \"xpalphas\""},
    {"parse", "[\"a\", 1, {\"\": 1}]", "not a setting of readings"},
    {"parse", "[\"a\", 1, {\"xpalphas=printed\": \"b\"}]", "no such expectation of parse"},
    {"parse", "[\"a\", 1, {}]", "no other reading"},
    {"parse", "[\"a\", 1, {\"xpalphas=printed\": 1}, 2]", "at most its texts"},
    {"parse", "[\"a\", 1, {\"xpalphas=printed\": 1}, {\"xpalphas=printed\": 1}]",
     "at most its texts"},
    {"parse", "[{\"hex\":\"\"}, 0]", "hex"},
    {"parse", "[{\"hex\":\"6A\"}, 0]", "hex"},
    {"parse", "[{\"hex\":\"6g\"}, 0]", "hex"},
    {"parse", "[{\"hex\":7}, 0]", "a text is printable"},
    {"parse", "[{\"pieces\":\"a\"}, 0]", "a text is printable"},
    {"parse", "[{\"pieces\":[[7,0]]}, 0]", "a text is printable"},
    {"parse", "[{\"pieces\":[[]]}, 0]", "a text and a number"},
    {"decode", "[\"%00\", {\"hex\":\"\"}]", "hex"},
    {"resolve", "[\"a:\", \"b\", {\"status\":\"accepted\",\"uri\":{\"hex\":\"6\"}}]", "hex"},
    /* No text is rejected after its end. */
    {"parse", "[\"a\", 2]", "beyond the text"},
    {"parse", "[\"a\", {\"status\":\"rejected\",\"offset\":2}]", "beyond the text"},
    {"parse", "[{\"pieces\":[[\"ab\",3]]}, 7]", "beyond the text"},
    {"parse", "[\"a\", 1, {\"xpalphas=printed\": 2}]", "beyond the text"},
    {"resolve", "[\"a:\", \"b\", 3]", "beyond the text"},
    {"parse", "[\"a\", -1]", "beyond the text"},
    {"parse", "[\"a\", 1e300]", "beyond the text"},
    {"parse", "[\"a\", 0.5]", "no whole number"},
    {"parse", "[\"a\", null]", "no such expectation of parse"},
    {"parse", "[\"a\", []]", "no such expectation of parse"},
    {"resolve", "[\"a:\", \"b\", true]", "a text is printable"},
    {"equivalent", "[\"a:\", \"b\", true]", "no such expectation of equivalent"},
    {"parse", "[\"a\", {\"status\":7}]", "\"status\" is not \"accepted\""},
    {"parse", "[\"a\", {\"status\":\"unsupported\"}]", "cannot be \"unsupported\""},
    {"parse", "[\"a\", {\"status\":\"accepted\",\"colour\":1}]", "has no \"colour\""},
    {"resolve", "[\"a:\", \"b\", {\"status\":\"accepted\"}]", "has no \"uri\""},
    {"parse", "[\"a\", 1, {\"mood=good\": 1}]", "unknown reading \"mood\""},
};

static void what_is_no_case_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        trial t;
        bool read = read_case(&t, bad[i].op, bad[i].item);
        if (read || strstr(t.error.words, bad[i].words) == NULL ||
            strncmp(t.error.words, "g.json:3: case", strlen("g.json:3: case")) != 0)
            fail_msg("%s: \"%s\" does not say \"%s\"", bad[i].item, t.error.words, bad[i].words);
        end(&t);
    }
}

/* A fault is told where it is, however deep. */
static void a_fault_has_its_path(void **state)
{
    (void)state;
    static const struct {
        const char *op, *item, *words;
    } cases[] = {
        {"parse", "[{\"pieces\":[\"a\",[{\"hex\":\"6\"},2]]}, 1]",
         "g.json:3: case[0].pieces[1][0].hex: not lower-case hexadecimal"},
        {"parse",
         "[\"a\",\n 1, "
         "{\"xpalphas=printed\":\n{\"status\":\"accepted\",\"generic\":{\"path\":7}}}]",
         "g.json:5: case[2].xpalphas=printed: \"path\" is not a string"},
        {"parse",
         "[\"a\", "
         "{\"status\":\"accepted\",\"generic\":{\"scheme\":{\"hex\":\"ff\"},\"path\":{\"hex\":1}}}"
         "]",
         "g.json:3: case[1].generic.path: a text is printable"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        trial t;
        assert_false(read_case(&t, cases[i].op, cases[i].item));
        if (strncmp(t.error.words, cases[i].words, strlen(cases[i].words)) != 0)
            fail_msg("\"%s\" is not \"%s\"", t.error.words, cases[i].words);
        end(&t);
    }
}

/* What is built of a file's texts is taken from its budget. */
static void the_texts_of_a_file_have_a_budget(void **state)
{
    (void)state;
    trial t;
    cJSON *item =
        cJSON_Parse("[{\"pieces\":[[" THOUSAND ",3],[" THOUSAND ",0]]}, \"bc\", " THOUSAND "]");
    begin(&t, "resolve");
    assert_true(json_document_check(&t.reading.document, "g.json", "{}", 2, &t.error));
    const json_value value = {&t.reading.document, t.reading.document.text, item};
    t.reading.budget = 10000;
    for (size_t left = 10000; left >= 4002; left -= 4002) {
        assert_int_equal(t.reading.budget, left);
        assert_true(generated_case(&t.reading, &value));
    }
    assert_false(generated_case(&t.reading, &value));
    assert_non_null(strstr(t.error.words, "more than 256 MiB"));
    cJSON_Delete(item);
    end(&t);
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
        trial t;
        begin(&t, "parse");
        const json_value value = {&t.reading.document, NULL, item};
        assert_true(generated_case(&t.reading, &value));
        assert_int_equal(t.reading.vector.request.field[0].length, cases[i].length);
        assert_int_equal(GENERATED_MOST - t.reading.budget, cases[i].length);
        if (cases[i].length > 0)
            assert_int_equal(t.reading.vector.request.field[0].octets[0], 'a');
        end(&t);
        cJSON_Delete(item);
    }
}

/* $ printf 'parse\0a:b\0' | an FNV-1a of 64 bits */
static void an_id_names_what_is_asked(void **state)
{
    (void)state;
    char id[32];
    uriproof_request request = {URIPROOF_PARSE, {uriproof_span_of("a:b"), {NULL, 0}}};
    generated_id("group", &request, id);
    assert_string_equal(id, "group-6fc86789f765");
    request = (uriproof_request){URIPROOF_RESOLVE, {uriproof_span_of(""), {"\0", 1}}};
    generated_id("g", &request, id);
    assert_string_equal(id, "g-f97226afbc53");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_is_a_vector),
        cmocka_unit_test(answers_are_shared),
        cmocka_unit_test(what_is_no_case_is_refused),
        cmocka_unit_test(a_fault_has_its_path),
        cmocka_unit_test(the_texts_of_a_file_have_a_budget),
        cmocka_unit_test(work_goes_with_what_is_built),
        cmocka_unit_test(an_id_names_what_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
