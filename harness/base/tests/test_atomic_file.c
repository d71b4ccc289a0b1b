/* SPDX-License-Identifier: MIT */
/* Files that are made together: what is there is replaced only by force. */
#include <dirent.h>
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
#include <sys/wait.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/file.h"
#include <cmocka.h>

/* Makes a folder, and works in it. */
static int enter_folder(void **state)
{
    char *folder = strdup("/tmp/uriproof-test-XXXXXX");
    *state = folder;
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave_folder(void **state)
{
    remove("one");
    remove("two");
    bool gone = chdir("/") == 0 && rmdir(*state) == 0; /* only if nothing is left in it */
    free(*state);
    return gone ? 0 : -1;
}

static void assert_octets(const char *path, const char *words)
{
    size_t length;
    char *octets = uriproof_file_read(path, &length);
    assert_non_null(octets);
    assert_int_equal(length, strlen(words));
    assert_memory_equal(octets, words, length);
    free(octets);
}

static created_file file_of(const char *path, const char *words)
{
    return (created_file){.path = path, .octets = words, .length = strlen(words)};
}

static void what_is_there_is_replaced_by_force_only(void **state)
{
    (void)state;
    created_file first = file_of("two", "old");
    created_file files[] = {file_of("one", "1"), file_of("two", "new")};
    assert_null(create_files(&first, 1, false));
    assert_ptr_equal(create_files(files, 2, false), &files[1]);
    assert_int_equal(errno, EEXIST);
    assert_octets("two", "old");
    assert_int_equal(access("one", F_OK), -1);
    assert_null(create_files(files, 2, true));
    assert_octets("one", "1");
    assert_octets("two", "new");
}

/* The second file has the path of the third: when that is put there, something is. */
static void what_appears_meanwhile_is_not_replaced(void **state)
{
    (void)state;
    created_file files[] = {file_of("one", "1"), file_of("two", "2"), file_of("two", "3")};
    assert_ptr_equal(create_files(files, 3, false), &files[2]);
    assert_int_equal(errno, EEXIST);
    assert_int_equal(access("one", F_OK), -1);
    assert_int_equal(access("two", F_OK), -1);
}

/* A rename that fails is rare: another user's folder, a mount point. So rename is ours here. */
static int renames_left = -1; /* before one fails; below 0: none fails */

int rename(const char *old, const char *new)
{
    if (renames_left-- != 0)
        return renameat(AT_FDCWD, old, AT_FDCWD, new);
    errno = EBUSY;
    return -1;
}

static void what_was_there_comes_back_if_a_later_file_fails(void **state)
{
    (void)state;
    for (int is_new = 0; is_new < 2; is_new++) {
        created_file before[] = {file_of("one", "old 1"), file_of("two", "old 2")};
        created_file files[] = {file_of("one", "1"), file_of("two", "2")};
        assert_null(create_files(before + is_new, 2 - (size_t)is_new, true));
        renames_left = 1;
        assert_ptr_equal(create_files(files, 2, true), &files[1]);
        assert_int_equal(errno, EBUSY);
        if (is_new == 0)
            assert_octets("one", "old 1");
        else
            assert_int_equal(access("one", F_OK), -1);
        assert_octets("two", "old 2");
        remove("one");
    }
}

/* ---- Processes that write the same file ---- */

static bool write_word(void *self, FILE *out)
{
    return fputs(self, out) >= 0;
}

static bool write_and_die(void *self, FILE *out)
{
    fputs(self, out);
    fflush(out);
    raise(SIGKILL);
    return false;
}

/* Returns how many files are in the folder, also hidden ones. */
static size_t count_files(void)
{
    size_t count = 0;
    DIR *list = opendir(".");
    assert_non_null(list);
    while (readdir(list) != NULL)
        count++;
    closedir(list);
    return count - 2; /* . and .. */
}

static void what_a_killed_process_left_is_removed(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const pid_t child = fork();
        assert_int_not_equal(child, -1);
        if (child == 0)
            _exit(!atomic_file_write("one", write_and_die, "half"));
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_int_equal(count_files(), 1); /* not more each time */
        if (i == 2)
            atomic_file_sweep(".");
        else
            assert_true(atomic_file_write("one", write_word, "1"));
        assert_int_equal(count_files(), i < 2);
        remove("one");
    }
}

