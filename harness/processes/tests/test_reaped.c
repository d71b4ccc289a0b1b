/* SPDX-License-Identifier: MIT */
/* When a process has ended, who is in its session is killed before it is waited for: after that its
 * number, and so its session's, may be another's. */
#include "processes/process_tree.h"

#include "processes/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cmocka.h>

static unsigned kills, kills_of_waited_for;
static bool has_ended;

/* In place of the harness's own. */
void process_tree_kill(pid_t head, process_tree_tie tie)
{
    siginfo_t facts = {.si_pid = 0};
    bool is_ours = waitid(P_PID, (id_t)head, &facts, WEXITED | WNOHANG | WNOWAIT) == 0;
    assert_int_equal(tie, PROCESS_TREE_SESSION);
    kills++;
    kills_of_waited_for += !is_ours;
}

bool process_tree_exceeds(pid_t head, uint64_t limit)
{
    (void)head;
    (void)limit;
    return false;
}

static void on_line(void *self, const char *line, size_t length)
{
    (void)self;
    (void)line;
    (void)length;
}

static void on_ended(void *self, const process_end *end)
{
    struct process **process = self;
    has_ended = true;
    assert_true(end->exited);
    assert_int_equal(end->signal, 9);
    process_close(*process);
}

static void its_session_ends_before_its_number_is_free(void **state)
{
    (void)state;
    uv_loop_t loop;
    int error = 0;
    struct process *process = NULL;
    char *command[] = {"sh", "-c", "kill -9 $$", NULL};
    process_limits limits = {NULL, 0};
    process_owner owner = {&process, on_line, on_ended};
    assert_int_equal(uv_loop_init(&loop), 0);
    process = process_start(&loop, command, &limits, &owner, &error);
    assert_non_null(process);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
    assert_true(has_ended);
    assert_true(kills > 0);
    assert_int_equal(kills_of_waited_for, 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* and it was waited for */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_session_ends_before_its_number_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
