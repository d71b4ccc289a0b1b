/* SPDX-License-Identifier: MIT */
/* Descendants: who is killed, and whose memory counts. */
#include "processes/process_tree.h"

#include "processes/proc.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MIB = 1 << 20, HELD = 64 * MIB, SHARERS = 4 };

static _Noreturn void stay(int ready)
{
    if (write(ready, "!", 1) != 1)
        _exit(1);
    for (;;)
        pause();
}

/* Waits until `count` processes have said that they are there. */
static void await(int ready, int count)
{
    char octet;
    for (int i = 0; i < count; i++)
        assert_int_equal(read(ready, &octet, 1), 1);
}

/* A child that leads a session, holds HELD octets of memory, and has SHARERS children, in sessions
 * of their own, that share it. */
static pid_t start_sharers(const int ready[2])
{
    pid_t head = fork();
    if (head != 0)
        return head;
    setsid();
    char *held = malloc(HELD);
    if (held == NULL)
        _exit(1);
    for (volatile char *at = held; at < held + HELD; at += 1024) /* each page is touched */
        *at = 'x';
    for (int i = 0; i < SHARERS; i++) {
        if (fork() == 0) {
            setsid();
            stay(ready[1]);
        }
    }
    stay(ready[1]);
}

/* Else what another thread starts has it. */
static void a_fact_is_closed_on_exec(void **state)
{
    (void)state;
    FILE *file = proc_open(getpid(), "stat");
    assert_non_null(file);
    assert_true(fcntl(fileno(file), F_GETFD) & FD_CLOEXEC);
    assert_int_equal(fclose(file), 0);
    assert_null(proc_open(getpid(), "no-such-fact"));
}

static void what_is_shared_counts_once(void **state)
{
    (void)state;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t head = start_sharers(ready);
    assert_true(head > 0);
    await(ready[0], SHARERS + 1);
    assert_true(process_tree_exceeds(head, HELD / 2));
    assert_false(process_tree_exceeds(head, (uint64_t)HELD * 2));
    process_tree_kill(head, PROCESS_TREE_DESCENDANTS);
    kill(head, SIGKILL);
    waitpid(head, NULL, 0);
    close(ready[0]);
    close(ready[1]);
}

/* The end of the pipe is seen when all that held the other end are gone. */
static void all_descendants_are_killed_and_not_the_head(void **state)
{
    (void)state;
    int ready[2], status;
    char octet;
    assert_int_equal(pipe(ready), 0);
    pid_t head = start_sharers(ready);
    assert_true(head > 0);
    await(ready[0], SHARERS + 1);
    process_tree_kill(head, PROCESS_TREE_DESCENDANTS);
    assert_int_equal(waitpid(head, &status, WNOHANG), 0);
    kill(head, SIGKILL);
    close(ready[1]);
    assert_int_equal(read(ready[0], &octet, 1), 0);
    waitpid(head, NULL, 0);
    close(ready[0]);
}

static void who_is_nobody_holds_nothing(void **state)
{
    (void)state;
    pid_t gone = fork();
    if (gone == 0)
        _exit(0);
    waitpid(gone, NULL, 0);
    assert_false(process_tree_exceeds(gone, 1024));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fact_is_closed_on_exec),
        cmocka_unit_test(what_is_shared_counts_once),
        cmocka_unit_test(all_descendants_are_killed_and_not_the_head),
        cmocka_unit_test(who_is_nobody_holds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
