/* SPDX-License-Identifier: MIT */
#include "end_words.h"

#include "base/base.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct piece {
    const char *words;
    size_t length;
} piece;

static bool is_blank(char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
}

static piece trimmed(piece said)
{
    while (said.length > 0 && is_blank(said.words[said.length - 1]))
        said.length--;
    while (said.length > 0 && is_blank(said.words[0])) {
        said.words++;
        said.length--;
    }
    return said;
}

static piece last_line(piece said)
{
    said = trimmed(said);
    size_t start = said.length;
    while (start > 0 && said.words[start - 1] != '\n')
        start--;
    return trimmed((piece){said.words + start, said.length - start});
}

/* Is it a frame of a trace, as Ruby, Java and others write them below what went wrong? */
static bool is_frame(piece line)
{
    static const char *const begins[] = {"from ", "at ", "... "};
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        size_t length = strlen(begins[i]);
        if (line.length >= length && memcmp(line.words, begins[i], length) == 0)
            return true;
    }
    return false;
}

/* Returns true if the line only marks a place in the line above it, a line of the program, as Ruby
 * and Python write it. */
static bool is_mark(piece line)
{
    for (size_t i = 0; i < line.length; i++)
        if (line.words[i] != '^' && line.words[i] != '~')
            return false;
    return line.length > 0;
}

/* Returns what was said before the line. */
static piece before(piece said, piece line)
{
    return (piece){said.words, (size_t)(line.words - said.words)};
}

/* Returns the last line that is neither a frame nor a marked line of a program; the last of all if
 * there is none. */
static piece telling_line(piece said)
{
    piece last = last_line(said), line = last;
    while (line.length > 0 && (is_frame(line) || is_mark(line))) {
        said = before(said, line);
        if (is_mark(line))
            said = before(said, last_line(said));
        line = last_line(said);
    }
    return line.length > 0 ? line : last;
}

void last_error_line(const session *s, char *line, size_t room)
{
    piece said;
    said.words = session_errors(s, &said.length);
    piece found = telling_line(said);
    size_t used = 0;
    for (size_t i = 0; i < found.length && used + 1 < room; i++) {
        char octet = found.words[i];
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
        snprintf(words, room, "could not be started: %s", strerror(end->cannot_start));
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
