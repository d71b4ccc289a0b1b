/* SPDX-License-Identifier: MIT */
/*
 * The model with the profile of RFC 3986 answers as the literal reference does, under every
 * reading: the vectors, and texts of the grammar and the mutator. Neither is made from the other,
 * so a failure is a bug in one of the two. URIPROOF_MODEL_TEXTS is how many texts are made.
 */
#include "model/model.h"

#include "corpus/corpus.h"
#include "mutator/mutator.h"

#include <uriproof/rfc3986.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The readings that the operations have: first those of parse and resolve, then those of normal
 * forms alone. */
static const uriproof_rfc3986_reading read[] = {
    URIPROOF_RFC3986_RESOLUTION,  URIPROOF_RFC3986_SLASHES_MADE, URIPROOF_RFC3986_HTTP_HOST,
    URIPROOF_RFC3986_HTTP_PORT,   URIPROOF_RFC3986_ZONE,         URIPROOF_RFC3986_NORMAL_PORT,
    URIPROOF_RFC3986_NORMAL_PATH, URIPROOF_RFC3986_NORMAL_HOST,  URIPROOF_RFC3986_DOTS_ON_ROOTLESS};
enum { READ = sizeof read / sizeof read[0], SETTINGS_MOST = 2048 };

static uriproof_readings settings[SETTINGS_MOST];
static profile profiles[SETTINGS_MOST];
static size_t setting_count;
static size_t plain_count; /* how many of the first differ in the readings of parse and resolve */
static uriproof_scratch scratch;
static uriproof_buffer room;

/* All combinations of the values of these readings. */
static int make_settings(void **state)
{
    (void)state;
    setting_count = 1;
    for (size_t r = 0; r < READ; r++) {
        const size_t before = setting_count;
        if (read[r] == URIPROOF_RFC3986_NORMAL_PORT)
            plain_count = before;
        for (unsigned char v = 1; uriproof_rfc3986.readings[read[r]].values[v] != NULL; v++)
            for (size_t i = 0; i < before; i++) {
                assert_true(setting_count < SETTINGS_MOST);
                settings[setting_count] = settings[i];
                settings[setting_count++].value[read[r]] = v;
            }
    }
    for (size_t i = 0; i < setting_count; i++)
        profiles[i] = profile_of_rfc3986(&settings[i]);
    return 0;
}

static int end(void **state)
{
    (void)state;
    uriproof_scratch_free(&scratch);
    free(room.octets);
    return 0;
}

static uriproof_answer modelled(const profile *p, const uriproof_request *request)
{
    const size_t need = model_room(request->field[0].length + request->field[1].length);
    uriproof_answer answer;
    if (room.capacity < need) {
        free(room.octets);
        room = (uriproof_buffer){malloc(need), need, 0};
    }
    assert_true(model_answer(p, request, &room, &answer, NULL));
    return answer;
}

static void fail_on(const uriproof_request *request, size_t setting,
                    const uriproof_answer *expected, const uriproof_answer *given)
{
    const uriproof_answer *both[] = {expected, given};
    print_message("# setting %zu: %s \"%.*s\" \"%.*s\"\n", setting, uriproof_ops[request->op].name,
                  (int)request->field[0].length, request->field[0].octets,
                  (int)request->field[1].length,
                  request->field[1].octets != NULL ? request->field[1].octets : "");
    for (size_t i = 0; i < 2; i++) {
        cJSON *tree = uriproof_answer_tree(request->op, both[i]);
        char *words = uriproof_answer_describe(tree);
        print_message("#   %s %s\n", i == 0 ? "reference" : "model    ", words);
        free(words);
        cJSON_Delete(tree);
    }
    fail_msg("the model differs from the reference");
}

static void compare(const uriproof_request *request, size_t setting)
{
    uriproof_answer expected;
    uriproof_ask(&uriproof_rfc3986, &settings[setting], request, &scratch, &expected);
    const uriproof_answer given = modelled(&profiles[setting], request);
    if (!model_same(request->op, &given, &expected))
        fail_on(request, setting, &expected, &given);
}

