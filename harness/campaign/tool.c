/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { SHELL_WORDS = 4 };

bool tool_run(const tool *t, uriproof_error *error)
{
    const session_options options = {.reaper = t->reaper, .stop = t->should_stop};
    const char *name = t->name;
    char last[160], words[200];
    session_line line;
    session_event event;
    session *s = session_start(t->command, &options, error);
    if (s == NULL)
        return false;
    session_expect(s, t->ms);
    const uint64_t until = session_clock() + t->ms;
    while ((event = session_receive(s, &line)) == SESSION_LINE && session_clock() < until)
        if (t->take != NULL)
            t->take(t->self, &line);
    if (event != SESSION_ENDED)
        session_kill(s);
    const session_end end = *session_how_it_ended(s);
    last_error_line(s, last, sizeof last);
    end_words(&end, last, words, sizeof words);
    session_close(s);
    if (end.cannot_start != 0)
        return uriproof_error_set(error, "cannot start %.100s: %s", name,
                                  strerror(end.cannot_start));
    if (event == SESSION_STOPPED)
        return uriproof_error_set(error, "%.100s was ended", name);
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
    FILE *out = fopen(log, "ae");
    if (out == NULL)
        return uriproof_error_set(error, "cannot write %.200s", log);
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
