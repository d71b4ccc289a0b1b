/* SPDX-License-Identifier: MIT */
/* Baselines: what is read, what is refused, what is said of each result, and what is written. */
#include "../baseline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "{\"format\":\"uriproof-baseline\",\"version\":1,\"dialect\":\"rfc1630\",\"adapters\":"

static const char one_adapter[] = HEAD "{\"p\":{\"one\":\"lenient\",\"two\":\"crash\"}}}";

static baseline read_good(const char *text)
{
    baseline list;
    uriproof_error error = {""};
    if (!baseline_read(text, strlen(text), "rfc1630", &list, &error))
        fail_msg("%s: %s", text, error.words);
    return list;
}

static const struct {
    const char *text, *words;
} bad[] = {
    {"", ""},
    {"[]", ""},
    {"{", ""},
    {"{}", "its \"format\" is not"},
    {"{\"format\":\"uriproof-results\"}", "its \"format\" is not"},
    {"{\"format\":\"uriproof-baseline\",\"version\":2}", "its \"version\" is not 1"},
    {"{\"format\":\"uriproof-baseline\",\"version\":1,\"dialect\":\"rfc3986\"}",
     "not a baseline of the dialect \"rfc1630\""},
    {"{\"format\":\"uriproof-baseline\",\"version\":1,\"dialect\":\"rfc1630\"}", "no object"},
    {HEAD "{},\"colour\":1}", "unknown key \"colour\""},
    {HEAD "[]}", "no object \"adapters\""},
    {HEAD "{\"p\":[]}}", "not an object of ids and outcomes: \"p\""},
    {HEAD "{\"p\":{\"one\":1}}}", "that of \"one\""},
    {HEAD "{\"p\":{\"one\":\"agree\"}}}", "that of \"one\""},
    {HEAD "{\"p\":{\"one\":\"not-run\"}}}", "that of \"one\""},
    {HEAD "{\"p\":{\"one\":\"bad\"}}}", "that of \"one\""},
    {HEAD "{\"p\":{\"one\":\"crash\",\"one\":\"crash\"}}}", "there twice: \"one\""},
    {HEAD "{\"p\":{\"one\":\"crash\"},\"p\":{\"two\":\"crash\"}}}",
     "adapter is there twice: \"p\""},
};

static void what_is_no_baseline_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        baseline list;
        uriproof_error error = {""};
        if (baseline_read(bad[i].text, strlen(bad[i].text), "rfc1630", &list, &error))
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
        assert_false(baseline_read(one_adapter, length, "rfc1630", &list, &error));
    }
}

enum { CASES = 4 };
static char *ids[CASES] = {"one", "two", "three", "four"};

/* Results of the adapter "p", with these outcomes of the cases. */
typedef struct made {
    uriproof_case cases[CASES];
    uriproof_result found[CASES];
    uriproof_adapter_results adapter;
    uriproof_results results;
} made;

static void make(made *m, const uriproof_outcome *outcomes)
{
    *m = (made){0};
    for (size_t i = 0; i < CASES; i++) {
        m->cases[i].id = ids[i];
        m->found[i].outcome = outcomes[i];
    }
    m->adapter = (uriproof_adapter_results){.name = "p", .results = m->found};
    m->results = (uriproof_results){.dialect = "rfc1630",
                                    .cases = m->cases,
                                    .case_count = CASES,
                                    .adapters = &m->adapter,
                                    .adapter_count = 1};
}

