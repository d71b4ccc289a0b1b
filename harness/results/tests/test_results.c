/* SPDX-License-Identifier: MIT */
/* Results: what is counted of them, and their file, written and read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "results/answer.h"
#include "results/model.h"
#include <cmocka.h>

/* A results file as it is written, octet by octet. */
static const char good_file[] =
    "{\"format\":\"uriproof-results\",\"version\":4,\"uriproof\":\"0.1.0\",\"dialect\":\"rfc1630\","
    "\"document\":\"RFC "
    "1630\",\"partial\":false,\"baseline\":true,\"level\":\"complete\",\"readings\":["
    "\"slash-prefix=printed\"],\"select\":[\"path-*\",\"one\"],\n"
    "\"dialects\":[\n"
    "{\"name\":\"rfc1630\",\"document\":\"RFC 1630\"},\n"
    "{\"name\":\"another\",\"document\":\"Another\"}],\n"
    "\"clauses\":[\n"
    "{\"id\":\"rfc1630.b\",\"document\":\"RFC 1630\",\"section\":\"S\",\"paraphrase\":\"B.\","
    "\"rule\":\"b  c | d\",\"link\":\"https://x.invalid/b\"},\n"
    "{\"id\":\"rfc1630.a\",\"document\":\"RFC 1630\",\"section\":\"S\",\"paraphrase\":\"A.\"}],"
    "\n"
    "\"adapters\":[\n"
    "{\"name\":\"p\",\"version\":\"1\",\"language\":\"c\",\"splits\":\"manual, "
    "2\",\"home\":\"https://x.invalid/\",\"tracker\":\"https://x.invalid/bugs\","
    "\"dialects\":[\"rfc3986\"],"
    "\"transforms\":[\"host lowercased\"],\"ops\":[\"parse\",\"resolve\"]},\n"
    "{\"name\":\"q\",\"version\":\"\",\"language\":\"\",\"dialects\":[],\"transforms\":[],"
    "\"ops\":[\"parse\"]},\n"
    "{\"name\":\"r\",\"version\":\"\",\"language\":\"\",\"dialects\":[],\"transforms\":[],"
    "\"ops\":[\"parse\",\"resolve\"]}],\n"
    "\"cases\":[\n"
    "{\"id\":\"one\",\"about\":\"First \\u001b \\\\ \\\" \xE2\x9C\x93.\",\"origin\":\"here\","
    "\"obeys\":[\"rfc1630.a\"],\"breaks\":[\"rfc1630.b\"],\"op\":\"parse\",\"ask\":{\"uri_hex\":"
    "\"00ff\"},"
    "\"expect\":{\"status\":\"rejected\",\"production\":\"path\",\"offset\":1},\"lenient\":[[["
    "\"a\","
    "null,null,\"\"],[0,2],0,1,2]],\"timeout\":[[null,1,null,3,4]]},\n"
    "{\"id\":\"two\",\"about\":\"Second.\",\"origin\":\"here\",\"obeys\":[\"rfc1630.a\"],"
    "\"breaks\":[],\"op\":\"resolve\",\"ask\":{\"base\":\"a:b\",\"ref\":\"c\"},\"expect\":{\"uri\":"
    "\"a:c\"},"
    "\"agree\":[[{\"uri\":\"A:c\"},0,null,5]]},\n"
    "{\"id\":\"three\",\"about\":\"Third.\",\"origin\":\"here\",\"obeys\":[],\"breaks\":[],"
    "\"op\":\"parse\",\"shortened\":true,\"ask\":{\"uri\":\"a:b\"},\"expect\":{},\"agree\":[["
    "\"00000000000000ff\",1],"
    "[null,2,null,null,6,7]],\"acceptable\":[[{\"generic\":{\"scheme\":\"a\","
    "\"path\":\"b\"},\"shortened\":\"fedcba9876543210\"},0,8]]}],\n"
    "\"groups\":[\n"
    "{\"id\":\"g\",\"about\":\"Generated.\",\"origin\":\"there\",\"obeys\":[\"rfc1630.b\"],"
    "\"breaks\":[],\"op\":\"resolve\",\"counted\":7,\"questions\":\"0000000000000001\","
    "\"agree\":[[\"0000000000000002\",[0,1]],[\"0000000000000003\",2]],\"cases\":[\n"
    "{\"id\":\"0123\",\"ask\":{\"base\":\"a:b\",\"ref\":\"d\"},\"expect\":{\"uri\":\"a:d\"},"
    "\"strict\":[[{\"status\":\"rejected\"},0]],\"unsupported\":[2]}]},\n"
    "{\"id\":\"h\",\"about\":\"More.\",\"origin\":\"there\",\"obeys\":[],\"breaks\":[],"
    "\"op\":\"parse\",\"counted\":2,\"questions\":\"0000000000000004\",\"cases\":[\n"
    "{\"id\":\"9\",\"ask\":{\"uri\":\"a:b\"},\"expect\":[[\"a\",\"b\"]],\"differ\":[[[\"a\","
    "null,null,{\"hex\":\"ff\"}],2,[9,10,11]]]}]}],\n"
    "\"words\":[\"wn\",\"takes it\",\"new-failure\",\"no answer\",\"known-failure\",\"up to host "
    "lowercased\","
    "\"no-failure-now\",\"strict\",\"wa\",\"ww\",\"1/parse/path/text/c/8-bit\",\"path.octets=more "
    "host.case=lower\"]}\n";

