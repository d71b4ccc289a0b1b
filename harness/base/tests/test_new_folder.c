/* SPDX-License-Identifier: MIT */
/* A folder of files appears whole or not at all, and replaces only what it may. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/new_folder.h"
#include <cmocka.h>

static const char known[] = "index.html", words[] = "made by it";

/* Makes a folder, and works in it. */
static int enter_folder(void **state)
{
    char *folder = strdup("/tmp/uriproof-test-XXXXXX");
    *state = folder;
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    remove("site/css/style.css");
    rmdir("site/css");
    remove("site/index.html");
    rmdir("site");
    bool gone = chdir("/") == 0 && rmdir(*state) == 0; /* only if nothing is left in it */
    free(*state);
    return gone ? 0 : -1;
}

static bool add_file(new_folder *made, const char *name, const char *text)
{
    FILE *out = new_folder_open(made, name);
    return out != NULL && fputs(text, out) >= 0 && fclose(out) == 0;
}

static void make_site(void)
{
    bool was_there = access("site", F_OK) == 0;
    new_folder *made = new_folder_begin("site/");
    assert_non_null(made);
    assert_true(add_file(made, known, words));
    assert_true(add_file(made, "css/style.css", "p{}"));
    assert_int_equal(access("site", F_OK) == 0, was_there); /* not before the end */
    assert_true(new_folder_end(made, true));
    assert_int_equal(access("site/css/style.css", R_OK), 0);
}

static mode_t mode_of(const char *path)
{
    struct stat facts;
    assert_int_equal(stat(path, &facts), 0);
    return facts.st_mode & 07777;
}

static void only_its_own_folder_is_replaced(void **state)
{
    (void)state;
    assert_true(new_folder_may_begin("site", known, words));
    make_site();
    assert_true(new_folder_may_begin("site", known, words));
    assert_false(new_folder_may_begin("site", known, "made by another"));
    assert_int_equal(errno, EEXIST);
    assert_false(new_folder_may_begin("site/index.html", known, words));
    assert_int_equal(errno, ENOTDIR);
    make_site();
}

/* A question about an empty folder does not change it. */
static void an_empty_folder_stays_as_it_is(void **state)
{
    (void)state;
    struct stat before, after;
    assert_int_equal(mkdir("site", 0700), 0);
    assert_int_equal(chmod("site", 03777), 0);
    assert_int_equal(stat("site", &before), 0);
    assert_true(new_folder_may_begin("site", known, words));
    assert_int_equal(stat("site", &after), 0);
    assert_int_equal(after.st_mode, before.st_mode);
    assert_int_equal(after.st_ino, before.st_ino);
}

/* What only its owner may read stays so. */
static void a_folder_keeps_its_mode(void **state)
{
    (void)state;
    make_site();
    assert_int_equal(chmod("site", 0700), 0);
    make_site();
    assert_int_equal(mode_of("site"), 0700);
}

static void the_folder_one_is_in_is_refused(void **state)
{
    (void)state;
    static const char *const paths[] = {".", "./", "..", "a/..", "/"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        assert_null(new_folder_begin(paths[i]));
        assert_int_equal(errno, EBUSY);
        assert_false(new_folder_may_begin(paths[i], known, words));
    }
}

static void a_file_within_would_be_lost(void **state)
{
    (void)state;
    assert_false(new_folder_would_lose("site", "site/r.json")); /* nothing is there */
    make_site();
    assert_true(new_folder_would_lose("site", "site/r.json"));
    assert_true(new_folder_would_lose("site/", "site/css/../index.html"));
    assert_true(new_folder_would_lose("site", "site/css/r.json"));
    assert_false(new_folder_would_lose("site", "site.json"));
    assert_false(new_folder_would_lose("site", "site/../r.json"));
    assert_false(new_folder_would_lose("site/css", "site/index.html"));
}

/* A signal that ends the program waits until nothing is left of the folder. */
static void a_signal_leaves_nothing(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        new_folder *made = new_folder_begin("site");
        if (made == NULL || !add_file(made, known, words) || raise(SIGINT) != 0)
            _exit(1);
        if (new_folder_open(made, "css/style.css") != NULL || errno != EINTR)
            _exit(2);
        new_folder_end(made, false);
        _exit(3); /* the signal comes before */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGINT);
}

static void on_signal(int number)
{
    (void)number;
}

/* A signal that the program catches does not end what it writes. */
static void a_caught_signal_changes_nothing(void **state)
{
    (void)state;
    struct sigaction caught = {.sa_handler = on_signal}, before;
    assert_int_equal(sigaction(SIGINT, &caught, &before), 0);
    new_folder *made = new_folder_begin("site");
    assert_non_null(made);
    assert_int_equal(raise(SIGINT), 0);
    assert_true(add_file(made, known, words));
    assert_true(new_folder_end(made, true));
    assert_int_equal(sigaction(SIGINT, &before, NULL), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(only_its_own_folder_is_replaced, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(an_empty_folder_stays_as_it_is, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(a_folder_keeps_its_mode, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(the_folder_one_is_in_is_refused, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(a_file_within_would_be_lost, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(a_signal_leaves_nothing, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(a_caught_signal_changes_nothing, enter_folder, leave_folder),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
