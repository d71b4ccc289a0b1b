/* SPDX-License-Identifier: MIT */
/* The process that is examined: begun, greeted, and begun again where the last was ended. */
#include "checkup_state.h"

enum { HELLO_MS = 10000 }; /* as long as a run waits for it */

bool checkup_begin(checkup_state *k, int *error)
{
    static const char greeting[] = "{\"op\":\"hello\",\"protocol\":1}";
    k->talk = conversation_begin(k->loop, k->command, k->options->stop, error);
    return k->talk != NULL && conversation_say(k->talk, greeting, sizeof greeting - 1);
}

bool checkup_hear_hello(checkup_state *k, uv_buf_t *line)
{
    uv_update_time(k->loop);
    heard how = conversation_hear(k->talk, uv_now(k->loop) + HELLO_MS, line);
    if (how == HEARD_LINE)
        return true;
    k->stopped = how == HEARD_STOP;
    k->useless = true;
    conversation_close(k->talk);
    if (how == HEARD_END)
        checkup_say(k, VERDICT_FAIL, "it has to live until its input ends. See its standard error",
                    "it %s before it said hello", conversation_how_it_ended(k->talk));
    else if (how == HEARD_NOTHING)
        checkup_say(
            k, VERDICT_FAIL,
            "answer the first line with the hello on one line, and flush it, without waiting for "
            "more",
            "said no hello within %d seconds", HELLO_MS / 1000);
    return false;
}

bool checkup_is_talking(checkup_state *k)
{
    int code;
    uv_buf_t line;
    hello again;
    uriproof_error error;
    if (k->talk != NULL)
        return true;
    if (!checkup_begin(k, &code)) {
        checkup_say(k, VERDICT_FAIL, "it is started as often as it takes",
                    "it does not start again");
        k->useless = true;
        return false;
    }
    if (!checkup_hear_hello(k, &line))
        return false;
    bool same = hello_read(line.base, line.len, &again, &error);
    if (same) {
        same = hello_same(&k->greeting, &again, &error);
        hello_free(&again);
    }
    if (!same)
        checkup_say(k, VERDICT_FAIL, "say the same hello whenever it is started", "%s",
                    error.words);
    k->useless = !same;
    return same;
}

void checkup_hang_up(checkup_state *k)
{
    conversation_free(k->talk);
    k->talk = NULL;
}
