/* SPDX-License-Identifier: MIT */
/*
 * Compares the vectors with the reference: with the defaults, with every value of every reading,
 * and with every combination that a vector lists. The vectors were written from the specification
 * and not from the code, so a failure is a bug in one of the two.
 */
#include "corpus/corpus.h"
#include "unicode/icu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static uriproof_corpus corpus; /* the corpus of the tested dialect */
static uriproof_scratch scratch;
static size_t wrong;

static void load_level(const void *number, uriproof_level level)
{
    size_t count;
    const uriproof_dialect *dialect = uriproof_dialects(&count)[*(const size_t *)number];
    uriproof_error error = {""};
    if (!uriproof_corpus_load_level(URIPROOF_SOURCE_DIR "/vectors", dialect, level, &corpus,
                                    &error))
        fail_msg("%s", error.words);
}

static void load(const void *number)
{
    load_level(number, URIPROOF_COMPLETE);
}

/* Loads all vectors. If URIPROOF_LEVEL is `clauses`, as for valgrind, it only loads those that
 * people wrote. */
static void load_some(const void *number)
{
    const char *level = getenv("URIPROOF_LEVEL");
    bool is_less = level != NULL && strcmp(level, "clauses") == 0;
    load_level(number, is_less ? URIPROOF_CLAUSES : URIPROOF_COMPLETE);
}

static char *described(uriproof_op op, const uriproof_answer *answer)
{
    cJSON *object = uriproof_answer_tree(op, answer);
    char *words = uriproof_answer_describe(object);
    cJSON_Delete(object);
    return words;
}

static void report(const uriproof_vector *vector, const char *setting,
                   const uriproof_answer *expected, const uriproof_answer *given)
{
    char *e = described(vector->request.op, expected), *g = described(vector->request.op, given);
    print_message("# %s: %s [%s]\n#   expected %s\n#   given    %s\n", vector->group->file,
                  vector->id, setting, e, g);
    free(e);
    free(g);
    wrong++;
}

static bool same(uriproof_op op, const uriproof_answer *a, const uriproof_answer *b)
{
    return uriproof_answer_matches(op, a, b) && uriproof_answer_matches(op, b, a) &&
           a->status == b->status && uriproof_span_equal(a->result, b->result);
}

/* Returns true if the answer is the expected one. A vector that people wrote expects a complete
 * answer. A generated one may only expect the status. */
static bool holds(const uriproof_vector *vector, const uriproof_answer *expected,
                  const uriproof_answer *given)
{
    uriproof_op op = vector->request.op;
    if (vector->group->level == URIPROOF_COMPLETE)
        return uriproof_answer_matches(op, expected, given) && expected->status == given->status;
    return same(op, expected, given) && expected->has_offset == given->has_offset;
}

static void check(const uriproof_vector *vector, const uriproof_readings *readings,
                  const char *setting)
{
    uriproof_answer given;
    const uriproof_answer *expected = uriproof_vector_expect(vector, readings);
    uriproof_ask(corpus.dialect, readings, &vector->request, &scratch, &given);
    if (!holds(vector, expected, &given))
        report(vector, setting, expected, &given);
}

static void each_vector_holds_under_the_defaults(void **state)
{
    load(*state);
    uriproof_readings readings = {{0}};
    wrong = 0;
    for (size_t i = 0; i < corpus.vector_count; i++)
        check(&corpus.vectors[i], &readings, "defaults");
    assert_int_equal(wrong, 0);
}

static void check_reading(size_t reading)
{
    const uriproof_reading *facts = &corpus.dialect->readings[reading];
    for (unsigned char value = 1; value < 4 && facts->values[value] != NULL; value++) {
        uriproof_readings readings = {{0}};
        char setting[80];
        readings.value[reading] = value;
        snprintf(setting, sizeof setting, "%s=%s", facts->id, facts->values[value]);
        for (size_t i = 0; i < corpus.vector_count; i++)
            check(&corpus.vectors[i], &readings, setting);
    }
}

