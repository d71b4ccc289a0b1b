/* SPDX-License-Identifier: MIT */
/* A folder of files appears whole or not at all, and replaces only what it may. */
#define _GNU_SOURCE /* renameat2 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder_list.h"
#include "base/new_folder.h"
#include <cmocka.h>

static const char known[] = "index.html", words[] = "made by it";

/* Not every file system can exchange two folders. */
static bool exchanges = true;

/* What another process does just before the next rename: moves this folder to that place; or NULL
 */
static const char *moved_before, *moved_to;

static void move_before(void)
{
    const char *from = moved_before;
    moved_before = NULL;
    if (from != NULL)
        assert_int_equal(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, moved_to, 0), 0);
}

int rename(const char *old, const char *new)
{
    move_before();
    return (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int renameat2(int old_at, const char *old, int new_at, const char *new, unsigned flags)
{
    move_before();
    if (exchanges)
        return (int)syscall(SYS_renameat2, old_at, old, new_at, new, flags);
    errno = EINVAL;
    return -1;
}

/* Makes a folder, and works in it. */
static int enter_folder(void **state)
{
    char *folder = strdup("/tmp/uriproof-test-XXXXXX");
    *state = folder;
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    exchanges = true;
    folder_list_remove("site");
    rmdir("site");
    bool gone = chdir("/") == 0 && rmdir(*state) == 0; /* only if nothing is left in it */
    free(*state);
    return gone ? 0 : -1;
}

/* Runs a command of the shell, and returns how it ended. */
static int shell(const char *command)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void add_file(new_folder *made, const char *name, const char *text)
{
    FILE *out = new_folder_open(made, name);
    fputs(text, out);
    new_folder_close(made, out);
}

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static void make_site(void)
{
    bool was_there = access("site", F_OK) == 0;
    new_folder *made = new_folder_begin("site/");
    assert_non_null(made);
    add_file(made, known, words);
    add_file(made, "css/style.css", "p{}");
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
    assert_true(new_folder_may_begin("site"));
    make_site();
    assert_true(new_folder_may_begin("site"));
    assert_false(new_folder_may_begin("site/index.html"));
    assert_int_equal(errno, ENOTDIR);
    make_site();
}

/* What a user can have put into the folder, or changed in it. */
static const struct {
    const char *made, *removed, *foreign;
} of_users[] = {
    {"echo mine >site/notes.txt", "rm site/notes.txt", "notes.txt"},
    {"mkdir -p site/.git/refs && echo >site/.git/HEAD", "rm -r site/.git", ".git"},
    {"mkdir site/empty", "rmdir site/empty", "empty"},
    {"echo mine >site/css/own.css", "rm site/css/own.css", "css/own.css"},
    {"ln -s / site/link", "rm site/link", "link"},
    {"mkfifo site/pipe", "rm site/pipe", "pipe"},
    {"mv site/css away && ln -s ../away site/css", "rm site/css && mv away site/css", "css"},
    {"mv site/index.html x && ln -s ../x site/index.html", "mv x site/index.html", "index.html"},
    {"echo mine >>site/index.html", "printf 'made by it' >site/index.html", "index.html"},
    {"printf 'made by me' >site/index.html", "printf 'made by it' >site/index.html", "index.html"},
    {"mv site/css/style.css x && mkdir -p site/css/style.css/a",
     "rm -r site/css/style.css && mv x site/css/style.css", "css/style.css"},
    {"touch site/a site/b site/c site/d", "rm site/a site/b site/c site/d", "a, b, c and 1 more"},
};

static void what_the_user_has_in_it_is_named_and_stays(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof of_users / sizeof of_users[0]; i++) {
        exchanges = i % 2 == 0;
        make_site();
        new_folder *made = new_folder_begin("site");
        add_file(made, known, words);
        assert_int_equal(shell(of_users[i / 2].made), 0);
        assert_false(new_folder_end(made, true));
        assert_int_equal(errno, EEXIST);
        char *foreign;
        assert_false(folder_list_has_all("site", &foreign));
        assert_string_equal(foreign, of_users[i / 2].foreign);
        free(foreign);
        assert_false(new_folder_may_begin("site"));
        assert_int_equal(errno, EEXIST);
        assert_int_equal(shell(of_users[i / 2].removed), 0);
        assert_true(new_folder_may_begin("site"));
    }
}

/* A list that was changed says nothing. */
static void a_folder_without_a_sound_list_stays(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "rm site/uriproof-files.txt",
        "echo >>site/uriproof-files.txt",
        ": >site/uriproof-files.txt",
        "sed -i s/index/other/ site/uriproof-files.txt",
        "sed -i s/$/x/ site/uriproof-files.txt",
        "mv site/uriproof-files.txt x && ln -s ../x site/uriproof-files.txt"};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        make_site();
        assert_int_equal(shell(changes[i]), 0);
        assert_false(new_folder_may_begin("site"));
        assert_int_equal(errno, EEXIST);
        assert_int_equal(access("site/css/style.css", F_OK), 0);
        assert_int_equal(shell("rm -rf site x"), 0);
    }
}

