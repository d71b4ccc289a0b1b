/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for syscall */
#include "proc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

void proc_each(bool (*visit)(void *self, pid_t pid), void *self)
{
    bool more = true;
    DIR *processes = opendir("/proc");
    if (processes == NULL)
        return;
    for (struct dirent *entry; more && (entry = readdir(processes)) != NULL;) {
        long pid = strtol(entry->d_name, NULL, 10); /* 0 for what is no process */
        if (pid > 1)
            more = visit(self, (pid_t)pid);
    }
    closedir(processes);
}

FILE *proc_open(pid_t pid, const char *fact)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, fact);
    int file = open(path, O_RDONLY | O_CLOEXEC); /* other threads start processes */
    FILE *opened = file >= 0 ? fdopen(file, "r") : NULL;
    if (file >= 0 && opened == NULL)
        close(file);
    return opened;
}

int proc_hold(pid_t pid)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0); /* closed on exec */
#else
    (void)pid;
    errno = ENOSYS;
    return -1;
#endif
}

void proc_kill(int held)
{
#ifdef SYS_pidfd_send_signal
    syscall(SYS_pidfd_send_signal, held, SIGKILL, NULL, 0);
#else
    (void)held;
#endif
}
