/* SPDX-License-Identifier: MIT */
#include "left_over.h"

#include "text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "URIPROOF_CHECK";
static char mark[64]; /* NAME=VALUE */

void left_over_mark(void)
{
    snprintf(mark, sizeof mark, "%s=%ld", name, (long)getpid());
    setenv(name, mark + sizeof name, 1);
}

/* Reads /proc/PID/FACT, whose words end with a NUL each. */
static bool read_fact(long pid, const char *fact, text *words)
{
    char path[64];
    size_t got = 1;
    snprintf(path, sizeof path, "/proc/%ld/%s", pid, fact);
    FILE *file = fopen(path, "r");
    words->length = 0;
    if (file == NULL)
        return false;
    while (got > 0 && text_reserve(words, 4096)) {
        got = fread(words->octets + words->length, 1, 4096, file);
        words->length += got;
    }
    fclose(file);
    return words->length > 0 && text_add(words, "", 1);
}

/* One that has ended and was not waited for has no environment any more. */
static bool bears_mark(long pid, text *words)
{
    if (!read_fact(pid, "environ", words))
        return false;
    for (size_t at = 0; at < words->length; at += strlen(words->octets + at) + 1)
        if (strcmp(words->octets + at, mark) == 0)
            return true;
    return false;
}

static void command_line(long pid, text *words, char *line, unsigned room)
{
    line[0] = '\0';
    if (!read_fact(pid, "cmdline", words))
        return;
    for (size_t i = 0; i + 2 < words->length; i++)
        if (words->octets[i] == '\0')
            words->octets[i] = ' ';
    snprintf(line, room, "%s", words->octets);
}

long left_over_find(char *words, unsigned room)
{
    long found = 0;
    text octets = {0};
    DIR *processes = opendir("/proc");
    if (processes == NULL)
        return 0;
    for (struct dirent *entry; found == 0 && (entry = readdir(processes)) != NULL;) {
        long pid = strtol(entry->d_name, NULL, 10);
        if (pid > 1 && pid != (long)getpid() && bears_mark(pid, &octets)) {
            found = pid;
            command_line(pid, &octets, words, room);
        }
    }
    closedir(processes);
    text_free(&octets);
    return found;
}
