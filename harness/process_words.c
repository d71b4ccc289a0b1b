/* SPDX-License-Identifier: MIT */
#include "process_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void process_last_error_line(const struct process *process, char *line, size_t room)
{
    size_t length;
    const char *words = process_stderr(process, &length);
    while (length > 0 && (words[length - 1] == '\n' || words[length - 1] == '\r'))
        length--;
    size_t start = length;
    while (start > 0 && words[start - 1] != '\n')
        start--;
    size_t used = 0;
    for (size_t i = start; i < length && used + 1 < room; i++)
        line[used++] = words[i] >= 0x20 && words[i] <= 0x7e ? words[i] : '?';
    line[used] = '\0';
}

/* "512 MiB" */
static void describe_size(uint64_t octets, char *words, size_t room)
{
    static const char *const units[] = {"KiB", "MiB", "GiB"};
    size_t unit = 0;
    for (octets /= 1024; octets % 1024 == 0 && unit + 1 < sizeof units / sizeof units[0]; unit++)
        octets /= 1024;
    snprintf(words, room, "%" PRIu64 " %s", octets, units[unit]);
}

void process_end_words(const process_end *end, const char *last_line, char *words, size_t room)
{
    const char *colon = last_line[0] != '\0' ? ": " : "";
    char size[32];
    if (end->line_too_long) {
        snprintf(words, room, "wrote a line of over 8 MiB");
    } else if (end->took_memory > 0) {
        describe_size(end->took_memory, size, sizeof size);
        snprintf(words, room, "took more than %s of memory", size);
    } else if (end->killed && end->input_ended) {
        snprintf(words, room, "did not leave within two seconds");
    } else if (end->killed) {
        snprintf(words, room, "closed its standard output%s%s", colon, last_line);
    } else if (end->signal != 0) {
        snprintf(words, room, "ended by signal %d (%s)%s%s", end->signal, strsignal(end->signal),
                 colon, last_line);
    } else {
        snprintf(words, room, "ended with status %" PRId64 "%s%s", end->status, colon, last_line);
    }
}
