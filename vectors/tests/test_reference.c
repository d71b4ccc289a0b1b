/* SPDX-License-Identifier: MIT */
/*
 * The vectors against the reference: under the defaults, under every value of every reading, and
 * under every combination that a vector lists. Vectors were written from the text and not
 * from the code, so whatever fails here is a bug in one of the two.
 */
#include <uriproof/corpus.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uriproof_corpus corpus; /* of the dialect that is tested */
static uriproof_scratch scratch;
static size_t wrong;

static void load(const void *number)
{
    size_t count;
    const uriproof_dialect *dialect = uriproof_dialects(&count)[*(const size_t *)number];
    uriproof_error error = {""};
    if (!uriproof_corpus_load(URIPROOF_SOURCE_DIR "/vectors", dialect, &corpus, &error))
        fail_msg("%s", error.words);
}

static char *described(uriproof_op op, const uriproof_answer *answer)
{
    cJSON *object = cJSON_CreateObject();
    uriproof_answer_write(object, op, answer);
    char *words = uriproof_answer_describe(object);
    cJSON_Delete(object);
    return words;
}

static void report(const uriproof_vector *vector, const char *setting,
                   const uriproof_answer *expected, const uriproof_answer *given)
{
    char *e = described(vector->request.op, expected), *g = described(vector->request.op, given);
    print_message("# %s: %s [%s]\n#   expected %s\n#   given    %s\n", vector->file, vector->id,
                  setting, e, g);
    free(e);
    free(g);
    wrong++;
}

static bool same(uriproof_op op, const uriproof_answer *a, const uriproof_answer *b)
{
    return uriproof_answer_equal(op, a, b) && uriproof_answer_equal(op, b, a) &&
           a->valid == b->valid && a->silent == b->silent &&
           uriproof_span_equal(a->result, b->result);
}

/* What people wrote leaves nothing open; a derived vector may say no more than the verdict. */
static bool holds(const uriproof_vector *vector, const uriproof_answer *expected,
                  const uriproof_answer *given)
{
    uriproof_op op = vector->request.op;
    if (vector->level == URIPROOF_COMPLETE)
        return uriproof_answer_equal(op, expected, given) && expected->silent == given->silent;
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
    load(*state);
    wrong = 0;
    for (size_t reading = 0; reading < corpus.dialect->reading_count; reading++)
        check_reading(reading);
    assert_int_equal(wrong, 0);
}

static void each_listed_combination_holds(void **state)
{
    load(*state);
    wrong = 0;
    for (size_t i = 0; i < corpus.vector_count; i++) {
        const uriproof_vector *vector = &corpus.vectors[i];
        for (size_t j = 0; j < vector->alternate_count; j++) {
            uriproof_readings readings = {{0}};
            for (size_t k = 0; k < vector->alternates[j].set_count; k++)
                readings.value[vector->alternates[j].set[k].reading] =
                    vector->alternates[j].set[k].value;
            check(vector, &readings, "a listed combination");
        }
    }
    assert_int_equal(wrong, 0);
}

/* Each clause that a refusal can name is a clause that people can read. */
static void each_refusal_names_a_known_clause(void **state)
{
    load(*state);
    for (size_t i = 0; i < corpus.vector_count; i++) {
        const uriproof_vector *vector = &corpus.vectors[i];
        uriproof_parts parts;
        uriproof_refusal refusal;
        if (vector->request.op == URIPROOF_PARSE &&
            !corpus.dialect->parse(vector->request.field[0], NULL, &parts, &refusal))
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

/* Of the last release, none is gone; and a list with one more id is not kept. */
static void released_ids_are_still_there(void **state)
{
    load(*state);
    char path[512], name[] = "/tmp/uriproof-ids-XXXXXX";
    snprintf(path, sizeof path, "%s/vectors/%s/released-ids.txt", URIPROOF_SOURCE_DIR,
             corpus.dialect->name);
    assert_int_equal(uriproof_released_lint(&corpus, path, stderr), 0);
    int descriptor = mkstemp(name);
    assert_true(descriptor >= 0);
    FILE *list = fdopen(descriptor, "w"), *sink = tmpfile();
    assert_non_null(sink);
    uriproof_ids_write(&corpus, list);
    fputs("# a comment\nno-such-vector\n", list);
    fclose(list);
    assert_int_equal(uriproof_released_lint(&corpus, name, sink), 1);
    remove(name);
    assert_int_equal(uriproof_released_lint(&corpus, name, sink), 1);
    fclose(sink);
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
    {"released ids are still there", released_ids_are_still_there},
    {"each vector holds under the defaults", each_vector_holds_under_the_defaults},
    {"each vector holds under each reading", each_vector_holds_under_each_reading},
    {"each listed combination holds", each_listed_combination_holds},
    {"each refusal names a known clause", each_refusal_names_a_known_clause},
};

enum {
    TESTS_OF_A_DIALECT = sizeof tests_of_a_dialect / sizeof tests_of_a_dialect[0],
    MOST_TESTS = 16 * TESTS_OF_A_DIALECT
};

int main(void)
{
    static struct CMUnitTest tests[MOST_TESTS];
    static char names[MOST_TESTS][80];
    static size_t numbers[MOST_TESTS]; /* of dialects */
    size_t count, used = 0;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
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
    return _cmocka_run_group_tests("vectors", tests, used, NULL, NULL);
}