static void each_vector_holds_under_each_reading(void **state)
{
    load_some(*state);
    wrong = 0;
    for (size_t reading = 0; reading < corpus.dialect->reading_count; reading++)
        check_reading(reading);
    assert_int_equal(wrong, 0);
}

static void each_listed_combination_holds(void **state)
{
    load_some(*state);
    wrong = 0;
    for (size_t i = 0; i < corpus.vector_count; i++) {
        const uriproof_vector *vector = &corpus.vectors[i];
        for (const uriproof_alternate *alternate = vector->alternates; alternate != NULL;
             alternate = alternate->next) {
            uriproof_readings readings = {{0}};
            for (size_t k = 0; k < alternate->set_count; k++)
                readings.value[alternate->set[k].reading] = alternate->set[k].value;
            check(vector, &readings, "a listed combination");
        }
    }
    assert_int_equal(wrong, 0);
}

static void each_vector_has_its_validation_errors(void **state)
{
    load_some(*state);
    for (size_t i = 0; i < corpus.vector_count; i++)
        if (!uriproof_errors_hold(corpus.dialect, &corpus.vectors[i]))
            fail_msg("%s", corpus.vectors[i].id);
}

/* Tests that every clause that a refusal names is in the list of clauses. */
static void each_refusal_names_a_known_clause(void **state)
{
    load_some(*state);
    for (size_t i = 0; i < corpus.vector_count; i++) {
        const uriproof_vector *vector = &corpus.vectors[i];
        uriproof_refusal refusal;
        if (vector->request.op == URIPROOF_PARSE &&
            !uriproof_accepts(corpus.dialect, NULL, vector->request.field[0], &refusal))
            assert_non_null(uriproof_clause_named(&corpus, refusal.clause));
    }
}

static void the_corpus_is_clean(void **state)
{
    load(*state);
    assert_int_equal(uriproof_corpus_lint(&corpus, stderr), 0);
    assert_int_equal(
        uriproof_grammars_lint(&corpus, URIPROOF_SOURCE_DIR "/vectors/grammar", stderr), 0);
}

static char list_name[] = "/tmp/uriproof-ids-XXXXXX";

/* Writes `text` and `more` to a list of ids. The lint must find `faults` faults in it. Returns the
 * next list that is made from it, or "" after a fault. The caller frees it. */
static char *next_list(const char *text, const char *more, size_t faults)
{
    char *written = NULL;
    size_t length = 0;
    FILE *list = fopen(list_name, "w"), *sink = tmpfile();
    FILE *next = open_memstream(&written, &length);
    assert_true(list != NULL && sink != NULL && next != NULL);
    assert_true(fputs(text, list) >= 0 && fputs(more, list) >= 0 && fclose(list) == 0);
    size_t linted = uriproof_ids_check(&corpus, list_name, NULL, sink);
    size_t found = uriproof_ids_check(&corpus, list_name, next, sink);
    fclose(next);
    fclose(sink);
    remove(list_name);
    if (linted != faults || found != faults || (faults > 0) != (length == 0))
        fail_msg("%s%s: %zu and %zu faults, %zu octets", text, more, linted, found, length);
    return written;
}

static size_t lines_of(const char *text)
{
    size_t count = 0;
    for (; (text = strchr(text, '\n')) != NULL; text++)
        count++;
    return count;
}

static char *first_list(void)
{
    char *written = NULL;
    size_t length = 0;
    FILE *sink = tmpfile(), *out = open_memstream(&written, &length);
    assert_true(sink != NULL && out != NULL);
    assert_int_equal(uriproof_ids_check(&corpus, list_name, NULL, sink), 1);
    assert_int_equal(uriproof_ids_check(&corpus, list_name, out, stderr), 0);
    fclose(out);
    fclose(sink);
    return written;
}

/* Tests that no id of the last release is missing. A dialect without a list gets a list of all its
 * ids. A list that is complete is written again in the same order. */
