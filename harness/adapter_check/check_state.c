/* SPDX-License-Identifier: MIT */
/* What the steps share: the process that is checked, and what is found. */
#include "check_state.h"

#include "runner/runner.h"

#include <stdarg.h>

enum { SEEN_ROOM = 400 };

/* ---- What was found, told as a finding of the step that goes on ---- */

void check_name_step(check_state *k, const char *start, const char *word, const char *end)
{
    snprintf(k->what_room, sizeof k->what_room, "%s%s%s", start, word, end);
    k->what = k->what_room;
}

static void tell(check_state *k, verdict v, const char *remedy, const char *format,
                 va_list arguments)
{
    char words[SEEN_ROOM];
    vsnprintf(words, sizeof words, format, arguments);
    finding found = {v, k->what, words, remedy, k->talk, false};
    k->options->tell(k->options->self, &found);
}

void check_fine(check_state *k, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, VERDICT_OK, "", format, arguments);
    va_end(arguments);
}

void check_say(check_state *k, verdict v, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(k, v, remedy, format, arguments);
    va_end(arguments);
}

void check_tell_errors(check_state *k)
{
    finding found = {VERDICT_OK, k->what, "it wrote", "", k->talk, true};
    k->options->tell(k->options->self, &found);
}

void check_well(check_state *k)
{
    check_fine(k, "%s", "");
}

/* ---- The process ---- */

/* Starts it and sends the hello. */
bool check_begin(check_state *k, uriproof_error *error)
{
    const session_options options = {.reaper = k->options->reaper,
                                     .linger_ms = CHECK_LINGER_MS,
                                     .stop = k->options->stop,
                                     .self = k->options->self};
    k->talk = talk_start(k->command, &options, error);
    if (k->talk != NULL)
        talk_send(k->talk, hello_request, strlen(hello_request));
    return k->talk != NULL;
}

/* Returns true if the hello came. If not, that is told. */
bool check_is_hello(check_state *k, session_event event)
{
    if (event == SESSION_LINE)
        return true;
    k->stopped = event == SESSION_STOPPED;
    k->useless = true;
    talk_kill(k->talk);
    if (event == SESSION_ENDED)
        check_say(k, VERDICT_FAIL, "it has to live until its input ends. See its standard error",
                  "it %s before it said hello", talk_how_it_ended(k->talk));
    else if (event == SESSION_LATE)
        check_say(
            k, VERDICT_FAIL,
            "answer the first line with the hello on one line, and flush it, without waiting for "
            "more",
            "said no hello within %d seconds", RUN_HELLO_MS / 1000);
    return false;
}

bool check_is_talking(check_state *k)
{
    session_line line;
    hello again;
    uriproof_error error;
    if (k->talk != NULL)
        return true;
    if (!check_begin(k, &error)) {
        check_say(k, VERDICT_FAIL, "it is started as often as it takes", "it does not start again");
        k->useless = true;
        return false;
    }
    if (!check_is_hello(k, talk_receive(k->talk, session_clock() + RUN_HELLO_MS, &line)))
        return false;
    bool same = hello_read(line.octets, line.length, &again, &error);
    if (same) {
        same = hello_same(&k->greeting, &again, &error);
        hello_free(&again);
    }
    if (!same)
        check_say(k, VERDICT_FAIL, "say the same hello whenever it is started", "%s", error.words);
    k->useless = !same;
    return same;
}

void check_hang_up(check_state *k)
{
    const char *left = k->talk != NULL ? session_left(talk_session(k->talk)) : NULL;
    if (left != NULL)
        snprintf(k->left, sizeof k->left, "%s", left);
    talk_free(k->talk);
    k->talk = NULL;
}
