/* SPDX-License-Identifier: MIT */
/* Baselines: what is read, what is rejected, what is said of each result, and what is written. */
#include "results/baseline.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD  "{\"format\":\"uriproof-baseline\",\"version\":2,\"adapters\":"
#define ABOUT "\"dialect\":\"rfc1630\",\"level\":\"clauses\",\"unsupported\":[\"url\"]"

/* With the hashes 1, 2 and 3. */
static const char one_adapter[] =
    HEAD "{\"p\":{" ABOUT ",\"results\":{\"one\":\"lenient 0000000000000001\","
         "\"two\":\"crash\",\"three\":\"acceptable 0000000000000003\"}}}}";

static bool read_text(const char *text, size_t length, baseline *list, uriproof_error *error)
{
    json_document document;
    return json_document_check(&document, "b.json", text, length, error) &&
           baseline_read(&document, list);
}

static baseline read_good(const char *text)
{
    baseline list;
    uriproof_error error = {""};
    if (!read_text(text, strlen(text), &list, &error))
        fail_msg("%s: %s", text, error.words);
    return list;
}

#define ENTRY(words) HEAD "{\"p\":{" ABOUT ",\"results\":{\"one\":" words "}}}}"

static const struct {
    const char *text, *words;
} bad[] = {
    {"", "b.json: line 1, column 1: not JSON"},
    {"[]", "b.json: line 1, column 1: not a JSON object"},
    {"{", "b.json: line 1, column 2: not JSON"},
    {"{}", "b.json:1: the format is not \"uriproof-baseline\""},
    {"{\"format\":\"uriproof-results\"}", "b.json:1: format: the format is not"},
    {"{\"format\":\"uriproof-baseline\",\"version\":1,\"dialect\":\"rfc1630\",\"adapters\":{}}",
     "--update-baseline"},
    {"{\"format\":\"uriproof-baseline\",\"version\":3}",
     "version: the version of the format is not 2"},
    {"{\"format\":\"uriproof-baseline\",\"version\":2}", "the key \"adapters\" is missing"},
    {HEAD "{},\n\"colour\":1}", "b.json:2: colour: unknown key"},
    {HEAD "[]}", "b.json:1: adapters: not an object"},
    {HEAD "{\n\"p\":[]}}", "b.json:2: adapters.p: not an object"},
    {HEAD "{\"p\":{\"one\":1}}}", "adapters.p.one: unknown key"},
    {HEAD "{\"p\":{}}}", "adapters.p: the key \"dialect\" is missing"},
    {HEAD "{\"p\":{" ABOUT ",\"results\":{}},\"q\":{\"dialect\":\"rfc1\",\"level\":\"clauses\","
          "\"unsupported\":[],\"results\":{}}}}",
     "b.json:1: adapters.q.dialect: no dialect has this name"},
    {HEAD "{\"p\":{\"dialect\":\"rfc3986\",\"level\":\"all\",\"unsupported\":[],\"results\":{}}}}",
     "adapters.p.level: no level has this name"},
    {HEAD "{\"p\":{" ABOUT ",\"version\":1}}}", "adapters.p.version: not a string"},
    {HEAD "{\"p\":{\"dialect\":\"rfc3986\",\"level\":\"clauses\",\"results\":{}}}}",
     "adapters.p: the key \"unsupported\" is missing"},
    {HEAD
     "{\"p\":{\"dialect\":\"rfc3986\",\"level\":\"clauses\",\"unsupported\":[1],\"results\":{}}}}",
     "adapters.p.unsupported: not an array of strings"},
    {HEAD "{\"p\":{\"dialect\":\"rfc3986\",\"level\":\"clauses\",\"unsupported\":[\"url\",\"fly\"],"
          "\"results\":{}}}}",
     "adapters.p.unsupported[1]: no operation has this name"},
    {HEAD "{\"p\":{" ABOUT "}}}", "adapters.p: the key \"results\" is missing"},
    {ENTRY("1"), "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"slow 0000000000000001\""),
     "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"not-run\""), "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"flaky\""), "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"bad\""), "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"differ\""), "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"differ 1\""), "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"differ 0000000000000000\""),
     "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"differ 000000000000000A\""),
     "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"differ  000000000000001\""),
     "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"crash 0000000000000001\""),
     "adapters.p.results.one: not an outcome with the hash of its answer"},
    {ENTRY("\"crash\",\"one\":\"crash\""), "key \"one\" is there twice"},
    {HEAD "{\"p\":{" ABOUT ",\"results\":{}},\"p\":{" ABOUT ",\"results\":{}}}}",
     "key \"p\" is there twice"},
};

