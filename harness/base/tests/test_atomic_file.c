/* SPDX-License-Identifier: MIT */
/* Files that are made together: what is there is replaced only by force. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_there_is_replaced_by_force_only, enter_folder,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(what_appears_meanwhile_is_not_replaced, enter_folder,
                                        leave_folder),
        cmocka_unit_test_setup_teardown(what_was_there_comes_back_if_a_later_file_fails,
                                        enter_folder, leave_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
