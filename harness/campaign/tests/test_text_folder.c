/* SPDX-License-Identifier: MIT */
/* The folder of texts, in which anything may be. */
#include "campaign/campaign.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* A folder for a test. */
typedef struct place {
    char path[64];
    text_folder *folder;
} place;

static int set_up(void **state)
{
    place *p = calloc(1, sizeof *p);
    snprintf(p->path, sizeof p->path, "/tmp/uriproof-texts-XXXXXX");
    *state = p;
    if (mkdtemp(p->path) == NULL)
        return -1;
    p->folder = text_folder_open(p->path);
    return p->folder != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    place *p = *state;
    text_folder_close(p->folder);
    const bool removed = remove_whole_folder(p->path);
    free(p);
    return removed ? 0 : -1;
}

static void put(const place *p, const char *name, const char *octets, size_t length)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", p->path, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(octets, 1, length, out), length);
    assert_int_equal(fclose(out), 0);
}

static bool has(const place *p, size_t number, const char *text)
{
    return number < text_folder_count(p->folder) &&
           uriproof_span_equal(text_folder_text(p->folder, number), uriproof_span_of(text));
}

static void takes_up_files_in_order(void **state)
{
    const place *p = *state;
    put(p, "b", "second", 6);
    put(p, "a", "first", 5);
    assert_true(text_folder_read(p->folder));
    assert_int_equal(text_folder_count(p->folder), 2);
    assert_true(has(p, 0, "first") && has(p, 1, "second"));
    put(p, "0", "third", 5);
    put(p, "c", "first", 5);
    assert_true(text_folder_read(p->folder));
    assert_int_equal(text_folder_count(p->folder), 3); /* equal octets are one text */
    assert_true(has(p, 2, "third"));
}

static void looks_again_at_an_empty_file(void **state)
{
    const place *p = *state;
    put(p, "late", "", 0);
    assert_true(text_folder_read(p->folder));
    assert_int_equal(text_folder_count(p->folder), 0);
    put(p, "late", "now", 3);
    assert_true(text_folder_read(p->folder));
    assert_true(has(p, 0, "now"));
}

static void leaves_out_what_is_no_text(void **state)
{
    char path[200], octets[TEXT_FOLDER_LONGEST + 1];
    const place *p = *state;
    memset(octets, 'a', sizeof octets);
    put(p, "long", octets, sizeof octets);
    put(p, "longest", octets, sizeof octets - 1);
    put(p, ".hidden", "half", 4);
    put(p, "list.tsv", "list", 4);
    snprintf(path, sizeof path, "%s/pipe", p->path);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/folder", p->path);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/nowhere", p->path);
    assert_int_equal(symlink("nothing", path), 0);
    assert_true(text_folder_read(p->folder));
    assert_int_equal(text_folder_count(p->folder), 1);
    assert_int_equal(text_folder_text(p->folder, 0).length, TEXT_FOLDER_LONGEST);
}

static void keeps_a_text_by_its_hash(void **state)
{
    char path[200], octets[8];
    const place *p = *state;
    /* FNV-1a of 64 bits of "a", from the published test vectors. */
    snprintf(path, sizeof path, "%s/af63dc4c8601ec8c", p->path);
    assert_true(text_folder_keep(p->folder, uriproof_span_of("a")));
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(fread(octets, 1, sizeof octets, in), 1);
    fclose(in);
    assert_int_equal(octets[0], 'a');
    assert_int_equal(remove(path), 0);
    assert_true(text_folder_keep(p->folder, uriproof_span_of("a")));
    assert_int_equal(access(path, F_OK), -1); /* it is known */
    assert_true(text_folder_read(p->folder));
    assert_int_equal(text_folder_count(p->folder), 1);
}

static void keeps_no_text_that_engines_do_not_take(void **state)
{
    char octets[TEXT_FOLDER_LONGEST + 1];
    const place *p = *state;
    memset(octets, 'a', sizeof octets);
    assert_true(text_folder_keep(p->folder, uriproof_span_of("")));
    assert_true(text_folder_keep(p->folder, (uriproof_span){octets, sizeof octets}));
    assert_int_equal(text_folder_count(p->folder), 0);
}

static void copies_a_folder(void **state)
{
    char path[200];
    const place *p = *state;
    snprintf(path, sizeof path, "%s/inner", p->path);
    assert_int_equal(mkdir(path, 0700), 0);
    put(p, "inner/a", "a", 1);
    assert_true(text_folder_copy(p->folder, path));
    assert_true(has(p, 0, "a"));
    assert_false(text_folder_copy(p->folder, "/nowhere"));
    snprintf(path, sizeof path, "%s/af63dc4c8601ec8c", p->path);
    assert_int_equal(access(path, R_OK), 0);
}

static void says_if_it_cannot_write(void **state)
{
    char path[200];
    place *p = *state;
    assert_null(text_folder_open("/nowhere/at/all"));
    snprintf(path, sizeof path, "%s/gone", p->path);
    text_folder *gone = text_folder_open(path);
    assert_non_null(gone);
    assert_int_equal(rmdir(path), 0);
    assert_false(text_folder_keep(gone, uriproof_span_of("a")));
    assert_false(text_folder_read(gone));
    text_folder_close(gone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(takes_up_files_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(looks_again_at_an_empty_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(leaves_out_what_is_no_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_a_text_by_its_hash, set_up, tear_down),
        cmocka_unit_test_setup_teardown(keeps_no_text_that_engines_do_not_take, set_up, tear_down),
        cmocka_unit_test_setup_teardown(copies_a_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(says_if_it_cannot_write, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