static void what_is_no_baseline_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        baseline list;
        uriproof_error error = {""};
        if (read_text(bad[i].text, strlen(bad[i].text), &list, &error))
            fail_msg("%s is taken", bad[i].text);
        if (strstr(error.words, bad[i].words) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", bad[i].text, error.words, bad[i].words);
    }
}

/* Any beginning of a good file is no baseline. */
static void a_file_cut_short_is_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length + 1 < sizeof one_adapter; length++) {
        baseline list;
        uriproof_error error;
        assert_false(read_text(one_adapter, length, &list, &error));
    }
}

enum { CASES = 4 };
static const char *const ids[CASES] = {"one", "two", "three", "four"};

/* Results of the adapter "p", with these outcomes of the cases. */
typedef struct made {
    uriproof_case cases[CASES];
    uriproof_result found[CASES];
    const uriproof_result *list[CASES];
    uriproof_adapter_results adapter;
    uriproof_results results;
} made;

/* An outcome, and the hash of the answer. */
typedef struct seen {
    uriproof_outcome outcome;
    uint64_t answer;
} seen;

static void make(made *m, const seen *outcomes)
{
    *m = (made){0};
    for (size_t i = 0; i < CASES; i++) {
        m->cases[i].id = ids[i];
        m->found[i].outcome = outcomes[i].outcome;
        m->found[i].answer = outcomes[i].answer;
        m->list[i] = &m->found[i];
    }
    m->adapter = (uriproof_adapter_results){.name = "p", .version = "2", .results = m->list};
    m->results = (uriproof_results){.dialect = "rfc1630",
                                    .cases = m->cases,
                                    .case_count = CASES,
                                    .adapters = &m->adapter,
                                    .adapter_count = 1,
                                    .store = store_new()};
}

#define LENIENT                                                                                    \
    {                                                                                              \
        URIPROOF_LENIENT, 1                                                                        \
    }
#define CRASH                                                                                      \
    {                                                                                              \
        URIPROOF_CRASH, 0                                                                          \
    }
#define ACCEPTABLE                                                                                 \
    {                                                                                              \
        URIPROOF_ACCEPTABLE, 3                                                                     \
    }
#define AGREE                                                                                      \
    {                                                                                              \
        URIPROOF_AGREE, 0                                                                          \
    }

