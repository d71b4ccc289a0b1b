/* SPDX-License-Identifier: MIT */
/* Sessions with small programs of the shell's. */
#include "processes/proc.h"
#include "processes/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char reaper[4096];

static session *start(const char *script, session_options options)
{
    static char shell[] = "sh", option[] = "-c", words[512];
    static char *command[] = {shell, option, words, NULL};
    uriproof_error error;
    snprintf(words, sizeof words, "%s", script);
    options.reaper = reaper;
    session *s = session_start(command, &options, &error);
    assert_non_null(s);
    session_expect(s, 60000);
    return s;
}

static void expect_line(session *s, const char *expected)
{
    session_line line;
    assert_int_equal(session_receive(s, &line), SESSION_LINE);
    assert_int_equal(line.length, strlen(expected));
    assert_memory_equal(line.octets, expected, line.length);
}

static const session_end *expect_end(session *s)
{
    session_line line;
    assert_int_equal(session_receive(s, &line), SESSION_ENDED);
    return session_how_it_ended(s);
}

static void lines_come_one_by_one(void **state)
{
    (void)state;
    session *s = start("read a; printf 'x%s\\n\\ny\\nrest' $a", (session_options){0});
    session_send(s, "1\n", 2);
    expect_line(s, "x1");
    expect_line(s, "");
    expect_line(s, "y");
    assert_true(ended_well(expect_end(s)));
    session_close(s);
}

static void the_status_the_signal_and_the_errors_are_known(void **state)
{
    (void)state;
    char words[200], last[100];
    session *s = start("echo no licence >&2; exit 7", (session_options){0});
    assert_int_equal(expect_end(s)->status, 7);
    last_error_line(s, last, sizeof last);
    end_words(session_how_it_ended(s), last, words, sizeof words);
    assert_string_equal(words, "ended with status 7: no licence");
    session_close(s);
    s = start("kill -9 $$", (session_options){0});
    assert_int_equal(expect_end(s)->signal, 9);
    session_close(s);
}

static void a_command_that_is_not_there_has_an_error(void **state)
{
    (void)state;
    char missing[] = "/no/such/program";
    char *command[] = {missing, NULL};
    uriproof_error error;
    session *s = session_start(command, &(session_options){.reaper = reaper}, &error);
    assert_non_null(s);
    session_expect(s, 60000);
    assert_int_equal(expect_end(s)->cannot_start, ENOENT);
    session_close(s);
}

static void a_missing_reaper_is_named(void **state)
{
    (void)state;
    char shell[] = "sh";
    char *command[] = {shell, NULL};
    uriproof_error error;
    assert_null(session_start(command, &(session_options){.reaper = "/no/reaper"}, &error));
    assert_string_equal(error.words, "cannot start /no/reaper: No such file or directory; install "
                                     "uriproof again");
}

static void silence_is_seen_and_the_end_of_input_ends_it(void **state)
{
    (void)state;
    session_line line;
    session *s = start("read a; exit 3", (session_options){0});
    session_expect(s, 20);
    assert_int_equal(session_receive(s, &line), SESSION_LATE);
    session_end_input(s);
    assert_int_equal(expect_end(s)->status, 3);
    session_close(s);
}

static void one_that_stays_after_its_input_is_killed(void **state)
{
    (void)state;
    session *s = start("trap '' TERM HUP; while :; do sleep 60; done", (session_options){0});
    session_end_input(s);
    assert_true(expect_end(s)->killed);
    session_close(s);
}

static void what_it_leaves_is_reported_and_killed(void **state)
{
    (void)state;
    long pid = 0;
    session_line line;
    session *s =
        start("setsid sleep 1000 <&- >&- 2>&- & echo $!", (session_options){.linger_ms = 50});
    assert_int_equal(session_receive(s, &line), SESSION_LINE);
    pid = strtol(line.octets, NULL, 10);
    assert_true(ended_well(expect_end(s)));
    assert_non_null(session_left(s));
    assert_non_null(strstr(session_left(s), "sleep 1000"));
    assert_int_equal(kill((pid_t)pid, 0), -1);
    session_close(s);
}