static bool read_text(const char *text, uriproof_results *results, uriproof_error *error)
{
    return uriproof_results_read("r.json", text, strlen(text), results, error);
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
    assert_int_equal(results.cases[0].group->breaks_count, 1);
    assert_int_equal(results.cases[0].group->clause_count, 2);
    assert_int_equal(results.cases[0].group->clauses[0], 0);
    assert_int_equal(results.cases[0].group->clauses[1], 1);
    assert_int_equal(results.cases[1].op, URIPROOF_RESOLVE);
    assert_string_equal(results.readings[0], "slash-prefix=printed");
    assert_null(results.readings[1]);
    assert_string_equal(results.level, "complete");
    assert_string_equal(results.select[0], "path-*");
    assert_string_equal(results.select[1], "one");
    assert_null(results.select[2]);
    const uriproof_adapter_results *p = &results.adapters[0], *q = &results.adapters[1];
    assert_string_equal(p->home, "https://x.invalid/");
    assert_string_equal(p->tracker, "https://x.invalid/bugs");
    assert_null(q->home);
    assert_null(q->tracker);
    assert_string_equal(p->transforms[0], "host lowercased");
    assert_true(p->results[1]->up_to);
    assert_string_equal(p->results[1]->given, "{\"status\":\"accepted\",\"uri\":\"A:c\"}");
    assert_int_equal(p->results[0]->outcome, URIPROOF_LENIENT);
    assert_int_equal(p->results[0]->known, URIPROOF_NEW_FAILURE);
    assert_string_equal(p->results[0]->detail, "takes it");
    assert_string_equal(
        p->results[0]->given,
        "{\"status\":\"accepted\",\"components\":{\"scheme\":\"a\",\"path\":\"\"}}");
    assert_ptr_equal(results.adapters[2].results[0], p->results[0]);
    assert_int_equal(results.dialect_count, 2);
    assert_string_equal(results.dialects[1].name, "another");
    assert_string_equal(results.dialects[1].document, "Another");
    assert_int_equal(uriproof_right_in(p->results[0], 0), URIPROOF_WRONG_THERE);
    assert_int_equal(uriproof_right_in(p->results[0], 1), URIPROOF_NOT_ASKED_THERE);
    assert_null(p->results[1]->right_in);
    assert_true(p->results[2]->shortened);
    assert_int_equal(p->results[2]->answer, 0xfedcba9876543210);
    assert_int_equal(q->results[0]->outcome, URIPROOF_TIMEOUT);
    assert_ptr_equal(q->results[1], &uriproof_no_operation);
    assert_int_equal(q->results[2]->outcome, URIPROOF_AGREE);
    assert_int_equal(q->results[2]->answer, 255);
    const uriproof_adapter_results *r = &results.adapters[2];
    assert_int_equal(r->results[2]->outcome, URIPROOF_AGREE);
    assert_int_equal(r->results[2]->known, URIPROOF_NO_FAILURE_NOW);
    assert_int_equal(r->results[2]->was, URIPROOF_STRICT);
    assert_int_equal(p->results[0]->was, URIPROOF_NOT_RUN); /* the file does not say it */
    assert_ptr_equal(r->results[1], &uriproof_plain_agreement);
    assert_string_equal(
        r->results[4]->given,
        "{\"status\":\"accepted\",\"components\":{\"scheme\":\"a\",\"path_hex\":\"ff\"}}");
    assert_string_equal(r->results[4]->class_id, "1/parse/path/text/c/8-bit");
    assert_string_equal(r->results[4]->deviations, "path.octets=more host.case=lower");
    assert_string_equal(r->results[4]->right_in, "ww");
    assert_null(p->results[0]->class_id); /* a file of an older run */
    assert_string_equal(results.cases[3].id, "g-0123");
    assert_ptr_equal(results.cases[3].group, results.groups[0]);
    assert_int_equal(results.cases[3].group->clauses[0], 0);
    assert_int_equal(results.groups[0]->counted, 7);
    assert_int_equal(q->agreed[0], 2);
    assert_int_equal(q->agreed[1], 0);
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

/* What is counted in groups is plain agreement, or an operation that the adapter does not have. */
static void results_are_counted(void **state)
{
    (void)state;
    size_t counts[URIPROOF_OUTCOME_COUNT];
    uriproof_results results;
    read_good(&results);
    assert_int_equal(uriproof_count_cases(&results), 14);
    uriproof_count_outcomes(&results, 0, counts);
    assert_int_equal(counts[URIPROOF_LENIENT], 1);
    assert_int_equal(counts[URIPROOF_AGREE], 1 + 7 + 3);
    assert_int_equal(counts[URIPROOF_STRICT], 1);
    assert_int_equal(counts[URIPROOF_CRASH], 0);
    uriproof_count_outcomes(&results, 1, counts);
    assert_int_equal(counts[URIPROOF_UNSUPPORTED], 2 + 7);
    assert_int_equal(counts[URIPROOF_AGREE], 1 + 3);
    assert_int_equal(uriproof_count_asked(&results, 1), 14);
    assert_false(uriproof_all_agree(&results));
    for (size_t i = 0; i < results.case_count; i++)
        results.adapters[0].results[i] = results.adapters[1].results[i] =
            results.adapters[2].results[i] = &uriproof_plain_agreement;
    assert_true(uriproof_all_agree(&results)); /* unsupported fails nothing */
    results.partial = true;
    assert_false(uriproof_all_agree(&results));
    results.partial = false;
    results.adapters[1].results[1] = &uriproof_not_run;
    assert_false(uriproof_all_agree(&results));
    uriproof_results_free(&results);
}

/* Results of two people's cases and four of a group, with one adapter, as a run leaves them. */
static void a_concluded_run_has_what_is_not_plain(void **state)
{
    (void)state;
    enum { CASES = 6 };
    static const uriproof_result up_to = {.given = "{\"status\":\"accepted\"}",
                                          .answer = 9,
                                          .outcome = URIPROOF_AGREE,
                                          .up_to = true};
    static const uriproof_result differs = {.answer = 8, .outcome = URIPROOF_DIFFER};
    static const uriproof_result open = {.answer = 7, .outcome = URIPROOF_AGREE};
    const uriproof_result *found[CASES] = {&uriproof_plain_agreement, &open, &up_to, &differs,
                                           &uriproof_plain_agreement, &open};
    static const char *const names[CASES] = {"g-1", "g-2", "g-3", "g-4", "one", "two"};
    uriproof_results results = {.dialect = "d", .case_count = CASES, .store = store_new()};
    static const uriproof_results_group by_hand;
    uriproof_results_group *group = store_take(results.store, 1, sizeof *group);
    group->id = "g";
    results_add_group(&results, group);
    results.cases = calloc(CASES, sizeof *results.cases);
    for (size_t i = 0; i < CASES; i++)
        results.cases[i] = (uriproof_case){.id = names[i], .group = i < 4 ? group : &by_hand};
    uriproof_adapter_results *adapter = results_new_adapter(&results);
    adapter->has_op[URIPROOF_PARSE] = true;
    adapter->results = calloc(CASES, sizeof *adapter->results);
    memcpy(adapter->results, found, sizeof found);
    uriproof_results_conclude(&results);
    assert_int_equal(results.case_count, 4);
    assert_string_equal(results.cases[0].id, "one");
    assert_string_equal(results.cases[3].id, "g-4");
    assert_ptr_equal(adapter->results[2], &up_to);
    assert_ptr_equal(adapter->results[3], &differs);
    assert_int_equal(group->counted, 2);
    assert_int_equal(adapter->agreed[0], answer_hash_mix(7, "g-2") + answer_hash_mix(9, "g-3"));
    uriproof_results_free(&results);
}

/* Tests that a file that names no pattern says that all were asked. */
static void all_may_have_been_asked(void **state)
{
    (void)state;
    char *text = changed(",\"select\":[\"path-*\",\"one\"]", "");
    uriproof_results results;
    uriproof_error error;
    assert_true(read_text(text, &results, &error));
    assert_non_null(results.select);
    assert_null(results.select[0]);
    char *again = write_text(&results);
    assert_string_equal(again, text);
    free(again);
    free(text);
    uriproof_results_free(&results);
}

static void names_may_be_in_any_order(void **state)
{
    (void)state;
    static const char *const ab[] = {"a", "b", NULL}, *const ba[] = {"b", "a", "b", NULL},
                             *const a[] = {"a", NULL}, *const none[] = {NULL};
    assert_true(results_same_names(ab, ba));
    assert_true(results_same_names(ba, ab));
    assert_true(results_same_names(none, none));
    assert_false(results_same_names(ab, a));
    assert_false(results_same_names(a, ab));
    assert_false(results_same_names(none, a));
}

/* Octets that are not UTF-8 would make the file no JSON. */
static void octets_become_utf_8(void **state)
{
    (void)state;
    static const char octets[] = "a\xFFz\xC0\xAFy\xED\xA0\x80x\xE2\x82w\x7Fv";
    static const char in_file[] =
        "\"words\":[\"wn\",\"a\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBDy\xEF\xBF\xBD"
        "\xEF\xBF\xBD\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBDw\\u007fv\"";
    uriproof_results results;
    read_good(&results);
    uriproof_result one = *results.adapters[0].results[0];
    one.detail = octets;
    one.known = URIPROOF_AS_EVER;
    results_set(&results, 0, 0, &one);
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
    {"uriproof-results", "uriproof-vectors", "r.json:1: format: the format is not"},
    {"\"format\":\"uriproof-results\"", "\"format\":7", "format: the format is not"},
    {"\"version\":4", "\"version\":2", "version: the version of the format is not 4"},
    {"\"version\":4", "\"version\":5", "version: "},
    {"\"version\":4", "\"version\":4.5", "version: "},
    {"\"version\":4", "\"version\":\"4\"", "version: "},
    {"\"uriproof\":\"0.1.0\",", "", "r.json:1: the key \"uriproof\" is missing"},
    {"\"partial\":false", "\"partial\":0", "r.json:1: partial: not true or false"},
    {"\"partial\":false", "\"Partial\":false", "Partial: unknown key"},
    {"\"partial\":false", "\"partial\":false,\"partial\":true",
     "the key \"partial\" is there twice"},
    {"\"partial\":false", "\"partial\":false,\"a\x1bz\":1", "a control character"},
    {"\"dialect\":\"rfc1630\"", "\"dialect\":\"\"",
     "dialect: not a string of one character or more"},
    {"\"dialect\":\"rfc1630\"", "\"dialect\":\"a\\u0000b\"", "NUL"},
    {"[\"slash-prefix=printed\"]", "[\"a=b\",3]", "readings: not an array of strings"},
    {"[\"slash-prefix=printed\"]", "{}", "readings: not an array"},
    {"\"level\":\"complete\"", "\"level\":\"\"", "level: not a string of one character or more"},
    {"\"level\":\"complete\"", "\"level\":2", "level: not a string"},
    {"\"level\":\"complete\"", "\"level\":\"Complete\"", "level: unknown level Complete"},
    {"\"level\":\"complete\"", "\"level\":\"all\\u001b\"", "level: unknown level all?"},
    {"\"level\":\"complete\",", "", "select: the key \"level\" is missing beside it"},
    {"[\"path-*\",\"one\"]", "[\"path-*\",\"\"]", "select: not an array of strings"},
    {"[\"path-*\",\"one\"]", "\"path-*\"", "select: not an array of strings"},
    {"\"https://x.invalid/\",", "\"javascript:x\",", "adapters[0].home: not a link: write https"},
    {"\"https://x.invalid/bugs\"", "\"https://x.invalid/\\\"\"", "adapters[0].tracker: not a link"},
    {"\"https://x.invalid/bugs\"", "null", "adapters[0].tracker: not a link"},
    {"\"section\":\"S\"", "\"section\":null", "r.json:6: clauses[0].section: not"},
    {"{\"id\":\"rfc1630.b\",", "7,{\"id\":\"rfc1630.b\",", "clauses[0]: not an object"},
    {"\"id\":\"rfc1630.b\"", "\"id\":\"rfc1630.a\"", "clauses[1]: rfc1630.a is there twice"},
    {"\"id\":\"one\"", "\"id\":\"two\"", "cases[1]: two is there twice"},
    {"\"op\":\"parse\",\"ask\"", "\"op\":\"Parse\",\"ask\"",
     "r.json:13: cases[0].op: unknown op Parse"},
    {"[\"rfc1630.b\"]", "[\"rfc1630.c\"]", "cases[0].breaks[0]: unknown clause rfc1630.c"},
    {"[\"rfc1630.b\"]", "[\"rfc1630.a\"]", "obeys[0]: clause rfc1630.a is there twice"},
    {"[\"rfc1630.b\"]", "[0]", "cases[0].breaks: not an array of strings"},
    {"[\"rfc1630.b\"]", "\"rfc1630.b\"", "cases[0].breaks: not an array"},
    {"\"uri_hex\":\"00ff\"", "", "r.json:13: cases[0].ask: \"parse\" needs \"uri\""},
    {"\"uri_hex\":\"00ff\"", "\"uri_hex\":\"00f\"", "r.json:13: cases[0].ask: "},
    {"\"uri_hex\":\"00ff\"", "\"uri_hex\":[]", "cases[0].ask: \"uri_hex\" is not a string"},
    {"{\"uri_hex\":\"00ff\"}", "[\"a\"]", "cases[0].ask: not an object"},
    {"\"uri_hex\":\"00ff\"", "\"uri\":\"a\",\"ref\":\"b\"", "cases[0].ask: an unknown key"},
    {"\"uri_hex\":\"00ff\"", "\"uri\":\"a\",\"Uri\":\"b\"", "cases[0].ask: an unknown key"},
    {"\"expect\":{\"uri\":\"a:c\"}", "\"expect\":{}", "r.json:14: cases[1].expect: "},
    {"\"expect\":{\"uri\":\"a:c\"}", "\"expect\":7", "cases[1].expect: not an answer"},
    {"\"expect\":{\"uri\":\"a:c\"},", "", "r.json:14: cases[1]: the key \"expect\" is missing"},
    {"\"expect\":{\"uri\":\"a:c\"}", "\"expect\":{\"status\":1,\"uri\":\"a:c\"}", "expect: "},
    {"\"expect\":{\"uri\":\"a:c\"}", "\"expect\":{\"uri\":\"a:c\",\"z\":0}", "expect: "},
    {"[\"host lowercased\"]", "[\"\"]", "adapters[0].transforms: not"},
    {"\"splits\":\"manual, 2\"", "\"splits\":\"\"", "adapters[0].splits: not"},
    {"\"language\":\"c\"", "\"language\":{}", "adapters[0].language: not a string"},
    {"\"ops\":[\"parse\",", "\"ops\":[\"Parse\",", "adapters[0].ops[0]: unknown op Parse"},
    {"\"lenient\":[[", "\"Lenient\":[[", "cases[0].Lenient: unknown key"},
    {"\"lenient\":[[", "\"lenient\":{},\"crash\":[[", "cases[0].lenient: not an array"},
    {"[0,2],0,1,2]", "[0,3],0,1,2]", "cases[0].lenient[0][1][1]: not a number below 3"},
    {"[0,2],0,1,2]", "[0,0],0,1,2]", "not the number of an adapter without a result"},
    {"[0,2],0,1,2]", "[0,1],0,1,2]", "cases[0].timeout[0][1]: not the number of an adapter"},
    {"[0,2],0,1,2]", "[0,2],12,1,2]", "cases[0].lenient[0][2]: not a number below 12"},
    {"[0,2],0,1,2]", "[0,2],0,12,2]", "cases[0].lenient[0][3]: not a number below 12"},
    {"[0,2],0,1,2]", "[0,2],0,1,12]", "cases[0].lenient[0][4]: not a number below 12"},
    {"[0,2],0,1,2]", "[0,2],0,1,-1]", "cases[0].lenient[0][4]: not a number"},
    {"[0,2],0,1,2]", "[0,2],0,0.5]", "cases[0].lenient[0][3]: not a number"},
    {"[0,2],0,1,2]", "[0,2],0,1,2,7,1]", "cases[0].lenient[0]: not [answer, adapters, right_in"},
    {"[0,2],0,1,2]", "[0,2],0,1,2,1]", "cases[0].lenient[0][5]: not the outcome of what changed"},
    {"[0,2],0,1,2]", "[0,2],0,1,null,7]", "cases[0].lenient[0][5]: not the outcome of what"},
    {"[0,2],0,1,2]", "[0,2],0,1,1]", "cases[0].lenient[0][4]: not a word of a baseline"},
    {"[null,1,null,3,4]", "[null]", "cases[0].timeout[0]: not [answer, adapters"},
    {"[null,1,null,3,4]", "[1,1]", "cases[0].timeout[0][0]: not the hash of an answer"},
    {"[null,1,null,3,4]", "7", "cases[0].timeout[0]: not a number below 3"},
    {"[null,1,null,3,4]", "[]", "cases[0].timeout[0]: not [answer"},
    {"[\"a\",null,null,\"\"]", "{\"scheme\":1}", "cases[0].lenient[0][0]: "},
    {"[\"a\",null,null,\"\"]", "{\"Scheme\":\"a\"}", "cases[0].lenient[0][0]: "},
    {"[\"a\",null,null,\"\"]", "[\"a\",1]", "cases[0].lenient[0][0]: not an answer, or the parts"},
    {"[\"a\",null,null,\"\"]", "[\"a\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"]",
     "cases[0].lenient[0][0]: not an answer, or the parts of one"},
    {"\"fedcba9876543210\"", "\"fedc\"", "shortened: not the hash of an answer"},
    {"\"known-failure\"", "\"Known\"", "cases[0].timeout[0][4]: not a word of a baseline"},
    {"\"baseline\":true", "\"baseline\":false", "cases[0].lenient[0][4]: not a word of a baseline"},
    {"\"words\":[\"wn\"", "\"words\":[\"\"", "words: not an array of strings that are not empty"},
    {"{\"hex\":\"ff\"}", "{\"Hex\":\"ff\"}", "groups[1].cases[0].differ[0][0]: not an answer, or"},
    {"{\"hex\":\"ff\"}", "{\"hex\":\"f\"}", "groups[1].cases[0].differ[0][0]: "},
    {"{\"hex\":\"ff\"}", "{\"hex\":1}", "groups[1].cases[0].differ[0][0]: not an answer, or"},
    {"\"document\":\"Another\"", "\"document\":\"\"", "dialects[1].document: not"},
    {"{\"name\":\"another\",", "3,{\"name\":\"another\",", "dialects[1]: not an object"},
    {"\"wn\"", "\"w\"",
     "cases[0].lenient[0][2]: not a letter (r, a, w or n) for each of the dialects"},
    {"\"wn\"", "\"wx\"", "cases[0].lenient[0][2]: not a letter"},
    {"2,[9,10,11]", "2,[8]", "differ[0][2]: not [right_in, class, deviations]"},
    {"2,[9,10,11]", "2,[8,9,9,9]", "differ[0][2]: not [right_in, class, deviations]"},
    {"path.octets=more host", "path.octets=<more> host", "differ[0][2]: not the ids of deviations"},
    {"2,[9,10,11]", "2,[9,12]", "differ[0][2][1]: not a number below 12"},
    {"2,[9,10,11]", "2,9,[9,10]", "differ[0][3]: not a number below 12"},
    {"\"id\":\"h\"", "\"id\":\"g\"", "groups[1]: g is there twice"},
    {"\"counted\":7", "\"counted\":-7", "r.json:17: groups[0].counted: not a whole number"},
    {"\"questions\":\"0000000000000001\"", "\"questions\":\"1\"", "groups[0].questions: not the"},
    {"[\"0000000000000003\",2]", "[\"0000000000000003\",3]", "groups[0].agree[1][1]: not a"},
    {"[\"0000000000000003\",2]", "[\"0000000000000003\"]", "groups[0].agree[1]: not [answer"},
    {"{\"id\":\"0123\",", "{\"id\":\"0123\",\"op\":\"parse\",",
     "groups[0].cases[0].op: unknown key"},
    {"{\"id\":\"0123\",", "[],{\"id\":\"0123\",", "groups[0].cases[0]: not an object"},
    {"lower\"]}\n", "lower\"]} {}", "follows"},
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
        assert_false(uriproof_results_read("r.json", exact, length, &results, &error));
        free(exact);
    }
}

