/* SPDX-License-Identifier: MIT */
/* Exports that are written, read and merged, when the choice between sightings matters. */
#include "survey/export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A sighting: seen as `as` in the text `seen`, which got smaller as `example`, of a class whose
 * clause is `id`. */
static void add(diff_export *e, const char *as, const char *seen, const char *id,
                const char *example)
{
    char whole[100];
    sighting one = {
        .as = strdup(as), .texts = 2, .again = example != NULL ? SHOWN_AGAIN : NOT_SHOWN_AGAIN};
    one.seen = cJSON_CreateObject();
    cJSON_AddStringToObject(one.seen, "uri", seen);
    one.shown = cJSON_CreateObject();
    snprintf(whole, sizeof whole, "1/parse/uri/validity/%s/end", id);
    cJSON_AddStringToObject(one.shown, "id", whole);
    cJSON_AddStringToObject(one.shown, "risk", "validity");
    if (example != NULL)
        cJSON_AddStringToObject(cJSON_AddObjectToObject(one.shown, "example"), "uri", example);
    export_add(e, &one);
}

static diff_export new_export(void)
{
    diff_export e = {.texts = 5, .agreements = 1};
    e.settings = cJSON_CreateObject();
    cJSON_AddStringToObject(e.settings, "op", "parse");
    cJSON_AddStringToObject(e.settings, "by", "any");
    cJSON_AddFalseToObject(e.settings, "chains");
    e.parsers = cJSON_CreateArray();
    return e;
}

static char *written(diff_export *e)
{
    uriproof_text_written text;
    FILE *out = uriproof_text_open(&text);
    assert_true(export_write(e, out));
    fclose(out);
    return text.octets;
}

/* Writes the export to a file, frees it, and reads it again. */
static void read_again(diff_export *e)
{
    char path[] = "/tmp/uriproof-export-XXXXXX";
    uriproof_error error = {""};
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    assert_true(export_write(e, out));
    fclose(out);
    export_free(e);
    bool good = export_read(path, e, &error);
    unlink(path);
    assert_string_equal(error.words, "");
    assert_true(good);
}

static void assert_class(const export_class *one, const char *example, size_t together,
                         size_t count)
{
    const cJSON *shown = cJSON_GetObjectItem(one->best->shown, "example");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(shown, "uri")), example);
    assert_int_equal(one->texts, together);
    assert_int_equal(one->count, count);
}

static void takes_the_smallest_example(void **state)
{
    diff_export e = new_export();
    size_t count;
    (void)state;
    add(&e, "r1", "bbbb", "F", "bb");
    add(&e, "r2", "aaaaa", "F", "a");
    add(&e, "r3", "c", "F", NULL);
    for (unsigned round = 0; round < 2; round++) {
        export_class *classes = export_classes(&e, &count);
        assert_int_equal(count, 1);
        assert_class(&classes[0], "a", 6, 3);
        free(classes);
        read_again(&e);
    }
    export_free(&e);
}

/* The other half saw a smaller text that turns out to be of another class. So the class falls back
 * to an example that did not stand for it before. */
static void finds_an_example_that_did_not_stand(void **state)
{
    diff_export e = new_export(), other = new_export(), whole = new_export();
    uriproof_error error;
    size_t count;
    (void)state;
    add(&e, "r1", "bbbb", "F", "bb");
    add(&e, "r2", "aaaaa", "F", "a");
    add(&other, "r2", "aaa", "G", "aaa");
    add(&whole, "r1", "bbbb", "F", "bb");
    add(&whole, "r2", "aaa", "G", "aaa");
    whole.sightings[1].texts = 4;
    whole.texts = 10;
    whole.agreements = 2;
    read_again(&e);
    read_again(&other);
    assert_true(export_merge(&e, &other, &error));
    export_class *classes = export_classes(&e, &count);
    assert_int_equal(count, 2);
    assert_class(&classes[0], "bb", 2, 1);
    assert_class(&classes[1], "aaa", 4, 1);
    char *merged = written(&e), *one_run = written(&whole);
    assert_string_equal(merged, one_run);
    free(merged);
    free(one_run);
    free(classes);
    export_free(&e);
    export_free(&whole);
}

/* A part of the run was ended before it looked for the class again. Another part did. */
static void keeps_what_was_looked_for(void **state)
{
    (void)state;
    for (unsigned last = 0; last < 2; last++) {
        diff_export e = new_export(), other = new_export();
        uriproof_error error;
        size_t count;
        add(last == 0 ? &e : &other, "F", "bbbb", "F", "bb");
        add(last == 0 ? &other : &e, "F", "a", "F", NULL);
        (last == 0 ? &other : &e)->sightings[0].again = NOT_LOOKED_FOR;
        read_again(&e);
        read_again(&other);
        assert_true(export_merge(&e, &other, &error));
        export_class *classes = export_classes(&e, &count);
        assert_int_equal(count, 1);
        assert_class(&classes[0], "bb", 4, 1);
        free(classes);
        export_free(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_smallest_example),
        cmocka_unit_test(finds_an_example_that_did_not_stand),
        cmocka_unit_test(keeps_what_was_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
