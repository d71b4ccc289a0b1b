/* SPDX-License-Identifier: MIT */
/*
 * Records that are written and read: the same octets come back, and the profile answers as before.
 * A file that is wrong in any way is rejected with its place.
 */
#include "profiles/profiles.h"

#include <uriproof/rfc3986.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char file_name[] = "/tmp/uriproof-test-record.json";

static uriproof_span span(const char *text)
{
    return uriproof_span_of(text);
}

static uriproof_request parse_of(const char *text)
{
    return (uriproof_request){URIPROOF_PARSE, {span(text), {NULL, 0}}};
}

static uriproof_answer answer_with(const char *host)
{
    uriproof_answer answer = {.status = ANSWER_ACCEPTED};
    answer.parts.has_components = true;
    answer.parts.components =
        (uriproof_components){.scheme = span("x"), .host = span(host), .path = span("")};
    return answer;
}

static profile_example example_of(const char *text)
{
    return (profile_example){parse_of(text), answer_with("\xff"), answer_with("b")};
}

/* A record with something of everything. */
static profile_record full_record(void)
{
    profile_record r = {.parser = "it",
                        .version = "1 \x1b[1m",
                        .specification = &uriproof_rfc3986,
                        .seed = 7,
                        .profile = profile_of_rfc3986(NULL),
                        .failures = 9,
                        .failures_explained = 8,
                        .asked = 100,
                        .unseen = {1000, 990, 100, 90},
                        .unexplained = 12,
                        .deviation_count = 2,
                        .group_count = 1,
                        .fault_count = 1,
                        .unstable_count = 1};
    const profile_change first_at = {.trait = trait_named("userinfo.at"),
                                     .now = 2,
                                     .contexts =
                                         profile_contexts_of(MODEL_RESOLVE) | 1U << KIND_HTTP};
    profile_change spaces = {.trait = trait_named("path.octets"), .contexts = PROFILE_EVERYWHERE};
    octet_put(&spaces.also, ' ', true);
    octet_put(&spaces.also, 0xff, true);
    octet_put(&spaces.less, '~', true);
    profile_make_change(&r.profile, &first_at);
    profile_make_change(&r.profile, &spaces);
    r.deviations = calloc(2, sizeof *r.deviations);
    r.deviations[0] = (record_deviation){first_at, "rfc3986.userinfo.at-sign", 1U, 1U << 3,
                                         5,        example_of("x://a@b@c")};
    r.deviations[1] = (record_deviation){spaces, NULL, 0, 0, 3, example_of("x:/ ")};
    r.groups = calloc(1, sizeof *r.groups);
    r.groups[0] =
        (record_group){"parse/host/differs/x://a", "host", "differs", 12, example_of("x://a")};
    r.faults = calloc(1, sizeof *r.faults);
    r.faults[0] = (record_fault){"crash", 2, parse_of("x:\n"), "ended with status 3"};
    r.unstable = calloc(1, sizeof *r.unstable);
    r.unstable[0] = (uriproof_request){URIPROOF_RESOLVE, {span("x:/a"), span("")}};
    r.not_measured[TRAIT_NUL] = true;
    return r;
}

static char *written(const profile_records *records)
{
    char *octets;
    size_t length;
    FILE *out = open_memstream(&octets, &length);
    assert_true(profile_records_write(records, out));
    fclose(out);
    return octets;
}

static char *full_file(void)
{
    profile_records records = {0};
    const profile_record r = full_record();
    profile_records_add(&records, &r);
    char *octets = written(&records);
    profile_records_free(&records);
    return octets;
}

static bool read_octets(const char *octets, profile_records *records, uriproof_error *error)
{
    FILE *out = fopen(file_name, "wb");
    fputs(octets, out);
    fclose(out);
    *records = (profile_records){0};
    const bool good = profile_records_read(records, file_name, error);
    assert_true(good || records->count == 0); /* a wrong file adds nothing */
    remove(file_name);
    return good;
}

static void test_same_again(void **state)
{
    (void)state;
    uriproof_error error = {""};
    profile_records again;
    char *first = full_file();
    assert_true(read_octets(first, &again, &error));
    char *second = written(&again);
    assert_string_equal(first, second);
    profile_record r = full_record();
    assert_memory_equal(&again.items[0].profile, &r.profile, sizeof r.profile);
    assert_true(record_holds(&again.items[0], &r));
    assert_int_equal(again.items[0].unexplained, 12);
    profile_records records = {0};
    profile_records_add(&records, &r);
    profile_records_free(&records);
    profile_records_free(&again);
    free(first);
    free(second);
}