static void time_for_what_it_leaves_is_not_its_own(void **state)
{
    (void)state;
    session *s =
        start("setsid sleep 1000 <&- >&- 2>&- & cat", (session_options){.linger_ms = 2500});
    session_end_input(s);
    const session_end *end = expect_end(s);
    assert_false(end->killed);
    assert_true(ended_well(end));
    assert_non_null(session_left(s));
    session_close(s);
    /* What it leaves closes its output later. */
    s = start("setsid sh -c 'sleep 0.1; exec sleep 1000 >&- 2>&-' <&- & exit 0",
              (session_options){.linger_ms = 2500});
    assert_false(expect_end(s)->killed);
    assert_non_null(session_left(s));
    session_close(s);
}

static bool yes(void *self)
{
    (void)self;
    return true;
}

/* As an engine that has memory to give back. The last line comes though `stop` is true. */
static void one_that_is_interrupted_may_end_in_its_own_way(void **state)
{
    session_line line;
    (void)state;
    session *s = start("trap 'echo last; exit 7' INT; echo ready; while :; do sleep 0.01; done",
                       (session_options){.stop = NULL});
    expect_line(s, "ready");
    session_interrupt(s, 60000);
    expect_line(s, "last");
    assert_int_equal(expect_end(s)->status, 7);
    assert_false(session_how_it_ended(s)->killed);
    session_close(s);
    s = start("exec cat", (session_options){.stop = yes});
    assert_int_equal(session_receive(s, &line), SESSION_STOPPED);
    session_interrupt(s, 60000);
    assert_int_equal(expect_end(s)->signal, SIGINT);
    session_close(s);
}

/* As an engine that closes its output before it gives memory back. */
static void one_that_is_interrupted_may_close_its_output(void **state)
{
    (void)state;
    session *s = start("trap 'exec >&-; sleep 2.5; exit 7' INT; echo ready;"
                       "while :; do sleep 0.01; done",
                       (session_options){.stop = NULL});
    expect_line(s, "ready");
    session_interrupt(s, 60000);
    assert_int_equal(expect_end(s)->status, 7);
    assert_false(session_how_it_ended(s)->killed);
    session_close(s);
}

static void one_that_stays_after_an_interrupt_is_killed(void **state)
{
    (void)state;
    session *s = start("trap '' INT; echo ready; while :; do sleep 0.01; done",
                       (session_options){.stop = NULL});
    expect_line(s, "ready");
    session_interrupt(s, 100);
    const session_end *end = expect_end(s);
    assert_true(end->killed);
    assert_int_equal(end->signal, SIGKILL);
    session_close(s);
}

/* Its parent dies before it can ask the kernel for a signal at that. */
static void a_reaper_whose_parent_is_dead_starts_nothing(void **state)
{
    (void)state;
    int ends[2], status = 0;
    char octet;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 3);
        execl(reaper, reaper, "0", "0", "0", "sh", "-c", "echo started >&3", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &octet, 1), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    close(ends[0]);
}

/* As by a harness that does not know whether its reaper was stopped meanwhile. */
static void a_reaper_that_is_told_again_and_again_to_end_does_so(void **state)
{
    (void)state;
    char parent[24], octet;
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    for (int i = 0; i < 20; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork(), ended = 0;
        if (child == 0) {
            dup2(ends[1], STDOUT_FILENO);
            dup2(open("/dev/null", O_WRONLY), 3); /* for its reports */
            execl(reaper, reaper, parent, "0", "0", "sh", "-c", "echo ready; exec sleep 100",
                  (char *)NULL);
            _exit(127);
        }
        close(ends[1]);
        assert_int_equal(read(ends[0], &octet, 1), 1);
        for (uint64_t until = session_clock() + 20000; ended == 0 && session_clock() < until;) {
            kill(child, SIGTERM);
            kill(child, SIGCONT);
            ended = waitpid(child, NULL, WNOHANG);
        }
        if (ended == 0)
            kill(child, SIGKILL);
        assert_int_equal(ended, child);
        close(ends[0]);
    }
}