/* As long as one looks, there is a site; under valgrind, for fewer times. */
static void there_is_a_folder_all_the_time(void **state)
{
    (void)state;
    const int times = getenv("URIPROOF_VALGRIND") != NULL ? 30 : 300;
    make_site();
    const pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        for (int i = 0; i < times; i++)
            make_site();
        _exit(0);
    }
    size_t missing = 0;
    while (waitpid(child, NULL, WNOHANG) == 0)
        missing += access("site/index.html", F_OK) != 0;
    assert_int_equal(missing, 0);
}

/* Another process puts its own there, or takes it away, after this one has looked. */
static void a_folder_that_comes_or_goes_meanwhile_is_no_failure(void **state)
{
    (void)state;
    make_site();
    assert_int_equal(rename("site", "other"), 0);
    moved_before = "other";
    moved_to = "site";
    make_site();
    assert_null(moved_before);
    moved_before = "site";
    moved_to = "other";
    make_site();
    assert_null(moved_before);
    assert_true(folder_list_remove("other"));
}

/* With one more descriptor than the folder's own, nothing is written, and nothing is left. */
static void too_few_open_files_leave_nothing(void **state)
{
    (void)state;
    struct rlimit before, few;
    const int next = open("/", O_RDONLY | O_CLOEXEC);
    assert_int_equal(close(next), 0);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = (struct rlimit){(rlim_t)next + 2, before.rlim_max};
    new_folder *made = new_folder_begin("site");
    add_file(made, known, words);
    add_file(made, "css/style.css", "p{}");
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    assert_false(new_folder_end(made, true));
    const int reason = errno;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(reason, EMFILE);
    assert_int_equal(access("site.uriproof-0.part", F_OK), -1);
}

/* What runs that were killed have left is removed; what is being made is not. */
static void what_was_left_is_removed(void **state)
{
    (void)state;
    make_site();
    for (int i = 0; i < 3; i++) {
        const pid_t child = fork();
        assert_int_not_equal(child, -1);
        if (child == 0) {
            new_folder *made = new_folder_begin("site");
            add_file(made, known, words);
            raise(SIGKILL);
        }
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_int_equal(access("site.uriproof-0.part/index.html", F_OK), 0);
    }
    assert_int_equal(shell("mv site.uriproof-0.part site.uriproof-7.part"), 0);
    new_folder *one = new_folder_begin("site"), *other = new_folder_begin("site");
    assert_int_equal(
        shell("test \"$(echo site*)\" = 'site site.uriproof-0.part site.uriproof-1.part'"), 0);
    add_file(one, known, words);
    add_file(other, known, words);
    assert_true(new_folder_end(other, true));
    assert_true(new_folder_end(one, true));
}

/* Without an exchange, a run that is killed between its two renames leaves no site. The next one
 * puts it back. */
static void a_folder_that_was_moved_aside_comes_back(void **state)
{
    (void)state;
    make_site();
    write_file("site/notes.txt", "mine");
    assert_int_equal(rename("site", "site.uriproof-0.old"), 0);
    assert_false(new_folder_may_begin("site/none"));
    new_folder *made = new_folder_begin("site");
    assert_int_equal(access("site/notes.txt", F_OK), 0);
    new_folder_end(made, false);
    assert_int_equal(remove("site/notes.txt"), 0);
}

/* The reason of a failure is that of the first file. */
static void a_full_disk_is_said(void **state)
{
    (void)state;
    struct rlimit before, small = {2000, RLIM_INFINITY};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    for (int buffered = 0; buffered < 2; buffered++) {
        char *text = calloc(100001, 1);
        memset(text, 'a', buffered ? 2500 : 100000);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        new_folder *made = new_folder_begin("site");
        add_file(made, "large", text);
        assert_true(new_folder_has_failed(made));
        add_file(made, known, words);
        errno = 0;
        assert_false(new_folder_end(made, true));
        assert_int_equal(errno, EFBIG);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        free(text);
    }
}

/* A question about an empty folder does not change it. */
static void an_empty_folder_stays_as_it_is(void **state)
{
    (void)state;
    struct stat before, after;
    assert_int_equal(mkdir("site", 0700), 0);
    assert_int_equal(chmod("site", 03777), 0);
    assert_int_equal(stat("site", &before), 0);
    assert_true(new_folder_may_begin("site"));
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
        assert_false(new_folder_may_begin(paths[i]));
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
        add_file(made, known, words);
        if (new_folder_has_failed(made) || raise(SIGINT) != 0)
            _exit(1);
        add_file(made, "css/style.css", words);
        if (!new_folder_has_failed(made))
            _exit(2);
        new_folder_end(made, true);
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
    add_file(made, known, words);
    assert_true(new_folder_end(made, true));
    assert_int_equal(sigaction(SIGINT, &before, NULL), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(only_its_own_folder_is_replaced, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(what_the_user_has_in_it_is_named_and_stays, enter_folder,
                                    leave_folder),
    cmocka_unit_test_setup_teardown(a_folder_without_a_sound_list_stays, enter_folder,
                                    leave_folder),
    cmocka_unit_test_setup_teardown(there_is_a_folder_all_the_time, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(a_folder_that_comes_or_goes_meanwhile_is_no_failure,
                                    enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(too_few_open_files_leave_nothing, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(what_was_left_is_removed, enter_folder, leave_folder),
    cmocka_unit_test_setup_teardown(a_folder_that_was_moved_aside_comes_back, enter_folder,
                                    leave_folder),
    cmocka_unit_test_setup_teardown(a_full_disk_is_said, enter_folder, leave_folder),
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
