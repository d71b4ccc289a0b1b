/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool uriproof_error_set(uriproof_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->words, sizeof error->words, format, arguments);
    va_end(arguments);
    return false;
}

/* The limits of a system and of what is read, and what to do about each. */
static const struct {
    int number;
    const char *words;
} limits[] = {
    {EMFILE, "Too many open files; raise the limit (ulimit -n)"},
    {ENFILE, "Too many open files in system; end other programs"},
    {EAGAIN, "Too many processes; raise the limit (ulimit -u), or end other programs"},
    {EFBIG, "File too large; raise the limit (ulimit -f)"},
    {ENOSPC, "No space left on device; make room there"},
    {EDQUOT, "Disk quota exceeded; make room there"},
    {EMSGSIZE, "longer than is read: 512 MiB of a file, 64 MiB of a line"},
    {EPIPE, "a pipe from which no process reads"},
    {ENODATA, "a pipe to which no process writes"},
};
enum { LIMITS = sizeof limits / sizeof limits[0] };

const char *error_reason(int number)
{
    size_t i = 0;
    while (i < LIMITS && limits[i].number != number)
        i++;
    return i < LIMITS ? limits[i].words : strerror(number);
}

bool error_is_limit(const char *words)
{
    size_t i = 0;
    while (i < LIMITS && strstr(words, limits[i].words) == NULL)
        i++;
    return i < LIMITS;
}
