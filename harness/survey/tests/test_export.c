/* SPDX-License-Identifier: MIT */
/* Exports that are written, read and merged, when both parts of a run saw a class. */
#include "survey/export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Adds a class whose clause is `clause`: seen in the text `seen`, which got smaller as `example`.
 */
static void add(diff_export *e, const char *clause, const char *seen, const char *example)
{
    char whole[100];
    export_class one = {.texts = 2, .again = example != NULL ? SHOWN_AGAIN : NOT_SHOWN_AGAIN};
    one.seen = cJSON_CreateObject();
    cJSON_AddStringToObject(one.seen, "uri", seen);
    one.shown = cJSON_CreateObject();
    snprintf(whole, sizeof whole, "1/parse/uri/validity/%s/end", clause);
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

static void assert_class(const export_class *one, const char *example, size_t count)
{
    const cJSON *shown = cJSON_GetObjectItem(one->shown, "example");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(shown, "uri")), example);
    assert_int_equal(one->texts, count);
}

/* Of a class that both parts saw the smaller text counts, whichever part comes first. */
static void merged_parts_are_one_run(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 2; first++) {
        diff_export e = new_export(), other = new_export(), whole = new_export();
        diff_export *small = first == 0 ? &e : &other, *large = first == 0 ? &other : &e;
        uriproof_error error;
        add(small, "G", "aaa", "aa");
        add(small, "F", "cc", NULL);
        add(large, "F", "bbb", "bb");
        add(large, "G", "bbbb", "b");
        add(&whole, "F", "cc", NULL);
        add(&whole, "G", "aaa", "aa");
        whole.classes[0].texts = whole.classes[1].texts = 4;
        whole.texts = 10;
        whole.agreements = 2;
        read_again(&e);
        read_again(&other);
        assert_true(export_merge(&e, &other, &error));
        assert_int_equal(e.count, 2);
        assert_class(&e.classes[1], "aa", 4);
        char *merged = written(&e), *one_run = written(&whole);
        assert_string_equal(merged, one_run);
        free(merged);
        free(one_run);
        export_free(&e);
        export_free(&whole);
    }
}

/* A part of the run was ended before it looked for the class again. Another part did. */
static void keeps_what_was_looked_for(void **state)
{
    (void)state;
    for (unsigned last = 0; last < 2; last++) {
        diff_export e = new_export(), other = new_export();
        uriproof_error error;
        add(last == 0 ? &e : &other, "F", "bbbb", "bb");
        add(last == 0 ? &other : &e, "F", "a", NULL);
        (last == 0 ? &other : &e)->classes[0].again = NOT_LOOKED_FOR;
        read_again(&e);
        read_again(&other);
        assert_true(export_merge(&e, &other, &error));
        assert_int_equal(e.count, 1);
        assert_class(&e.classes[0], "bb", 4);
        export_free(&e);
    }
}

/* Adds a class of that id, which was shown; of a chain, `parser` breaks it. */
static void add_id(diff_export *e, const char *id, const char *parser)
{
    add(e, "rfc3986.bnf.host", "x:", "x:");
    export_class *one = &e->classes[e->count - 1];
    cJSON_ReplaceItemInObject(one->shown, "id", cJSON_CreateString(id));
    if (parser != NULL)
        cJSON_AddItemToArray(cJSON_AddArrayToObject(one->shown, "broken_by"),
                             cJSON_CreateString(parser));
}

static void a_deviation_is_one_class(void **state)
{
    (void)state;
    static const char broken[] = "1/parse-normal/port/deviation/rfc3986.bnf.port/port.wrong=taken";
    static const char other[] =
        "1/parse-normal/user/deviation/rfc3986.bnf.userinfo/userinfo.at=last";
    static const char by_text[] = "1/parse-normal/host/text/rfc3986.bnf.host/dot";
    static const char shown[] = "1/parse/host/deviation/rfc3986.bnf.port/port.wrong=taken";
    diff_export chains = new_export(), e = new_export(), all = new_export();
    uriproof_error error = {""};
    add_id(&chains, broken, "one");
    add_id(&chains, other, "one");
    add_id(&chains, by_text, "one");
    export_leave_out_twins(&chains);
    assert_int_equal(chains.count, 3);
    add_id(&e, shown, NULL);
    assert_true(export_merge(&all, &chains, &error));
    assert_true(export_merge(&all, &e, &error));
    assert_int_equal(all.count, 3);
    for (size_t i = 0; i < all.count; i++)
        assert_string_not_equal(
            cJSON_GetStringValue(cJSON_GetObjectItem(all.classes[i].shown, "id")), broken);
    export_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_parts_are_one_run),
        cmocka_unit_test(a_deviation_is_one_class),
        cmocka_unit_test(keeps_what_was_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
