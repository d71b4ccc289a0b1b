/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHELL_WORDS = 4,
    LAST_MS = 10000 /* a program that has to end has so long to do it in its own way */
};

/* Reads lines until the program ends, or has to. */
static session_event read_lines(const tool *t, session *s, uint64_t until)
{
    session_line line;
    session_event event;
    while ((event = session_receive(s, &line)) == SESSION_LINE && session_clock() < until)
        if (t->take != NULL)
            t->take(t->self, &line);
    return event;
}

/* Follows the program to its end. Returns SESSION_ENDED if it ended by itself. */
static session_event follow(const tool *t, session *s)
{
    if (t->ms > 0)
        session_expect(s, t->ms);
    const uint64_t until = t->ms > 0 ? session_clock() + t->ms : UINT64_MAX;
    const session_event event = read_lines(t, s, until);
    if (event == SESSION_ENDED)
        return event;
    session_interrupt(s, LAST_MS);
    read_lines(t, s, UINT64_MAX);
    return event;
}

bool tool_run(const tool *t, uriproof_error *error)
{
    const session_options options = {.reaper = t->reaper, .stop = t->should_stop, .self = t->self};
    const char *name = t->name;
    char last[160], words[200];
    session *s = session_start(t->command, &options, error);
    if (s == NULL)
        return false;
    const session_event event = follow(t, s);
    session_kill(s);
    const session_end end = *session_how_it_ended(s);
    last_error_line(s, last, sizeof last);
    end_words(&end, last, words, sizeof words);
    session_close(s);
    if (end.cannot_start != 0)
        return uriproof_error_set(error, "cannot start %.100s: %s", name,
                                  error_reason(end.cannot_start));
    if (event == SESSION_STOPPED)
        return uriproof_error_set(error, "%.100s was ended", name);
    if (t->late != NULL)
        *t->late = event != SESSION_ENDED;
    if (event != SESSION_ENDED)
        return uriproof_error_set(error, "%.100s did not end within %ju s", name,
                                  (uintmax_t)(t->ms / 1000));
    if (t->end != NULL)
        *t->end = end;
    return ended_well(&end) || uriproof_error_set(error, "%.100s %.140s", name, words);
}

static void write_line(void *self, const session_line *line)
{
    FILE *log = self;
    fwrite(line->octets, 1, line->length, log);
    fputc('\n', log);
}

bool tool_run_logged(const tool *t, const char *log, uriproof_error *error)
{
    static char *const shell[SHELL_WORDS] = {"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"};
    size_t count = 0;
    const int file = output_append(log, true);
    FILE *out = file >= 0 ? fdopen(file, "a") : NULL;
    if (out == NULL)
        return uriproof_error_set(error, "cannot write %.150s: %s", log, error_reason(errno));
    while (t->command[count] != NULL)
        count++;
    char **command = calloc(SHELL_WORDS + count + 1, sizeof *command);
    memcpy(command, shell, sizeof shell);
    memcpy(command + SHELL_WORDS, t->command, count * sizeof *command);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "$ " : " ", out);
        print_shell_word(out, t->command[i]);
    }
    fputc('\n', out);
    tool logged = *t;
    logged.command = command;
    logged.take = write_line;
    logged.self = out;
    const bool good = tool_run(&logged, error);
    if (!good)
        uriproof_error_set(error, "%.80s failed: see %.150s", t->name, log);
    free(command);
    fclose(out);
    return good;
}
