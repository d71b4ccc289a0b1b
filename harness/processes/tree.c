/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for syscall */

#include "tree.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { STOPPING_MS = 500 /* after it, what still runs is killed as it runs */ };

uint64_t tree_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

size_t tree_list(tree_spares *spares, bool deep, pid_t *list, size_t room)
{
    const size_t children = proc_children(getpid(), list, room);
    size_t count = 0;
    for (size_t i = 0; i < children; i++)
        if (spares == NULL || !spares(list[i]))
            list[count++] = list[i];
    for (size_t i = 0; deep && i < count; i++)
        count += proc_children(list[i], list + count, room - count);
    return count;
}

static bool is_among(pid_t pid, const pid_t *list, size_t count)
{
    size_t i = 0;
    while (i < count && list[i] != pid)
        i++;
    return i < count;
}

/* Opens a descriptor of a process, which never becomes that of another one. */
static int open_process(pid_t pid)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    (void)pid;
    errno = ENOSYS;
    return -1;
#endif
}

static void send_to(int process, int number)
{
#ifdef SYS_pidfd_send_signal
    syscall(SYS_pidfd_send_signal, process, number, NULL, 0);
#else
    (void)process;
    (void)number;
#endif
}

/* Sends a signal to a process of the list, if it is still the one that was listed: a process of
 * this tree has a parent that is in the list, too. Without descriptors of processes only children
 * are sent it, since the number of a child cannot become that of another process before this one
 * has waited for it. Returns true if it runs. */
static bool signal_one(pid_t pid, int number, const pid_t *list, size_t count)
{
    const int process = open_process(pid);
    const bool known = process >= 0 || errno == ESRCH;
    const proc_facts facts = proc_look(pid);
    const bool is_child = facts.parent == getpid();
    if (process >= 0 && (is_child || is_among(facts.parent, list, count)))
        send_to(process, number);
    if (!known && is_child)
        kill(pid, number);
    if (process >= 0)
        close(process);
    return facts.runs;
}

/* Sends a signal to all of the tree, and to those without children first: a group without a parent
 * is sent SIGCONT by the kernel. Returns how many run. */
static size_t signal_all(int number, tree_spares *spares)
{
    static pid_t list[TREE_MOST];
    const size_t count = tree_list(spares, true, list, TREE_MOST);
    size_t running = 0;
    for (size_t i = count; i > 0; i--)
        running += signal_one(list[i - 1], number, list, count);
    return running;
}

void tree_kill(tree_spares *spares)
{
    const uint64_t until = tree_clock() + STOPPING_MS;
    while (signal_all(SIGSTOP, spares) > 0 && tree_clock() < until)
        sched_yield();
    signal_all(SIGKILL, spares);
}

size_t tree_rest(tree_spares *spares, char *words, size_t room)
{
    static pid_t list[TREE_MOST];
    char line[80] = "";
    const size_t count = tree_list(spares, true, list, TREE_MOST);
    if (count > 0)
        proc_command_line(list[0], line, sizeof line);
    snprintf(words, room, "%ld (%s)", count > 0 ? (long)list[0] : 0, line);
    return count;
}
