/* SPDX-License-Identifier: MIT */
/*
 * For memory.t: loaded before a program (LD_PRELOAD), it lets the program's request for memory
 * number URIPROOF_FAIL_AT fail, and with URIPROOF_FAIL_ON all after it. Every malloc, calloc and
 * realloc counts, those of the libraries and of libc as well. Only in a process that is called
 * uriproof: what that starts has memory. At its end it writes the number of requests to
 * URIPROOF_FAIL_COUNT.
 */
#define _GNU_SOURCE /* for program_invocation_short_name */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* glibc's own. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

static atomic_long requests, fails_at;
static atomic_bool begun, fails_on;

/* Nothing here takes memory. */
static void begin(void)
{
    const char *at = getenv("URIPROOF_FAIL_AT");
    if (at != NULL && strcmp(program_invocation_short_name, "uriproof") == 0)
        fails_at = strtol(at, NULL, 10);
    fails_on = getenv("URIPROOF_FAIL_ON") != NULL;
}

static bool fails(void)
{
    if (!atomic_exchange(&begun, true))
        begin();
    long number = atomic_fetch_add(&requests, 1) + 1;
    bool now = fails_at > 0 && (fails_on ? number >= fails_at : number == fails_at);
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return size > 0 && fails() ? NULL : __libc_realloc(block, size);
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("URIPROOF_FAIL_COUNT");
    if (path == NULL || strcmp(program_invocation_short_name, "uriproof") != 0)
        return;
    long count = requests;
    FILE *out = fopen(path, "w");
    if (out == NULL)
        return;
    fprintf(out, "%ld\n", count);
    fclose(out);
}
