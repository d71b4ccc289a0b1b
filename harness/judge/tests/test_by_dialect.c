/* SPDX-License-Identifier: MIT */
/* In which dialects an answer is right. What is expected here follows from docs/vectors.md ("What a
 * comparison says") and from the words of the specifications. */
#include "judge/by_dialect.h"
#include "json/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cJSON *read_json(const char *json)
{
    uriproof_error error = {""};
    cJSON *object = uriproof_json_read(json, strlen(json), &error);
    if (object == NULL)
        fail_msg("%s: %s", json, error.words);
    return object;
}

/* A question, an answer, and how right it is in two dialects. */
typedef struct dated {
    uriproof_op op;
    const char *fields[2];
    const char *given;
    uriproof_correctness in_rfc1630;
    uriproof_correctness in_rfc3986;
} dated;

static void assert_in(const char *dialect, const dated *d, const transform_set *transforms,
                      uriproof_correctness expected)
{
    uriproof_request request = {d->op,
                                {uriproof_span_of(d->fields[0]), uriproof_span_of(d->fields[1])}};
    uriproof_answer given;
    uriproof_error error = {""};
    cJSON *object = read_json(d->given);
    if (!uriproof_answer_read(object, d->op, URIPROOF_KNOWN_KEYS, &given, &error))
        fail_msg("%s: %s", d->given, error.words);
    uriproof_correctness found =
        right_by_dialect(uriproof_dialect_named(dialect), &request, transforms, &given);
    if (found != expected)
        fail_msg("%s for %s: in %s %s, not %s", d->given, d->fields[0], dialect,
                 uriproof_correctnesses[found].name, uriproof_correctnesses[expected].name);
    cJSON_Delete(object);
}

static void assert_dated(const dated *d, const transform_set *transforms)
{
    assert_in("rfc1630", d, transforms, d->in_rfc1630);
    assert_in("rfc3986", d, transforms, d->in_rfc3986);
}

#define GENERIC(parts)    "{\"status\":\"accepted\",\"generic\":{" parts "}}"
#define COMPONENTS(parts) "{\"status\":\"accepted\",\"components\":{" parts "}}"
#define URI(uri)          "{\"status\":\"accepted\",\"uri\":\"" uri "\"}"
#define REFUSED           "{\"status\":\"rejected\"}"
#define REFUSED_AT(production, offset)                                                             \
    "{\"status\":\"rejected\",\"production\":\"" production "\",\"offset\":" offset "}"

