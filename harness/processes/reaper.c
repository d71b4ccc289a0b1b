/* SPDX-License-Identifier: MIT */
/*
 * uriproof-reaper: runs a command, leaves nothing of it after, and reports how it ended.
 *
 * uriproof-reaper PARENT MEMORY LINGER COMMAND [ARGUMENT...]   (with descriptor 3, see reaper.h)
 *
 * PARENT is the number of the process that starts it. MEMORY is the number of octets that the
 * command and all that it starts may hold together; 0 is no limit. LINGER is a time in
 * milliseconds: processes that the command left may end by themselves in this time. After it, those
 * that are left are reported (if LINGER is not 0) and killed.
 *
 * An adapter may start processes that outlive their parents and that lead sessions of their own. So
 * each adapter has a reaper between itself and the harness. The reaper is a subreaper (prctl(2)):
 * the kernel gives it every orphan below it. When the command has ended, the reaper kills all
 * processes below it (tree.h). It does the same when it gets SIGTERM, and when the harness ends in
 * any way. SIGINT it only passes on to the command, which may end in its own way.
 *
 * The reaper first reports how the command ended, and then kills. A process that waits for a disk
 * dies late, and this must not look as if the adapter did not end in time. At its end the reaper
 * repeats the report, since until then processes of the adapter could write forged reports. Before
 * that it removes the folder that it gave the command for temporary files (own_folder.h). If some
 * cannot be killed in time, it reports that last, and goes on to kill them, but the harness waits
 * no longer.
 *
 * If an adapter kills its reaper, the adapter's own process dies too, and the kernel gives the rest
 * to the harness, which kills them (reapers.h). Only an adapter that kills both defeats this. The
 * folder for temporary files stays then, since the harness does not know it.
 */
#define _DEFAULT_SOURCE /* for NSIG */

#include "reaper.h"

#include "own_folder.h"
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    PARENT_IS_DEAD = 1, /* exit status, as the next */
    USAGE = 2,
    OWN_WORDS = 4, /* its name and its own arguments, before the command */
    LOOK_MS = 100,
    KILL_AGAIN_MS = 50,
    KILLING_MS = 5000, /* a process that waits for a disk does not die at once, even if killed */
    LATER_MS = 1000    /* so often it kills what cannot be killed in time */
};

static void report(reaper_news news, int number, const char *words)
{
    reaper_report one = {.news = news, .number = number};
    snprintf(one.words, sizeof one.words, "%s", words);
    ssize_t written = write(REAPER_REPORTS, &one, sizeof one);
    (void)written; /* the harness may be gone */
}

/* Asks the kernel to send `signal` when the parent dies. `parent` is the number of the parent.
 * Returns false if the parent is dead already, since then the signal would never come. */
static bool follow(pid_t parent, int signal)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, signal);
#endif
    return getppid() == parent;
}

/* Begins a session. Resets the signals that the harness ignores or blocks, so that the command does
 * not inherit this. */
static void become_leader(sigset_t *signals)
{
    setsid();
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigemptyset(signals);
    sigaddset(signals, SIGCHLD);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGINT);
    sigprocmask(SIG_SETMASK, signals, NULL);
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/* Asks the kernel to kill this process, and not the harness, if memory runs out. */
static void offer_to_the_kernel(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    ssize_t written = write(file, "1000", 4);
    (void)written; /* without it all works as well */
    close(file);
}

/* Becomes the command, in a process group of its own, so that a signal that it sends to its group
 * does not reach the reaper. */
static _Noreturn void become(char **command, pid_t reaper)
{
    sigset_t none;
    setpgid(0, 0);
    if (!follow(reaper, SIGKILL))
        _exit(PARENT_IS_DEAD);
    offer_to_the_kernel();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(command[0], command);
    report(REAPER_CANNOT_START, errno, "");
    _exit(127);
}

/* Waits for a signal, but not longer than `ms`. Returns its number, or -1. */
static int await_signal(const sigset_t *signals, long ms)
{
    const struct timespec moment = {ms / 1000, ms % 1000 * 1000000L};
    return sigtimedwait(signals, NULL, &moment);
}

/* Waits for those children that have ended. Returns false if no child is left. Sets *ended if the
 * command is among them, and *status to how it ended. */
static bool bury(pid_t command, bool *ended, int *status)
{
    int one;
    pid_t pid;
    while ((pid = waitpid(-1, &one, WNOHANG)) > 0) {
        if (pid != command)
            continue;
        *ended = true;
        *status = one;
    }
    return pid == 0;
}

