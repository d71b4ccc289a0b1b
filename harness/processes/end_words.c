/* SPDX-License-Identifier: MIT */
#include "end_words.h"

#include "base/base.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r';
}

static uriproof_span trimmed(uriproof_span line)
{
    while (line.length > 0 && is_blank(line.octets[line.length - 1]))
        line.length--;
    while (line.length > 0 && is_blank(line.octets[0]))
        line = (uriproof_span){line.octets + 1, line.length - 1};
    return line;
}

/* Returns true if the line is a frame of a trace, as Ruby, Java and others write them after an
 * error. */
static bool is_frame(uriproof_span line)
{
    static const char *const begins[] = {"from ", "at ", "... "};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        size_t length = strlen(begins[i]);
        if (line.length >= length && memcmp(line.octets, begins[i], length) == 0)
            return true;
    }
    return false;
}

/* Returns true if the line only marks a place in the line above it. Ruby and Python write such
 * marks below a line of the program. */
static bool is_mark(uriproof_span line)
{
    for (size_t i = 0; i < line.length; i++)
        if (line.octets[i] != '^' && line.octets[i] != '~')
            return false;
    return true;
}

/* Returns the last line of the text that is neither a frame nor a marked line of a program; its
 * last line if there is no such line. */
static uriproof_span telling_line(uriproof_span text)
{
    const char *at = text.octets, *end = at + text.length;
    uriproof_span telling = {"", 0}, before = telling, last = telling;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = newline != NULL ? newline : end;
        uriproof_span line = trimmed((uriproof_span){at, (size_t)(line_end - at)});
        at = line_end + 1;
        if (line.length == 0)
            continue;
        if (is_mark(line)) {
            telling = telling.octets == last.octets ? before : telling;
        } else if (!is_frame(line)) {
            before = telling;
            telling = line;
        }
        last = line;
    }
    return telling.length > 0 ? telling : last;
}

void last_error_line(const session *s, char *line, size_t room)
{
    uriproof_span said;
    said.octets = session_errors(s, &said.length);
    uriproof_span found = telling_line(said);
    size_t used = 0;
    for (size_t i = 0; i < found.length && used + 1 < room; i++) {
        char octet = found.octets[i];
        line[used++] = octet == '\t' ? ' ' : uriproof_is_printable(octet) ? octet : '?';
    }
    line[used] = '\0';
}

/* Writes "512 MiB". */
static void size_words(uint64_t octets, char *words, size_t room)
{
    static const char *const units[] = {"KiB", "MiB", "GiB"};
    size_t unit = 0;
    for (octets /= 1024; octets % 1024 == 0 && unit + 1 < sizeof units / sizeof units[0]; unit++)
        octets /= 1024;
    snprintf(words, room, "%" PRIu64 " %s", octets, units[unit]);
}

void end_words(const session_end *end, const char *last_line, char *words, size_t room)
{
    const char *colon = last_line[0] != '\0' ? ": " : "";
    char size[32];
    if (end->cannot_start != 0) {
        snprintf(words, room, "could not be started: %s", error_reason(end->cannot_start));
    } else if (end->line_too_long) {
        snprintf(words, room, "wrote a line of over 8 MiB");
    } else if (end->took_memory > 0) {
        size_words(end->took_memory, size, sizeof size);
        snprintf(words, room, "took more than %s of memory", size);
    } else if (end->killed && end->input_ended) {
        snprintf(words, room, "did not leave within two seconds");
    } else if (end->killed) {
        snprintf(words, room, "closed its standard output%s%s", colon, last_line);
    } else if (end->signal != 0) {
        snprintf(words, room, "ended by signal %d (%s)%s%s", end->signal, strsignal(end->signal),
                 colon, last_line);
    } else {
        snprintf(words, room, "ended with status %d%s%s", end->status, colon, last_line);
    }
}

bool ended_well(const session_end *end)
{
    return end->cannot_start == 0 && !end->line_too_long && end->took_memory == 0 && !end->killed &&
           end->signal == 0 && end->status == 0;
}