static const dated answers[] = {
    /* RFC 1630 has quotation marks among its `extra`; RFC 3986 has them nowhere. */
    {URIPROOF_PARSE,
     {"x:/a\"", NULL},
     COMPONENTS("\"scheme\":\"x\",\"path\":\"/a\\\"\""),
     URIPROOF_RIGHT_THERE,
     URIPROOF_WRONG_THERE},
    /* Who does not say where it is rejected may mean another octet. */
    {URIPROOF_PARSE, {"x:/a\"", NULL}, REFUSED, URIPROOF_WRONG_THERE, URIPROOF_ACCEPTABLE_THERE},
    {URIPROOF_PARSE,
     {"x:/a\"", NULL},
     REFUSED_AT("path", "4"),
     URIPROOF_WRONG_THERE,
     URIPROOF_RIGHT_THERE},
    {URIPROOF_DECODE, {"%4", NULL}, REFUSED, URIPROOF_ACCEPTABLE_THERE, URIPROOF_ACCEPTABLE_THERE},
    /* The specification does not say what comes of comparing a text that is not a URI, or of such a
     * base. */
    {URIPROOF_EQUIVALENT,
     {"a b", "x:/A"},
     REFUSED,
     URIPROOF_ACCEPTABLE_THERE,
     URIPROOF_ACCEPTABLE_THERE},
    {URIPROOF_RESOLVE, {"a b", "c"}, REFUSED, URIPROOF_ACCEPTABLE_THERE, URIPROOF_ACCEPTABLE_THERE},
    /* An empty search matches the grammar in RFC 3986 alone. */
    {URIPROOF_PARSE, {"x:/a?", NULL}, REFUSED, URIPROOF_ACCEPTABLE_THERE, URIPROOF_WRONG_THERE},
    /* The view that a dialect lacks is put together from the one that it has. */
    {URIPROOF_PARSE,
     {"x://u@h/a", NULL},
     COMPONENTS("\"scheme\":\"x\",\"userinfo\":\"u\",\"host\":\"h\",\"path\":\"/a\""),
     URIPROOF_RIGHT_THERE,
     URIPROOF_RIGHT_THERE},
    {URIPROOF_PARSE,
     {"x://u@h/a", NULL},
     GENERIC("\"scheme\":\"x\",\"path\":\"//u@h/a\""),
     URIPROOF_RIGHT_THERE,
     URIPROOF_RIGHT_THERE},
    {URIPROOF_PARSE,
     {"x://u@h/a", NULL},
     COMPONENTS("\"scheme\":\"x\",\"host\":\"u@h\",\"path\":\"/a\""),
     URIPROOF_RIGHT_THERE, /* which has no word on what is in an authority */
     URIPROOF_WRONG_THERE},
    {URIPROOF_PARSE,
     {"x://u@h/a", NULL},
     GENERIC("\"scheme\":\"x\",\"path\":\"//h/a\""),
     URIPROOF_WRONG_THERE,
     URIPROOF_WRONG_THERE},
    /* Two rejections at one octet are one, whatever the production is called. */
    {URIPROOF_PARSE,
     {"URL:x:%fg", NULL},
     REFUSED_AT("escape", "8"),
     URIPROOF_RIGHT_THERE,
     URIPROOF_RIGHT_THERE},
    {URIPROOF_PARSE,
     {"URL:x:%fg", NULL},
     REFUSED_AT("pct-encoded", "8"),
     URIPROOF_RIGHT_THERE,
     URIPROOF_RIGHT_THERE},
    {URIPROOF_PARSE,
     {"URL:x:%fg", NULL},
     REFUSED_AT("escape", "6"),
     URIPROOF_WRONG_THERE,
     URIPROOF_WRONG_THERE},
    {URIPROOF_PARSE,
     {"x:/a?", NULL},
     REFUSED_AT("path", "5"),
     URIPROOF_RIGHT_THERE,
     URIPROOF_WRONG_THERE},
    {URIPROOF_DECODE,
     {"%4", NULL},
     REFUSED_AT("some-name", "2"),
     URIPROOF_RIGHT_THERE,
     URIPROOF_ACCEPTABLE_THERE}, /* which is silent */
    /* But the production of a url that matches is what was asked for. */
    {URIPROOF_URL,
     {"http://h/", NULL},
     "{\"status\":\"accepted\",\"production\":\"ftpaddress\"}",
     URIPROOF_WRONG_THERE,
     URIPROOF_NOT_ASKED_THERE},
    /* Another reading, which is no departure. */
    {URIPROOF_RESOLVE,
     {"magic://a/b/c//d/e/f", "/g"},
     URI("magic://a/b/c//d/g"),
     URIPROOF_ACCEPTABLE_THERE,
     URIPROOF_WRONG_THERE},
    {URIPROOF_RESOLVE,
     {"magic://a/b/c//d/e/f", "/g"},
     URI("magic://a/g"),
     URIPROOF_RIGHT_THERE,
     URIPROOF_RIGHT_THERE},
    /* By its printed words RFC 1630 would reject it: void-segment, a departure. */
    {URIPROOF_PARSE, {"x:a//b", NULL}, REFUSED, URIPROOF_WRONG_THERE, URIPROOF_WRONG_THERE},
    /* RFC 1630 defines nothing here. */
    {URIPROOF_RESOLVE,
     {"x:a/b", "//g"},
     URI("x://g"),
     URIPROOF_ACCEPTABLE_THERE,
     URIPROOF_RIGHT_THERE},
    {URIPROOF_RESOLVE, {"x:a/b", "//g"}, REFUSED, URIPROOF_ACCEPTABLE_THERE, URIPROOF_WRONG_THERE},
    /* Nothing under another reading: then no answer is wrong. */
    {URIPROOF_RESOLVE,
     {"x:a/b//c", "/g"},
     URI("x:h"),
     URIPROOF_ACCEPTABLE_THERE,
     URIPROOF_WRONG_THERE},
    /* RFC 3986 has no grammars of schemes, and RFC 1630 none of this one. */
    {URIPROOF_URL, {"xyz:a", NULL}, REFUSED, URIPROOF_ACCEPTABLE_THERE, URIPROOF_NOT_ASKED_THERE},
    {URIPROOF_URL, {"http:a", NULL}, REFUSED, URIPROOF_ACCEPTABLE_THERE, URIPROOF_NOT_ASKED_THERE},
    /* Both let a canonical form be another that is identical, or equivalent. */
    {URIPROOF_NORMALIZE,
     {"x:/%2d", NULL},
     URI("x:/%2D"),
     URIPROOF_ACCEPTABLE_THERE,
     URIPROOF_ACCEPTABLE_THERE},
    {URIPROOF_NORMALIZE,
     {"x:/%2D", NULL},
     URI("x:/%2d"),
     URIPROOF_ACCEPTABLE_THERE,
     URIPROOF_ACCEPTABLE_THERE},
    /* A base may be normalized first in RFC 3986 alone. */
    {URIPROOF_RESOLVE,
     {"x:/a/../b", "?q"},
     URI("x:/b?q"),
     URIPROOF_WRONG_THERE,
     URIPROOF_ACCEPTABLE_THERE},
    {URIPROOF_NORMALIZE, {"x:/%2f", NULL}, URI("x://"), URIPROOF_WRONG_THERE, URIPROOF_WRONG_THERE},
    {URIPROOF_EQUIVALENT,
     {"x:/A", "X:/A"},
     "{\"status\":\"accepted\",\"equal\":true}",
     URIPROOF_ACCEPTABLE_THERE, /* which does not say it of the case of a scheme */
     URIPROOF_RIGHT_THERE},
    {URIPROOF_DECODE,
     {"%41", NULL},
     "{\"status\":\"accepted\",\"text\":\"A\"}",
     URIPROOF_RIGHT_THERE,
     URIPROOF_RIGHT_THERE},
    {URIPROOF_ENCODE,
     {"~", NULL},
     "{\"status\":\"accepted\",\"text\":\"~\"}",
     URIPROOF_WRONG_THERE,
     URIPROOF_RIGHT_THERE},
};

