/* SPDX-License-Identifier: MIT */
#include "orphan_check.h"

#include "base/base.h"
#include "proc.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "URIPROOF_CHECK";
static char mark[64]; /* NAME=VALUE */

void orphan_check_mark(void)
{
    snprintf(mark, sizeof mark, "%s=%ld", name, (long)getpid());
    setenv(name, mark + sizeof name, 1);
}

/* Reads /proc/PID/FACT, whose words end with a NUL each. */
static bool read_fact(pid_t pid, const char *fact, octet_buffer *words)
{
    size_t got = 1;
    FILE *file = proc_open(pid, fact);
    words->length = 0;
    if (file == NULL)
        return false;
    while (got > 0) {
        buffer_reserve(words, 4096);
        got = fread(words->octets + words->length, 1, 4096, file);
        words->length += got;
    }
    fclose(file);
    bool any = words->length > 0;
    buffer_add(words, "", 1);
    return any;
}

/* One that has ended and was not waited for has no environment any more. */
static bool bears_mark(pid_t pid, octet_buffer *words)
{
    if (!read_fact(pid, "environ", words))
        return false;
    for (size_t at = 0; at < words->length; at += strlen(words->octets + at) + 1)
        if (strcmp(words->octets + at, mark) == 0)
            return true;
    return false;
}

static void command_line(pid_t pid, octet_buffer *words, char *line, unsigned room)
{
    line[0] = '\0';
    if (!read_fact(pid, "cmdline", words))
        return;
    for (size_t i = 0; i + 2 < words->length; i++)
        if (words->octets[i] == '\0')
            words->octets[i] = ' ';
    snprintf(line, room, "%s", words->octets);
}

typedef struct search {
    pid_t found;
    octet_buffer octets;
} search;

static bool is_not_left(void *self, pid_t pid)
{
    search *s = self;
    if (pid != getpid() && bears_mark(pid, &s->octets))
        s->found = pid;
    return s->found == 0;
}

long orphan_check_find(char *words, unsigned room)
{
    search s = {0};
    proc_each(is_not_left, &s);
    if (s.found != 0)
        command_line(s.found, &s.octets, words, room);
    buffer_free(&s.octets);
    return s.found;
}