/* What another process is writing just now is not taken for that. */
static bool write_twice(void *self, FILE *out)
{
    atomic_file_sweep(".");
    return fputs(self, out) >= 0 && atomic_file_write("one", write_word, "inner");
}

static void what_is_being_written_stays(void **state)
{
    (void)state;
    assert_true(atomic_file_write("one", write_twice, "outer"));
    assert_octets("one", "outer");
    assert_int_equal(count_files(), 1);
}

/* Adds a letter to the file. */
static bool add_letter(void *self, FILE *out)
{
    size_t length = 0;
    char *octets = uriproof_file_read("one", &length);
    (void)self;
    fwrite(octets, 1, length, out);
    free(octets);
    return fputc('a', out) != EOF;
}

static void no_update_is_lost(void **state)
{
    enum { PROCESSES = 4, UPDATES = 25 };
    size_t length;
    int status;
    (void)state;
    assert_true(atomic_file_write("one", write_word, ""));
    for (int i = 0; i < PROCESSES; i++) {
        const pid_t child = fork();
        assert_int_not_equal(child, -1);
        if (child > 0)
            continue;
        bool good = true;
        for (int k = 0; k < UPDATES; k++)
            good = good && atomic_file_update("one", add_letter, NULL);
        execlp(good ? "true" : "false", "update", NULL); /* what is left of cmocka is no leak */
        _exit(2);
    }
    for (int i = 0; i < PROCESSES; i++) {
        assert_int_not_equal(wait(&status), -1);
        assert_int_equal(status, 0);
    }
    free(uriproof_file_read("one", &length));
    assert_int_equal(length, PROCESSES * UPDATES);
    assert_int_equal(count_files(), 1);
}

/* A stream alone does not know why an early write failed. */
static bool write_much(void *self, FILE *out)
{
    static const char octets[100000];
    (void)self;
    fwrite(octets, 1, sizeof octets, out);
    errno = 0;
    return fflush(out) == 0 && !ferror(out);
}

static void the_reason_of_a_failure_is_kept(void **state)
{
    struct rlimit before, small = {2000, RLIM_INFINITY};
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_false(atomic_file_write("one", write_much, NULL));
    assert_int_equal(errno, EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(atomic_file_write("/dev/full", write_much, NULL));
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(count_files(), 0);
}

static bool write_nothing(void *self, FILE *out)
{
    (void)self;
    (void)out;
    return true;
}

/* The alarm ends a program that waits for ever. */
static void a_pipe_that_no_process_reads_is_not_waited_for(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("one", 0600), 0);
    alarm(60);
    assert_false(atomic_file_write("one", write_nothing, NULL));
    assert_int_equal(errno, EPIPE);
    alarm(0);
    const int reader = open("one", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    assert_true(atomic_file_write("one", write_nothing, NULL));
    close(reader);
}

/* Some systems have no such folder. */
static void shared_memory_has_files_as_any(void **state)
{
    char path[] = "/dev/shm/uriproof-XXXXXX";
    (void)state;
    const int file = mkstemp(path);
    if (file < 0)
        skip();
    assert_false(is_special(path));
    unlink(path);
    close(file);
    assert_true(is_special("/dev/null"));
    assert_true(is_special("."));
    assert_int_equal(is_special("/dev/stdin"), fcntl(STDIN_FILENO, F_GETFD) >= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_there_is_replaced_by_force_only, enter_folder,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(what_appears_meanwhile_is_not_replaced, enter_folder,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(what_a_killed_process_left_is_removed, enter_folder,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(what_is_being_written_stays, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(a_pipe_that_no_process_reads_is_not_waited_for,
                                        enter_folder, leave_folder),
        cmocka_unit_test(shared_memory_has_files_as_any),
        cmocka_unit_test_setup_teardown(no_update_is_lost, enter_folder, leave_folder),
        cmocka_unit_test_setup_teardown(the_reason_of_a_failure_is_kept, enter_folder,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(what_was_there_comes_back_if_a_later_file_fails,
                                        enter_folder, leave_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