static const struct {
    uriproof_outcome outcomes[CASES]; /* one is known to be lenient, two to crash */
    uriproof_known known[CASES];
    bool holds;
} judged[] = {
    {{URIPROOF_LENIENT, URIPROOF_CRASH, URIPROOF_AGREE, URIPROOF_UNSUPPORTED},
     {URIPROOF_KNOWN_FAILURE, URIPROOF_KNOWN_FAILURE, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
     true},
    {{URIPROOF_STRICT, URIPROOF_CRASH, URIPROOF_AGREE, URIPROOF_AGREE},
     {URIPROOF_OTHER_FAILURE, URIPROOF_KNOWN_FAILURE, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
     false},
    {{URIPROOF_LENIENT, URIPROOF_AGREE, URIPROOF_AGREE, URIPROOF_AGREE},
     {URIPROOF_KNOWN_FAILURE, URIPROOF_NO_FAILURE_NOW, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
     false},
    {{URIPROOF_ACCEPTABLE, URIPROOF_CRASH, URIPROOF_AGREE, URIPROOF_AGREE},
     {URIPROOF_NO_FAILURE_NOW, URIPROOF_KNOWN_FAILURE, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
     false},
    {{URIPROOF_LENIENT, URIPROOF_CRASH, URIPROOF_TIMEOUT, URIPROOF_AGREE},
     {URIPROOF_KNOWN_FAILURE, URIPROOF_KNOWN_FAILURE, URIPROOF_NEW_FAILURE, URIPROOF_AS_EVER},
     false},
    {{URIPROOF_LENIENT, URIPROOF_NOT_RUN, URIPROOF_AGREE, URIPROOF_NOT_RUN},
     {URIPROOF_KNOWN_FAILURE, URIPROOF_AS_EVER, URIPROOF_AS_EVER, URIPROOF_AS_EVER},
     true},
};

static void each_result_is_judged(void **state)
{
    (void)state;
    baseline list = read_good(one_adapter);
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i++) {
        made m;
        make(&m, judged[i].outcomes);
        baseline_judge(&list, &m.results);
        for (size_t k = 0; k < CASES; k++)
            assert_int_equal(m.found[k].known, judged[i].known[k]);
        assert_int_equal(baseline_holds(&m.results), judged[i].holds);
        m.results.partial = true;
        assert_false(baseline_holds(&m.results));
    }
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
    static const uriproof_outcome agree[CASES] = {URIPROOF_AGREE};
    baseline list = read_good(
        HEAD "{\"p\":{\"one\":\"lenient\",\"gone\":\"crash\"},\"q\":{\"elsewhere\":\"crash\"}}}");
    for (size_t i = 0; i < CASES; i++)
        vectors[i].id = ids[i];
    make(&m, agree);
    assert_int_equal(baseline_unmatched(&list, &m.results, &corpus, count, &told), 1);
    assert_int_equal(told, 1);
    baseline_free(&list);
}

static void what_is_written_is_read_and_holds(void **state)
{
    (void)state;
    made m;
    char *text;
    size_t length;
    static const uriproof_outcome outcomes[CASES] = {URIPROOF_STRICT, URIPROOF_AGREE,
                                                     URIPROOF_TIMEOUT, URIPROOF_UNSUPPORTED};
    baseline old =
        read_good(HEAD "{\"p\":{\"two\":\"crash\"},\"q\":{\"o\\\"n\\\\e\":\"differ\"}}}");
    make(&m, outcomes);
    FILE *out = open_memstream(&text, &length);
    assert_true(baseline_write(&old, &m.results, URIPROOF_CLAUSES, out));
    fclose(out);
    baseline_free(&old);
    baseline list = read_good(text);
    assert_int_equal(list.count, 4); /* p: one, three, and four, not answered; q as it was */
    baseline_judge(&list, &m.results);
    assert_true(baseline_holds(&m.results));
    assert_int_equal(m.found[2].known, URIPROOF_KNOWN_FAILURE);
    assert_int_equal(m.found[3].known, URIPROOF_AS_EVER);
    assert_string_equal(list.entries[3].adapter, "q");
    assert_int_equal(list.entries[3].outcome, URIPROOF_DIFFER);
    baseline_free(&list);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_baseline_is_refused),
        cmocka_unit_test(a_file_cut_short_is_refused),
        cmocka_unit_test(each_result_is_judged),
        cmocka_unit_test(an_entry_that_no_vector_is_is_told),
        cmocka_unit_test(what_is_written_is_read_and_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