/* What of a good file is replaced, by what, and what the error says. */
static const struct {
    const char *what, *by, *says;
} wrong[] = {
    {"uriproof-profile", "uriproof-baseline", "format"},
    {"\"version\": 1", "\"version\": 2", "version"},
    {"\"seed\"", "\"sead\"", "sead"},
    {"rfc3986\"", "rfc9999\"", "profiles[0].specification"},
    {"\"value\": \"first\"", "\"value\": \"fist\"", "profiles[0].deviations[0].value"},
    {"userinfo.at", "userinfo.an", "profiles[0].deviations[0].trait"},
    {"parse http", "parse htp", "profiles[0].deviations[0].in[0]"},
    {"\"20 ff\"", "\"ff 20\"", "profiles[0].deviations[1].also"},
    {"\"20 ff\"", "\"2\"", "profiles[0].deviations[1].also"},
    {"\"20 ff\"", "\"20  ff\"", "profiles[0].deviations[1].also"},
    {"\"op\": \"parse\"", "\"op\": \"decode\"", "question"},
    {"\"uri\": \"x://a@b@c\"", "\"url\": \"x://a@b@c\"", "question.url"},
    {"\"status\": \"accepted\"", "\"status\": \"fine\"", "given"},
    {"\"explained\": 8", "\"explained\": 10", "profiles[0].failures"},
    {"\"predicted\": 990", "\"predicted\": 1001", "profiles[0].unseen"},
    {"\"text.nul\"", "\"text.null\"", "profiles[0].not_measured[0]"},
    {"\"digest\": \"", "\"digest\": \"0", "profiles[0].digest"},
    {"\"alike\": [\"", "\"alike\": [\"x", "profiles[0].deviations[0].alike[0]"},
};

static char *replaced(const char *octets, const char *what, const char *by)
{
    const char *at = strstr(octets, what);
    assert_non_null(at);
    return text_made("%.*s%s%s", (int)(at - octets), octets, by, at + strlen(what));
}

static void test_wrong(void **state)
{
    (void)state;
    char *good = full_file();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uriproof_error error = {""};
        profile_records records;
        char *octets = replaced(good, wrong[i].what, wrong[i].by);
        if (read_octets(octets, &records, &error))
            fail_msg("%s was taken", wrong[i].by);
        if (strstr(error.words, wrong[i].says) == NULL || strstr(error.words, file_name) == NULL)
            fail_msg("%s: %s", wrong[i].by, error.words);
        profile_records_free(&records);
        free(octets);
    }
    free(good);
}

/* What a record holds, its narrower forms are too, and no wider ones. */
static void test_holds(void **state)
{
    (void)state;
    profile_record kept = full_record();
    record_deviation one = kept.deviations[0];
    assert_true(record_holds_deviation(&kept, &one));
    one.change.contexts = 1U << KIND_HTTP;
    assert_true(record_holds_deviation(&kept, &one));
    one.change.contexts = PROFILE_EVERYWHERE;
    assert_false(record_holds_deviation(&kept, &one));
    one = kept.deviations[1];
    octet_put(&one.change.also, ' ', false);
    assert_true(record_holds_deviation(&kept, &one));
    octet_put(&one.change.also, '"', true);
    assert_false(record_holds_deviation(&kept, &one));
    assert_false(record_holds_deviation(NULL, &one));
    record_group group = {.id = "parse/host/differs/x://b"};
    assert_false(record_holds_group(&kept, &group));
    assert_true(record_holds_group(&kept, &kept.groups[0]));
    record_fault fault = kept.faults[0];
    assert_true(record_holds_fault(&kept, &fault));
    fault.outcome = "timeout";
    assert_false(record_holds_fault(&kept, &fault));
    profile_records records = {0};
    profile_records_add(&records, &kept);
    profile_records_free(&records);
}

/* The changes between two profiles, made to the first, give the second; whatever they are. */
static void test_changes(void **state)
{
    (void)state;
    profile_record r = full_record();
    const profile claimed = profile_of_rfc3986(NULL);
    profile p = claimed;
    size_t count;
    profile_change *changes = profile_changes(&claimed, &r.profile, &count);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < count; i++)
        profile_make_change(&p, &changes[i]);
    assert_memory_equal(&p, &r.profile, sizeof p);
    assert_int_not_equal(profile_digest(&p), profile_digest(&claimed));
    free(changes);
    changes = profile_changes(&p, &r.profile, &count);
    assert_int_equal(count, 0);
    free(changes);
    profile_records records = {0};
    profile_records_add(&records, &r);
    profile_records_free(&records);
}

/* Computed by hand from the formula, and rounded outwards. */
static void test_interval(void **state)
{
    (void)state;
    const struct {
        size_t predicted, of, low, high;
    } known[] = {
        {0, 0, 0, 0}, {10, 10, 7, 10}, {0, 10, 0, 3}, {50, 100, 40, 60}, {990, 1000, 981, 995}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const count_interval found = prediction_interval(known[i].predicted, known[i].of);
        assert_int_equal(found.low, known[i].low);
        assert_int_equal(found.high, known[i].high);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_again), cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_holds),      cmocka_unit_test(test_changes),
        cmocka_unit_test(test_interval),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
