/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* for POSIX_SPAWN_SETSID, which POSIX has since 2024 */

#include "spawn_process.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static int set_signals(posix_spawnattr_t *how)
{
    sigset_t all, none;
    sigfillset(&all);
    sigdelset(&all, SIGKILL); /* which nobody can set, so that some systems reject it */
    sigdelset(&all, SIGSTOP);
    sigemptyset(&none);
    int error = posix_spawnattr_setsigdefault(how, &all);
    return error != 0 ? error : posix_spawnattr_setsigmask(how, &none);
}

static int set_files(posix_spawn_file_actions_t *actions, const int *files, size_t count)
{
    int error = 0;
    for (size_t i = 0; i < count && error == 0; i++)
        error = posix_spawn_file_actions_adddup2(actions, files[i], (int)i);
    return error;
}

/* What is executable and in no format that the system knows is a script of the shell's. */
static int spawn_script(char *const *command, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *how, pid_t *pid)
{
    static char shell[] = "/bin/sh";
    size_t count = 0;
    while (command[count] != NULL)
        count++;
    char **words = calloc(count + 2, sizeof *words);
    words[0] = shell;
    memcpy(words + 1, command, count * sizeof *words);
    int error = posix_spawn(pid, shell, actions, how, words, environ);
    free(words);
    return error;
}

static int spawn_by(char *const *command, const posix_spawn_file_actions_t *actions, pid_t *pid)
{
    posix_spawnattr_t how;
    int error = posix_spawnattr_init(&how);
    if (error != 0)
        return error;
    error = set_signals(&how);
    if (error == 0)
        error = posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF |
                                                   POSIX_SPAWN_SETSIGMASK);
    if (error == 0)
        error = posix_spawnp(pid, command[0], actions, &how, command, environ);
    if (error == ENOEXEC)
        error = spawn_script(command, actions, &how, pid);
    posix_spawnattr_destroy(&how);
    return error;
}

int spawn_process(char *const *command, const int *files, size_t count, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = set_files(&actions, files, count);
    if (error == 0)
        error = spawn_by(command, &actions, pid);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