static void an_answer_is_right_where_the_dialect_gives_it(void **state)
{
    (void)state;
    static const transform_set as_written = {{0}};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        assert_dated(&answers[i], &as_written);
}

/* "URL syntax" has components alone, and cuts at the first @. */
static void a_text_that_is_not_cut_is_right(void **state)
{
    (void)state;
    static const transform_set as_written = {{0}};
    const dated d = {URIPROOF_PARSE,
                     {"URL:ftp://a@@", NULL},
                     GENERIC("\"scheme\":\"ftp\",\"path\":\"//a@@\""),
                     URIPROOF_WRONG_THERE,
                     URIPROOF_WRONG_THERE};
    assert_in("url-syntax", &d, &as_written, URIPROOF_RIGHT_THERE);
}

/* What is given by design is wrong nowhere. */
static void what_is_declared_holds_in_each_dialect(void **state)
{
    (void)state;
    dated d = {URIPROOF_PARSE,
               {"x://H/", NULL},
               COMPONENTS("\"scheme\":\"x\",\"host\":\"h\",\"path\":\"/\""),
               URIPROOF_WRONG_THERE,
               URIPROOF_WRONG_THERE};
    transform_set transforms = {{0}};
    assert_dated(&d, &transforms);
    assert_true(transform_declare(&transforms, "host", "lowercased"));
    d.in_rfc1630 = d.in_rfc3986 = URIPROOF_RIGHT_THERE;
    assert_dated(&d, &transforms);
}

static void assert_own_answer_is_right(const uriproof_dialect *dialect,
                                       const uriproof_vector *vector)
{
    static const uriproof_readings defaults = {{0}};
    static const transform_set as_written = {{0}};
    uriproof_scratch scratch = {0};
    uriproof_answer own;
    uriproof_ask(dialect, &defaults, &vector->request, &scratch, &own);
    uriproof_correctness expected = own.status == ANSWER_UNSUPPORTED ? URIPROOF_NOT_ASKED_THERE
                                    : own.status == ANSWER_UNDEFINED ? URIPROOF_ACCEPTABLE_THERE
                                                                     : URIPROOF_RIGHT_THERE;
    uriproof_correctness found = right_by_dialect(dialect, &vector->request, &as_written, &own);
    uriproof_scratch_free(&scratch);
    if (found != expected)
        fail_msg("%s of another dialect: in %s its own answer is %s", vector->id, dialect->name,
                 uriproof_correctnesses[found].name);
}

/* Whatever dialects there are, and whosever the question. valgrind takes a minute for all vectors,
 * most of it to read them, so it asks some of the dialect that has the fewest. */
