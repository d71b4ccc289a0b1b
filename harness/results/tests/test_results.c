/* SPDX-License-Identifier: MIT */
/* Results: what is counted of them, and their file, written and read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "results/model.h"
#include <cmocka.h>

/* A results file as it is written, octet by octet. */
static const char good_file[] =
    "{\"format\":\"uriproof-results\",\"version\":2,\n"
    "\"uriproof\":\"0.1.0\",\n"
    "\"dialect\":\"rfc1630\",\n"
    "\"document\":\"RFC 1630\",\n"
    "\"readings\":[\"slash-prefix=printed\"],\n"
    "\"partial\":false,\n"
    "\"dialects\":[\n"
    "{\"name\":\"rfc1630\",\"document\":\"RFC 1630\"},\n"
    "{\"name\":\"another\",\"document\":\"Another\"}\n"
    "],\n"
    "\"clauses\":[\n"
    "{\"id\":\"rfc1630.b\",\"document\":\"RFC 1630\",\"section\":\"S\",\"paraphrase\":\"B.\","
    "\"rule\":\"b  c | d\",\"link\":\"https://x.invalid/b\"},\n"
    "{\"id\":\"rfc1630.a\",\"document\":\"RFC 1630\",\"section\":\"S\",\"paraphrase\":\"A.\"}\n"
    "],\n"
    "\"cases\":[\n"
    "{\"id\":\"one\",\"about\":\"First \\u001b \\\\ \\\" \xE2\x9C\x93.\",\"origin\":\"here\","
    "\"obeys\":[\"rfc1630.a\"],\"breaks\":[\"rfc1630.b\"],\"op\":\"parse\","
    "\"request\":{\"uri_hex\":\"00ff\"},"
    "\"expected\":{\"valid\":false,\"production\":\"path\",\"offset\":1}},\n"
    "{\"id\":\"two\",\"about\":\"Second.\",\"origin\":\"here\",\"obeys\":[\"rfc1630.a\"],"
    "\"breaks\":[],\"op\":\"resolve\",\"request\":{\"base\":\"a:b\",\"ref\":\"c\"},"
    "\"expected\":{\"valid\":true,\"uri\":\"a:c\"}}\n"
    "],\n"
    "\"adapters\":[\n"
    "{\"name\":\"p\",\"version\":\"1\",\"language\":\"c\",\"dialects\":[\"rfc3986\"],"
    "\"gives\":[\"host lowercased\"],\"splits\":\"manual, 2\",\"results\":[\n"
    "{\"case\":\"one\",\"outcome\":\"lenient\",\"given\":{\"id\":1,\"valid\":true,\"x\":[1.5]},"
    "\"detail\":\"takes it\",\"dialects\":{\"rfc1630\":\"wrong\",\"another\":\"not-asked\"}},\n"
    "{\"case\":\"two\",\"outcome\":\"agree\",\"up_to\":true,\"detail\":\"up to host lowercased\"}\n"
    "]},\n"
    "{\"name\":\"q\",\"version\":\"\",\"language\":\"\",\"dialects\":[],\"gives\":[],"
    "\"results\":[\n"
    "{\"case\":\"one\",\"outcome\":\"acceptable\"},\n"
    "{\"case\":\"two\",\"outcome\":\"unsupported\"}\n"
    "]}\n"
    "]}\n";

static bool read_text(const char *text, uriproof_results *results, uriproof_error *error)
{
    return uriproof_results_read(text, strlen(text), results, error);
}

static char *write_text(const uriproof_results *results)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_true(uriproof_results_write(results, out));
    assert_int_equal(fclose(out), 0);
    return text;
}

static void read_good(uriproof_results *results)
{
    uriproof_error error = {""};
    if (!read_text(good_file, results, &error)) {
        fail_msg("%s", error.words);
    }
}

/* `good_file` with the first `old` replaced. The caller frees it. */
static char *changed(const char *old, const char *new)
{
    const char *at = strstr(good_file, old);
    assert_non_null(at);
    size_t before = (size_t)(at - good_file);
    size_t size = sizeof good_file + strlen(new);
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%.*s%s%s", (int)before, good_file, new, at + strlen(old));
    return text;
}