static bool takes_too_much(uint64_t memory)
{
    static pid_t below[TREE_MOST];
    return memory > 0 && proc_exceed(below, tree_list(NULL, true, below, TREE_MOST), memory);
}

/* Passes SIGINT on to the group of the command, or to the command if it does not lead one yet. */
static void interrupt(pid_t command)
{
    if (kill(-command, SIGINT) != 0)
        kill(command, SIGINT);
}

/* Waits until the command ends. Kills the command if it takes too much memory (then sets *took), or
 * if the reaper is told to end. Returns how it ended, as waitpid has it. */
static int await_command(pid_t command, const sigset_t *signals, uint64_t memory, bool *took)
{
    int status = 0;
    bool ended = false;
    uint64_t looked = tree_clock();
    while (bury(command, &ended, &status), !ended) {
        const int came = await_signal(signals, LOOK_MS);
        if (came == SIGTERM)
            kill(command, SIGKILL);
        else if (came == SIGINT)
            interrupt(command);
        if (tree_clock() - looked < LOOK_MS)
            continue;
        *took = *took || takes_too_much(memory);
        if (*took)
            kill(command, SIGKILL);
        looked = tree_clock();
    }
    return status;
}

/* Gives the processes that the command left `ms` milliseconds to end by themselves, and reports one
 * that does not end. */
static void linger(const sigset_t *signals, long ms)
{
    pid_t child;
    int status;
    bool ended;
    uint64_t until = tree_clock() + (uint64_t)ms;
    while (bury(0, &ended, &status) && tree_clock() < until)
        if (await_signal(signals, KILL_AGAIN_MS) == SIGTERM)
            return;
    if (ms > 0 && tree_list(NULL, false, &child, 1) == 1) {
        char line[120];
        proc_command_line(child, line, sizeof line);
        if (line[0] == '\0') /* the process has erased it */
            snprintf(line, sizeof line, "process %ld", (long)child);
        report(REAPER_LEFT, (int)child, line);
    }
}

/* ---- Killing ---- */

/* Kills all processes below this one until none is left, but not for longer than `ms`. Returns
 * false if some are left. */
static bool kill_all(pid_t command, const sigset_t *signals, uint64_t ms, long again_ms)
{
    int status;
    bool ended;
    const uint64_t until = tree_clock() + ms;
    while (bury(command, &ended, &status)) {
        pid_t child;
        if (tree_clock() >= until)
            return false;
        tree_kill(NULL);
        if (tree_list(NULL, false, &child, 1) == 0) /* there is no /proc */
            kill(-command, SIGKILL);
        await_signal(signals, again_ms);
    }
    return true;
}

/* Reports how the command ended. */
static void report_end(int status, bool took)
{
    if (took)
        report(REAPER_TOOK_MEMORY, 0, "");
    else if (WIFEXITED(status))
        report(REAPER_EXITED, WEXITSTATUS(status), "");
    else
        report(REAPER_SIGNALED, WTERMSIG(status), "");
}

int main(int argc, char **argv)
{
    sigset_t signals;
    bool took = false;
    pid_t self = getpid();
    if (argc <= OWN_WORDS || fcntl(REAPER_REPORTS, F_SETFD, FD_CLOEXEC) != 0)
        return USAGE;
    become_leader(&signals);
    if (!follow((pid_t)strtol(argv[1], NULL, 10), SIGTERM))
        return PARENT_IS_DEAD;
    own_folder_make();
    pid_t command = fork();
    if (command == 0)
        become(argv + OWN_WORDS, self);
    if (command < 0) {
        report(REAPER_CANNOT_START, errno, "");
        own_folder_remove();
        return 1;
    }
    signal(SIGPIPE, SIG_IGN);                /* of a report to a harness that is gone */
    for (int i = 0; i < REAPER_REPORTS; i++) /* no end of the command's input and output is kept */
        close(i);
    int status = await_command(command, &signals, strtoull(argv[2], NULL, 10), &took);
    report_end(status, took);
    if (!took)
        linger(&signals, strtol(argv[3], NULL, 10));
    const bool all = kill_all(command, &signals, KILLING_MS, KILL_AGAIN_MS);
    if (all)
        own_folder_remove();
    report_end(status, took);
    if (!all) {
        char words[120];
        const size_t count = tree_rest(NULL, words, sizeof words);
        report(REAPER_LIVES_ON, (int)count, words);
        close(REAPER_REPORTS);
        kill_all(command, &signals, UINT64_MAX / 2, LATER_MS);
        own_folder_remove();
    }
    _exit(0); /* a SIGCONT would stop what a sanitizer does at exit for ever */
}