static void stable_ids_are_still_there(void **state)
{
    load(*state);
    char path[512], two[200];
    snprintf(path, sizeof path, "%s/vectors/%s/stable-ids.txt", URIPROOF_SOURCE_DIR,
             corpus.dialect->name);
    assert_int_equal(uriproof_ids_check(&corpus, path, NULL, stderr), 0);
    char *first = first_list(), *same = next_list(first, "", 0);
    assert_string_equal(same, first);
    free(same);
    snprintf(two, sizeof two, "vector %s\nclause %s\n", corpus.vectors[0].id, corpus.clauses[1].id);
    char *again = next_list("# of old\n", two, 0);
    assert_ptr_equal(strstr(again, two), strchr(again, '\n') + 1);
    assert_int_equal(lines_of(again), lines_of(first));
    free(again);
    free(next_list(first, "vector no-such-vector\n", 1));
    free(next_list(first, "clause rfc1630.no-such.clause\n# a comment\nvector other\n", 2));
    free(first);
}

/* Tests that a clause id in place of a vector id is an error. A list without ids is an error too,
 * since it must have been lost. */
static void a_list_of_ids_has_ids_of_a_kind(void **state)
{
    load(*state);
    char line[200];
    const char *clause = corpus.clauses[0].id, *vector = corpus.vectors[0].id;
    snprintf(line, sizeof line, "vector %s\n", clause);
    free(next_list(line, "", 1));
    snprintf(line, sizeof line, "clause %s\n", vector);
    free(next_list(line, "", 1));
    snprintf(line, sizeof line, "%s\nvector\nclause \n", clause);
    free(next_list(line, "", 3));
    free(next_list("", "", 1));
    free(next_list("\n\n", "# nothing\n", 1));
}

static int unload(void **state)
{
    (void)state;
    uriproof_corpus_free(&corpus);
    uriproof_scratch_free(&scratch);
    return 0;
}

static const struct {
    const char *name;
    CMUnitTestFunction test;
} tests_of_a_dialect[] = {
    {"the corpus is clean", the_corpus_is_clean},
    {"stable ids are still there", stable_ids_are_still_there},
    {"a list of ids has ids of a kind", a_list_of_ids_has_ids_of_a_kind},
    {"each vector holds under the defaults", each_vector_holds_under_the_defaults},
    {"each vector holds under each reading", each_vector_holds_under_each_reading},
    {"each listed combination holds", each_listed_combination_holds},
    {"each vector has its validation errors", each_vector_has_its_validation_errors},
    {"each rejection names a known clause", each_refusal_names_a_known_clause},
};

enum {
    TESTS_OF_A_DIALECT = sizeof tests_of_a_dialect / sizeof tests_of_a_dialect[0],
    MOST_TESTS = 16 * TESTS_OF_A_DIALECT
};

int main(void)
{
    static struct CMUnitTest tests[MOST_TESTS];
    static char names[MOST_TESTS][80];
    static size_t numbers[MOST_TESTS]; /* numbers of dialects */
    size_t count, used = 0;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    uriproof_services services = icu_services_open();
    uriproof_use_services(&services);
    int descriptor = mkstemp(list_name);
    if (descriptor < 0 || close(descriptor) != 0 || remove(list_name) != 0)
        return 1;
    for (; used < count * TESTS_OF_A_DIALECT && used < MOST_TESTS; used++) {
        size_t test = used % TESTS_OF_A_DIALECT;
        numbers[used] = used / TESTS_OF_A_DIALECT;
        snprintf(names[used], sizeof names[used], "%s: %s", dialects[numbers[used]]->name,
                 tests_of_a_dialect[test].name);
        tests[used] = (struct CMUnitTest){.name = names[used],
                                          .test_func = tests_of_a_dialect[test].test,
                                          .teardown_func = unload,
                                          .initial_state = &numbers[used]};
    }
    const int failed = _cmocka_run_group_tests("vectors", tests, used, NULL, NULL);
    icu_services_close(&services);
    return failed;
}