static void every_outcome_has_its_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < URIPROOF_OUTCOME_COUNT; i++) {
        assert_non_null(uriproof_outcomes[i].name);
        assert_non_null(uriproof_outcomes[i].about);
    }
    for (size_t i = 0; i < URIPROOF_CORRECTNESS_COUNT; i++) {
        assert_non_null(uriproof_correctnesses[i].name);
        assert_non_null(uriproof_correctnesses[i].about);
    }
    assert_string_equal(uriproof_outcomes[URIPROOF_PROTOCOL_ERROR].name, "protocol-error");
    for (size_t i = URIPROOF_AGREE; i <= URIPROOF_SLOW; i++)
        assert_true(uriproof_outcomes[i].good);
    for (size_t i = URIPROOF_DIFFER; i <= URIPROOF_PROTOCOL_ERROR; i++)
        assert_false(uriproof_outcomes[i].good);
    assert_true(uriproof_outcomes[URIPROOF_UNSUPPORTED].good);
    assert_false(uriproof_outcomes[URIPROOF_TIMEOUT].good);
}

static void what_is_read_is_what_was_written(void **state)
{
    (void)state;
    uriproof_results results;
    read_good(&results);
    assert_string_equal(results.clauses[1].id, "rfc1630.a");
    assert_int_equal(results.cases[0].obeys[0], 1);
    assert_int_equal(results.cases[0].breaks[0], 0);
    assert_int_equal(results.cases[1].op, URIPROOF_RESOLVE);
    assert_string_equal(results.readings[0], "slash-prefix=printed");
    assert_null(results.readings[1]);
    assert_string_equal(results.adapters[0].gives[0], "host lowercased");
    assert_true(results.adapters[0].results[1].up_to);
    assert_null(results.adapters[0].results[1].given);
    assert_int_equal(results.adapters[0].results[0].outcome, URIPROOF_LENIENT);
    assert_string_equal(results.adapters[0].results[0].detail, "takes it");
    assert_int_equal(results.dialect_count, 2);
    assert_string_equal(results.dialects[1].name, "another");
    assert_string_equal(results.dialects[1].document, "Another");
    assert_int_equal(results.adapters[0].results[0].right_in[0], URIPROOF_WRONG_THERE);
    assert_int_equal(results.adapters[0].results[0].right_in[1], URIPROOF_NOT_ASKED_THERE);
    assert_null(results.adapters[0].results[1].right_in);
    uriproof_results_free(&results);
    assert_null(results.cases);
}

static void round_trip_gives_the_same_octets(void **state)
{
    (void)state;
    uriproof_results results;
    read_good(&results);
    char *text = write_text(&results);
    assert_string_equal(text, good_file);
    free(text);
    uriproof_results_free(&results);
}

/* As written before answers were judged by each dialect. */
static void a_file_without_dialects_is_read(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "\"dialects\":[\n{\"name\":\"rfc1630\",\"document\":\"RFC 1630\"},\n"
        "{\"name\":\"another\",\"document\":\"Another\"}\n],\n",
        ",\"dialects\":{\"rfc1630\":\"wrong\",\"another\":\"not-asked\"}",
    };
    char text[sizeof good_file];
    memcpy(text, good_file, sizeof text);
    for (size_t i = 0; i < 2; i++) {
        char *at = strstr(text, parts[i]);
        assert_non_null(at);
        const char *rest = at + strlen(parts[i]);
        memmove(at, rest, strlen(rest) + 1);
    }
    uriproof_results results;
    uriproof_error error;
    assert_true(read_text(text, &results, &error));
    assert_int_equal(results.dialect_count, 0);
    char *again = write_text(&results);
    assert_string_equal(again, text);
    free(again);
    uriproof_results_free(&results);
}

static void results_are_counted(void **state)
{
    (void)state;
    size_t counts[URIPROOF_OUTCOME_COUNT];
    uriproof_results results;
    read_good(&results);
    uriproof_count_outcomes(&results, 0, counts);
    assert_int_equal(counts[URIPROOF_LENIENT], 1);
    assert_int_equal(counts[URIPROOF_AGREE], 1);
    assert_int_equal(counts[URIPROOF_CRASH], 0);
    assert_false(uriproof_all_agree(&results));
    results.adapters[0].results[0].outcome = URIPROOF_AGREE;
    assert_true(uriproof_all_agree(&results)); /* acceptable and unsupported fail nothing */
    results.partial = true;
    assert_false(uriproof_all_agree(&results));
    results.partial = false;
    results.adapters[1].results[1].outcome = URIPROOF_NOT_RUN;
    assert_false(uriproof_all_agree(&results));
    uriproof_results_free(&results);
}

/* Octets that are not UTF-8 would make the file no JSON. */
static void octets_become_utf_8(void **state)
{
    (void)state;
    static const char octets[] = "a\xFFz\xC0\xAFy\xED\xA0\x80x\xE2\x82w\x7Fv";
    static const char in_file[] = "\"detail\":\"a\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBDy\xEF\xBF\xBD"
                                  "\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBDw\\u007fv\"";
    uriproof_results results;
    read_good(&results);
    free(results.adapters[0].results[0].detail);
    results.adapters[0].results[0].detail = strdup(octets);
    char *text = write_text(&results);
    assert_non_null(strstr(text, in_file));
    uriproof_results_free(&results);
    uriproof_error error;
    assert_true(read_text(text, &results, &error));
    free(text);
    uriproof_results_free(&results);
}