static const struct {
    const char *about;
    size_t at;           /* the case that is not as in the list */
    seen now;            /* what it is */
    uriproof_known said; /* and when only outcomes count: */
    uriproof_known without_answers;
} judged[] = {
    {"as it was", 0, LENIENT, URIPROOF_KNOWN_FAILURE, URIPROOF_KNOWN_FAILURE},
    {"another host", 0, {URIPROOF_LENIENT, 2}, URIPROOF_CHANGED_FAILURE, URIPROOF_KNOWN_FAILURE},
    {"another failure", 0, {URIPROOF_STRICT, 2}, URIPROOF_OTHER_FAILURE, URIPROOF_OTHER_FAILURE},
    {"and is right", 0, AGREE, URIPROOF_NO_FAILURE_NOW, URIPROOF_NO_FAILURE_NOW},
    {"and is slow", 0, {URIPROOF_SLOW, 0}, URIPROOF_NO_FAILURE_NOW, URIPROOF_NO_FAILURE_NOW},
    {"and is acceptable",
     0,
     {URIPROOF_ACCEPTABLE, 1},
     URIPROOF_NO_FAILURE_NOW,
     URIPROOF_NO_FAILURE_NOW},
    {"and is not answered",
     0,
     {URIPROOF_UNSUPPORTED, 0},
     URIPROOF_OTHER_FAILURE,
     URIPROOF_OTHER_FAILURE},
    {"was not run", 0, {URIPROOF_NOT_RUN, 0}, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
    {"a crash is a crash", 1, CRASH, URIPROOF_KNOWN_FAILURE, URIPROOF_KNOWN_FAILURE},
    {"a crash that answers",
     1,
     {URIPROOF_DIFFER, 1},
     URIPROOF_OTHER_FAILURE,
     URIPROOF_OTHER_FAILURE},
    {"acceptable as it was", 2, ACCEPTABLE, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
    {"acceptable with another host",
     2,
     {URIPROOF_ACCEPTABLE, 4},
     URIPROOF_CHANGED_ANSWER,
     URIPROOF_AS_EVER},
    {"not validated, with another host",
     2,
     {URIPROOF_UNVALIDATED, 4},
     URIPROOF_CHANGED_ANSWER,
     URIPROOF_AS_EVER},
    {"the same answer, judged otherwise",
     2,
     {URIPROOF_UNDEFINED, 3},
     URIPROOF_AS_EVER,
     URIPROOF_AS_EVER},
    {"acceptable, and is right", 2, AGREE, URIPROOF_CHANGED_ANSWER, URIPROOF_AS_EVER},
    {"acceptable, and fails", 2, {URIPROOF_DIFFER, 3}, URIPROOF_NEW_FAILURE, URIPROOF_NEW_FAILURE},
    {"acceptable, and is not answered",
     2,
     {URIPROOF_UNSUPPORTED, 0},
     URIPROOF_NEW_FAILURE,
     URIPROOF_NEW_FAILURE},
    {"right as it was", 3, AGREE, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
    {"right and slow", 3, {URIPROOF_SLOW, 0}, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
    {"right up to a transform", 3, {URIPROOF_AGREE, 5}, URIPROOF_CHANGED_ANSWER, URIPROOF_AS_EVER},
    {"now acceptable", 3, {URIPROOF_ACCEPTABLE, 5}, URIPROOF_CHANGED_ANSWER, URIPROOF_AS_EVER},
    {"no answer in time", 3, {URIPROOF_TIMEOUT, 0}, URIPROOF_NEW_FAILURE, URIPROOF_NEW_FAILURE},
    {"not answered", 3, {URIPROOF_UNSUPPORTED, 0}, URIPROOF_NEW_FAILURE, URIPROOF_NEW_FAILURE},
};

static void each_result_is_judged(void **state)
{
    (void)state;
    static const uriproof_outcome was[CASES] = {URIPROOF_LENIENT, URIPROOF_CRASH,
                                                URIPROOF_ACCEPTABLE, URIPROOF_AGREE};
    baseline list = read_good(one_adapter);
    for (size_t i = 0; i < 2 * (sizeof judged / sizeof judged[0]); i++) {
        made m;
        seen all[CASES] = {LENIENT, CRASH, ACCEPTABLE, AGREE};
        size_t row = i / 2;
        list.ignore_answers = i % 2 == 1;
        all[judged[row].at] = judged[row].now;
        make(&m, all);
        baseline_judge(&list, &m.results);
        uriproof_known said = m.list[judged[row].at]->known;
        uriproof_known wanted = i % 2 == 1 ? judged[row].without_answers : judged[row].said;
        if (said != wanted)
            fail_msg("%s: %s, not %s", judged[row].about, uriproof_knowns[said].name,
                     uriproof_knowns[wanted].name);
        assert_int_equal(baseline_holds(&m.results), uriproof_knowns[wanted].good);
        if (!uriproof_knowns[wanted].good)
            assert_int_equal(m.list[judged[row].at]->was, was[judged[row].at]);
        m.results.partial = true;
        assert_false(baseline_holds(&m.results));
        store_free(m.results.store);
    }
    baseline_free(&list);
}

/* What the whole operation does not answer is no news. */
static void an_operation_that_was_not_supported_is_as_ever(void **state)
{
    (void)state;
    baseline list = read_good(one_adapter);
    const uriproof_result none = {.outcome = URIPROOF_UNSUPPORTED};
    assert_int_equal(baseline_known(&list, "p", "four", URIPROOF_URL, &none), URIPROOF_AS_EVER);
    assert_int_equal(baseline_known(&list, "p", "four", URIPROOF_PARSE, &none),
                     URIPROOF_NEW_FAILURE);
    baseline_free(&list);
}

static void count(void *self, const baseline_entry *entry)
{
    size_t *told = self;
    assert_string_equal(entry->id, "gone");
    (*told)++;
}

static void an_entry_that_no_vector_is_is_told(void **state)
{
    (void)state;
    made m;
    size_t told = 0;
    uriproof_vector vectors[CASES] = {{0}};
    uriproof_corpus corpus = {.vectors = vectors, .vector_count = CASES};
    static const seen agree[CASES] = {AGREE};
    baseline list =
        read_good(HEAD "{\"p\":{" ABOUT ",\"results\":{\"one\":\"crash\",\"gone\":\"crash\"}},"
                       "\"q\":{" ABOUT ",\"results\":{\"elsewhere\":\"crash\"}}}}");
    for (size_t i = 0; i < CASES; i++)
        vectors[i].id = ids[i];
    make(&m, agree);
    assert_int_equal(baseline_unmatched(&list, &m.results, &corpus, count, &told), 1);
    assert_int_equal(told, 1);
    store_free(m.results.store);
    baseline_free(&list);
}

static void what_is_written_is_read_and_holds(void **state)
{
    (void)state;
    made m;
    char *text;
    size_t length;
    static const seen now[CASES] = {{URIPROOF_STRICT, 1},
                                    {URIPROOF_AGREE, 0},
                                    {URIPROOF_TIMEOUT, 0},
                                    {URIPROOF_ACCEPTABLE, UINT64_C(0xfedcba9876543210)}};
    baseline old = read_good(HEAD "{\"p\":{" ABOUT ",\"results\":{\"two\":\"crash\"}},"
                                  "\"q\":{\"dialect\":\"rfc3986\",\"version\":\"\\\"1\","
                                  "\"level\":\"examples\",\"unsupported\":[\"parse\",\"url\"],"
                                  "\"results\":{\"o\\\"n\\\\e\":\"differ 0000000000000001\"}}}}");
    make(&m, now);
    FILE *out = open_memstream(&text, &length);
    assert_true(baseline_write(&old, &m.results, 1, URIPROOF_CLAUSES, out));
    fclose(out);
    baseline_free(&old);
    baseline list = read_good(text);
    assert_int_equal(list.count, 4); /* p: one, three and four; q as it was */
    baseline_judge(&list, &m.results);
    assert_true(baseline_holds(&m.results));
    assert_int_equal(m.list[2]->known, URIPROOF_KNOWN_FAILURE);
    assert_int_equal(m.list[3]->known, URIPROOF_AS_EVER);
    m.found[3].answer--;
    m.list[3] = &m.found[3];
    baseline_judge(&list, &m.results);
    assert_int_equal(m.list[3]->known, URIPROOF_CHANGED_ANSWER);
    assert_string_equal(list.entries[3].adapter, "q");
    assert_int_equal(list.entries[3].outcome, URIPROOF_DIFFER);
    const baseline_adapter *p = baseline_adapter_named(&list, "p");
    const baseline_adapter *q = baseline_adapter_named(&list, "q");
    assert_string_equal(p->dialect, "rfc1630");
    assert_string_equal(p->version, "2");
    assert_int_equal(p->level, URIPROOF_CLAUSES);
    assert_string_equal(q->dialect, "rfc3986");
    assert_string_equal(q->version, "\"1");
    assert_int_equal(q->level, URIPROOF_EXAMPLES);
    assert_true(q->unsupported[URIPROOF_PARSE] && q->unsupported[URIPROOF_URL]);
    assert_false(q->unsupported[URIPROOF_DECODE]);
    baseline_free(&list);
    free(text);
    store_free(m.results.store);
}

/* Each vector of the user's own is listed, so that a loss is found, and a new one is known. */
static void all_of_the_users_own_are_listed(void **state)
{
    (void)state;
    made m;
    char *text;
    size_t length;
    static const seen now[CASES] = {AGREE, LENIENT, AGREE, {URIPROOF_UNSUPPORTED, 0}};
    make(&m, now);
    m.cases[3].op = URIPROOF_URL;
    m.results.own_cases = 3;
    FILE *out = open_memstream(&text, &length);
    assert_true(baseline_write(NULL, &m.results, 1, URIPROOF_CLAUSES, out));
    fclose(out);
    baseline list = read_good(text);
    assert_int_equal(list.count, 3); /* four, three and two */
    assert_int_equal(list.entries[0].outcome, URIPROOF_UNSUPPORTED);
    assert_int_equal(list.entries[1].outcome, URIPROOF_AGREE);
    assert_int_equal(baseline_new(&list, &m.results, "p"), 0);
    baseline_judge(&list, &m.results);
    assert_int_equal(m.list[2]->known, URIPROOF_AS_EVER);
    m.cases[2].id = "new";
    m.found[2] = (uriproof_result){.outcome = URIPROOF_CRASH};
    m.list[2] = &m.found[2];
    assert_int_equal(baseline_new(&list, &m.results, "p"), 1);
    baseline_judge(&list, &m.results);
    assert_int_equal(m.list[2]->known, URIPROOF_NEW_FAILURE);
    assert_int_equal(m.list[2]->was, URIPROOF_NOT_RUN);
    baseline_free(&list);
    free(text);
    list = read_good(one_adapter); /* as it was written before: of these nothing is said */
    assert_int_equal(baseline_new(&list, &m.results, "p"), 0);
    baseline_free(&list);
    store_free(m.results.store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_baseline_is_refused),
        cmocka_unit_test(a_file_cut_short_is_refused),
        cmocka_unit_test(each_result_is_judged),
        cmocka_unit_test(an_operation_that_was_not_supported_is_as_ever),
        cmocka_unit_test(an_entry_that_no_vector_is_is_told),
        cmocka_unit_test(what_is_written_is_read_and_holds),
        cmocka_unit_test(all_of_the_users_own_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
