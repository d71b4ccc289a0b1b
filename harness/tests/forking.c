/* SPDX-License-Identifier: MIT */
/*
 * For endings.t: an adapter that starts processes and leaves them.
 *
 * forking KIND END FILE
 *
 * KIND is how it starts them (`kinds`, below). END says what it does after its hello: `answers`,
 * `hangs` at the first question, `kills` its reaper then, or `fails` before it says hello. When its
 * processes are there, it writes its own number to FILE. Only the limit of processes
 * (RLIMIT_NPROC) bounds what it starts.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHILDREN = 200, LINE = 1 << 20 };

static _Noreturn void stay(void)
{
    for (;;)
        pause();
}

/* Children in the group of the adapter, which hold its output. */
static void start_group(void)
{
    for (int i = 0; i < CHILDREN; i++)
        if (fork() == 0)
            stay();
}

/* Daemons: each in a session of its own, with a parent that has ended. */
static void start_daemons(void)
{
    for (int i = 0; i < CHILDREN; i++) {
        if (fork() != 0)
            continue;
        setsid();
        if (fork() != 0)
            _exit(0);
        stay();
    }
}

static void ignore_signals(void)
{
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
}

/* Children that ignore all signals; each second one is stopped. */
static void start_deaf(void)
{
    for (int i = 0; i < CHILDREN; i++) {
        if (fork() != 0)
            continue;
        ignore_signals();
        if (i % 2 == 0)
            raise(SIGSTOP);
        stay();
    }
}

/* A process that forks for ever, as its children do. */
static void start_bomb(void)
{
    if (fork() == 0)
        for (;;)
            fork();
}

/* The same, and each leads a session of its own. */
static void start_sessions(void)
{
    if (fork() == 0)
        for (;;)
            if (fork() == 0)
                setsid();
}

/* Processes that have ended when they are seen: each forks, in a session of its own, and ends. */
static void start_comets(void)
{
    for (int i = 0; i < 8; i++) {
        if (fork() != 0)
            continue;
        for (;;) {
            const pid_t child = fork();
            if (child > 0)
                _exit(0);
            if (child == 0)
                setsid();
        }
    }
}

/* A process of another user, whom the others cannot kill: this program is that user's, and runs as
 * that user (setuid). */
static void start_foreign(void)
{
    char octet;
    int ready[2]; /* its end is read once the child is the other user's, and not before */
    if (pipe(ready) != 0)
        _exit(1);
    const bool is_child = fork() == 0;
    if (is_child && setresuid(geteuid(), geteuid(), geteuid()) != 0)
        _exit(1);
    close(ready[1]);
    if (is_child)
        stay();
    if (read(ready[0], &octet, 1) != 0)
        _exit(1);
    close(ready[0]);
}

static const struct {
    const char *name;
    void (*start)(void);
} kinds[] = {
    {"group", start_group},     {"daemons", start_daemons},   {"deaf", start_deaf},
    {"bomb", start_bomb},       {"sessions", start_sessions}, {"comets", start_comets},
    {"foreign", start_foreign},
};

/* Tells the test that the processes are there. */
static void tell(const char *path)
{
    char text[24];
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const int length = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (file < 0 || write(file, text, (size_t)length) != length)
        _exit(3);
    close(file);
}

/* Answers each line: the first is the hello. */
static void answer(const char *end)
{
    static char line[LINE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *id = strstr(line, "\"id\":");
        if (id == NULL) {
            puts("{\"protocol\":2,\"name\":\"forking\",\"version\":\"1\",\"language\":\"c\","
                 "\"dialects\":[\"rfc3986\"],\"ops\":[\"parse\"]}");
        } else if (strcmp(end, "answers") != 0) {
            if (strcmp(end, "kills") == 0)
                kill(getppid(), SIGKILL);
            stay();
        } else {
            printf("{\"id\":%ld,\"status\":\"rejected\"}\n", strtol(id + 5, NULL, 10));
        }
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    signal(SIGCHLD, SIG_DFL);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, argv[1]) == 0)
            kinds[i].start();
    tell(argv[3]);
    if (strcmp(argv[2], "fails") == 0)
        return 7;
    answer(argv[2]);
    return 0;
}
