/* SPDX-License-Identifier: MIT */
/*
 * For findings.t: loaded before a program (LD_PRELOAD), it kills the process with SIGKILL at its
 * call number URIPROOF_KILL_AT of those that write: to files, to pipes, and to the disk. So the
 * process can be ended in the middle of a transaction. Only in a process that is called uriproof:
 * what that starts lives on. At its end it writes the number of calls to URIPROOF_KILL_COUNT.
 */
#define _GNU_SOURCE /* for syscall and off64_t */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static long kill_at;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("URIPROOF_KILL_AT");
    if (at != NULL && strcmp(program_invocation_short_name, "uriproof") == 0)
        kill_at = strtol(at, NULL, 10);
}

static void count(void)
{
    if (atomic_fetch_add(&calls, 1) + 1 == kill_at)
        kill(getpid(), SIGKILL);
}

ssize_t write(int file, const void *octets, size_t length)
{
    count();
    return syscall(SYS_write, file, octets, length);
}

ssize_t pwrite64(int file, const void *octets, size_t length, off64_t offset)
{
    count();
    return syscall(SYS_pwrite64, file, octets, length, offset);
}

int fdatasync(int file)
{
    count();
    return (int)syscall(SYS_fdatasync, file);
}

int ftruncate64(int file, off64_t length)
{
    count();
    return (int)syscall(SYS_ftruncate, file, length);
}

int unlink(const char *path)
{
    count();
    return (int)syscall(SYS_unlink, path);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("URIPROOF_KILL_COUNT");
    if (path == NULL || strcmp(program_invocation_short_name, "uriproof") != 0)
        return;
    const long made = calls;
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return;
    fprintf(out, "%ld\n", made);
    fclose(out);
}