static void a_full_disk_is_said(void **state)
{
    (void)state;
    uriproof_results results;
    read_good(&results);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_false(uriproof_results_write(&results, full));
    fclose(full);
    uriproof_results_free(&results);
}

static const struct {
    const char *old;
    const char *new;
    const char *words; /* part of the message */
} broken[] = {
    {"uriproof-results", "uriproof-vectors", "no results file"},
    {"\"format\":\"uriproof-results\"", "\"format\":7", "no results file"},
    {"\"version\":2", "\"version\":1", "version 2; make the file anew with \"uriproof test\""},
    {"\"version\":2", "\"version\":3", "version 2"},
    {"\"version\":2", "\"version\":2.5", "version 2"},
    {"\"version\":2", "\"version\":\"2\"", "version 2"},
    {"\"uriproof\":\"0.1.0\",\n", "", "file: uriproof is missing"},
    {"\"partial\":false", "\"partial\":0", "file: partial is not true or false"},
    {"\"partial\":false", "\"Partial\":false", "file: unknown key Partial"},
    {"\"partial\":false", "\"partial\":false,\"partial\":true",
     "line 6, column 17: the key \"partial\" is there twice"},
    {"\"partial\":false", "\"partial\":false,\"a\\u001b[2J\":1", "unknown key a?[2J"},
    {"\"dialect\":\"rfc1630\"", "\"dialect\":\"\"", "dialect is not a string that is not void"},
    {"\"dialect\":\"rfc1630\"", "\"dialect\":\"a\\u0000b\"", "NUL"},
    {"[\"slash-prefix=printed\"]", "[\"a=b\",3]", "file: readings[1] is not"},
    {"[\"slash-prefix=printed\"]", "{}", "file: readings is not an array"},
    {"\"section\":\"S\"", "\"section\":null", "clauses[0]: section is not"},
    {"{\"id\":\"rfc1630.b\",", "7,{\"id\":\"rfc1630.b\",", "clauses[0]: not an object"},
    {"\"id\":\"rfc1630.b\"", "\"id\":\"rfc1630.a\"", "clauses: rfc1630.a is there twice"},
    {"\"id\":\"one\"", "\"id\":\"two\"", "cases: two is there twice"},
    {"\"op\":\"parse\"", "\"op\":\"Parse\"", "cases[0]: unknown op Parse"},
    {"[\"rfc1630.b\"]", "[\"rfc1630.c\"]", "cases[0]: unknown clause rfc1630.c"},
    {"[\"rfc1630.b\"]", "[\"rfc1630.a\"]", "cases[0]: clause rfc1630.a is there twice"},
    {"[\"rfc1630.b\"]", "[0]", "cases[0]: a clause is not"},
    {"[\"rfc1630.b\"]", "\"rfc1630.b\"", "cases[0]: breaks is not an array"},
    {"{\"uri_hex\":\"00ff\"}", "{}", "cases[0]: request: "},
    {"{\"uri_hex\":\"00ff\"}", "{\"uri_hex\":\"00f\"}", "cases[0]: request: "},
    {"{\"uri_hex\":\"00ff\"}", "{\"uri\":\"a\",\"op\":\"parse\"}", "request: unknown key op"},
    {"{\"uri_hex\":\"00ff\"}", "[]", "cases[0]: request is not an object"},
    {"\"valid\":true,\"uri\":\"a:c\"", "\"valid\":true", "cases[1]: expected: "},
    {"\"valid\":true,\"uri\":\"a:c\"", "\"valid\":1,\"uri\":\"a:c\"", "cases[1]: expected: "},
    {"\"valid\":true,\"uri\":\"a:c\"", "\"valid\":true,\"uri\":\"a:c\",\"z\":0", "expected: "},
    {"\"gives\":[\"host lowercased\"]", "\"gives\":[\"\"]", "adapters[0]: gives[0] is not"},
    {"\"splits\":\"manual, 2\"", "\"splits\":\"\"", "adapters[0]: splits is not"},
    {"\"splits\":\"manual, 2\"", "\"splits\":true", "adapters[0]: splits is not"},
    {"\"language\":\"c\"", "\"language\":{}", "adapters[0]: language is not a string"},
    {"\"lenient\"", "\"Lenient\"", "adapters[0].results[0]: unknown outcome Lenient"},
    {"\"lenient\"", "3", "adapters[0].results[0]: outcome is not"},
    {"\"up_to\":true", "\"up_to\":\"true\"", "adapters[0].results[1]: up_to is not"},
    {"\"given\":{\"id\":1,", "\"given\":1,\"g\":{", "given is not an object"},
    {"\"detail\":\"takes it\"", "\"detail\":false", "detail is not a string"},
    {"\"document\":\"Another\"", "\"document\":\"\"", "dialects[1]: document is not"},
    {"\"name\":\"another\"", "\"name\":\"rfc1630\"", "dialects: rfc1630 is there twice"},
    {"{\"name\":\"another\",", "3,{\"name\":\"another\",", "dialects[1]: not an object"},
    {",\"another\":\"not-asked\"", "", "results[0]: has 1 dialects of 2"},
    {"\"another\":\"not", "\"Another\":\"not", "results[0]: unknown dialect Another"},
    {"\"another\":\"not", "\"rfc1630\":\"not", "key \"rfc1630\" is there twice"},
    {"\"not-asked\"", "\"Right\"", "results[0]: dialect another is not a word on being right"},
    {"\"not-asked\"", "1", "results[0]: dialect another is not a word on being right"},
    {"{\"rfc1630\":\"wrong\",", "[1],\"d\":{", "dialects is not an object"},
    {"{\"case\":\"one\",\"outcome\":\"acceptable\"},\n", "", "adapters[1]: has 1 results for 2"},
    {"{\"case\":\"one\",\"outcome\":\"acceptable\"}",
     "{\"case\":\"two\",\"outcome\":\"acceptable\"}", "adapters[1].results[0]: is of case two"},
    {"{\"case\":\"one\",\"outcome\":\"acceptable\"}", "[]", "results[0]: not an object"},
    {"]}\n]}\n", "]}\n]} {}", "follows"},
};