/* Any octet changed to any other: rejected, or taken and written again, but no crash or leak.
 * valgrind takes a tenth as many files. */
static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    uint32_t random = 1;
    const size_t rounds = getenv("URIPROOF_VALGRIND") != NULL ? 2000 : 20000;
    for (size_t round = 0; round < rounds; round++) {
        char text[sizeof good_file];
        memcpy(text, good_file, sizeof text);
        for (size_t i = 0; i <= round % 3; i++) {
            random = random * 1664525 + 1013904223;
            text[(random >> 8) % (sizeof text - 1)] = (char)(random >> 24);
        }
        uriproof_results results;
        uriproof_error error;
        if (uriproof_results_read("r.json", text, sizeof text - 1, &results, &error)) {
            free(write_text(&results));
            uriproof_results_free(&results);
        }
    }
}

static void nothing_is_a_results_file_too(void **state)
{
    (void)state;
    static const char empty_file[] =
        "{\"format\":\"uriproof-results\",\"version\":4,\"uriproof\":\"0\",\"dialect\":\"d\","
        "\"document\":\"D\",\"partial\":true,\"baseline\":false,\"readings\":[],\n"
        "\"dialects\":[],\n\"clauses\":[],\n\"adapters\":[],\n\"cases\":[],\n\"groups\":[],\n"
        "\"words\":[]}\n";
    uriproof_results results;
    uriproof_error error;
    assert_true(read_text(empty_file, &results, &error));
    assert_null(results.level); /* a file of an older run */
    assert_null(results.select);
    char *text = write_text(&results);
    assert_string_equal(text, empty_file);
    free(text);
    uriproof_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome_has_its_words),
        cmocka_unit_test(what_is_read_is_what_was_written),
        cmocka_unit_test(round_trip_gives_the_same_octets),
        cmocka_unit_test(a_concluded_run_has_what_is_not_plain),
        cmocka_unit_test(results_are_counted),
        cmocka_unit_test(all_may_have_been_asked),
        cmocka_unit_test(names_may_be_in_any_order),
        cmocka_unit_test(octets_become_utf_8),
        cmocka_unit_test(a_full_disk_is_said),
        cmocka_unit_test(broken_files_are_refused_in_words),
        cmocka_unit_test(no_beginning_of_a_file_is_one),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(nothing_is_a_results_file_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