static void more_memory_than_allowed_ends_it(void **state)
{
    (void)state;
    session *s =
        start("a=x; while :; do a=$a$a; done", (session_options){.memory_limit = 32 << 20});
    assert_int_equal(expect_end(s)->took_memory, 32 << 20);
    session_close(s);
}

static void all_of_it_is_waited_for(void **state)
{
    (void)state;
    session *s = start("kill -9 $PPID; sleep 1000", (session_options){0});
    assert_int_equal(expect_end(s)->signal, 9);
    session_close(s);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void a_forged_report_counts_for_nothing(void **state)
{
    (void)state;
    session *s = start("printf '\\3\\0\\0\\0\\13\\0\\0\\0%120s' '' > /proc/$PPID/fd/3; exit 7",
                       (session_options){0});
    const session_end *end = expect_end(s);
    assert_int_equal(end->signal, 0);
    assert_int_equal(end->status, 7);
    session_close(s);
}

static bool is_gone(long pid)
{
    for (int i = 0; i < 100 && kill((pid_t)pid, 0) == 0; i++)
        poll(NULL, 0, 50);
    return kill((pid_t)pid, 0) != 0;
}

static long receive_pid(session *s)
{
    session_line line;
    assert_int_equal(session_receive(s, &line), SESSION_LINE);
    return strtol(line.octets, NULL, 10);
}

/* Receives the folder for temporary files. */
static char *receive_folder(session *s)
{
    session_line line;
    assert_int_equal(session_receive(s, &line), SESSION_LINE);
    char *folder = strndup(line.octets, line.length);
    assert_int_equal(access(folder, F_OK), 0);
    return folder;
}

static void a_long_chain_of_processes_is_ended(void **state)
{
    (void)state;
    session *s = start("f() { if [ $1 = 0 ]; then exec sh -c 'echo $$; exec sleep 1000'; fi;"
                       "      f $(($1 - 1)) & wait; }; f 300",
                       (session_options){0});
    long last = receive_pid(s);
    session_close(s);
    assert_true(is_gone(last));
}

static void what_a_killed_harness_leaves_is_ended(void **state)
{
    (void)state;
    int ends[2];
    long left = 0;
    char folder[256] = "";
    assert_int_equal(pipe(ends), 0);
    pid_t harness = fork();
    if (harness == 0) {
        session *s = start("setsid sleep 1000 <&- >&- 2>&- & echo $!; echo $TMPDIR; sleep 1000",
                           (session_options){.linger_ms = 200});
        left = receive_pid(s);
        snprintf(folder, sizeof folder, "%s", receive_folder(s));
        (void)!write(ends[1], &left, sizeof left);
        (void)!write(ends[1], folder, sizeof folder);
        pause();
        _exit(0);
    }
    assert_int_equal(read(ends[0], &left, sizeof left), sizeof left);
    assert_int_equal(read(ends[0], folder, sizeof folder), sizeof folder);
    kill(harness, SIGKILL);
    waitpid(harness, NULL, 0);
    assert_true(is_gone(left));
    assert_true(waitpid(-1, NULL, 0) > 0); /* its reaper, which has come to this process */
    assert_int_equal(access(folder, F_OK), -1);
    close(ends[0]);
    close(ends[1]);
}

static void its_folder_for_temporary_files_goes_with_it(void **state)
{
    (void)state;
    session *s = start("cd $TMPDIR && mkdir -p a/b .c && ln -s / .c/l && : >a/b/f && chmod 0 a/b/f "
                       "&& echo $TMPDIR; read x; kill -9 $$",
                       (session_options){0});
    char *folder = receive_folder(s);
    session_end_input(s);
    assert_int_equal(expect_end(s)->signal, SIGKILL);
    assert_int_equal(access(folder, F_OK), -1);
    assert_int_equal(access("/", F_OK), 0);
    session_close(s);
    free(folder);
}

static void a_deep_folder_for_temporary_files_goes_too(void **state)
{
    (void)state;
    session *s =
        start("cd $TMPDIR && echo $TMPDIR; d=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; i=0;"
              "while [ $i -lt 200 ]; do mkdir $d && cd $d; i=$((i + 1)); done; exit $((i - 200))",
              (session_options){0});
    char *folder = receive_folder(s);
    assert_true(ended_well(expect_end(s)));
    assert_int_equal(access(folder, F_OK), -1);
    session_close(s);
    free(folder);
}

static void a_folder_that_cannot_be_made_stops_nothing(void **state)
{
    (void)state;
    char *before = getenv("TMPDIR") != NULL ? strdup(getenv("TMPDIR")) : NULL;
    setenv("TMPDIR", "/no/such/folder", 1);
    session *s = start("echo $TMPDIR", (session_options){0});
    expect_line(s, "/no/such/folder");
    assert_true(ended_well(expect_end(s)));
    session_close(s);
    if (before != NULL)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
}

static void all_of_many_children_are_listed(void **state)
{
    (void)state;
    enum { CHILDREN = 1000, ROOM = 2000 };
    static pid_t children[CHILDREN], list[ROOM];
    for (int i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            pause();
            _exit(0);
        }
        assert_true(children[i] > 0);
    }
    size_t count = proc_children(getpid(), list, ROOM);
    for (int i = 0; i < CHILDREN; i++) {
        kill(children[i], SIGKILL);
        waitpid(children[i], NULL, 0);
    }
    assert_int_equal(count, CHILDREN);
    for (int i = 0; i < CHILDREN; i++)
        assert_int_equal(list[i], children[i]);
}