static void broken_files_are_refused_in_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        char *text = changed(broken[i].old, broken[i].new);
        uriproof_results results;
        uriproof_error error = {""};
        bool taken = read_text(text, &results, &error);
        free(text);
        if (taken) {
            uriproof_results_free(&results);
            fail_msg("taken: %s", broken[i].new);
        }
        if (strstr(error.words, broken[i].words) == NULL) {
            fail_msg("%s: the words are: %s", broken[i].new, error.words);
        }
        assert_null(results.cases);
        assert_null(results.adapters);
    }
}

static void no_beginning_of_a_file_is_one(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof good_file - 3; length++) {
        uriproof_results results;
        uriproof_error error;
        char *exact = malloc(length + 1); /* so that a reader beyond the end is caught */
        assert_non_null(exact);
        memcpy(exact, good_file, length);
        assert_false(uriproof_results_read(exact, length, &results, &error));
        free(exact);
    }
}

/* Any octet changed to any other: refused, or taken and written again, but no crash or leak. */
static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    uint32_t random = 1;
    for (size_t round = 0; round < 20000; round++) {
        char text[sizeof good_file];
        memcpy(text, good_file, sizeof text);
        for (size_t i = 0; i <= round % 3; i++) {
            random = random * 1664525 + 1013904223;
            text[(random >> 8) % (sizeof text - 1)] = (char)(random >> 24);
        }
        uriproof_results results;
        uriproof_error error;
        if (uriproof_results_read(text, sizeof text - 1, &results, &error)) {
            free(write_text(&results));
            uriproof_results_free(&results);
        }
    }
}

static void nothing_is_a_results_file_too(void **state)
{
    (void)state;
    static const char void_file[] = "{\"format\":\"uriproof-results\",\"version\":2,\n"
                                    "\"uriproof\":\"0\",\n\"dialect\":\"d\",\n\"document\":\"D\",\n"
                                    "\"readings\":[],\n\"partial\":true,\n\"clauses\":[\n],\n"
                                    "\"cases\":[\n],\n\"adapters\":[\n]}\n";
    uriproof_results results;
    uriproof_error error;
    assert_true(read_text(void_file, &results, &error));
    char *text = write_text(&results);
    assert_string_equal(text, void_file);
    free(text);
    uriproof_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome_has_its_words),
        cmocka_unit_test(what_is_read_is_what_was_written),
        cmocka_unit_test(round_trip_gives_the_same_octets),
        cmocka_unit_test(a_file_without_dialects_is_read),
        cmocka_unit_test(results_are_counted),
        cmocka_unit_test(octets_become_utf_8),
        cmocka_unit_test(a_full_disk_is_said),
        cmocka_unit_test(broken_files_are_refused_in_words),
        cmocka_unit_test(no_beginning_of_a_file_is_one),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(nothing_is_a_results_file_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
