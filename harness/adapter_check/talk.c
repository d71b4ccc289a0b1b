/* SPDX-License-Identifier: MIT */
/* The process that is examined: begun, greeted, and begun again where the last was ended. */
#include "check_state.h"

#include <stdarg.h>

enum { HELLO_MS = 10000 }; /* as long as a run waits for it */

bool check_begin(check_state *k, int *error)
{
    static const char greeting[] = "{\"op\":\"hello\",\"protocol\":2}";
    k->talk = session_start(k->loop, k->command, k->options->stop, error);
    if (k->talk != NULL)
        session_send(k->talk, greeting, sizeof greeting - 1);
    return k->talk != NULL;
}

bool check_hear_hello(check_state *k, uv_buf_t *line)
{
    uv_update_time(k->loop);
    received how = session_receive(k->talk, uv_now(k->loop) + HELLO_MS, line);
    if (how == RECEIVED_LINE)
        return true;
    k->stopped = how == RECEIVED_STOP;
    k->useless = true;
    session_close(k->talk);
    if (how == RECEIVED_END)
        check_say(k, VERDICT_FAIL, "it has to live until its input ends. See its standard error",
                  "it %s before it said hello", session_how_it_ended(k->talk));
    else if (how == RECEIVED_NOTHING)
        check_say(
            k, VERDICT_FAIL,
            "answer the first line with the hello on one line, and flush it, without waiting for "
            "more",
            "said no hello within %d seconds", HELLO_MS / 1000);
    return false;
}

bool check_is_talking(check_state *k)
{
    int code;
    uv_buf_t line;
    hello again;
    uriproof_error error;
    if (k->talk != NULL)
        return true;
    if (!check_begin(k, &code)) {
        check_say(k, VERDICT_FAIL, "it is started as often as it takes", "it does not start again");
        k->useless = true;
        return false;
    }
    if (!check_hear_hello(k, &line))
        return false;
    bool same = hello_read(line.base, line.len, &again, &error);
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
    session_free(k->talk);
    k->talk = NULL;
}

/* ---- What was found, told as a finding of the step that goes on ---- */

enum { SEEN_ROOM = 400 };

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