static void it_stops_when_asked(void **state)
{
    (void)state;
    session_line line;
    session *s = start("sleep 1000", (session_options){.stop = yes});
    assert_int_equal(session_receive(s, &line), SESSION_STOPPED);
    session_close(s);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

int main(int argc, char **argv)
{
    (void)argc;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_one_by_one),
        cmocka_unit_test(the_status_the_signal_and_the_errors_are_known),
        cmocka_unit_test(a_command_that_is_not_there_has_an_error),
        cmocka_unit_test(a_missing_reaper_is_named),
        cmocka_unit_test(silence_is_seen_and_the_end_of_input_ends_it),
        cmocka_unit_test(one_that_stays_after_its_input_is_killed),
        cmocka_unit_test(one_that_is_interrupted_may_end_in_its_own_way),
        cmocka_unit_test(one_that_is_interrupted_may_close_its_output),
        cmocka_unit_test(one_that_stays_after_an_interrupt_is_killed),
        cmocka_unit_test(what_it_leaves_is_reported_and_killed),
        cmocka_unit_test(time_for_what_it_leaves_is_not_its_own),
        cmocka_unit_test(a_reaper_whose_parent_is_dead_starts_nothing),
        cmocka_unit_test(a_reaper_that_is_told_again_and_again_to_end_does_so),
        cmocka_unit_test(more_memory_than_allowed_ends_it),
        cmocka_unit_test(all_of_it_is_waited_for),
        cmocka_unit_test(it_stops_when_asked),
        cmocka_unit_test(a_forged_report_counts_for_nothing),
        cmocka_unit_test(a_long_chain_of_processes_is_ended),
        cmocka_unit_test(what_a_killed_harness_leaves_is_ended),
        cmocka_unit_test(its_folder_for_temporary_files_goes_with_it),
        cmocka_unit_test(a_deep_folder_for_temporary_files_goes_too),
        cmocka_unit_test(a_folder_that_cannot_be_made_stops_nothing),
        cmocka_unit_test(all_of_many_children_are_listed),
    };
    const char *slash = strrchr(argv[0], '/');
    int folder = slash != NULL ? (int)(slash - argv[0]) : 1;
    snprintf(reaper, sizeof reaper, "%.*s/../uriproof-reaper", folder,
             slash != NULL ? argv[0] : ".");
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
