/* SPDX-License-Identifier: MIT */
/* Does it leave when it is to, alone, and with nothing said that was no answer? */
#include "check_state.h"

#include "processes/processes.h"

enum {
    LEAVING_MS = 60000, /* process.c ends it long before */
    LEFT_MS = 2000,     /* for what it started to end as well */
    LOOK_MS = 50
};

void check_leaving(check_state *k)
{
    uv_buf_t line;
    received how = RECEIVED_LINE;
    k->what = "ends at the end of its input";
    if (!check_is_talking(k))
        return;
    session_end_input(k->talk);
    k->until = uv_now(k->loop) + LEAVING_MS;
    while (how == RECEIVED_LINE) {
        how = session_receive(k->talk, k->until, &line);
        if (how == RECEIVED_LINE)
            check_take_answer(k, NULL, 0, &line);
    }
    k->stopped = how == RECEIVED_STOP;
    if (k->stopped)
        return;
    if (session_ended_well(k->talk))
        check_fine(k, "with status 0");
    else
        check_say(k, VERDICT_FAIL, "leave with status 0 once standard input is at its end", "it %s",
                  session_how_it_ended(k->talk));
    session_close(k->talk);
    k->what = "standard error";
    if (session_has_errors(k->talk))
        check_tell_errors(k);
}

static void on_look(uv_timer_t *timer)
{
    (void)timer;
}

/* What it started may take a moment longer than itself to end. */
void check_orphans(check_state *k)
{
    char words[100];
    long left;
    uv_timer_t timer;
    uv_update_time(k->loop);
    uint64_t until = uv_now(k->loop) + LEFT_MS;
    uv_timer_init(k->loop, &timer);
    while ((left = orphan_check_find(words, sizeof words)) != 0 && uv_now(k->loop) < until) {
        uv_timer_start(&timer, on_look, LOOK_MS, 0);
        uv_run(k->loop, UV_RUN_ONCE);
    }
    uv_close((uv_handle_t *)&timer, NULL);
    uv_run(k->loop, UV_RUN_NOWAIT);
    k->what = "leaves no process";
    if (left == 0)
        check_well(k);
    else
        check_say(k, VERDICT_FAIL,
                  "end what it starts, and start no session (setsid) that outlives it",
                  "process %ld lives on: %s", left, words);
}

void check_strays(check_state *k)
{
    k->what = "writes nothing but answers";
    if (k->strays == 0)
        check_well(k);
    else
        check_say(k, VERDICT_FAIL,
                  "standard output is for answers, each once, on one line; print to standard error",
                  "%zu line%s: %s", k->strays, k->strays == 1 ? "" : "s", k->stray_words);
}