static void each_dialect_finds_its_own_answers_right(void **state)
{
    (void)state;
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    const bool slow = getenv("URIPROOF_VALGRIND") != NULL;
    const size_t step = slow ? 23 : 1;
    for (size_t i = 0; i < count; i++) {
        uriproof_corpus corpus;
        uriproof_error error;
        if (slow && strcmp(dialects[i]->name, "url-syntax") != 0)
            continue;
        assert_true(
            uriproof_corpus_load(URIPROOF_SOURCE_DIR "/vectors", dialects[i], &corpus, &error));
        for (size_t k = 0; k < corpus.vector_count; k += step)
            for (size_t j = 0; j < count; j++)
                assert_own_answer_is_right(dialects[j], &corpus.vectors[k]);
        uriproof_corpus_free(&corpus);
    }
}

/* ---- Results ---- */

/* The answers to one vector of RFC 1630 that expects components, though its grammar has none. */
static const struct {
    const char *given;
    uriproof_outcome outcome;
    uriproof_correctness in_rfc1630;
    uriproof_correctness in_rfc3986;
    bool asked;
} found[] = {
    {COMPONENTS("\"scheme_hex\":\"78\",\"host\":\"u@h\",\"path\":\"/\""), URIPROOF_DIFFER,
     URIPROOF_WRONG_THERE, URIPROOF_WRONG_THERE, true},
    {COMPONENTS("\"scheme\":\"x\",\"user\":\"u\",\"host\":\"h\",\"path\":\"/\""), URIPROOF_DIFFER,
     URIPROOF_RIGHT_THERE, URIPROOF_RIGHT_THERE, true},
    {REFUSED, URIPROOF_STRICT, URIPROOF_WRONG_THERE, URIPROOF_WRONG_THERE, true},
    {REFUSED, URIPROOF_ACCEPTABLE, URIPROOF_WRONG_THERE, URIPROOF_WRONG_THERE, true},
    {"{\"status\":\"unsupported\"}", URIPROOF_UNSUPPORTED, 0, 0, false},
    {COMPONENTS("\"scheme\":\"x\",\"user\":\"u\",\"host\":\"h\",\"path\":\"/\""), URIPROOF_AGREE, 0,
     0, false},
};

enum { FOUND_COUNT = sizeof found / sizeof found[0] };

static void assert_found(const char *right_in, size_t i)
{
    if (!found[i].asked) {
        assert_null(right_in);
        return;
    }
    size_t count;
    const uriproof_dialect *const *dialects = uriproof_dialects(&count);
    assert_non_null(right_in);
    for (size_t k = 0; k < count; k++) {
        if (strcmp(dialects[k]->name, "rfc1630") == 0)
            assert_int_equal(right_in[k], uriproof_correctness_letters[found[i].in_rfc1630]);
        if (strcmp(dialects[k]->name, "rfc3986") == 0)
            assert_int_equal(right_in[k], uriproof_correctness_letters[found[i].in_rfc3986]);
    }
}

static void results_that_differ_are_filled_in(void **state)
{
    (void)state;
    const uriproof_parts parts = {
        .has_generic = true,
        .has_components = true,
        .generic = {.scheme = uriproof_span_of("x"), .path = uriproof_span_of("//u@h/")},
        .components = {.scheme = uriproof_span_of("x"),
                       .user = uriproof_span_of("u"),
                       .host = uriproof_span_of("h"),
                       .path = uriproof_span_of("/")}};
    const uriproof_vector vector = {
        .request = {URIPROOF_PARSE, {uriproof_span_of("x://u@h/")}},
        .expect = &(const uriproof_answer){.status = ANSWER_ACCEPTED, .parts = parts}};
    static const transform_set as_written = {{0}};
    store *s = store_new();
    for (size_t i = 0; i < FOUND_COUNT; i++) {
        uriproof_answer given;
        uriproof_error error;
        cJSON *object = read_json(found[i].given);
        assert_true(
            uriproof_answer_read(object, URIPROOF_PARSE, URIPROOF_KNOWN_KEYS, &given, &error));
        assert_found(right_by_dialects(uriproof_dialect_named("rfc1630"), &vector, &as_written,
                                       &given, found[i].outcome, s),
                     i);
        cJSON_Delete(object);
    }
    store_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_right_where_the_dialect_gives_it),
        cmocka_unit_test(a_text_that_is_not_cut_is_right),
        cmocka_unit_test(what_is_declared_holds_in_each_dialect),
        cmocka_unit_test(each_dialect_finds_its_own_answers_right),
        cmocka_unit_test(results_that_differ_are_filled_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
