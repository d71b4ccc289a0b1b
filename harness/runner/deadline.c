/* SPDX-License-Identifier: MIT */
/* How long an adapter may say nothing. */
#include "run_state.h"

enum {
    HELLO_MS = 10000, /* to start and to say hello; a virtual machine takes its time */
    MOST_PAUSES = 3,  /* that are not held against an adapter while it is silent */
    MORE_TIME = 10    /* times the limit, for a case that is tried again */
};

uint64_t run_time_limit(const run *r)
{
    return r->options->timeout_ms * (r->retried < r->count ? MORE_TIME : 1);
}

static void on_silence(uv_timer_t *timer)
{
    run *r = timer->data;
    char words[120];
    if (!r->expired) { /* a timer is served before what came in: an answer may be waiting */
        r->expired = true;
        uv_timer_start(&r->silence, on_silence, 1, 0);
        return;
    }
    if (!r->greeted) {
        snprintf(words, sizeof words, "said no hello within %d seconds", HELLO_MS / 1000);
        run_no_start(r, words);
        return;
    }
    int length = snprintf(words, sizeof words, "no answer within %llu ms",
                          (unsigned long long)r->options->timeout_ms);
    if (r->retried < r->count)
        snprintf(words + length, sizeof words - (size_t)length, ", nor within %llu ms alone",
                 (unsigned long long)run_time_limit(r));
    run_something_wrong(r, URIPROOF_TIMEOUT, words);
}

static void expect_words(run *r, uint64_t within_ms)
{
    r->due = uv_now(r->loop) + within_ms;
    r->expired = false;
    r->pauses = 0;
    uv_timer_start(&r->silence, on_silence, within_ms, 0);
}

void run_expect_hello(run *r)
{
    expect_words(r, HELLO_MS);
}

void run_watch_silence(run *r)
{
    if (r->in_flight > 0)
        expect_words(r, run_time_limit(r));
    else
        uv_timer_stop(&r->silence);
}

void run_put_off_silence(run *r, uint64_t pause)
{
    if (!uv_is_active((uv_handle_t *)&r->silence) || r->pauses == MOST_PAUSES)
        return;
    r->pauses++;
    r->expired = false;
    r->due += pause;
    uint64_t now = uv_now(r->loop);
    uv_timer_start(&r->silence, on_silence, r->due > now ? r->due - now : 1, 0);
}
