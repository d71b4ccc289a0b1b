/* SPDX-License-Identifier: MIT */
/*
 * uriproof-reaper: runs a command and leaves nothing of it after.
 *
 *     uriproof-reaper COMMAND [ARGUMENT...]      (with descriptor 3, see below)
 *
 * An adapter may start processes that outlive their parents and that lead sessions of their own;
 * nothing in such a process tells whose it is, least of all where several adapters run at a time.
 * So each adapter has a reaper between itself and the harness. The reaper is a subreaper
 * (prctl(2)): the kernel gives it every orphan below it, so all that the adapter ever started
 * descends from its reaper until it ends, and is found by going from parent to child. When the
 * command has ended, the reaper kills what is left, waits until nobody is, and ends as the command
 * did: with its status or by its signal. It does so too when the harness goes away, however that
 * dies. The harness itself adopts nobody, so that it need not know its own children from others.
 *
 * What an adapter can do against that is to kill its reaper. Then its own process dies with it, and
 * the harness kills who is in the reaper's session; only one that has left that session stays.
 *
 * The reaper stands in no way: it keeps no end of the command's standard input, output and error.
 * Descriptor 3, which the command does not get, tells whoever started the reaper how that went: an
 * end of file when the command runs, the number of the error (an int) when it cannot be started.
 */
#include "process_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum {
    TELL = 3,  /* the descriptor */
    USAGE = 2, /* exit status */
    LOOK_AGAIN_MS = 50,
    MOST_LOOKS = 100 /* for who does not die, even when killed: it waits for a disk */
};

static void adopt_orphans(void)
{
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
}

/* Where memory is out the kernel had better take this process than the harness. */
static void offer_to_the_kernel(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return;
    ssize_t written = write(file, "1000", 4);
    (void)written; /* it is but a hint */
    close(file);
}

/* In the child. A group of its own: what it sends to its group does not reach the reaper. */
static _Noreturn void become(char **command, const sigset_t *mask)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    offer_to_the_kernel();
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(command[0], command);
    int error = errno;
    ssize_t written = write(TELL, &error, sizeof error);
    _exit(written == (ssize_t)sizeof error ? 127 : 126);
}

static void let_go_of_descriptors(void)
{
    for (int i = 0; i <= TELL; i++)
        close(i);
}

/* Buries the dead; true once the command is among them, and *status its own. */
static bool bury(pid_t command, int *status)
{
    bool ended = false;
    int one;
    for (pid_t pid; (pid = waitpid(-1, &one, WNOHANG)) > 0;) {
        if (pid != command)
            continue;
        ended = true;
        *status = one;
    }
    return ended;
}

static int await(pid_t command, const sigset_t *signals)
{
    int status = 0;
    while (!bury(command, &status)) {
        int signal = sigwaitinfo(signals, NULL);
        if (signal != SIGTERM)
            continue;
        kill(command, SIGKILL); /* also where there is no /proc */
        process_tree_kill(getpid(), PROCESS_TREE_DESCENDANTS);
    }
    return status;
}

/* Buries whoever is dead; true where nobody is left. All that the command left after is the
 * reaper's by now, so that there is mostly no need to look through all processes for it. */
static bool is_alone(void)
{
    pid_t pid;
    do
        pid = waitpid(-1, NULL, WNOHANG);
    while (pid > 0);
    return pid < 0;
}

/* What the command left after. */
static void clear_away(const sigset_t *signals)
{
    const struct timespec moment = {0, LOOK_AGAIN_MS * 1000000L};
    for (int i = 0; i < MOST_LOOKS && !is_alone(); i++) {
        process_tree_kill(getpid(), PROCESS_TREE_DESCENDANTS);
        if (!is_alone())
            sigtimedwait(signals, NULL, &moment);
    }
}

static _Noreturn void end_like(int status)
{
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    const struct rlimit no_core = {0, 0};
    int number = WTERMSIG(status);
    sigset_t just;
    setrlimit(RLIMIT_CORE, &no_core);
    signal(number, SIG_DFL);
    sigemptyset(&just);
    sigaddset(&just, number);
    kill(getpid(), number);
    sigprocmask(SIG_UNBLOCK, &just, NULL);
    _exit(128 + number); /* that signal ends nobody */
}

int main(int argc, char **argv)
{
    sigset_t signals, before;
    if (argc < 2 || fcntl(TELL, F_SETFD, FD_CLOEXEC) != 0)
        return USAGE;
    adopt_orphans();
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t command = fork();
    if (command == 0)
        become(argv + 1, &before);
    if (command < 0) {
        int error = errno;
        return write(TELL, &error, sizeof error) == (ssize_t)sizeof error ? 127 : 126;
    }
    let_go_of_descriptors();
    int status = await(command, &signals);
    clear_away(&signals);
    end_like(status);
}
