/* SPDX-License-Identifier: MIT */
/* Numbers of processes that become another's: a kernel that is played here gives them out anew. */
#include "processes/process_tree.h"

#include "processes/proc.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* ---- The kernel ---- */

typedef struct played {
    pid_t pid, parent, session;
    unsigned start; /* tells processes of one number apart */
    unsigned from;  /* the look at all processes from which on it is there */
    unsigned to;    /* the last one */
} played;

enum { HEAD = 50, EVER = 99, MOST = 16 };

static const played *kernel;
static size_t kernel_count;
static unsigned look;
static unsigned killed[MOST]; /* starts */
static size_t killed_count;

static const played *living(pid_t pid)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (kernel[i].pid == pid && kernel[i].from <= look && look <= kernel[i].to)
            return &kernel[i];
    return NULL;
}

static bool is_killed(const played *one)
{
    for (size_t i = 0; i < killed_count; i++)
        if (killed[i] == one->start)
            return true;
    return false;
}

void proc_each(bool (*visit)(void *self, pid_t pid), void *self)
{
    look++;
    for (pid_t pid = 2; pid < 1000; pid++)
        if (living(pid) != NULL && !is_killed(living(pid)) && !visit(self, pid))
            return;
}

FILE *proc_open(pid_t pid, const char *fact)
{
    static char words[256];
    const played *one = living(pid);
    assert_string_equal(fact, "stat");
    if (one == NULL)
        return NULL;
    snprintf(words, sizeof words, "%d (a) b) S %d %d %d 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 %u 0 0\n",
             (int)pid, (int)one->parent, (int)pid, (int)one->session, one->start);
    return fmemopen(words, strlen(words), "r");
}

static void kill_played(const played *one)
{
    assert_true(killed_count < MOST);
    if (one != NULL && !is_killed(one))
        killed[killed_count++] = one->start;
}

/* Descriptors stand for starts, far above those that are open. */
enum { FIRST_HELD = 1 << 20 };

int proc_hold(pid_t pid)
{
    const played *one = living(pid);
    errno = ESRCH;
    return one != NULL ? FIRST_HELD + (int)one->start : -1;
}

/* The process of a number that it has by now: the next look's. */
int kill(pid_t pid, int signal)
{
    look++;
    assert_int_equal(signal, SIGKILL);
    kill_played(living(pid));
    look--;
    return 0;
}

void proc_kill(int held)
{
    for (size_t i = 0; i < kernel_count; i++)
        if ((int)kernel[i].start == held - FIRST_HELD && kernel[i].to > look)
            kill_played(&kernel[i]);
}

static void play(const played *all, size_t count)
{
    kernel = all;
    kernel_count = count;
    look = 0;
    killed_count = 0;
}

/* ---- Who is killed ---- */

static void only_descendants_are_killed(void **state)
{
    (void)state;
    static const played all[] = {{60, HEAD, HEAD, 1, 0, EVER},
                                 {61, 60, 61, 2, 0, EVER},
                                 {62, 61, 62, 3, 0, EVER},
                                 {63, 1, 63, 4, 0, EVER},
                                 {64, 63, HEAD, 5, 0, EVER}};
    play(all, sizeof all / sizeof all[0]);
    process_tree_kill(HEAD, PROCESS_TREE_DESCENDANTS);
    assert_int_equal(killed_count, 4);
    assert_false(is_killed(&all[3]));
}

/* It ends after the first look, and its number is another's. */
static void who_has_its_number_now_is_spared(void **state)
{
    (void)state;
    static const played all[] = {{60, HEAD, HEAD, 1, 0, 1}, {60, 1, 60, 2, 2, EVER}};
    play(all, sizeof all / sizeof all[0]);
    process_tree_kill(HEAD, PROCESS_TREE_DESCENDANTS);
    assert_int_equal(killed_count, 0);
}

/* The parent was one of ours when it was looked at; the child is one of who has its number now. */
static void who_descends_from_a_number_is_spared(void **state)
{
    (void)state;
    static const played all[] = {
        {60, HEAD, HEAD, 1, 0, 1}, {60, 1, 60, 2, 2, EVER}, {61, 60, 60, 3, 1, EVER}};
    play(all, sizeof all / sizeof all[0]);
    process_tree_kill(HEAD, PROCESS_TREE_DESCENDANTS);
    assert_int_equal(killed_count, 0);
}

/* Its parent has ended, and the head has it now. */
static void an_orphan_is_found_again(void **state)
{
    (void)state;
    static const played all[] = {
        {60, HEAD, HEAD, 1, 0, 1}, {61, 60, 61, 2, 0, 1}, {61, HEAD, 61, 2, 2, EVER}};
    play(all, sizeof all / sizeof all[0]);
    process_tree_kill(HEAD, PROCESS_TREE_DESCENDANTS);
    assert_true(is_killed(&all[2]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_descendants_are_killed),
        cmocka_unit_test(who_has_its_number_now_is_spared),
        cmocka_unit_test(who_descends_from_a_number_is_spared),
        cmocka_unit_test(an_orphan_is_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