/* Returns true if less is asked, as for valgrind. */
static bool asks_less(void)
{
    const char *level = getenv("URIPROOF_LEVEL");
    return level != NULL && strcmp(level, "clauses") == 0;
}

/* People's vectors are asked under each setting, a generated one under one of them. */
static void test_vectors(void **state)
{
    uriproof_corpus corpus;
    uriproof_error error = {""};
    size_t asked = 0;
    (void)state;
    if (!uriproof_corpus_load_level(URIPROOF_SOURCE_DIR "/vectors", &uriproof_rfc3986,
                                    asks_less() ? URIPROOF_CLAUSES : URIPROOF_COMPLETE, &corpus,
                                    &error))
        fail_msg("%s", error.words);
    for (size_t i = 0; i < corpus.vector_count; i++) {
        const uriproof_request *request = &corpus.vectors[i].request;
        if (model_op_of(request->op) == MODEL_OPS)
            continue;
        const bool generated = corpus.vectors[i].group->level == URIPROOF_COMPLETE;
        const bool has_forms =
            request->op == URIPROOF_NORMALIZE || request->op == URIPROOF_EQUIVALENT;
        const size_t count = has_forms ? setting_count : plain_count;
        for (size_t setting = 0; setting < count; setting++)
            if (!generated || setting == 0 || setting == asked % count)
                compare(request, setting);
        asked++;
    }
    assert_true(asked > 1000);
    uriproof_corpus_free(&corpus);
}

static void test_texts(void **state)
{
    const char *wanted = getenv("URIPROOF_MODEL_TEXTS");
    const unsigned long count = wanted != NULL ? strtoul(wanted, NULL, 10)
                                : asks_less()  ? 500
                                               : 100000;
    static const char *const bases[] = {"http://a/b/c/d;p?q#f", "x:/a", "HTTP:a/b", "file:///a/b/"};
    mutator *m = mutator_new(3986);
    octet_buffer texts[2] = {{0}, {0}};
    (void)state;
    assert_true(count > 0);
    for (unsigned long i = 0; i < count; i++) {
        octet_buffer *now = &texts[i % 2], *before = &texts[(i + 1) % 2];
        const uriproof_span seed = uriproof_span_of(bases[i / 8 % 4]);
        const uriproof_span last = {before->octets != NULL ? before->octets : "", before->length};
        mutator_mutate(m, i % 8 == 0 ? seed : last, seed, 200, now);
        const uriproof_span text = {now->octets != NULL ? now->octets : "", now->length};
        const size_t setting = i % setting_count;
        compare(&(uriproof_request){URIPROOF_PARSE, {text, {NULL, 0}}}, setting);
        compare(&(uriproof_request){URIPROOF_RESOLVE, {seed, text}}, setting);
        compare(&(uriproof_request){URIPROOF_RESOLVE, {last, text}}, setting);
        compare(&(uriproof_request){URIPROOF_NORMALIZE, {text, {NULL, 0}}}, setting);
        compare(&(uriproof_request){URIPROOF_EQUIVALENT, {last, text}}, setting);
    }
    buffer_free(&texts[0]);
    buffer_free(&texts[1]);
    mutator_free(m);
}

/* The case of a zone counts, and what follows a bare % stays as it is. */
static void test_zones(void **state)
{
    static const char *const texts[] = {"x://[::A%25En0]/", "x://[::A%25%41%c3]/", "x://[::A%A]/",
                                        "x://[::A%A%c3]/", "x://[::A%25a%C3B]/"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size_t setting = 0; setting < setting_count; setting++) {
            const uriproof_span text = uriproof_span_of(texts[i]);
            compare(&(uriproof_request){URIPROOF_NORMALIZE, {text, {NULL, 0}}}, setting);
            compare(&(uriproof_request){URIPROOF_EQUIVALENT,
                                        {text, uriproof_span_of("x://[::a%25en0]/")}},
                    setting);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_zones),
    };
    return cmocka_run_group_tests_name("the model is RFC 3986", tests, make_settings, end);
}
